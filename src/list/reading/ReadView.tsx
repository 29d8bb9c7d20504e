/** 'Read': short rows next to the selected message. */
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ComponentType, type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { formatCount } from '../../lib/format.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { useValue } from '../../ui/value-store.ts';
import type { AnyRow, ViewProps } from '../define-list.ts';
import { type ListKeys, useListKeys } from '../use-list-keys.ts';
import { MessageRows } from './MessageRows.tsx';
import { isMarked, markedRows, toggleMark } from './marked-rows.ts';
import styles from './ReadView.module.css';
import { readRowHeight } from './row-heights.ts';
import { useRowCursor } from './use-row-cursor.ts';

/** The message of a row. `steps` belongs into its heading. */
export type MessageProps = {
  readonly row: AnyRow;
  readonly list: ViewProps['list'];
  readonly extra: ViewProps['extra'];
  readonly steps: ReactNode;
};
type Props = ViewProps & {
  readonly Row: ComponentType<{ readonly row: AnyRow }>;
  readonly Message: ComponentType<MessageProps>;
  /** The next rows, whose messages may be needed soon. */
  readonly onAhead: (rows: readonly AnyRow[]) => void;
  /** One-letter keys besides j, k and u. */
  readonly keys: (row: AnyRow | null) => ListKeys;
};

const aheadRows = 3;

export function ReadView(props: Props): ReactElement {
  const { list, rows, offset, count, Row, Message } = props;
  const cursor = useRowCursor(props);
  const frame = useRef<HTMLDivElement>(null);
  const { onAhead } = props;
  useEffect(() => {
    onAhead(rows.slice(cursor.index + 1, cursor.index + 1 + aheadRows));
  }, [onAhead, rows, cursor.index]);
  const toRows = (): void => frame.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus();
  const marked = useValue(markedRows);
  const { row } = cursor;
  const mark = list.export && row ? () => toggleMark(row) : null;
  useListKeys({
    ...props.keys(row),
    x: mark,
    j: () => cursor.step(1),
    k: () => cursor.step(-1),
    u: toRows,
  });
  const place = `${formatCount(offset + (props.places?.[cursor.index] ?? cursor.index) + 1)}${count === null ? '' : ` of ${formatCount(count)}`}`;
  return (
    <div ref={frame} className={styles.split}>
      <MessageRows
        list={list}
        rows={rows}
        offset={offset}
        places={props.places}
        count={count}
        isChanging={props.isChanging}
        isStored={props.isStored}
        cursor={cursor}
        rowHeight={readRowHeight}
        className={styles.rows}
      >
        {(row) => <Row row={row} />}
      </MessageRows>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={styles.message} aria-label="Selected message" tabIndex={0}>
        {cursor.row ? (
          <Message
            row={cursor.row}
            list={list}
            extra={props.extra}
            steps={
              <span className={styles.steps}>
                <span className={styles.place}>{place}</span>
                {mark ? (
                  <PlainButton aria-pressed={isMarked(marked, cursor.row)} title="Mark for export (x)" onClick={mark}>
                    Mark
                    <kbd>x</kbd>
                  </PlainButton>
                ) : null}
                <PlainButton
                  aria-label="Previous message"
                  title="Previous message (k)"
                  disabled={!cursor.canStep(-1)}
                  onClick={() => cursor.step(-1)}
                >
                  <IconChevronUp size={16} aria-hidden="true" />
                  <kbd>k</kbd>
                </PlainButton>
                <PlainButton
                  aria-label="Next message"
                  title="Next message (j)"
                  disabled={!cursor.canStep(1)}
                  onClick={() => cursor.step(1)}
                >
                  <IconChevronDown size={16} aria-hidden="true" />
                  <kbd>j</kbd>
                </PlainButton>
              </span>
            }
          />
        ) : null}
      </section>
    </div>
  );
}
