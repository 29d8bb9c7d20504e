/** An SVG chart whose points are read one by one (with arrow keys, pointer or touch), and scales of its kinds. */
import { type KeyboardEvent, type PointerEvent, type ReactElement, type ReactNode, useState } from 'react';
import styles from './Chart.module.css';

export type Point = { readonly column: number; readonly row: number };
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

type Props = {
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows?: number;
  /** The first point of a reader with keys. */
  readonly start?: Point;
  /** The point in words. */
  readonly describe: (point: Point) => string;
  readonly boxOf: (point: Point) => Box;
  /** null = no point there. */
  readonly pointAt: (x: number, y: number) => Point | null;
  /** Text of the point that is read, then null. */
  readonly onRead: (text: string | null) => void;
  readonly children: ReactNode;
};

export function PointChart(props: Props): ReactElement {
  const { columns, rows = 1, describe } = props;
  const [at, setAt] = useState<Point | null>(null);
  const within = ({ column, row }: Point): Point => ({
    column: Math.max(0, Math.min(columns - 1, column)),
    row: Math.max(0, Math.min(rows - 1, row)),
  });
  const shown = within(at ?? props.start ?? { column: columns - 1, row: 0 });
  const read = (point: Point | null): void => {
    setAt(point);
    props.onRead(point && describe(within(point)));
  };
  const onPointer = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const point = props.pointAt(event.clientX - box.left, event.clientY - box.top);
    if (point) read(within(point));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = pointAfter(event.key, shown, columns);
    if (event.key === 'Escape' && at) read(null);
    else if (next) read(within(next));
    else return;
    event.preventDefault();
  };
  const mark = at && props.boxOf(within(at));
  return (
    <div
      className={styles.points}
      style={{ width: props.width, height: props.height }}
      role="slider"
      tabIndex={0}
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={columns * rows - 1}
      aria-valuenow={shown.row * columns + shown.column}
      aria-valuetext={describe(shown)}
      onKeyDown={onKeyDown}
      onFocus={() => at === null && read(shown)}
      onBlur={() => read(null)}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      onPointerLeave={({ currentTarget, pointerType }) => {
        if (pointerType === 'mouse' && document.activeElement !== currentTarget) read(null);
      }}
    >
      <svg className={styles.svg} width={props.width} height={props.height} aria-hidden="true">
        {props.children}
        {mark ? <rect className={styles.reading} data-reading="" {...mark} /> : null}
      </svg>
    </div>
  );
}

function pointAfter(key: string, { column, row }: Point, columns: number): Point | null {
  switch (key) {
    case 'ArrowLeft':
      return { column: column - 1, row };
    case 'ArrowRight':
      return { column: column + 1, row };
    case 'ArrowUp':
      return { column, row: row - 1 };
    case 'ArrowDown':
      return { column, row: row + 1 };
    case 'Home':
      return { column: 0, row };
    case 'End':
      return { column: columns - 1, row };
    default:
      return null;
  }
}

// ---- scales

/** Top of an axis: 1, 2 or 5 times a power of ten that contains the largest value. */
export function axisTop(largest: number): number {
  if (largest <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  return ([1, 2, 5, 10].find((step) => step * power >= largest) ?? 10) * power;
}

/** Every n-th of `count` columns has a label of `labelPx`. */
export const labelEvery = (count: number, columnPx: number, labelPx: number): number =>
  Math.min(count, Math.max(1, Math.ceil(labelPx / columnPx)));

const bar = (x: number, y: number, width: number, height: number): string =>
  `M${x.toFixed(1)} ${y.toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h${(-width).toFixed(1)}z`;
export const barPath = (x: number, y: number, width: number, height: number): string =>
  width > 0 && height > 0 ? bar(x, y, width, height) : '';

/** A chart below this width has a narrow gutter and is lower. */
export const narrowPx = 480;

/** Of the names of rows. */
const letterPx = 6;
export const fits = (name: string, roomPx: number): boolean => name.length * letterPx <= roomPx;

/** Outline of values by sector around a centre, north up. */
export function rosePath(values: readonly number[], scale: number, centre: readonly [number, number]): string {
  if (values.every((value) => value <= 0)) return '';
  const step = 360 / values.length;
  const points = values.map((value, at) => {
    const angle = ((at + 0.5) * step * Math.PI) / 180;
    const far = Math.max(0, value) * scale;
    return `${(centre[0] + far * Math.sin(angle)).toFixed(1)} ${(centre[1] - far * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}
