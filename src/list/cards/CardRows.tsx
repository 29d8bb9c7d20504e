/** Rows as labelled cards for narrow screens. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { rowKey } from '../../api/list-resource.ts';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import type { AnyRow, ListDefinition } from '../define-list.ts';
import { Card } from './Card.tsx';
import { CardMenu } from './CardMenu.tsx';
import styles from './CardRows.module.css';
import { type CardAction, useCardActions } from './card-actions.ts';

const virtualFrom = 50;
const usualHeight = 158;

type OpenedMenu = { readonly name: string; readonly actions: readonly CardAction[] };

export function CardRows(props: {
  readonly list: ListDefinition;
  readonly rows: readonly AnyRow[];
  readonly offset: number;
  readonly count: number;
  readonly pageKey: string;
  readonly isChanging: boolean;
  /** A row that is expanded initially. */
  readonly first: AnyRow | null;
  readonly onRefresh: () => void;
}): ReactElement {
  const { rows, list } = props;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  // Rows expanded or collapsed by the user. The first row is expanded until then.
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const firstKey = props.first ? rowKey(props.first) : null;
  const isOpen = (key: string, row: AnyRow): boolean => toggled.has(key) !== (rowKey(row) === firstKey);
  const keys = useMemo(() => rows.map((row, at) => `${rowKey(row)} ${at}`), [rows]);
  const isVirtual = rows.length > virtualFrom;
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => scroller,
    estimateSize: () => usualHeight,
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    overscan: 6,
  });
  const shownKey = useRef(props.pageKey);
  useLayoutEffect(() => {
    // Already at the top: setting scrollTop forces a synchronous layout.
    if (shownKey.current === props.pageKey) return;
    shownKey.current = props.pageKey;
    if (scroller) scroller.scrollTop = 0;
  }, [scroller, props.pageKey]);
  const [menu, setMenu] = useState<OpenedMenu | null>(null);
  const newestActions = useCardActions(list);
  const latest = useRef(newestActions);
  latest.current = newestActions;
  const actionsOf = useCallback((row: AnyRow) => latest.current(row), []);
  const toggle = useCallback((key: string) => {
    setToggled((old) => {
      const next = new Set(old);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  }, []);
  const drawn: readonly { index: number; top: number | null }[] = isVirtual
    ? virtualizer.getVirtualItems().map(({ index, start }) => ({ index, top: start }))
    : rows.map((_, index) => ({ index, top: null }));
  return (
    <section
      ref={setScroller}
      className={styles.scroller}
      aria-label={list.within ? `${list.title}, rows` : list.title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-busy={props.isChanging}
    >
      <PullToRefresh scroller={scroller} onRefresh={props.onRefresh} />
      <ul className={styles.cards} style={isVirtual ? { height: virtualizer.getTotalSize() } : undefined}>
        {drawn.map(({ index, top }) => {
          const row = rows[index];
          const key = keys[index];
          if (!row || key === undefined) return null;
          return (
            <Card
              key={key}
              list={list}
              row={row}
              name={key}
              index={index}
              position={props.offset + index + 1}
              count={props.count}
              top={top}
              measure={virtualizer.measureElement}
              isOpen={isOpen(key, row)}
              onToggle={toggle}
              actionsOf={actionsOf}
              onMenu={setMenu}
            />
          );
        })}
      </ul>
      {menu ? <CardMenu {...menu} onClose={() => setMenu(null)} /> : null}
    </section>
  );
}
