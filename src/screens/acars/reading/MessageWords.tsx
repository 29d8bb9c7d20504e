/** What a message says: sign and sentence. A text that nobody reads has the meaning of its label, dim. */
import clsx from 'clsx';
import type { ReactElement } from 'react';
import { useMeaning } from '../../../decoding/row-meaning.ts';
import { oneLine } from '../../../lib/format.ts';
import type { AnyRow } from '../../../list/define-list.ts';
import styles from '../../../list/reading/Rows.module.css';
import { KindIcon } from '../../../objects/KindIcon.tsx';
import { LinkedWords } from '../../../objects/LinkedWords.tsx';
import { OpenAge } from './Transmissions.tsx';

type Props = { readonly row: AnyRow };

/** Without links: rows of a view are options. */
export function MessageWords({ row, isLinked = false }: Props & { readonly isLinked?: boolean }): ReactElement {
  const meaning = useMeaning(row);
  const isRead = meaning !== null && meaning.level !== 'none';
  return (
    <span className={clsx(styles.words, !isRead && styles.second)}>
      <KindIcon kind={isRead ? meaning.kind : 'notDecoded'} />
      <span>
        {isRead ? <LinkedWords {...meaning} isLinked={isLinked} /> : oneLine(meaning?.words ?? 'Not decoded yet')}
      </span>
    </span>
  );
}

/** In an expanded row. */
export const LinkedMessageWords = ({ row }: Props): ReactElement => (
  <>
    <MessageWords row={row} isLinked /> <OpenAge row={row} />
  </>
);
