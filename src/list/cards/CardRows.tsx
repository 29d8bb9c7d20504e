/** Rows as labelled cards for narrow screens. */

import { IconChevronRight, IconDotsVertical } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  type PointerEvent,
  type PointerEventHandler,
  type ReactElement,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { rowKey } from '../../data/list-resource.ts';
import { manyLines } from '../../lib/format.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import { cardFacts, cellText, factsOf, fieldText, hasValue, shortInstant } from '../cells.ts';
import type { AnyRow, ListDefinition } from '../define-list.ts';
import { RowDetail } from '../detail/RowDetail.tsx';
import { useListModel } from '../list-model.ts';
import styles from './CardRows.module.css';
import { type CardAction, type CardActions, CardMenu, useCardActions } from './card-actions.tsx';

const virtualFrom = 50;
const usualHeight = 158;

type OpenedMenu = { readonly name: string; readonly actions: readonly CardAction[] };

export function CardRows(): ReactElement {
  const { list, rows } = useListModel();
  const Join = list.cardJoin;
  if (!Join) return <Cards rows={rows} places={null} />;
  return (
    <Suspense fallback={null}>
      <Join rows={rows}>{(joined, places) => <Cards rows={joined} places={places} />}</Join>
    </Suspense>
  );
}

type CardsProps = {
  readonly rows: readonly AnyRow[];
  /** Index of each row on its page. null = that of the row. */
  readonly places: readonly number[] | null;
};

function Cards({ rows, places }: CardsProps): ReactElement {
  const { list, first, pageKey, offset, total, data, refresh } = useListModel();
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  // Rows expanded or collapsed by the user. The first row is expanded until then.
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const firstKey = first.row ? rowKey(first.row) : null;
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
  const shownKey = useRef(pageKey);
  useLayoutEffect(() => {
    // Already at the top: setting scrollTop forces a synchronous layout.
    if (shownKey.current === pageKey) return;
    shownKey.current = pageKey;
    if (scroller) scroller.scrollTop = 0;
  }, [scroller, pageKey]);
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
      aria-busy={data.isChanging}
    >
      <PullToRefresh scroller={scroller} onRefresh={refresh} />
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
              position={offset + (places?.[index] ?? index) + 1}
              count={total}
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

// ---- The visible way to the actions of a card

/** The visible way to what a long press opens. */
function CardMenuButton({ name, onClick }: { name: string; onClick: () => void }): ReactElement {
  return (
    <PlainButton
      look="icon"
      className={styles.more}
      aria-label={`Actions of ${name}`}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <IconDotsVertical size={18} aria-hidden="true" />
    </PlainButton>
  );
}

// ---- Touch on a card: a swipe to a side, or a long press. The menu button of the card has the same actions.

/** Shorter movements are a tap. */
const slopPx = 10;
/** From here a release acts. */
const actsFromPx = 72;
const maxPx = 120;
const longPressMs = 500;
/** The browser's own gesture back begins at the edge. */
const edgePx = 24;

type Gestures = {
  /** null = that side has no action. */
  readonly onRight: (() => void) | null;
  readonly onLeft: (() => void) | null;
  readonly onLong: () => void;
};
type CardGestures = {
  /** Pixels by which the card is moved, right positive. */
  readonly offset: number;
  readonly handlers: Readonly<
    Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', PointerEventHandler>
  >;
};
type Touch = {
  readonly x: number;
  readonly y: number;
  isSwipe: boolean;
  readonly timer: ReturnType<typeof setTimeout>;
};

function useCardGestures({ onRight, onLeft, onLong }: Gestures): CardGestures {
  const [offset, setOffset] = useState(0);
  const touch = useRef<Touch | null>(null);
  const end = (): void => {
    if (touch.current) clearTimeout(touch.current.timer);
    touch.current = null;
    setOffset(0);
  };
  useEffect(() => () => clearTimeout(touch.current?.timer), []);
  const limited = (dx: number): number => Math.max(onLeft ? -maxPx : 0, Math.min(onRight ? maxPx : 0, dx));
  return {
    offset,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        end();
        if (event.pointerType !== 'touch' || !event.isPrimary || event.clientX < edgePx) return;
        const timer = setTimeout(() => {
          end();
          swallowClick();
          onLong();
        }, longPressMs);
        touch.current = { x: event.clientX, y: event.clientY, isSwipe: false, timer };
      },
      onPointerMove: (event: PointerEvent) => {
        const from = touch.current;
        if (!from) return;
        const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
        if (!from.isSwipe) {
          if (Math.hypot(dx, dy) < slopPx) return;
          clearTimeout(from.timer);
          if (Math.abs(dx) < Math.abs(dy)) return end();
          from.isSwipe = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        }
        setOffset(limited(dx));
      },
      onPointerUp: (event: PointerEvent) => {
        const from = touch.current;
        end();
        if (!from?.isSwipe) return;
        swallowClick();
        const dx = limited(event.clientX - from.x);
        if (dx >= actsFromPx) onRight?.();
        else if (dx <= -actsFromPx) onLeft?.();
      },
      onPointerCancel: end,
    },
  };
}

/** The click that ends a gesture is none: it would close the menu that a long press opened below the finger. */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    leave();
  };
  const leave = (): void => {
    removeEventListener('click', swallow, { capture: true });
    removeEventListener('pointerdown', leave, { capture: true });
    removeEventListener('keydown', leave, { capture: true });
  };
  addEventListener('click', swallow, { capture: true });
  addEventListener('pointerdown', leave, { capture: true });
  addEventListener('keydown', leave, { capture: true });
}

