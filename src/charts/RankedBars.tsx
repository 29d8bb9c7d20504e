/** Groups of ranked counts, each with its own scale. */
import type { ReactElement } from 'react';
import { formatCount } from '../lib/format.ts';
import shared from '../ui/shared.module.css';
import styles from './Chart.module.css';
import { barPath, type Point, PointChart } from './PointChart.tsx';

type Ranked = { readonly name: string; readonly count: number };
type RankedGroup = { readonly title: string; readonly ranked: readonly Ranked[] };
type Props = {
  readonly label: string;
  readonly width: number;
  readonly groups: readonly RankedGroup[];
  /** `column` = group, `row` = rank. */
  readonly describe: (point: Point) => string;
  readonly onRead: (text: string | null) => void;
};
const rowPx = 20;
const head = 24;
const namePx = 66;
const countPx = 58;
const gap = 20;
const minGroupPx = 150;

export function RankedBars({ width, groups, ...props }: Props): ReactElement {
  const isColumn = width / groups.length < minGroupPx;
  const each = isColumn ? width : (width + gap) / groups.length - gap;
  const rows = Math.max(1, ...groups.map(({ ranked }) => ranked.length));
  const groupPx = head + rows * rowPx + (isColumn ? 12 : 0);
  const startOf = (group: number): readonly [number, number] =>
    isColumn ? [0, group * groupPx] : [group * (each + gap), 0];
  return (
    <PointChart
      {...props}
      width={width}
      height={isColumn ? groups.length * groupPx : groupPx}
      columns={groups.length}
      rows={rows}
      start={{ column: 0, row: 0 }}
      boxOf={({ column, row }) => {
        const [x, y] = startOf(column);
        return { x, y: y + head + row * rowPx, width: each, height: rowPx };
      }}
      pointAt={(x, y) => {
        const column = isColumn ? Math.floor(y / groupPx) : Math.floor(x / (each + gap));
        const row = Math.floor((y - startOf(column)[1] - head) / rowPx);
        return row < 0 || row >= (groups[column]?.ranked.length ?? 0) ? null : { column, row };
      }}
    >
      {groups.map(({ title, ranked }, group) => {
        const [x, y] = startOf(group);
        const most = Math.max(1, ...ranked.map(({ count }) => count));
        return (
          <g key={title}>
            <text className={styles.strong} x={x} y={y + 14}>
              {title}
            </text>
            {ranked.map(({ name, count }, row) => {
              const line = y + head + row * rowPx;
              const long = Math.max(1, (count / most) * (each - namePx - countPx));
              return (
                <g key={name}>
                  <text className={styles.name} x={x + 2} y={line + 14}>
                    {name}
                  </text>
                  <path className={styles.cells} d={barPath(x + namePx, line + 4, long, rowPx - 8)} />
                  <text className={shared.chartLabel} x={x + namePx + long + 6} y={line + 14}>
                    {formatCount(count)}
                  </text>
                </g>
              );
            })}
          </g>
        );
      })}
    </PointChart>
  );
}
