import { type FocusEvent, type ReactElement, type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import styles from './stations.module.css';

type PlainRow = { readonly key: string; readonly cells: readonly ReactNode[] };
const keyOf = (row: PlainRow): string => row.key;

/** A panel with a short table, or a text without rows. */
export function SmallTable(props: {
  readonly title: string;
  readonly headers: readonly string[];
  readonly rows: readonly PlainRow[];
  /** In place of rows: empty, loading or failed. */
  readonly words: ReactNode;
  readonly children?: ReactNode;
}): ReactElement {
  const id = useId();
  const { title, headers, rows } = props;
  const columns = useMemo(() => headers.map(columnOf), [headers]);
  const focus = useFocusThatStays();
  return (
    <section className={styles.panel} aria-labelledby={id} {...focus.of}>
      <h2 id={id} ref={focus.heading} tabIndex={-1}>
        {title}
      </h2>
      {rows.length === 0 ? (
        <div className={styles.words}>{props.words}</div>
      ) : (
        <DataTable label={title} columns={columns} rows={rows} rowKey={keyOf} />
      )}
      {props.children}
    </section>
  );
}

/** A clicked button may be gone with its row: the focus then moves to the heading of the panel. */
function useFocusThatStays() {
  const heading = useRef<HTMLHeadingElement>(null);
  const isHere = useRef(false);
  useEffect(() => {
    if (isHere.current && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  });
  const onFocus = (): void => {
    isHere.current = true;
  };
  const onBlur = ({ target, currentTarget, relatedTarget }: FocusEvent): void => {
    if (target.isConnected && !currentTarget.contains(relatedTarget)) isHere.current = false;
  };
  return { heading, of: { onFocus, onBlur } };
}

const columnOf = (header: string, at: number): TableColumn<PlainRow> => ({
  key: header,
  header,
  value: ({ cells }) => {
    const cell = cells[at];
    if (typeof cell !== 'string' || cell === '') return typeof cell === 'number' ? cell : null;
    return Number.isFinite(Number(cell)) ? Number(cell) : cell;
  },
  cell: ({ cells }) => cells[at],
});
