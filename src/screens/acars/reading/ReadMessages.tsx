/** 'Read' of messages. */
import type { ReactElement } from 'react';
import { decodeAhead } from '../../../decoding/use-decoded.ts';
import { oneLine } from '../../../lib/format.ts';
import { cellText } from '../../../list/cells.ts';
import type { AnyRow, ViewProps } from '../../../list/define-list.ts';
import { ReadView } from '../../../list/reading/ReadView.tsx';
import styles from '../../../list/reading/Rows.module.css';
import { KindIcon } from '../../../objects/KindIcon.tsx';
import { Message } from './Message.tsx';
import { useMessageKeys } from './use-message-keys.ts';
import { textOf, wordsOf } from './words.ts';

export function ReadMessages(props: ViewProps): ReactElement {
  const keys = useMessageKeys();
  return <ReadView {...props} Row={ReadRow} Message={Message} onAhead={decodeRows} keys={keys} />;
}

const decodeRows = (rows: readonly AnyRow[]): void =>
  decodeAhead(rows.map((row) => ({ label: textOf(row.label), text: textOf(row.text) })));

function ReadRow({ row }: { readonly row: AnyRow }): ReactElement {
  const { kind, words } = wordsOf(row);
  return (
    <div className={styles.read} data-kind={kind}>
      <KindIcon kind={kind} className={styles.icon} />
      <span className={styles.who}>
        <b>{oneLine(textOf(row.tail)) || '–'}</b> <span className={styles.flight}>{oneLine(textOf(row.flight))}</span>{' '}
        {oneLine(words)}
      </span>
      <span className={styles.time}>{cellText('instant', row.acarsDateTime).slice(11)}</span>
      <span className={styles.text} dir="auto">
        {oneLine(textOf(row.text)) || 'No text'}
      </span>
      <span className={styles.label}>{oneLine(textOf(row.label))}</span>
    </div>
  );
}
