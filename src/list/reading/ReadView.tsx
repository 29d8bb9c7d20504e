/** 'Read': short rows next to the selected message. On a phone the message is a screen of its own, with an address. */
import { IconArrowLeft, IconChevronDown, IconChevronUp, IconDots } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ComponentType, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { rowKey } from '../../data/list-resource.ts';
import { formatCount } from '../../lib/format.ts';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { useValue } from '../../ui/value-store.ts';
import { CardMenu, useCardActions } from '../cards/card-actions.tsx';
import { fieldText } from '../cells.ts';
import type { AnyRow, ViewProps } from '../define-list.ts';
import { useListModel } from '../list-model.ts';
import { type ListKeys, useListKeys } from '../use-list-keys.ts';
import { MessageRows } from './MessageRows.tsx';
import { isMarked, markedRows, toggleMark } from './marked-rows.ts';
import styles from './ReadView.module.css';
import { narrowRowHeight, readRowHeight } from './row-heights.ts';
import { type RowCursor, useRowCursor } from './use-row-cursor.ts';

/** `isNarrow`: the sentence has two lines, the time is to the minute. */
export type ReadRowProps = { readonly row: AnyRow; readonly isNarrow: boolean };
/** The message of a row. `steps` belongs into its heading. */
export type MessageProps = {
  readonly row: AnyRow;
  readonly list: ViewProps['list'];
  readonly extra: ViewProps['extra'];
  /** null = it fills a phone, whose bars have steps and actions. */
  readonly steps: ReactNode;
};
type Props = ViewProps & {
  readonly Row: ComponentType<ReadRowProps>;
  readonly Message: ComponentType<MessageProps>;
  /** The next rows, whose messages may be needed soon. */
  readonly onAhead: (rows: readonly AnyRow[]) => void;
  /** One-letter keys besides j, k and u. */
  readonly keys: (row: AnyRow | null) => ListKeys;
};

const aheadRows = 3;

export function ReadView(props: Props): ReactElement {
  const { list, rows, offset, count, Row, Message, onAhead } = props;
  const { isNarrow, isTablet, openMessage } = useListModel();
  const isPhone = isNarrow && !isTablet;
  const cursor = useRowCursor(props, openMessage);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    onAhead(rows.slice(cursor.index + 1, cursor.index + 1 + aheadRows));
  }, [onAhead, rows, cursor.index]);
  const toRows = (): void => frame.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus();
  const screen = useMessageScreen(isPhone, cursor, rows, toRows);
  const marked = useValue(markedRows);
  const { row } = cursor;
  const mark = list.export && row ? () => toggleMark(row) : null;
  useListKeys({
    ...props.keys(row),
    x: mark,
    j: () => cursor.step(1),
    k: () => cursor.step(-1),
    u: screen.isOpen ? screen.close : toRows,
  });
  const place = `${formatCount(offset + cursor.index + 1)}${count === null ? '' : ` of ${formatCount(count)}`}`;
  const message = (steps: ReactNode): ReactElement | null =>
    row ? <Message row={row} list={list} extra={props.extra} steps={steps} /> : null;
  return (
    <div ref={frame} className={styles.split}>
      <MessageRows
        list={list}
        rows={rows}
        offset={offset}
        count={count}
        isChanging={props.isChanging}
        isStored={props.isStored}
        cursor={cursor}
        rowHeight={isNarrow ? narrowRowHeight : readRowHeight}
        className={isPhone ? styles.all : styles.rows}
        {...(isPhone ? { onOpen: screen.open } : {})}
      >
        {(row) => <Row row={row} isNarrow={isNarrow} />}
      </MessageRows>
      {isPhone ? (
        screen.isOpen && row ? (
          <MessageScreen list={list} row={row} cursor={cursor} place={place} onClose={screen.close}>
            {message(null)}
          </MessageScreen>
        ) : null
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section className={styles.message} aria-label="Selected message" tabIndex={0}>
          {message(
            <span className={styles.steps}>
              <span className={styles.place}>{place}</span>
              {mark && row ? (
                <PlainButton aria-pressed={isMarked(marked, row)} title="Mark for export (x)" onClick={mark}>
                  Mark
                  {isNarrow ? null : <kbd>x</kbd>}
                </PlainButton>
              ) : null}
              <StepButtons cursor={cursor} hasKeys={!isNarrow} />
            </span>,
          )}
        </section>
      )}
    </div>
  );
}

