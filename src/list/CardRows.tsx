/**
 * The rows as labelled cards, for narrow screens: the facts that matter on top, all fields at a tap.
 * Must not: scroll sideways.
 */
import { IconChevronRight } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactElement, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { rowKey } from '../api/queries.ts';
import { manyLines } from '../lib/format.ts';
import styles from './CardRows.module.css';
import { cardFacts, cellText, factsOf, fieldText, hasValue, shortInstant } from './cells.ts';
import type { AnyRow, ListDefinition } from './define-list.ts';
import { RowDetail } from './RowDetail.tsx';

const virtualFrom = 50;
const usualHeight = 158;
/** A value of so many letters does not fit half a phone: an e-mail address, mostly. */
const widerFrom = 19;

export function CardRows(props: {
  readonly list: ListDefinition;
  readonly rows: readonly AnyRow[];
  readonly offset: number;
  readonly count: number;
  readonly pageKey: string;
  readonly isChanging: boolean;
  /** A row that is open from the start. */
  readonly first: AnyRow | null;
}): ReactElement {
  const { rows, list } = props;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  // Those that a person opened, or closed: the first row is open until then.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows were asked for
  useLayoutEffect(() => {
    if (scroller) scroller.scrollTop = 0;
  }, [scroller, props.pageKey]);
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
            />
          );
        })}
      </ul>
    </section>
  );
}

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
};

/** The free text of a card, or the one that stands in its place. */
function textOf({ card }: ListDefinition, row: AnyRow): unknown {
  if (card.text !== null && hasValue(row[card.text])) return row[card.text];
  return card.otherText === undefined ? null : row[card.otherText];
}

const Card = memo(function Card(props: CardProps): ReactElement {
  const { list, row, isOpen, top } = props;
  const { card } = list;
  const text = textOf(list, row);
  const time = card.time === null ? null : cellText('instant', row[card.time]);
  // A name and nothing else: one line, with what one can do beside it (C44).
  const isOneLine = card.text === null && card.facts.length === 0;
  const isWords = list.columns.find((column) => column.key === card.title[0])?.isMono === false;
  const names = card.title.map((key) => fieldText(list, key, row)).filter((one) => one !== '');
  return (
    <li
      className={styles.card}
      data-index={props.index}
      data-open={isOpen || undefined}
      data-line={(isOneLine && !isOpen) || undefined}
      aria-setsize={props.count}
      aria-posinset={props.position}
      ref={top === null ? undefined : props.measure}
      style={
        top === null ? undefined : { position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${top}px)` }
      }
    >
      <button type="button" className={styles.head} aria-expanded={isOpen} onClick={() => props.onToggle(props.name)}>
        {isOneLine ? <IconChevronRight className={styles.arrow} size={16} aria-hidden="true" /> : null}
        <span className={styles.names} data-words={isWords || undefined} dir="auto">
          {names.length > 0 ? names.map((name, at) => (at === 0 ? <b key={name}>{name}</b> : ` ${name}`)) : <b>–</b>}
        </span>
        {time === null || time === '' ? null : <time title={`${time} UTC`}>{shortInstant(time, Date.now())}</time>}
        <span className="dl-hidden">, all fields</span>
      </button>
      {isOpen ? (
        <RowDetail list={list} row={row} />
      ) : isOneLine ? null : (
        // The button above is the same action for the keyboard.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        <div onClick={() => getSelection()?.isCollapsed && props.onToggle(props.name)}>
          {typeof text === 'string' && text !== '' ? (
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
                    {unit === null ? '' : ` ${unit}`}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      )}
      {card.actions && !isOpen ? <div className={styles.actions}>{card.actions(row)}</div> : null}
    </li>
  );
});
