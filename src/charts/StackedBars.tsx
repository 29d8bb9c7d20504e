/** Columns of stacked counts, and one more kind on a row of its own with its own axis. The last column is incomplete. */
import type { ReactElement } from 'react';
import { formatCount } from '../lib/format.ts';
import shared from '../ui/shared.module.css';
import styles from './Chart.module.css';
import { axisTop, barPath, labelEvery, narrowPx, PointChart } from './PointChart.tsx';

type Kind = { readonly type: string; readonly counts: readonly number[] };
type Props = {
  readonly label: string;
  readonly width: number;
  readonly stacked: readonly Kind[];
  readonly below: Kind & { readonly name: string };
  readonly columnName: (at: number) => string;
  readonly describe: (at: number) => string;
  readonly onRead: (text: string | null) => void;
};
const gutter = 48;
const top = 8;
const between = 22;
const foot = 20;
const tickPx = 52;

export function StackedBars(props: Props): ReactElement {
  const { width, stacked, below } = props;
  const [up, down] = width < narrowPx ? [120, 30] : [200, 60];
  const columns = below.counts.length;
  const each = Math.max(1, (width - gutter) / columns);
  const xOf = (at: number): number => gutter + at * each;
  const sums = below.counts.map((_, at) => stacked.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0));
  const [stackTop, belowTop] = [axisTop(Math.max(0, ...sums)), axisTop(Math.max(0, ...below.counts))];
  const zero = top + up;
  const floor = zero + between + down;
  const barPx = Math.max(1, each - 1);
  const ys = below.counts.map(() => zero);
  const paths = stacked.map(({ type, counts }) => {
    const path = counts.map((count, at) => {
      const high = (count / stackTop) * up;
      ys[at] = (ys[at] ?? zero) - high;
      return barPath(xOf(at), ys[at] ?? zero, barPx, high);
    });
    return { type, path: path.join('') };
  });
  const belowPath = below.counts.map((count, at) => {
    const high = (count / belowTop) * down;
    return barPath(xOf(at), floor - high, barPx, high);
  });
  const every = labelEvery(columns, each, tickPx);
  const columnOf = (x: number): number => Math.floor((x - gutter) / each);
  return (
    <PointChart
      label={props.label}
      width={width}
      height={floor + foot}
      columns={columns}
      describe={({ column }) => props.describe(column)}
      boxOf={({ column }) => ({ x: xOf(column) - 1, y: top, width: barPx + 2, height: floor - top })}
      pointAt={(x) => (x < gutter - each ? null : { column: columnOf(x), row: 0 })}
      onRead={props.onRead}
    >
      {[0, 0.5, 1].map((part) => (
        <g key={part}>
          <line className={styles.grid} x1={gutter} x2={width} y1={zero - part * up} y2={zero - part * up} />
          <text className={shared.chartLabel} x={gutter - 6} y={zero - part * up + 4} textAnchor="end">
            {formatCount(part * stackTop)}
          </text>
        </g>
      ))}
      {paths.map(({ type, path }) => (
        <path key={type} className={styles.bars} data-type={type} d={path} />
      ))}
      <line className={styles.zero} x1={gutter} x2={width} y1={zero} y2={zero} />
      <text className={shared.chartLabel} x={gutter} y={zero + 14}>
        {below.name}
      </text>
      <text className={shared.chartLabel} x={gutter - 6} y={floor - down + 8} textAnchor="end">
        {formatCount(belowTop)}
      </text>
      <path className={styles.bars} data-type={below.type} d={belowPath.join('')} />
      <line className={styles.zero} x1={gutter} x2={width} y1={floor} y2={floor} />
      <rect className={styles.open} x={xOf(columns - 1)} y={top} width={barPx} height={floor - top - 1} />
      {below.counts.map((_, at) =>
        at % every === 0 && xOf(at) + tickPx / 2 < width + 8 ? (
          <text key={xOf(at)} className={shared.chartLabel} x={xOf(at) + barPx / 2} y={floor + 14} textAnchor="middle">
            {props.columnName(at)}
          </text>
        ) : null,
      )}
    </PointChart>
  );
}
