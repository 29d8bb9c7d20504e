/** 'Lines' of messages. */
import clsx from 'clsx';
import type { ReactElement } from 'react';
import { formatNumber, oneLine } from '../../../lib/format.ts';
import { cellText } from '../../../list/cells.ts';
import type { AnyRow, ViewProps } from '../../../list/define-list.ts';
import { LinesView } from '../../../list/reading/LinesView.tsx';
import styles from '../../../list/reading/Rows.module.css';
import { MessageWords } from './MessageWords.tsx';
import { OpenAge, Receivers, Transmissions } from './Transmissions.tsx';
import { useMessageKeys } from './use-message-keys.ts';
import { textOf } from './words.ts';

export function MessageLines(props: ViewProps): ReactElement {
  const keys = useMessageKeys();
  return (
    <Transmissions rows={props.rows}>
      {(rows) => <LinesView {...props} rows={rows} Head={Head} Row={Line} keys={keys} />}
    </Transmissions>
  );
}

function Head(): ReactElement {
  return (
    <div className={styles.line}>
      <span>UTC Date/Time</span>
      <span>Tail, flight</span>
      <span>Message</span>
      <span className={styles.more}>Label, type</span>
      <span className={styles.more}>Station ID</span>
      <span className={styles.level}>dB, MHz</span>
    </div>
  );
}

const number = (value: unknown, decimals: number): string =>
  typeof value === 'number' ? formatNumber(value, decimals) : '–';

function Line({ row }: { readonly row: AnyRow }): ReactElement {
  const at = cellText('instant', row.acarsDateTime);
  const text = (key: string): string => oneLine(textOf(row[key]));
  return (
    <div className={styles.line}>
      <span className={styles.pair}>
        <span className={styles.second}>{at.slice(0, 10)}</span>
        <b>{at.slice(11)}</b>
      </span>
      <span className={clsx(styles.pair, styles.mono)}>
        <b>{text('tail') || '–'}</b>
        <span className={styles.second}>
          {text('flight')} <Receivers row={row} />
        </span>
      </span>
      <span className={styles.pair}>
        <span className={styles.wordsAndAge}>
          <MessageWords row={row} />
          <OpenAge row={row} />
        </span>
        <span className={clsx(styles.second, styles.mono)} dir="auto">
          {text('text') || 'No text'}
        </span>
      </span>
      <span className={clsx(styles.pair, styles.more)}>
        <span className={styles.mono}>{text('label')}</span>
        <span className={styles.second}>{text('type')}</span>
      </span>
      <span className={clsx(styles.pair, styles.more)}>
        <span>{text('stationId')}</span>
        <span className={styles.second}>{text('dsta')}</span>
      </span>
      <span className={clsx(styles.pair, styles.level)}>
        <span>{number(row.level, 1)}</span>
        <span className={styles.second}>{number(row.freq, 3)}</span>
      </span>
    </div>
  );
}
