/** One time axis: flights, altitude, ADS-B reception, messages. A click on a mark opens its message. Own file: the screen would have over 600 lines. */
import { IconTable } from '@tabler/icons-react';
import { type PointerEvent, type ReactElement, useId, useMemo, useState } from 'react';
import { hourMs } from '../../../contract/durations.ts';
import {
  type Tail,
  type TailLeg,
  type TailPoint,
  type TailSpan,
  tailSlotMs,
  tailSpans,
} from '../../../contract/entities/tail.ts';
import { altitudeBands, bandAt } from '../../charts/altitude-bands.ts';
import { counted, formatCount, oneLine } from '../../lib/format.ts';
import { utcDateTime, utcDay, utcShort } from '../../lib/time.ts';
import { amountText, type Units } from '../../lib/units.ts';
import { useWidth } from '../../lib/use-width.ts';
import { useUnits } from '../../objects/units-choice.ts';
import { tickX } from '../../range/band-shape.ts';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import shared from '../../ui/shared.module.css';
import styles from './Tail.module.css';
import { levelText, msOf } from './tail-state.ts';

type Props = {
  readonly name: string;
  readonly tail: Tail;
  readonly days: TailSpan;
  readonly onDays: (days: TailSpan) => void;
  readonly onMark: (messageId: string) => void;
};
const spanNames: Readonly<Record<TailSpan, string>> = { 1: '24 h', 3: '3 d', 15: '15 d' };
const spanWords: Readonly<Record<TailSpan, string>> = { 1: '24 hours', 3: '3 days', 15: '15 days' };

export function TimeAxis({ name, tail, days, onDays, onMark }: Props): ReactElement {
  const heading = useId();
  const [isTable, setTable] = useState(false);
  const [frame, width] = useWidth();
  const units = useUnits();
  const axis = useMemo(() => axisOf(tail), [tail]);
  return (
    <section className={panel.panel} aria-labelledby={heading}>
      <div className={panel.head}>
        <h2 id={heading}>
          {spanWords[days]} of {oneLine(name)}
        </h2>
        <fieldset className={styles.spans} aria-label="Length of the axis">
          {tailSpans.map((span) => (
            <PlainButton key={span} aria-pressed={span === days} onClick={() => onDays(span)}>
              {spanNames[span]}
            </PlainButton>
          ))}
        </fieldset>
        <PlainButton aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          <IconTable size={16} aria-hidden="true" />
          Table
        </PlainButton>
      </div>
      <p className="dl-hidden">{summaryOf(axis, units)}</p>
      {isTable ? (
        <AxisTable tail={tail} axis={axis} />
      ) : (
        <div ref={frame} className={styles.frame}>
          {width > 0 ? <AxisPicture axis={axis} width={width} onMark={onMark} /> : null}
        </div>
      )}
      <Legend axis={axis} isAdsbKnown={tail.adsb !== ''} />
    </section>
  );
}

/** What the picture shows, for readers of the text. */
const summaryOf = ({ legs, marks, topFt, profile }: Axis, units: Units): string =>
  [
    `${counted(legs.length, 'flight')} and ${counted(marks.length, 'message')}.`,
    profile.length > 0 ? `Highest altitude ${levelText(topFt, units)}.` : 'No altitudes received.',
    'Table contains the numbers.',
  ].join(' ');

function Legend({ axis, isAdsbKnown }: { axis: Axis; isAdsbKnown: boolean }): ReactElement {
  const types = [...new Set(axis.marks.map(({ type }) => type))].filter((type) => type !== '').sort();
  return (
    <ul className={styles.legend} aria-label="Legend">
      <li data-of="taxi">taxi</li>
      {types.map((type) => (
        <li key={type} data-of={type}>
          {oneLine(type.toUpperCase())}
        </li>
      ))}
      <li>long mark: out, off, on, in</li>
      <li data-of="fault">fault report</li>
      <li data-of="missed">{isAdsbKnown ? 'in the air, no ADS-B received' : 'ADS-B is not stored on this device'}</li>
    </ul>
  );
}

const columnsOf = ({ altitude }: Units): readonly TableColumn<AxisRow>[] => [
  { key: 'at', header: 'From (UTC)', value: ({ at }) => at, text: ({ at }) => utcDateTime(at).slice(0, 16) },
  { key: 'flight', header: 'Flight', value: ({ flight }) => flight, text: ({ flight }) => oneLine(flight) },
  {
    key: 'ft',
    header: 'Altitude',
    unit: altitude.sign,
    isNumber: true,
    value: ({ ft }) => ft,
    text: ({ ft }) => (ft === null ? '' : amountText(altitude, ft)),
  },
  {
    key: 'adsb',
    header: 'ADS-B',
    value: ({ isReceived }) => (isReceived === null ? 'not stored' : isReceived ? 'received' : 'none'),
  },
  {
    key: 'messages',
    header: 'Messages',
    isNumber: true,
    value: ({ messages }) => messages,
    text: ({ messages }) => formatCount(messages),
  },
];

