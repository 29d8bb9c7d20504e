/** A row as a card: title, text, labelled facts. A tap opens all fields, a swipe or its menu button acts on it. */
import { IconChevronRight } from '@tabler/icons-react';
import { memo, type ReactElement, useLayoutEffect, useRef } from 'react';
import { manyLines } from '../../lib/format.ts';
import { cardFacts, cellText, factsOf, fieldText, hasValue, shortInstant } from '../cells.ts';
import type { AnyRow, ListDefinition } from '../define-list.ts';
import { RowDetail } from '../RowDetail.tsx';
import { CardMenuButton } from './CardMenu.tsx';
import styles from './CardRows.module.css';
import type { CardAction, CardActions } from './card-actions.ts';
import { actsFromPx, useCardGestures } from './use-card-gestures.ts';

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

export const Card = memo(function Card(props: CardProps): ReactElement {
  const { list, row, isOpen, top } = props;
  const { card } = list;
  const place = useRef<HTMLLIElement>(null);
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    if (isOpen && !wasOpen.current) place.current?.scrollIntoView({ block: 'nearest' });
    wasOpen.current = isOpen;
  }, [isOpen]);
  const text = textOf(list, row);
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
