/** 'Read' of frames. */
import type { ReactElement } from 'react';
import { cellText } from '../../../list/cells.ts';
import type { AnyRow, ViewProps } from '../../../list/define-list.ts';
import { ReadView } from '../../../list/reading/ReadView.tsx';
import styles from '../../../list/reading/Rows.module.css';
import { KindIcon } from '../../../objects/KindIcon.tsx';
import { Frame } from './Frame.tsx';
import { useFrameKeys } from './frame-ways.ts';
import { frameWords, textOf } from './frame-words.ts';

export function ReadFrames(props: ViewProps): ReactElement {
  const keys = useFrameKeys();
  return <ReadView {...props} Row={ReadRow} Message={Frame} onAhead={nothing} keys={keys} />;
}
/** A frame is decoded as received. */
const nothing = (): void => {};

function ReadRow({ row }: { readonly row: AnyRow }): ReactElement {
  const { kind, words } = frameWords(row);
  return (
    <div className={styles.read} data-kind={kind}>
      <KindIcon kind={kind} className={styles.icon} />
      <span className={styles.who}>
        <b>{textOf(row.icao) || '–'}</b> {words}
      </span>
      <span className={styles.time}>{cellText('instant', row.adsbDateTime).slice(11)}</span>
      <span className={styles.text}>{textOf(row.msgType)}</span>
      <span className={styles.label}>{textOf(row.stationId)}</span>
    </div>
  );
}
