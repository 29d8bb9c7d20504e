/** Rows of cells over time: darker or higher = more, dashed = none, pale = not known. */
import type { ReactElement } from 'react';
import shared from '../ui/shared.module.css';
import styles from './Chart.module.css';
import { barPath, fits, labelEvery, narrowPx, type Point, PointChart } from './PointChart.tsx';

/** `strength` and `height` 0 to 1. */
export type GridCell =
  | { readonly kind: 'value'; readonly strength: number; readonly height: number }
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown' };
type GridRow = {
  readonly name: string;
  /** In place of the name where it does not fit. */
  readonly shortName: string;
  readonly isAlert: boolean;
  readonly cells: readonly GridCell[];
};
type Props = {
  readonly label: string;
  readonly width: number;
  readonly columns: number;
  readonly rows: readonly GridRow[];
  readonly columnName: (at: number) => string;
  readonly describe: (point: Point) => string;
  readonly onRead: (text: string | null) => void;
};
const rowPx = 17;
const gap = 2;
const foot = 20;
const tickPx = 52;
const wideGutter = 128;
const narrowGutter = 76;
const namePadPx = 8;
/** Strengths are drawn in so many steps: one path each, instead of thousands of cells. */
const steps = 6;

export function CellGrid(props: Props): ReactElement {
  const { width, columns, rows } = props;
  const isNarrow = width < narrowPx;
  const gutter = isNarrow ? narrowGutter : wideGutter;
  const each = (width - gutter) / columns;
  const cellPx = Math.max(1, each - (each > 5 ? gap : 0.5));
  const xOf = (at: number): number => gutter + at * each;
  const height = rows.length * rowPx + foot;
  const values = Array.from({ length: steps }, () => '');
  let [none, unknown] = ['', ''];
  rows.forEach(({ cells }, row) => {
    const y = row * rowPx;
    const high = rowPx - gap;
    cells.forEach((cell, at) => {
      if (cell.kind === 'none') none += barPath(xOf(at) + 0.5, y + 0.5, Math.max(1, cellPx - 1), high - 1);
      else if (cell.kind === 'unknown') unknown += barPath(xOf(at), y + high / 2 - 0.5, cellPx, 1);
      else {
        const step = Math.min(steps - 1, Math.max(0, Math.ceil(cell.strength * steps) - 1));
        const part = Math.max(2, cell.height * high);
        values[step] += barPath(xOf(at), y + high - part, cellPx, part);
      }
    });
  });
  const every = labelEvery(columns, each, tickPx);
  return (
    <PointChart
      label={props.label}
      width={width}
      height={height}
      columns={columns}
      rows={rows.length}
      describe={props.describe}
      boxOf={({ column, row }) => ({ x: xOf(column) - 1, y: row * rowPx - 0.5, width: cellPx + 2, height: rowPx - 1 })}
      pointAt={(x, y) =>
        x < gutter || y > rows.length * rowPx
          ? null
          : { column: Math.floor((x - gutter) / each), row: Math.floor(y / rowPx) }
      }
      onRead={props.onRead}
    >
      {rows.map(({ name, shortName, isAlert }, row) => (
        <text
          key={name}
          className={styles.name}
          data-alert={isAlert || undefined}
          x={gutter - namePadPx}
          y={row * rowPx + 12}
          textAnchor="end"
        >
          {isNarrow || !fits(name, gutter - namePadPx) ? shortName : name}
        </text>
      ))}
      {values.map((path, step) => (
        <path key={strengthOf(step)} className={styles.cells} opacity={strengthOf(step)} d={path} />
      ))}
      <path className={styles.missing} d={none} />
      <path className={styles.unknown} d={unknown} />
      {Array.from({ length: columns }, (_, at) =>
        at % every === 0 && xOf(at) + tickPx / 2 < width + 8 ? (
          <text key={xOf(at)} className={shared.chartLabel} x={xOf(at) + cellPx / 2} y={height - 5} textAnchor="middle">
            {props.columnName(at)}
          </text>
        ) : null,
      )}
    </PointChart>
  );
}

const strengthOf = (step: number): number => 0.25 + (0.75 * step) / (steps - 1);
