/** 'Lines' of frames. */
import clsx from 'clsx';
import type { ReactElement } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { cellText } from '../../../list/cells.ts';
import type { AnyRow, ViewProps } from '../../../list/define-list.ts';
import { LinesView } from '../../../list/reading/LinesView.tsx';
import styles from '../../../list/reading/Rows.module.css';
import { FrameWords } from './FrameWords.tsx';
import { useFrameKeys } from './frame-ways.ts';
import { textOf } from './frame-words.ts';

export function FrameLines(props: ViewProps): ReactElement {
  const keys = useFrameKeys();
  return <LinesView {...props} Head={Head} Row={Line} keys={keys} />;
}

function Head(): ReactElement {
  return (
    <div className={styles.line}>
      <span>UTC Date/Time</span>
      <span>Icao</span>
      <span>Frame</span>
      <span className={styles.more}>Squawk</span>
      <span className={styles.more}>Station ID</span>
      <span className={styles.level}>dB</span>
    </div>
  );
}

function Line({ row }: { readonly row: AnyRow }): ReactElement {
  const at = cellText('instant', row.adsbDateTime);
  return (
    <div className={styles.line}>
      <span className={styles.pair}>
        <span className={styles.second}>{at.slice(0, 10)}</span>
        <b>{at.slice(11)}</b>
      </span>
      <span className={clsx(styles.pair, styles.mono)}>
        <b>{textOf(row.icao) || '–'}</b>
        <span className={styles.second}>{textOf(row.identification)}</span>
      </span>
      <span className={styles.pair}>
        <FrameWords row={row} />
        <span className={styles.second}>{textOf(row.msgType)}</span>
      </span>
      <span className={clsx(styles.pair, styles.more, styles.mono)}>{textOf(row.squawk)}</span>
      <span className={clsx(styles.pair, styles.more)}>{textOf(row.stationId)}</span>
      <span className={clsx(styles.pair, styles.level)}>
        {typeof row.level === 'number' ? formatNumber(row.level, 1) : '–'}
      </span>
    </div>
  );
}
