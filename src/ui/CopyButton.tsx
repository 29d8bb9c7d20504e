import { IconCopy } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { notify } from './notices.ts';
import { PlainButton } from './PlainButton.tsx';

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ title: 'Text copied', kind: 'done' });
  } catch {
    notify({
      title: 'The browser did not let the text be copied.',
      text: 'Select it and copy it by hand.',
      kind: 'warn',
    });
  }
}

/** Copies the text as it came, control characters and all. */
export function CopyButton({ text, children }: { text: string; children: string }): ReactElement {
  return (
    <PlainButton onClick={() => void copy(text)}>
      <IconCopy size={16} aria-hidden="true" />
      {children}
    </PlainButton>
  );
}