function AxisTable({ tail, axis }: { tail: Tail; axis: Axis }): ReactElement {
  const rows = useMemo(() => rowsOf(tail, axis), [tail, axis]);
  const units = useUnits();
  const columns = useMemo(() => columnsOf(units), [units]);
  return (
    <div className={styles.table}>
      <DataTable label="Last days, per 10 minutes" columns={columns} rows={rows} rowKey={({ at }) => String(at)} />
    </div>
  );
}

// ---- shape: flights with taxi, altitude by band, ADS-B reception, marks of messages

type AxisSpan = { readonly from: number; readonly to: number };
/** In the air from off to on. null = unknown: the first or last reception. */
type AxisLeg = {
  readonly leg: TailLeg;
  readonly taxiOut: AxisSpan | null;
  readonly air: AxisSpan;
  readonly taxiIn: AxisSpan | null;
};
type AxisMark = {
  readonly id: string;
  readonly at: number;
  /** ACARS, VDLM2 or HFDL, in lower case. */
  readonly type: string;
  readonly isMovement: boolean;
  readonly isFault: boolean;
};
type Axis = {
  readonly span: AxisSpan;
  readonly legs: readonly AxisLeg[];
  readonly marks: readonly AxisMark[];
  /** Slots with ADS-B, joined. */
  readonly received: readonly AxisSpan[];
  /** In the air without ADS-B. Empty where nothing is known of ADS-B. */
  readonly missed: readonly AxisSpan[];
  /** Pieces of the altitude profile, each in one band. */
  readonly profile: readonly { readonly token: string; readonly points: readonly AxisPoint[] }[];
  readonly topFt: number;
};
type AxisPoint = { readonly at: number; readonly ft: number };

/** A longer silence is a gap in the profile. */
const gapMs = 45 * 60_000;
const lowestTopFt = 10_000;

export function axisOf(tail: Tail): Axis {
  const span = { from: msOf(tail.from) ?? 0, to: msOf(tail.asOf) ?? 0 };
  const legs = tail.legs.map(axisLeg).reverse();
  const points = tail.track.flatMap(([atS, ft]): AxisPoint[] => (ft === null ? [] : [{ at: atS * 1000, ft }]));
  return {
    span,
    legs,
    marks: tail.messages.map(({ id, at, type, movement, kind }) => ({
      ...{ id, at: msOf(at) ?? 0, type: (type ?? '').toLowerCase() },
      ...{ isMovement: movement !== null, isFault: kind === 'fault' },
    })),
    ...receptionOf(tail, span, legs),
    profile: profileOf(points),
    topFt: Math.max(lowestTopFt, ...points.map(({ ft }) => ft)),
  };
}

function axisLeg(leg: TailLeg): AxisLeg {
  const [out, off, on, into] = [msOf(leg.out), msOf(leg.off), msOf(leg.on), msOf(leg.in)];
  const [first, last] = [msOf(leg.id) ?? 0, msOf(leg.until) ?? 0];
  const from = off ?? (out !== null ? Math.max(out, first) : first);
  const to = Math.max(from, on ?? into ?? last);
  return {
    leg,
    taxiOut: out !== null && off !== null && out < off ? { from: out, to: off } : null,
    air: { from, to },
    taxiIn: on !== null && into !== null && on < into ? { from: on, to: into } : null,
  };
}

function receptionOf({ adsb }: Tail, { from }: AxisSpan, legs: readonly AxisLeg[]): Pick<Axis, 'received' | 'missed'> {
  const slots = [...adsb].map((character, slot) => {
    const at = from + slot * tailSlotMs;
    const isAloft = legs.some(({ air }) => air.from < at + tailSlotMs && at < air.to);
    return { at, isReceived: character === '1', isMissed: character === '0' && isAloft };
  });
  const join = (chosen: (slot: (typeof slots)[number]) => boolean): AxisSpan[] => {
    const spans: { from: number; to: number }[] = [];
    for (const slot of slots.filter(chosen)) {
      const last = spans.at(-1);
      if (last?.to === slot.at) last.to += tailSlotMs;
      else spans.push({ from: slot.at, to: slot.at + tailSlotMs });
    }
    return spans;
  };
  return { received: join(({ isReceived }) => isReceived), missed: join(({ isMissed }) => isMissed) };
}

