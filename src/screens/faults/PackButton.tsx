/** Saves the pack of one aircraft on this device: its size before, progress, cancel. Own file: a state of its own. */
import { IconDeviceFloppy } from '@tabler/icons-react';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { FaultLedger } from '../../../contract/entities/faults.ts';
import type { Tail } from '../../../contract/entities/tail.ts';
import { type PackProgress, packBytes, savePack } from '../../data/hangar-pack.ts';
import { sizeText } from '../../lib/format.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './Faults.module.css';

type Props = {
  readonly tail: string;
  readonly ledger: FaultLedger;
  /** undefined = its size is not known yet. */
  readonly page: Tail | undefined;
};
type Saving = PackProgress | 'saved' | 'cancelled' | 'failed' | 'refused' | null;

const words = {
  saved: 'Saved on this device.',
  cancelled: 'Cancelled.',
  failed: 'Not saved: the server did not respond. Try again.',
  refused: 'Not saved: this browser stores no data.',
} as const;

export function PackButton({ tail, ledger, page }: Props): ReactElement {
  const [saving, setSaving] = useState<Saving>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (): Promise<void> => {
    const abort = new AbortController();
    running.current = abort;
    const { signal } = abort;
    const show = (next: Saving): void => {
      if (running.current === abort) setSaving(next);
    };
    try {
      const isStored = await savePack(tail, { signal, onProgress: show });
      show(isStored ? 'saved' : 'refused');
    } catch {
      show(signal.aborted ? 'cancelled' : 'failed');
    }
  };
  const isRunning = saving !== null && typeof saving === 'object';
  return (
    <span className={styles.pack}>
      {isRunning ? (
        <>
          <progress aria-label="Saving on this device" max={saving.of} value={saving.done} />
          <PlainButton onClick={() => running.current?.abort()}>Cancel</PlainButton>
        </>
      ) : (
        <PlainButton
          title="The ledger, the aircraft page and the newest messages, to be read without a network"
          disabled={page === undefined}
          onClick={() => void save()}
        >
          <IconDeviceFloppy size={16} aria-hidden="true" />
          Save on this device{page ? `, about ${sizeText(packBytes(ledger, page))}` : ''}
        </PlainButton>
      )}
      <span role="status" className={styles.dim}>
        {typeof saving === 'string' ? words[saving] : ''}
      </span>
    </span>
  );
}
