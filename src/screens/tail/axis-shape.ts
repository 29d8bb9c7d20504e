/** Shape of the time axis: flights with taxi, altitude by band, ADS-B reception, marks of messages. Pure. */
import { type Tail, type TailLeg, type TailPoint, tailSlotMs } from '../../../contract/entities/tail.ts';
import { altitudeBands, bandAt } from '../../charts/altitude-bands.ts';
import { msOf } from './tail-state.ts';

export type AxisSpan = { readonly from: number; readonly to: number };
/** In the air from off to on. null = unknown: the first or last reception. */
export type AxisLeg = {
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
export type Axis = {
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

const hourMs = 3_600_000;

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
export type AxisRow = {
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
