/** Rows of a view for reading: one Tab stop, equally high rows, only those in view in the document. */

import { IconCheck } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import { rowKey } from '../../data/list-resource.ts';
import shared from '../../ui/shared.module.css';
import { useValue } from '../../ui/value-store.ts';
import type { AnyRow, ListDefinition } from '../define-list.ts';
import { type RowPlaces, rowsInView, totalHeight } from '../table/row-window.ts';
import { nothingInView, useWindow, type View, watchScroll } from '../table/scroll-view.ts';
import styles from './MessageRows.module.css';
import { isMarked, markedRows } from './marked-rows.ts';
import type { RowCursor } from './use-row-cursor.ts';

type Props<R extends AnyRow> = {
  readonly list: Pick<ListDefinition, 'title'>;
  readonly rows: readonly R[];
  readonly offset: number;
  readonly count: number | null;
  readonly isChanging: boolean;
  readonly isStored: boolean;
  readonly cursor: Pick<RowCursor, 'index' | 'select' | 'step'>;
  readonly rowHeight: number;
  readonly className: string | undefined;
  /** Enter, or a click on a row. */
  readonly onOpen?: (index: number) => void;
  readonly children: (row: R) => ReactNode;
};

export function MessageRows<R extends AnyRow>(props: Props<R>): ReactElement {
  const { list, rows, cursor, rowHeight } = props;
  const marked = useValue(markedRows);
  const id = useId();
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const view = useMemo(() => (scroller ? watchScroll(scroller) : nothingInView), [scroller]);
  const places = useMemo<RowPlaces>(() => ({ count: rows.length, rowHeight, open: [] }), [rows.length, rowHeight]);
  const [first, last] = useWindow(view, (now: View) => rowsInView(places, now));
  useLayoutEffect(() => {
    if (!scroller) return;
    const [top, bottom] = [cursor.index * rowHeight, (cursor.index + 1) * rowHeight];
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (bottom > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = bottom - scroller.clientHeight;
    view.refresh();
  }, [scroller, view, cursor.index, rowHeight]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const pageRows = Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / rowHeight) - 1);
    if (event.key === 'ArrowDown') cursor.step(1);
    else if (event.key === 'ArrowUp') cursor.step(-1);
    else if (event.key === 'Home') cursor.select(0);
    else if (event.key === 'End') cursor.select(rows.length - 1);
    else if (event.key === 'PageDown') cursor.select(Math.min(rows.length - 1, cursor.index + pageRows));
    else if (event.key === 'PageUp') cursor.select(Math.max(0, cursor.index - pageRows));
    else if (event.key === 'Enter' && props.onOpen) props.onOpen(cursor.index);
    else return;
    event.preventDefault();
  };

  const drawn: ReactElement[] = [];
  for (let index = first; index <= last; index++) {
    const row = rows[index];
    if (!row) continue;
    const hasMark = marked.length > 0 && isMarked(marked, row);
    drawn.push(
      // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys (aria-activedescendant)
      <div
        key={`${rowKey(row)} ${index}`}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === cursor.index}
        aria-setsize={props.count ?? -1}
        aria-posinset={props.offset + index + 1}
        className={styles.row}
        style={{ top: index * rowHeight, height: rowHeight }}
        onClick={() => {
          cursor.select(index);
          props.onOpen?.(index);
        }}
      >
        {props.children(row)}
        {hasMark ? (
          <span className={styles.mark}>
            <IconCheck size={14} stroke={3} aria-hidden="true" />
            <span className="dl-hidden">Marked</span>
          </span>
        ) : null}
      </div>,
    );
  }
  return (
    <div
      ref={setScroller}
      role="listbox"
      tabIndex={0}
      aria-label={list.title}
      aria-activedescendant={rows.length > 0 ? `${id}-${cursor.index}` : undefined}
      aria-busy={props.isChanging || undefined}
      data-stored={props.isStored || undefined}
      data-changing={props.isChanging || undefined}
      className={`${styles.rows} ${props.className ?? ''}`}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={shared.anchor} style={{ height: totalHeight(places) }}>
        {drawn}
      </div>
    </div>
  );
}
