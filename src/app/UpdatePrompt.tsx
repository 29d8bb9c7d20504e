import { IconRefresh, IconX } from '@tabler/icons-react';
import { type ReactElement, useState } from 'react';
import { PlainButton } from '../ui/PlainButton.tsx';
import shared from '../ui/shared.module.css';
import { useUpdate } from './app-update.ts';
import styles from './UpdatePrompt.module.css';

/** Bottom right, never over the pager. Nothing changes until Reload is clicked. */
export function UpdatePrompt(): ReactElement | null {
  const update = useUpdate();
  const [isPutOff, setIsPutOff] = useState(false);
  const [isTaken, setIsTaken] = useState(false);
  if (!update || isPutOff) return null;
  return (
    <section className={styles.prompt} aria-label="New version" role="status">
      <IconRefresh size={20} aria-hidden className={shared.accentIcon} />
      <p className={styles.words}>
        <strong>A new version is ready</strong>
        <span>Filter, page and typed text are kept. Takes about 2 s.</span>
      </p>
      <PlainButton
        look="filled"
        aria-disabled={isTaken}
        onClick={() => {
          setIsTaken(true);
          update.take();
        }}
      >
        Reload
      </PlainButton>
      <PlainButton look="icon" aria-label="Later" onClick={() => setIsPutOff(true)}>
        <IconX size={18} aria-hidden />
      </PlainButton>
    </section>
  );
}