const tokenOf = (ft: number): string => (ft <= 0 ? altitudeBands[0] : altitudeBands[bandAt(ft)])?.token ?? 'alt-0';

/** Each piece starts at the last point of the piece before, unless there is a gap. */
function profileOf(points: readonly AxisPoint[]): Axis['profile'] {
  const pieces: { token: string; points: AxisPoint[] }[] = [];
  points.forEach((point, at) => {
    const before = points[at - 1];
    const token = tokenOf(point.ft);
    const last = pieces.at(-1);
    const isGap = !before || point.at - before.at > gapMs;
    if (last && !isGap && last.token === token) last.points.push(point);
    else pieces.push({ token, points: isGap ? [point] : [before, point] });
  });
  return pieces.filter((piece) => piece.points.length > 1);
}

/** The nearest mark within `reachMs`. null = none. */
export function markNear(marks: readonly AxisMark[], at: number, reachMs: number): AxisMark | null {
  let best: AxisMark | null = null;
  for (const mark of marks)
    if (Math.abs(mark.at - at) <= Math.abs((best?.at ?? Number.NEGATIVE_INFINITY) - at)) best = mark;
  return best && Math.abs(best.at - at) <= reachMs ? best : null;
}

/** Full hours, at most one label each `tickPx`. Midnight has the day. */
export function ticksOf({ from, to }: AxisSpan, plotPx: number, tickPx = 64): readonly number[] {
  const hours = [1, 2, 3, 6, 12, 24, 48, 72].find((each) => (plotPx * each * hourMs) / (to - from) > tickPx) ?? 120;
  const step = hours * hourMs;
  const ticks: number[] = [];
  for (let at = Math.ceil(from / step) * step; at < to; at += step) ticks.push(at);
  return ticks;
}

/** Positions of the last leg for the map, oldest first. */
export function pathOf(tail: Tail): readonly TailPoint[] {
  const start = (msOf(tail.legs[0]?.id) ?? 0) / 1000;
  return tail.track.filter(([atS, , lat, lon]) => atS >= start && lat !== null && lon !== null);
}

/** A row per slot with data, newest first: the same numbers as the picture. */
type AxisRow = {
  readonly at: number;
  readonly flight: string;
  readonly ft: number | null;
  readonly isReceived: boolean | null;
  readonly messages: number;
};
export function rowsOf({ adsb, track }: Pick<Tail, 'adsb' | 'track'>, { span, legs, marks }: Axis): AxisRow[] {
  const rows: AxisRow[] = [];
  for (let at = span.from, slot = 0; at < span.to; at += tailSlotMs, slot++) {
    const isIn = (ms: number): boolean => ms >= at && ms < at + tailSlotMs;
    const leg = legs.find(({ air }) => air.from < at + tailSlotMs && at < air.to);
    const ft = track.findLast(([atS, feet]) => feet !== null && isIn(atS * 1000))?.[1] ?? null;
    const messages = marks.filter((mark) => isIn(mark.at)).length;
    const isReceived = adsb === '' ? null : adsb[slot] === '1';
    if (leg || ft !== null || isReceived || messages > 0)
      rows.push({ at, flight: leg?.leg.flight ?? '', ft, isReceived, messages });
  }
  return rows.reverse();
}

// ---- picture. Its marks are the rows of the message list, which has the keyboard

type AxisPictureProps = { readonly axis: Axis; readonly width: number; readonly onMark: (messageId: string) => void };
/** Pixels. Lanes from the top: flights, altitude, ADS-B, messages, hours. */
const lanes = {
  flight: 8,
  flightHigh: 18,
  top: 42,
  ground: 96,
  adsb: 106,
  adsbHigh: 10,
  marks: 142,
  end: 170,
} as const;
const narrowPx = 480;
const reachPx = 22;
const labels = [
  ['Flight', 21],
  ['Altitude', 72],
  ['ADS-B', 115],
  ['Messages', 138],
] as const;
/** Half the width of a character of a flight label. */
const charPx = 6.4;

