import type { ReactElement } from 'react';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import styles from './Areas.module.css';
import { cancelAreaDownload, useAreaDownload } from './area-download.ts';
import { downloadText } from './area-text.ts';

export function RunLine(): ReactElement | null {
  const run = useAreaDownload();
  if (!run) return null;
  const words = downloadText(run);
  const isOver = run.phase === 'ended';
  return (
    <section className={styles.run} aria-label="Downloading tiles">
      <h3 className={styles.heading}>
        {run.area.name}, {run.area.layer}
      </h3>
      {isOver ? null : <ProgressBar label={`Downloading ${run.area.name}`} share={run.done / run.tiles} text={words} />}
      {/* Read out when it is over; reading out each tile would interrupt everything else. */}
      <p role={isOver ? 'status' : undefined}>{words}</p>
      {isOver ? null : <PlainButton onClick={cancelAreaDownload}>Cancel</PlainButton>}
    </section>
  );
}
