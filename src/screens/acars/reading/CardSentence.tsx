/** On a card: the text first, then the sentence in its place. Own file: loaded with the first card. */
import clsx from 'clsx';
import type { ReactElement } from 'react';
import { useMeaning } from '../../../decoding/row-meaning.ts';
import { oneLine } from '../../../lib/format.ts';
import type { AnyRow } from '../../../list/define-list.ts';
import styles from '../../../list/reading/Rows.module.css';
import { KindIcon } from '../../../objects/KindIcon.tsx';
import { LinkedWords } from '../../../objects/LinkedWords.tsx';
import { OpenAge, Receivers } from './Transmissions.tsx';
import { textOf } from './words.ts';

export function CardSentence({ row }: { readonly row: AnyRow }): ReactElement {
  const meaning = useMeaning(row);
  const isRead = meaning !== null && meaning.level !== 'none';
  return (
    <span className={styles.cardSentence}>
      <KindIcon kind={isRead ? meaning.kind : 'notDecoded'} />
      {isRead ? (
        <span className={styles.cardWords}>
          <LinkedWords {...meaning} isLinked={false} />
        </span>
      ) : (
        <span className={clsx(styles.cardWords, styles.text)} dir="auto">
          {oneLine(textOf(row.text)) || oneLine(meaning?.words ?? '') || 'No text'}
        </span>
      )}
      <span className={styles.cardMore}>
        <OpenAge row={row} />
        <Receivers row={row} />
      </span>
    </span>
  );
}
