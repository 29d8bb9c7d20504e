/** Distributions next to each other: the middle half as a box with its median, nine tenths as a line. */
import type { ReactElement } from 'react';
import { formatNumber } from '../lib/format.ts';
import shared from '../ui/shared.module.css';
import styles from './Chart.module.css';
import { narrowPx, PointChart } from './PointChart.tsx';

type Distribution = {
  readonly name: string;
  readonly note: string;
  /** 5, 25, 50, 75 and 95 %. */
  readonly quantiles: readonly number[];
};
type Props = {
  readonly label: string;
  readonly width: number;
  readonly distributions: readonly Distribution[];
  readonly describe: (at: number) => string;
  readonly onRead: (text: string | null) => void;
};
const gutter = 40;
const top = 10;
const foot = 40;
const stepDb = 20;
const maxColumnPx = 80;
const maxBoxPx = 18;
export const minColumnPx = 58;
export const boxGutter = gutter;

export function BoxPlot(props: Props): ReactElement {
  const { width, distributions } = props;
  const up = width < narrowPx ? 110 : 150;
  const each = Math.min(maxColumnPx, (width - gutter) / Math.max(1, distributions.length));
  const all = distributions.flatMap(({ quantiles }) => [...quantiles]);
  const low = Math.floor(Math.min(-stepDb, ...all) / stepDb) * stepDb;
  const high = Math.ceil(Math.max(0, ...all) / stepDb) * stepDb;
  const yOf = (db: number): number => top + ((high - db) / (high - low)) * up;
  const middleOf = (at: number): number => gutter + (at + 0.5) * each;
  const boxPx = Math.min(maxBoxPx, each * 0.5);
  return (
    <PointChart
      label={props.label}
      width={width}
      height={top + up + foot}
      columns={distributions.length}
      start={{ column: 0, row: 0 }}
      describe={({ column }) => props.describe(column)}
      boxOf={({ column }) => ({ x: middleOf(column) - each / 2 + 1, y: top, width: each - 2, height: up + foot - 2 })}
      pointAt={(x) => (x < gutter ? null : { column: Math.floor((x - gutter) / each), row: 0 })}
      onRead={props.onRead}
    >
      {Array.from({ length: (high - low) / stepDb + 1 }, (_, at) => low + at * stepDb).map((db) => (
        <g key={db}>
          <line className={styles.grid} x1={gutter} x2={width} y1={yOf(db)} y2={yOf(db)} />
          <text className={shared.chartLabel} x={gutter - 6} y={yOf(db) + 4} textAnchor="end">
            {formatNumber(db)}
          </text>
        </g>
      ))}
      {distributions.map(({ name, note, quantiles }, at) => {
        const [p5 = low, p25 = low, p50 = low, p75 = low, p95 = low] = quantiles;
        const x = middleOf(at);
        return (
          <g key={name}>
            <line className={styles.whisker} x1={x} x2={x} y1={yOf(p95)} y2={yOf(p5)} />
            <rect
              className={styles.box}
              x={x - boxPx / 2}
              y={yOf(p75)}
              width={boxPx}
              height={Math.max(1, yOf(p25) - yOf(p75))}
              rx={2}
            />
            <line className={styles.median} x1={x - boxPx / 2} x2={x + boxPx / 2} y1={yOf(p50)} y2={yOf(p50)} />
            <text className={styles.name} x={x} y={top + up + 18} textAnchor="middle">
              {name}
            </text>
            <text className={shared.chartLabel} x={x} y={top + up + 32} textAnchor="middle">
              {note}
            </text>
          </g>
        );
      })}
    </PointChart>
  );
}