function StepButtons({ cursor, hasKeys }: { readonly cursor: RowCursor; readonly hasKeys: boolean }): ReactElement {
  return (
    <>
      <PlainButton
        aria-label="Previous message"
        title={hasKeys ? 'Previous message (k)' : undefined}
        disabled={!cursor.canStep(-1)}
        onClick={() => cursor.step(-1)}
      >
        <IconChevronUp size={16} aria-hidden="true" />
        {hasKeys ? <kbd>k</kbd> : null}
      </PlainButton>
      <PlainButton
        aria-label="Next message"
        title={hasKeys ? 'Next message (j)' : undefined}
        disabled={!cursor.canStep(1)}
        onClick={() => cursor.step(1)}
      >
        <IconChevronDown size={16} aria-hidden="true" />
        {hasKeys ? <kbd>j</kbd> : null}
      </PlainButton>
    </>
  );
}

// ---- On a phone: the message in place of the list, which stays below it where it was.

type MessageScreenState = {
  readonly isOpen: boolean;
  /** The selected row, with a history entry: Back closes it. */
  readonly open: (index: number) => void;
  readonly close: () => void;
};

function useMessageScreen(
  isPhone: boolean,
  cursor: RowCursor,
  rows: readonly AnyRow[],
  onClosed: () => void,
): MessageScreenState {
  const { openMessage } = useListModel();
  const router = useRouter();
  const writeAddress = useWriteAddress();
  const [isOpenedHere, setOpenedHere] = useState(false);
  const isThere = openMessage !== null && rows.some((row) => rowKey(row) === openMessage);
  // A step to another page keeps the message open while its rows load.
  const isOpen = isPhone && openMessage !== null && (isOpenedHere || isThere);
  const key = cursor.row === null ? null : rowKey(cursor.row);
  const write = (open: string | null, step: 'push' | 'replace'): void =>
    writeAddress(({ open: _, ...now }) => (open === null ? now : { ...now, open }), step);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a step
  useEffect(() => {
    if (isOpen && key !== null && key !== openMessage) write(key, 'replace');
  }, [isOpen, key]);
  const wasOpen = useRef(isOpen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows take the focus back when it closes
  useEffect(() => {
    if (wasOpen.current && !isOpen) onClosed();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return {
    isOpen,
    open: (index) => {
      const row = rows[index];
      if (!row) return;
      setOpenedHere(true);
      write(rowKey(row), 'push');
    },
    close: () => (isOpenedHere ? router.history.back() : write(null, 'replace')),
  };
}

function MessageScreen(props: {
  readonly list: ViewProps['list'];
  readonly row: AnyRow;
  readonly cursor: RowCursor;
  readonly place: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactElement {
  const { list, row } = props;
  const key = rowKey(row);
  const section = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => section.current?.focus({ preventScroll: true }), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message starts at its top
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [key]);
  const marked = useValue(markedRows);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const { all } = useCardActions(list)(row);
  const [first, second] = all;
  const mark = { name: isMarked(marked, row) ? 'Unmark' : 'Mark for export', run: () => toggleMark(row) };
  const more = [...all.slice(2), ...(list.export ? [mark] : [])];
  const name = list.card.title.map((field) => fieldText(list, field, row)).join(' ');
  return (
    <section ref={section} className={styles.screen} aria-label="Selected message" tabIndex={-1} data-message-screen>
      <header className={styles.bar}>
        <PlainButton look="icon" aria-label="Back to the list" onClick={props.onClose}>
          <IconArrowLeft size={20} aria-hidden="true" />
        </PlainButton>
        <b>{props.place}</b>
        <span className={styles.steps}>
          <StepButtons cursor={props.cursor} hasKeys={false} />
        </span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <div ref={scroller} className={styles.scrolls} tabIndex={0} role="group" aria-label="Message">
        {props.children}
      </div>
      <footer className={styles.bar}>
        {[first, second].map((action) =>
          action ? (
            <PlainButton key={action.name} className={styles.action} onClick={action.run}>
              {action.name}
            </PlainButton>
          ) : null,
        )}
        {more.length > 0 ? (
          <PlainButton
            className={styles.more}
            aria-label="More actions"
            aria-haspopup="dialog"
            onClick={() => setMenuOpen(true)}
          >
            <IconDots size={20} aria-hidden="true" />
          </PlainButton>
        ) : null}
      </footer>
      {isMenuOpen ? <CardMenu name={name || '–'} actions={more} onClose={() => setMenuOpen(false)} /> : null}
    </section>
  );
}
