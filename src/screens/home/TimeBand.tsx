/** The last 24 hours by message type, with a range to select. Own file: its picture and keys change without the overview. */
import { IconTable } from '@tabler/icons-react';
import { type ReactElement, useId, useMemo, useState } from 'react';
import type { MessageBand } from '../../../contract/entities/statistics.ts';
import { counted, formatCount } from '../../lib/format.ts';
import { utcDateTime } from '../../lib/time.ts';
import { useWidth } from '../../lib/use-width.ts';
import { BandHandles, useBrush } from '../../range/BandHandles.tsx';
import {
  adsbStep,
  axisTop,
  type BandType,
  bandTypes,
  type Gap,
  gapsOf,
  gapText,
  hasGapText,
  joinedSlots,
  type Slots,
  slotAt,
  slotMs,
  slotsOf,
  slotText,
  textStep,
  ticksOf,
  tickX,
  typeNames,
} from '../../range/band-shape.ts';
import { rangeText, setRange, type TimeRange, useRange } from '../../range/range.ts';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import shared from '../../ui/shared.module.css';
import styles from './Overview.module.css';

/** Below, two slots are one column and the axes have no numbers. */
const narrowPx = 480;

type Props = {
  readonly band: MessageBand;
  /** Server time, epoch ms: the end of the band. That of a stored response passes on. */
  readonly now: number;
  readonly isNow: boolean;
};

export function TimeBand({ band, now, isNow }: Props): ReactElement {
  const heading = useId();
  const [isTable, setTable] = useState(false);
  const { range } = useRange();
  const slots = useMemo(() => slotsOf(band, now), [band, now]);
  const gaps = useMemo(() => gapsOf(band), [band]);
  const brush = useBrush({ from: slots.from, to: slots.from + slots.length * slotMs, range, onRange: setRange });
  const reading =
    brush.at !== null
      ? slotText(slots, slotAt(slots, brush.at))
      : brush.shown && `${rangeText(brush.shown, now)} selected. Double-click or press Esc to clear.`;
  return (
    <section className={styles.panel} aria-labelledby={heading} data-old={!isNow || undefined}>
      <div className={panel.head}>
        <h2 id={heading}>Last 24 hours</h2>
        <span className={`${shared.dim} ${styles.hint}`} data-read={reading !== null || undefined}>
          {reading ?? `Messages per 10 minutes, ${counted(band.stations, 'station')}. Drag to select a range.`}
        </span>
        <ul className={styles.legend}>
          {bandTypes.map((type) => (
            <li key={type} data-type={type}>
              {typeNames[type]}
              {type === 'adsb' ? <span className={styles.below}>, below the line</span> : null}
            </li>
          ))}
        </ul>
        <PlainButton className={styles.toTable} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          <IconTable size={16} aria-hidden="true" />
          Table
        </PlainButton>
      </div>
      {isTable ? (
        <BandTable slots={slots} />
      ) : (
        <Chart slots={slots} gaps={gaps} stations={band.stations} range={range} brush={brush} />
      )}
      <ul className="dl-hidden" aria-label="Gaps">
        {gaps.map((gap) => (
          <li key={gap.from}>{gapText(gap, band.stations)}</li>
        ))}
      </ul>
    </section>
  );
}

type ChartProps = {
  readonly slots: Slots;
  readonly gaps: readonly Gap[];
  readonly stations: number;
  readonly range: TimeRange | null;
  readonly brush: ReturnType<typeof useBrush>;
};
function Chart({ slots, gaps, stations, range, brush }: ChartProps): ReactElement {
  const [frame, width] = useWidth();
  const isNarrow = width < narrowPx;
  const gutterPx = isNarrow ? 0 : 48;
  return (
    <div ref={frame} className={styles.chart} data-narrow={isNarrow || undefined}>
      {width > 0 ? (
        <BandChart
          slots={slots}
          gaps={gaps}
          stations={stations}
          width={width}
          gutterPx={gutterPx}
          isNarrow={isNarrow}
          shown={brush.shown}
        />
      ) : null}
      <div className={styles.plot} style={{ left: gutterPx }} data-testid="time band" {...brush.plot}>
        <BandHandles slots={slots} range={range} keys={brush.keys} />
      </div>
    </div>
  );
}

// ---- picture: stacked text messages above the line, ADSB below it, gaps, unknown slots, the selected range

type BandChartProps = {
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

function BandChart({ slots, gaps, stations, width, gutterPx, isNarrow, shown }: BandChartProps): ReactElement {
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
          <text className={shared.chartLabel} x={tickX(xOf(at), width)} y={height - 4} textAnchor="middle">
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
          <text className={shared.chartLabel} x={gutterPx - 8} y={y + 4} textAnchor="end">
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

type Row = { readonly at: number; readonly isKnown: boolean } & Readonly<Record<BandType, number>>;

const columns: readonly TableColumn<Row>[] = [
  { key: 'at', header: 'From (UTC)', value: ({ at }) => at, text: ({ at }) => utcDateTime(at).slice(0, 16) },
  ...bandTypes.map(
    (type): TableColumn<Row> => ({
      key: type,
      header: typeNames[type],
      isNumber: true,
      value: (row) => (row.isKnown ? row[type] : null),
      text: (row) => (row.isKnown ? formatCount(row[type]) : ''),
    }),
  ),
];

/** The numbers of the time band. */
function BandTable({ slots }: { slots: Slots }): ReactElement {
  const { from, known, counts } = slots;
  const rows = counts.acars.map((acars, slot): Row => {
    const at = from + slot * slotMs;
    const [vdlm2 = 0, hfdl = 0, adsb = 0] = [counts.vdlm2[slot], counts.hfdl[slot], counts.adsb[slot]];
    return { at, isKnown: at < known, acars, vdlm2, hfdl, adsb };
  });
  return (
    <div className={styles.table}>
      <DataTable
        label="Messages per 10 minutes"
        columns={columns}
        rows={rows.toReversed()}
        rowKey={({ at }) => String(at)}
      />
    </div>
  );
}
