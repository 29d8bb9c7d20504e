/** A time range as text: in the address, for people, and for inputs. Pure. */
import { parseInstant } from '../../contract/params.ts';
import { utcDay, utcShort } from '../lib/time.ts';

/** Epoch ms. `to` is exclusive. */
export type TimeRange = { readonly from: number; readonly to: number };

/** A slot of the time band. */
export const minRangeMs = 600_000;

const minuteText = (ms: number): string => new Date(ms).toISOString().slice(0, 16);

/** `2026-11-22T10:00/14:00`, with the second day if it is another one. */
export function writeRange({ from, to }: TimeRange): string {
  const [begin, end] = [minuteText(from), minuteText(to)];
  return `${begin}/${begin.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`;
}

/** null = not a range. */
export function readRange(text: unknown): TimeRange | null {
  if (typeof text !== 'string') return null;
  const [begin = '', end = '', ...more] = text.split('/');
  const from = parseInstant(begin);
  const to = parseInstant(end.length > 5 ? end : `${begin.slice(0, 11)}${end}`);
  return more.length === 0 && from !== null && to !== null && to - from >= minRangeMs ? { from, to } : null;
}

/** `10:00Z to 14:00Z`, with the day unless it is today. */
export function rangeText({ from, to }: TimeRange, now: number): string {
  const day = (ms: number): string => utcDay(ms);
  const [begin, end] = [`${utcShort(from)}`, `${utcShort(to)}`];
  if (day(from) !== day(to)) return `${day(from)}, ${begin} to ${day(to)}, ${end}`;
  return day(to) === day(now) ? `${begin} to ${end}` : `${day(from)}, ${begin} to ${end}`;
}

/** From and To of an input, to the minute. */
export const rangeTexts = ({ from, to }: TimeRange): readonly [from: string, to: string] => [
  minuteText(from),
  minuteText(to),
];