function AxisPicture({ axis, width, onMark }: AxisPictureProps): ReactElement {
  const units = useUnits();
  const isNarrow = width < narrowPx;
  const gutter = isNarrow ? 0 : 76;
  const plot = width - gutter - 8;
  const { span, legs, marks, profile, topFt } = axis;
  const x = (ms: number): number =>
    gutter + (plot * (Math.min(span.to, Math.max(span.from, ms)) - span.from)) / Math.max(1, span.to - span.from);
  const y = (ft: number): number => lanes.ground - ((lanes.ground - lanes.top) * Math.max(0, ft)) / topFt;
  const press = (event: PointerEvent<SVGSVGElement>): void => {
    const msPerPx = (span.to - span.from) / plot;
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const mark = markNear(marks, span.from + (left - gutter) * msPerPx, reachPx * msPerPx);
    if (mark) onMark(mark.id);
  };
  return (
    <svg className={styles.svg} width={width} height={lanes.end} aria-hidden="true" onPointerUp={press}>
      {isNarrow
        ? null
        : labels.map(([label, top]) => (
            <text key={label} className={shared.chartLabel} x={0} y={top}>
              {label}
            </text>
          ))}
      {ticksOf(span, plot).map((at) => (
        <g key={at}>
          <line className={styles.grid} x1={x(at)} x2={x(at)} y1={4} y2={lanes.marks + 8} />
          <text className={shared.chartLabel} x={tickX(x(at), width)} y={lanes.end - 4} textAnchor="middle">
            {at % 86_400_000 === 0 ? utcDay(at).slice(0, 6) : `${utcShort(at).slice(0, 2)}Z`}
          </text>
        </g>
      ))}
      <line className={styles.ground} x1={gutter} x2={gutter + plot} y1={lanes.ground} y2={lanes.ground} />
      {profile.length > 0 && !isNarrow ? (
        <text className={shared.chartLabel} x={gutter - 6} y={lanes.top + 4} textAnchor="end">
          {levelText(topFt, units)}
        </text>
      ) : null}
      {profile.map(({ token, points }) => {
        const line = points.map(({ at, ft }) => `${x(at).toFixed(1)} ${y(ft).toFixed(1)}`).join('L');
        const [first, last] = [points[0], points.at(-1)];
        return (
          <g key={first?.at} style={{ color: `var(--dl-${token})` }}>
            <path
              className={styles.area}
              d={`M${line}L${x(last?.at ?? 0).toFixed(1)} ${lanes.ground}L${x(first?.at ?? 0).toFixed(1)} ${lanes.ground}z`}
            />
            <path className={styles.profile} d={`M${line}`} />
          </g>
        );
      })}
      {legs.map((leg) => (
        <Flight key={leg.leg.id} leg={leg} x={x} />
      ))}
      <Reception axis={axis} x={x} />
      {marks.map(({ id, at, type, isMovement, isFault }) =>
        isFault ? (
          <path key={id} className={styles.fault} d={`M${x(at)} ${lanes.marks - 14}l5 9h-10z`} />
        ) : (
          <rect
            key={id}
            className={styles.mark}
            data-of={type}
            x={x(at) - 1}
            y={lanes.marks - (isMovement ? 16 : 10)}
            width={2}
            height={isMovement ? 16 : 10}
          />
        ),
      )}
      <line className={styles.now} x1={x(span.to)} x2={x(span.to)} y1={4} y2={lanes.marks + 8} />
    </svg>
  );
}

type Scale = (ms: number) => number;

function Flight({ leg: { leg, taxiOut, air, taxiIn }, x }: { leg: AxisLeg; x: Scale }): ReactElement {
  const wide = Math.max(3, x(air.to) - x(air.from));
  const names = [[leg.from, leg.to].filter(Boolean).join(' '), leg.to ?? '', leg.flight ?? ''].map(oneLine);
  const name = names.find((text) => text !== '' && text.length * charPx < wide - 4);
  const middle = lanes.flight + lanes.flightHigh / 2;
  const taxi = (span: AxisSpan | null): ReactElement | null =>
    span && (
      <rect
        className={styles.taxi}
        x={x(span.from)}
        y={middle - 3}
        width={Math.max(2, x(span.to) - x(span.from))}
        height={6}
      />
    );
  return (
    <>
      {taxi(taxiOut)}
      {taxi(taxiIn)}
      <rect className={styles.flight} x={x(air.from)} y={lanes.flight} width={wide} height={lanes.flightHigh} rx={2} />
      {name ? (
        <text className={styles.name} x={x(air.from) + wide / 2} y={middle + 4} textAnchor="middle">
          {name}
        </text>
      ) : null}
    </>
  );
}

function Reception({ axis: { received, missed }, x }: { axis: Axis; x: Scale }): ReactElement {
  const bar = (className: string | undefined) => (span: AxisSpan) => (
    <rect
      key={`${className} ${span.from}`}
      className={className}
      x={x(span.from)}
      y={lanes.adsb}
      width={Math.max(1, x(span.to) - x(span.from) - 1)}
      height={lanes.adsbHigh}
    />
  );
  return (
    <>
      {received.map(bar(styles.received))}
      {missed.map(bar(styles.missed))}
    </>
  );
}
