/** 'Lines': rows of two lines with words, and the selected row next to them. */
import { type ComponentType, type ReactElement, useState } from 'react';
import type { AnyRow, ViewProps } from '../define-list.ts';
import { DetailPanel } from '../detail/DetailPanel.tsx';
import { type ListKeys, useListKeys } from '../use-list-keys.ts';
import styles from './LinesView.module.css';
import { MessageRows } from './MessageRows.tsx';
import { toggleMark } from './marked-rows.ts';
import { lineHeight } from './row-heights.ts';
import { useRowCursor } from './use-row-cursor.ts';

type Props = ViewProps & {
  /** Headings of the lines, as wide as those. */
  readonly Head: ComponentType;
  readonly Row: ComponentType<{ readonly row: AnyRow }>;
  readonly keys: (row: AnyRow | null) => ListKeys;
};

export function LinesView(props: Props): ReactElement {
  const { list, Head, Row } = props;
  const cursor = useRowCursor(props);
  const [isOpen, setOpen] = useState(false);
  useListKeys({
    ...props.keys(cursor.row),
    j: () => cursor.step(1),
    k: () => cursor.step(-1),
    x: list.export && cursor.row ? () => cursor.row && toggleMark(cursor.row) : null,
    u: isOpen ? () => setOpen(false) : null,
  });
  return (
    <div className={styles.view}>
      <div className={styles.lines} data-narrow={isOpen || undefined}>
        <div className={styles.head} aria-hidden="true">
          <Head />
        </div>
        <MessageRows
          list={list}
          rows={props.rows}
          offset={props.offset}
          count={props.count}
          isChanging={props.isChanging}
          isStored={props.isStored}
          cursor={cursor}
          rowHeight={lineHeight}
          className={undefined}
          onOpen={() => setOpen(true)}
        >
          {(row) => <Row row={row} />}
        </MessageRows>
      </div>
      {isOpen && cursor.row ? <DetailPanel list={list} row={cursor.row} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