// ---- A row as a card: title, text, labelled facts. A tap opens all fields, a swipe or its menu button acts on it.

/** Longer values, mostly email addresses, do not fit half a phone. */
const widerFrom = 19;

type CardProps = {
  readonly list: ListDefinition;
  readonly row: AnyRow;
  readonly name: string;
  readonly index: number;
  readonly position: number;
  readonly count: number;
  readonly top: number | null;
  readonly measure: (node: HTMLElement | null) => void;
  readonly isOpen: boolean;
  readonly onToggle: (name: string) => void;
  readonly actionsOf: (row: AnyRow) => CardActions;
  readonly onMenu: (menu: { readonly name: string; readonly actions: readonly CardAction[] }) => void;
};

/** The free text of a card, or its replacement. */
function textOf({ card }: ListDefinition, row: AnyRow): unknown {
  if (card.text !== null && hasValue(row[card.text])) return row[card.text];
  return card.otherText === undefined ? null : row[card.otherText];
}

const Card = memo(function Card(props: CardProps): ReactElement {
  const { list, row, isOpen, top } = props;
  const { card } = list;
  const place = useRef<HTMLLIElement>(null);
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    if (isOpen && !wasOpen.current) place.current?.scrollIntoView({ block: 'nearest' });
    wasOpen.current = isOpen;
  }, [isOpen]);
  const text = textOf(list, row);
  const Words = list.cardWords;
  const time = card.time === null ? null : cellText('instant', row[card.time]);
  // A name only: one line with its links (C44).
  const isOneLine = card.text === null && card.facts.length === 0;
  const isWords = list.columns.find((column) => column.key === card.title[0])?.isMono === false;
  const names = card.title.map((key) => fieldText(list, key, row)).filter((one) => one !== '');
  const { right, left, all } = props.actionsOf(row);
  const openMenu = (): void => props.onMenu({ name: names.join(' ') || '–', actions: all });
  const hasActions = all.length > 0 && !isOneLine;
  const { offset, handlers } = useCardGestures({
    onRight: right?.run ?? null,
    onLeft: left?.run ?? null,
    onLong: openMenu,
  });
  return (
    <li
      className={styles.card}
      data-index={props.index}
      data-open={isOpen || undefined}
      data-line={(isOneLine && !isOpen) || undefined}
      data-gestures={(hasActions && !isOpen) || undefined}
      aria-setsize={props.count}
      aria-posinset={props.position}
      ref={(node) => {
        place.current = node;
        if (top !== null) props.measure(node);
      }}
      style={
        top === null ? undefined : { position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${top}px)` }
      }
    >
      {offset === 0 ? null : <Under action={offset > 0 ? right : left} offset={offset} />}
      <div
        className={styles.content}
        style={offset === 0 ? undefined : { translate: `${offset}px` }}
        {...(hasActions && !isOpen ? handlers : {})}
      >
        <div className={styles.top}>
          <button
            type="button"
            className={styles.head}
            aria-expanded={isOpen}
            onClick={() => props.onToggle(props.name)}
          >
            {isOneLine ? <IconChevronRight className={styles.arrow} size={16} aria-hidden="true" /> : null}
            <span className={styles.names} data-words={isWords || undefined} dir="auto">
              {names.length > 0 ? (
                names.map((name, at) => (at === 0 ? <b key={name}>{name}</b> : ` ${name}`))
              ) : (
                <b>–</b>
              )}
            </span>
            {time === null || time === '' ? null : <time title={`${time} UTC`}>{shortInstant(time, Date.now())}</time>}
            <span className="dl-hidden">, all fields</span>
          </button>
          {hasActions ? <CardMenuButton name={names.join(' ') || 'this row'} onClick={openMenu} /> : null}
        </div>
        {isOpen ? (
          <RowDetail list={list} row={row} />
        ) : isOneLine ? null : (
          // The button above is the keyboard equivalent.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/noStaticElementInteractions: see above
          <div onClick={() => getSelection()?.isCollapsed && props.onToggle(props.name)}>
            {Words ? (
              <p className={styles.sentence}>
                <Suspense fallback={null}>
                  <Words row={row} />
                </Suspense>
              </p>
            ) : typeof text === 'string' && text !== '' ? (
              <p className={styles.text} dir="auto">
                {manyLines(text)}
              </p>
            ) : null}
            {card.facts.length === 0 ? null : (
              <dl className={styles.facts} data-mixed={card.otherFacts ? true : undefined}>
                {factsOf(list, row, cardFacts(list, row)).map(({ column, value, unit }) => (
                  <div key={column.key} data-wide={value.length > widerFrom || undefined}>
                    <dt>{column.header}</dt>
                    <dd dir="auto">
                      {value === '' ? '–' : column.cell ? column.cell(row) : value}
                      {unit === null ? '' : unit === '°' ? unit : ` ${unit}`}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </div>
        )}
        {card.actions && !isOpen ? <div className={styles.actions}>{card.actions(row)}</div> : null}
      </div>
    </li>
  );
});

/** What a release would do, on the side that the card leaves. */
function Under({ action, offset }: { action: CardAction | null; offset: number }): ReactElement {
  return (
    <span
      className={styles.under}
      data-side={offset > 0 ? 'right' : 'left'}
      data-due={Math.abs(offset) >= actsFromPx || undefined}
      aria-hidden="true"
    >
      {action?.name}
    </span>
  );
}
