/** An SVG chart whose points are read one by one: with arrow keys, pointer or touch. */
import { type KeyboardEvent, type PointerEvent, type ReactElement, type ReactNode, useState } from 'react';
import styles from './Chart.module.css';

export type Point = { readonly column: number; readonly row: number };
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

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
