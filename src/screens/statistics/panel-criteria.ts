/** Converts between inputs, address and query of a search panel. Pure. */
import { parseInstant } from '../../../contract/params.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { utcDateTime } from '../../lib/time.ts';
import { rangeTexts, type TimeRange } from '../../range/range.ts';

/** As typed, or as in the address. */
export type PanelTexts = {
  readonly from: string;
  readonly to: string;
  readonly station: string;
  /** Width of a sector in degrees; '' = 1 (C64). */
  readonly angle: string;
};
export type PanelField = keyof PanelTexts;

const windowMs = 2 * 3_600_000;

/** STAT-17: the last two hours, to the minute. */
export function usualTexts(now: number, station: string): PanelTexts {
  const text = (ms: number): string => utcDateTime(ms).slice(0, 16);
  return { from: text(now - windowMs), to: text(now), station, angle: '' };
}

/** The range of the session (OVW-04). */
export const textsOfRange = (range: TimeRange, station: string): PanelTexts => {
  const [from, to] = rangeTexts(range).map((text) => text.replace('T', ' ')) as [string, string];
  return { from, to, station, angle: '' };
};

/** Field -> error. Empty = valid. Year, month, day, hour and minute are required (ERR-10). */
export function panelProblems(texts: PanelTexts): Partial<Readonly<Record<PanelField, string>>> {
  const [from, to] = [parseInstant(texts.from), parseInstant(texts.to)];
  const problems: Partial<Record<PanelField, string>> = {};
  if (from === null) problems.from = specTexts.list.incompleteDateNoArrow;
  if (to === null) problems.to = specTexts.list.incompleteDateNoArrow;
  if (from !== null && to !== null && from >= to) problems.to = 'To must be after From.';
  if (!isSectorWidth(texts.angle)) problems.angle = 'Enter a number above 0, up to 360.';
  return problems;
}

function isSectorWidth(text: string): boolean {
  if (text.trim() === '') return true;
  const degrees = Number(text);
  return Number.isFinite(degrees) && degrees > 0 && degrees <= 360;
}

/** Degrees of a sector. */
export const sectorWidth = (angle: string): number => (angle.trim() === '' ? 1 : Number(angle));

/** Wire format (C26), also used in the address. */
export function wireTexts(texts: PanelTexts): PanelTexts {
  const instant = (text: string): string => text.trim().slice(0, 16).replace(' ', 'T');
  return {
    from: instant(texts.from),
    to: instant(texts.to),
    station: texts.station.trim(),
    angle: texts.angle.trim(),
  };
}
/** Display and input format. */
export const typedTexts = (wire: PanelTexts): PanelTexts => ({
  ...wire,
  from: wire.from.replace('T', ' '),
  to: wire.to.replace('T', ' '),
});

/** Query in the panel's part of the address. null = none, or invalid. */
export function readCriteria(search: Readonly<Record<string, unknown>>): PanelTexts | null {
  const text = (name: string): string => (typeof search[name] === 'string' ? (search[name] as string) : '');
  if (search.from === undefined && search.to === undefined) return null;
  const texts = { from: text('from'), to: text('to'), station: text('station'), angle: text('angle') };
  return Object.keys(panelProblems(texts)).length === 0 ? wireTexts(texts) : null;
}

/** Blank values are omitted. */
export const writeCriteria = (criteria: PanelTexts | null): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(criteria ?? {}).filter(([, text]) => text !== ''));

/** More outlines are indistinguishable. */
export const maxStations = 3;
/** `1042, 1057`: up to three stations in one chart; '' = all as one. */
export function stationsOf(text: string): readonly string[] {
  const named = text.split(/[,;\s]+/).filter(Boolean);
  return named.length === 0 ? [''] : [...new Set(named)].slice(0, maxStations);
}

/** `2026-11-20 12:50 to 2026-11-20 14:50 UTC`, as typed. */
export const periodText = ({ from, to }: Pick<PanelTexts, 'from' | 'to'>): string =>
  `${from.replace('T', ' ')} to ${to.replace('T', ' ')} UTC`;
