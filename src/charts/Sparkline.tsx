/** Line of values over time with a limit. Gaps stay gaps. Its label contains the figures. */
import type { ReactElement } from 'react';
import styles from './Sparkline.module.css';

const widthPx = 160;
const heightPx = 40;

/** The line as path segments, split at missing values. Values from `low` (bottom) to `high`. */
export function sparkPath(values: readonly (number | null)[], low: number, high: number): string {
  const stepX = values.length > 1 ? widthPx / (values.length - 1) : 0;
  const span = high - low || 1;
  let path = '';
  let isDown = false;
  values.forEach((value, at) => {
    if (value === null) {
      isDown = false;
      return;
    }
    const y = heightPx - ((value - low) / span) * heightPx;
    // A single value between two gaps is a dot: a zero-length line with round ends.
    const isAlone = !isDown && (values[at + 1] ?? null) === null;
    path += `${isDown ? 'L' : 'M'}${(at * stepX).toFixed(1)} ${y.toFixed(1)}${isAlone ? 'h0' : ''}`;
    isDown = true;
  });
  return path;
}

export function Sparkline(props: {
  values: readonly (number | null)[];
  limit: number;
  /** Description in words. */
  label: string;
}): ReactElement {
  const { values, limit } = props;
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(limit, ...known), Math.max(limit, ...known)];
  const room = (most - least) * 0.1 || 1;
  const [low, high] = [least - room, most + room];
  const limitY = heightPx - ((limit - low) / (high - low)) * heightPx;
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={props.label}
    >
      <path className={styles.limit} d={`M0 ${limitY.toFixed(1)}H${widthPx}`} />
      <path className={styles.line} d={sparkPath(values, low, high)} />
    </svg>
  );
}
