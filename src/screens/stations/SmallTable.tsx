import { type ReactElement, type ReactNode, useId, useMemo } from 'react';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import styles from './stations.module.css';

type PlainRow = { readonly key: string; readonly cells: readonly ReactNode[] };
const keyOf = (row: PlainRow): string => row.key;

/** A panel with a short table of plain rows; words stand in it while there are none. */
export function SmallTable(props: {
  readonly title: string;
  readonly headers: readonly string[];
  readonly rows: readonly PlainRow[];
  /** In place of rows: that there are none, that they load, or why not. */
  readonly words: ReactNode;
  readonly children?: ReactNode;
}): ReactElement {
  const id = useId();
  const { title, headers, rows } = props;
  const columns = useMemo(() => headers.map(columnOf), [headers]);
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 ? (
        <div className={styles.words}>{props.words}</div>
      ) : (
        <DataTable label={title} columns={columns} rows={rows} rowKey={keyOf} />
      )}
      {props.children}
    </section>
  );
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
