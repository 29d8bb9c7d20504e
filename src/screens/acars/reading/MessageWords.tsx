/** What a message is about: icon and sentence. */
import type { ReactElement } from 'react';
import { oneLine } from '../../../lib/format.ts';
import type { AnyRow } from '../../../list/define-list.ts';
import styles from '../../../list/reading/Rows.module.css';
import { KindIcon } from '../../../objects/KindIcon.tsx';
import { LinkedWords } from '../../../objects/LinkedWords.tsx';
import { wordsOf } from './words.ts';

type Props = { readonly row: AnyRow };

/** Without links: rows of a view are options. */
export function MessageWords({ row, isLinked = false }: Props & { readonly isLinked?: boolean }): ReactElement {
  const { kind, words } = wordsOf(row);
  return (
    <span className={styles.words} data-kind={kind}>
      <KindIcon kind={kind} />
      <span>{isLinked ? <LinkedWords kind={kind} words={words} /> : oneLine(words)}</span>
    </span>
  );
}

/** In an expanded row. */
export const LinkedMessageWords = ({ row }: Props): ReactElement => <MessageWords row={row} isLinked />;
