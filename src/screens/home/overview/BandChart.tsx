/** Picture of the time band: stacked text messages above the line, ADSB below it, gaps, unknown slots, the selected range. */
import type { ReactElement } from 'react';
import { formatCount } from '../../../lib/format.ts';
import {
  adsbStep,
  axisTop,
  type BandType,
  type Gap,
  gapText,
  hasGapText,
  joinedSlots,
  type Slots,
  slotMs,
  textStep,
  ticksOf,
} from '../../../range/band/band-shape.ts';
import type { TimeRange } from '../../../range/range.ts';
import styles from './TimeBand.module.css';

type Props = {
  readonly slots: Slots;
  readonly gaps: readonly Gap[];
  readonly stations: number;
  readonly width: number;
  readonly gutterPx: number;
  readonly isNarrow: boolean;
  readonly shown: TimeRange | null;
};
/** Heights in pixels: above the line, below it, tick labels. */
const sizes = { wide: { up: 82, down: 48, foot: 22, top: 6 }, narrow: { up: 38, down: 20, foot: 18, top: 2 } } as const;
const textTypes = ['acars', 'vdlm2', 'hfdl'] as const;
/** Pixels that a tick label needs. */
const tickPx = 64;
const gapTextPx = 260;

export function BandChart({ slots, gaps, stations, width, gutterPx, isNarrow, shown }: Props): ReactElement {
  const { up, down, foot, top } = sizes[isNarrow ? 'narrow' : 'wide'];
  const height = top + up + down + foot;
  const zero = top + up;
  const plotPx = width - gutterPx;
  const columns = joinedSlots(slots, isNarrow ? 2 : 1);
  const end = slots.from + slots.length * slotMs;
  const xOf = (ms: number): number => gutterPx + (plotPx * (ms - slots.from)) / (end - slots.from);
  const within = (ms: number): number => Math.min(end, Math.max(slots.from, ms));
  const sums = columns.counts.acars.map((_, at) =>
    textTypes.reduce((sum, type) => sum + (columns.counts[type][at] ?? 0), 0),
  );
  const textTop = axisTop(Math.max(0, ...sums), textStep);
  const adsbTop = axisTop(Math.max(0, ...columns.counts.adsb), adsbStep);
  const hours = [2, 3, 6].find((each) => (plotPx * each) / 24 > tickPx) ?? 12;
  return (
    <svg className={styles.svg} width={width} height={height} aria-hidden="true">
      <defs>
        <pattern id="dl-unknown" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={styles.hatch} width="1.5" height="6" />
        </pattern>
      </defs>
      {isNarrow ? null : <Axis {...{ top, zero, down, gutterPx, width, textTop, adsbTop }} />}
      {stacks(columns, { xOf, zero, up, down, textTop, adsbTop }).map(({ type, path }) => (
        <path key={type} className={styles.bars} data-type={type} d={path} />
      ))}
      <line className={styles.zero} x1={gutterPx} x2={width} y1={zero} y2={zero} />
      {gaps.map((gap) => {
        const [left, right] = [xOf(within(gap.from)), xOf(within(gap.to))];
        if (right <= left) return null;
        const isLeft = right + gapTextPx > width;
        return (
          <g key={gap.from}>
            <rect className={styles.gap} x={left} y={top} width={right - left} height={up + down} />
            {hasGapText(gap) && !isNarrow ? (
              <text
                className={styles.gapText}
                x={isLeft ? left - 6 : right + 6}
                y={top + 12}
                textAnchor={isLeft ? 'end' : 'start'}
              >
                {gapText(gap, stations)}
              </text>
            ) : null}
          </g>
        );
      })}
      {slots.known < end ? (
        <rect
          fill="url(#dl-unknown)"
          x={xOf(slots.known)}
          y={top}
          width={xOf(end) - xOf(slots.known)}
          height={up + down}
        />
      ) : null}
      {shown ? (
        <Selected
          left={xOf(within(shown.from))}
          right={xOf(within(shown.to))}
          {...{ top, gutterPx, width, height: up + down }}
        />
      ) : null}
      {ticksOf(slots, hours).map(({ at, label }) => (
        <g key={at}>
          <line className={styles.tick} x1={xOf(at)} x2={xOf(at)} y1={top + up + down} y2={top + up + down + 4} />
          <text className={styles.label} x={xOf(at)} y={height - 4} textAnchor="middle">
            {label}
          </text>
        </g>
      ))}
    </svg>
  );
}

type AxisProps = {
  top: number;
  zero: number;
  down: number;
  gutterPx: number;
  width: number;
  textTop: number;
  adsbTop: number;
};
/** 0, half and top of both axes. */
function Axis({ top, zero, down, gutterPx, width, textTop, adsbTop }: AxisProps): ReactElement {
  const lines = [
    { y: top, text: textTop },
    { y: (top + zero) / 2, text: textTop / 2 },
    { y: zero, text: 0 },
    { y: zero + down, text: adsbTop },
  ];
  return (
    <>
      {lines.map(({ y, text }) => (
        <g key={y}>
          <line className={styles.grid} x1={gutterPx} x2={width} y1={y} y2={y} />
          <text className={styles.label} x={gutterPx - 8} y={y + 4} textAnchor="end">
            {formatCount(text)}
          </text>
        </g>
      ))}
    </>
  );
}

type Scale = {
  readonly xOf: (ms: number) => number;
  readonly zero: number;
  readonly up: number;
  readonly down: number;
  readonly textTop: number;
  readonly adsbTop: number;
};
/** One path per type: a path per column would be 600 elements. A gap of one pixel parts the columns. */
function stacks(
  columns: ReturnType<typeof joinedSlots>,
  scale: Scale,
): { readonly type: BandType; readonly path: string }[] {
  const paths: Record<BandType, string> = { acars: '', vdlm2: '', hfdl: '', adsb: '' };
  for (let at = 0; at < columns.length; at++) {
    const left = scale.xOf(columns.from + at * columns.slotMs);
    const wide = Math.max(1, scale.xOf(columns.from + (at + 1) * columns.slotMs) - left - 1);
    const bar = (y: number, high: number): string =>
      `M${left.toFixed(1)} ${y.toFixed(1)}h${wide.toFixed(1)}v${high.toFixed(1)}h${(-wide).toFixed(1)}z`;
    let y = scale.zero;
    for (const type of textTypes) {
      const count = columns.counts[type][at] ?? 0;
      const high = (count / scale.textTop) * scale.up;
      if (count > 0) paths[type] += bar(y - high, high);
      y -= high;
    }
    const adsb = columns.counts.adsb[at] ?? 0;
    if (adsb > 0) paths.adsb += bar(scale.zero, (adsb / scale.adsbTop) * scale.down);
  }
  return [...textTypes, 'adsb' as const].map((type) => ({ type, path: paths[type] }));
}

type SelectedProps = { left: number; right: number; top: number; gutterPx: number; width: number; height: number };
/** The rest is faded. */
function Selected({ left, right, top, gutterPx, width, height }: SelectedProps): ReactElement {
  return (
    <>
      <rect className={styles.faded} x={gutterPx} y={top} width={Math.max(0, left - gutterPx)} height={height} />
      <rect className={styles.faded} x={right} y={top} width={Math.max(0, width - right)} height={height} />
      <rect className={styles.selected} x={left} y={top} width={Math.max(1, right - left)} height={height} />
    </>
  );
}
