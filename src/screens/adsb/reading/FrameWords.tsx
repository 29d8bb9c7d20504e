/** Content of a frame: icon and sentence. */
import type { ReactElement } from 'react';
import type { AnyRow } from '../../../list/define-list.ts';
import styles from '../../../list/reading/Rows.module.css';
import { KindIcon } from '../../../objects/KindIcon.tsx';
import { frameWords } from './frame-words.ts';

export function FrameWords({ row }: { readonly row: AnyRow }): ReactElement {
  const { kind, words } = frameWords(row);
  return (
    <span className={styles.words} data-kind={kind}>
      <KindIcon kind={kind} />
      <span>{words}</span>
    </span>
  );
}
