/** Small polar charts of stations next to each other: now filled, the month dashed, the horizon dotted. North up. */
import type { ReactElement } from 'react';
import styles from './Chart.module.css';
import { type Point, PointChart, rosePath } from './PointChart.tsx';

type Rose = {
  readonly name: string;
  readonly note: string;
  readonly isAlert: boolean;
  /** By sector from north. */
  readonly now: readonly number[];
  readonly month: readonly number[];
};
type Props = {
  readonly label: string;
  readonly width: number;
  readonly roses: readonly Rose[];
  readonly horizon: number;
  /** `column` = sector, `row` = rose. */
  readonly describe: (point: Point) => string;
  readonly onRead: (text: string | null) => void;
};
const radius = 46;
const minWidth = 104;
const maxWidth = 170;
const heightPx = 2 * radius + 48;

export function RoseGrid({ width, roses, horizon, ...props }: Props): ReactElement {
  const perRow = Math.max(1, Math.min(roses.length, Math.floor(width / minWidth)));
  const each = Math.min(maxWidth, width / perRow);
  const sectors = roses[0]?.now.length ?? 1;
  const farthest = Math.max(horizon, ...roses.flatMap(({ now, month }) => [...now, ...month]));
  const scale = radius / farthest;
  const centreOf = (row: number): readonly [number, number] => [
    (row % perRow) * each + each / 2,
    Math.floor(row / perRow) * heightPx + radius + 4,
  ];
  const boxOf = ({ column, row }: Point) => {
    const [x, y] = centreOf(row);
    const angle = ((column + 0.5) / sectors) * 2 * Math.PI;
    const far = Math.max(roses[row]?.now[column] ?? 0, 0) * scale;
    return { x: x + far * Math.sin(angle) - 4, y: y - far * Math.cos(angle) - 4, width: 8, height: 8 };
  };
  const pointAt = (x: number, y: number): Point | null => {
    const row = Math.floor(y / heightPx) * perRow + Math.floor(x / each);
    if (x >= perRow * each || row >= roses.length) return null;
    const [cx, cy] = centreOf(row);
    const angle = (Math.atan2(x - cx, cy - y) + 2 * Math.PI) % (2 * Math.PI);
    return { column: Math.floor((angle / (2 * Math.PI)) * sectors), row };
  };
  return (
    <PointChart
      {...props}
      width={width}
      height={Math.ceil(roses.length / perRow) * heightPx}
      columns={sectors}
      rows={roses.length}
      start={{ column: 0, row: 0 }}
      boxOf={boxOf}
      pointAt={pointAt}
    >
      {roses.map(({ name, note, isAlert, now, month }, row) => {
        const centre = centreOf(row);
        const [x, y] = centre;
        return (
          <g key={name}>
            <circle className={styles.ring} cx={x} cy={y} r={radius} />
            <circle className={styles.ring} cx={x} cy={y} r={radius / 2} />
            <circle className={styles.horizon} cx={x} cy={y} r={horizon * scale} />
            <path className={styles.now} d={rosePath(now, scale, centre)} />
            <path className={styles.month} d={rosePath(month, scale, centre)} />
            <text className={styles.strong} x={x} y={y + radius + 16} textAnchor="middle">
              {name}
            </text>
            <text
              className={styles.name}
              data-alert={isAlert || undefined}
              x={x}
              y={y + radius + 31}
              textAnchor="middle"
            >
              {note}
            </text>
          </g>
        );
      })}
    </PointChart>
  );
}
