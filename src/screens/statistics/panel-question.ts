/**
 * What a search panel of /statistics asks: from inputs and address to a question, and back. Pure.
 * Must not: ask for data, or read the clock (callers pass `now`).
 */
import { parseInstant } from '../../../contract/params.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { utcDateTime } from '../../lib/time.ts';

/** As typed, or as it stands in the address. */
export type PanelTexts = {
  readonly from: string;
  readonly to: string;
  readonly station: string;
  /** Width of a sector in degrees; '' = 1 (C64). */
  readonly angle: string;
};
export type PanelField = keyof PanelTexts;

const windowMs = 2 * 3_600_000;

/** STAT-17: the end is now, the start two hours before. To the minute, as people type. */
export function usualTexts(now: number, station: string): PanelTexts {
  const text = (ms: number): string => utcDateTime(ms).slice(0, 16);
  return { from: text(now - windowMs), to: text(now), station, angle: '' };
}

/** What is wrong: field -> sentence. Empty = it can be asked. Year, month, day, hour and minute must all be there (ERR-10). */
export function panelProblems(texts: PanelTexts): Partial<Readonly<Record<PanelField, string>>> {
  const [from, to] = [parseInstant(texts.from), parseInstant(texts.to)];
  const problems: Partial<Record<PanelField, string>> = {};
  if (from === null) problems.from = specTexts.list.incompleteDateNoArrow;
  if (to === null) problems.to = specTexts.list.incompleteDateNoArrow;
  if (from !== null && to !== null && from >= to) problems.to = 'To must lie after From.';
  if (!isSectorWidth(texts.angle)) problems.angle = 'This must be above 0, and at most 360.';
  return problems;
}

function isSectorWidth(text: string): boolean {
  if (text.trim() === '') return true;
  const degrees = Number(text);
  return Number.isFinite(degrees) && degrees > 0 && degrees <= 360;
}

/** Degrees of a sector. */
export const sectorWidth = (angle: string): number => (angle.trim() === '' ? 1 : Number(angle));

/** As it travels (C26), and as it stands in the address. */
export function wireTexts(texts: PanelTexts): PanelTexts {
  const instant = (text: string): string => text.trim().slice(0, 16).replace(' ', 'T');
  return {
    from: instant(texts.from),
    to: instant(texts.to),
    station: texts.station.trim(),
    angle: texts.angle.trim(),
  };
}
/** As a person reads and types it. */
export const typedTexts = (wire: PanelTexts): PanelTexts => ({
  ...wire,
  from: wire.from.replace('T', ' '),
  to: wire.to.replace('T', ' '),
});

/** The question that the panel's part of the address means; null = none was asked, or it means nothing. */
export function readQuestion(search: Readonly<Record<string, unknown>>): PanelTexts | null {
  const text = (name: string): string => (typeof search[name] === 'string' ? (search[name] as string) : '');
  if (search.from === undefined && search.to === undefined) return null;
  const texts = { from: text('from'), to: text('to'), station: text('station'), angle: text('angle') };
  return Object.keys(panelProblems(texts)).length === 0 ? wireTexts(texts) : null;
}

/** Blank ones are left out. */
export const writeQuestion = (question: PanelTexts | null): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(question ?? {}).filter(([, text]) => text !== ''));

/** More outlines than these cannot be told apart. */
export const mostStations = 3;
/** `1042, 1057`: up to three stations in one chart; '' = all as one. */
export function stationsOf(text: string): readonly string[] {
  const named = text.split(/[,;\s]+/).filter(Boolean);
  return named.length === 0 ? [''] : [...new Set(named)].slice(0, mostStations);
}

/** `2026-11-20 12:50 to 2026-11-20 14:50 UTC`: as it is typed. */
export const periodText = ({ from, to }: Pick<PanelTexts, 'from' | 'to'>): string =>
  `${from.replace('T', ' ')} to ${to.replace('T', ' ')} UTC`;
