import { IconCopy } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { notify } from './notices.ts';
import { PlainButton } from './PlainButton.tsx';

/** `title` = notice when it is done. */
export async function copyText(text: string, title = 'Text copied'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ title, kind: 'done' });
  } catch {
    notify({
      title: 'The browser blocked copying.',
      text: 'Select it and copy it by hand.',
      kind: 'warn',
    });
  }
}

/** Copies the text unchanged, including control characters. */
export function CopyButton({ text, children }: { text: string; children: string }): ReactElement {
  return (
    <PlainButton onClick={() => void copyText(text)}>
      <IconCopy size={16} aria-hidden="true" />
      {children}
    </PlainButton>
  );
}
