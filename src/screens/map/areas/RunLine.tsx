/** How the fetching of an area goes, and the way to end it. Must not: end it by itself. */
import type { ReactElement } from 'react';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import styles from './Areas.module.css';
import { runWords } from './area-words.ts';
import { cancelKeepRun, useKeepRun } from './keep-run.ts';

export function RunLine(): ReactElement | null {
  const run = useKeepRun();
  if (!run) return null;
  const words = runWords(run);
  const isOver = run.phase === 'ended';
  return (
    <section className={styles.run} aria-label="Fetching tiles">
      <h3 className={styles.heading}>
        {run.area.name}, {run.area.layer}
      </h3>
      {isOver ? null : <ProgressBar label={`Fetching ${run.area.name}`} share={run.done / run.tiles} text={words} />}
      {/* Read out when it is over; each tile spoken would drown everything else. */}
      <p role={isOver ? 'status' : undefined}>{words}</p>
      {isOver ? null : <PlainButton onClick={cancelKeepRun}>Cancel</PlainButton>}
    </section>
  );
}
