/** Findings and names of statistics at first sight, in words. Times are epoch ms. Pure. Own file: the charts already have over 600 lines. */
import { dayMs, hourMs } from '../../../contract/durations.ts';
import {
  type FirstSight,
  horizonNmi,
  type LostRange,
  type SightDays,
  type SightReason,
  type StationDays,
  type StationHours,
  type StationRanges,
} from '../../../contract/entities/first-sight.ts';
import { parseInstant } from '../../../contract/params.ts';
import { counted, formatCount, formatNumber, measured, oneLine, withUnit } from '../../lib/format.ts';
import { type ReportTime, say } from '../../lib/tense.ts';
import { isoDay, utcDay, utcMoment, utcShort } from '../../lib/time.ts';
import { amountText, measureText, type Units } from '../../lib/units.ts';
import { hourReasons } from '../../stations/station-text.ts';

/** Also while a chart is loading. */
export const chartTitles = {
  messages: 'Messages',
  levels: 'Levels by frequency',
  hours: 'Hours by station',
  ranges: 'Range compared with the last month',
  calendar: 'Feeding calendar',
  tops: 'Most frequent',
} as const;

export const dayOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** `1007 Rome`. */
export const stationName = ({ stationId, city }: { readonly stationId: string; readonly city: string | null }) =>
  city ? `${stationId} ${oneLine(city)}` : stationId;

export const rangeWords: Readonly<Record<SightDays, string>> = {
  1: 'Last 24 hours',
  3: 'Last 3 days',
  7: 'Last 7 days',
  30: 'Last 30 days',
};

export const reasonWords: Readonly<Record<SightReason, string>> = { ...hourReasons, serverOff: 'the server was off' };

/** `20 Nov`. */
export const shortDay = (ms: number): string => utcDay(ms).slice(0, -5);

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
/** `today`, `yesterday`, `Tuesday`, before that, and of outdated data, `12 Nov`. */
export function dayWord(day: string, { now, isNow }: ReportTime): string {
  if (!isNow) return shortDay(dayOf(day));
  const ago = Math.round((dayOf(isoDay(now)) - dayOf(day)) / dayMs);
  if (ago <= 0) return 'today';
  if (ago === 1) return 'yesterday';
  return ago < 7 ? (weekdays[new Date(dayOf(day)).getUTCDay()] ?? day) : shortDay(dayOf(day));
}

const directions = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const;
const wide = 180;
/** `its south-west`, of a wide run `most of its range`. */
export function directionWords({ fromDeg, toDeg }: Pick<LostRange, 'fromDeg' | 'toDeg'>): string {
  const width = (toDeg - fromDeg + 360) % 360 || 360;
  if (width > wide) return 'most of its range';
  const middle = (fromDeg + width / 2) % 360;
  return `its ${directions[Math.round(middle / 45) % directions.length]}`;
}

/** The chart and its table show all. */
const maxSentences = 3;
/** The first sentences, then `12 more stations are silent.` */
function firstOf(
  sentences: readonly string[],
  at: ReportTime,
  one: 'stationMoreSilent' | 'directionMoreLost' | 'rowMoreEmpty',
  several: 'stationsMoreSilent' | 'directionsMoreLost' | 'rowsMoreEmpty',
): string {
  const rest = sentences.length - maxSentences;
  const end = rest <= 0 ? [] : [rest === 1 ? say(one, at) : say(several, at, formatCount(rest))];
  return [...sentences.slice(0, maxSentences), ...end].join(' ');
}

/** `1007 Rome lost its south-west since Tuesday: 30 nmi instead of 200.` */
export const lostSentences = (ranges: readonly StationRanges[], at: ReportTime, { distance }: Units): string[] =>
  ranges.flatMap((station) =>
    station.lost.map(
      (lost) =>
        `${stationName(station)} lost ${directionWords(lost)} since ${dayWord(lost.since, at)}: ${measureText(distance, lost.nowNmi)} instead of ${amountText(distance, lost.monthNmi)}.`,
    ),
  );

export function rangesSentence(ranges: readonly StationRanges[], at: ReportTime, units: Units): string {
  const lost = lostSentences(ranges, at, units);
  if (lost.length > 0) return firstOf(lost, at, 'directionMoreLost', 'directionsMoreLost');
  if (ranges.length === 0) return 'No positions received in 30 days.';
  const beyond = ranges.filter(({ now: sectors }) => Math.max(0, ...sectors) > horizonNmi).length;
  const horizon = measureText(units.distance, horizonNmi);
  return beyond === 1
    ? say('oneBeyondHorizon', at, horizon)
    : say('someBeyondHorizon', at, formatCount(beyond), horizon);
}

/** `1013 Amsterdam silent since 14:00Z.` */
export function hoursSentence({ from, rows }: FirstSight['hours'], at: ReportTime): string {
  const begin = parseInstant(from) ?? 0;
  const silent = rows.filter(({ isSilent }) => isSilent);
  if (silent.length === 0) return rows.length === 0 ? 'No stations.' : say('noneSilent', at);
  const sentences = silent.map((row) => silentSentence(row, begin, at));
  return firstOf(sentences, at, 'stationMoreSilent', 'stationsMoreSilent');
}
function silentSentence(row: StationHours, begin: number, at: ReportTime): string {
  const last = row.counts.findLastIndex((count) => count > 0);
  const since = last < 0 ? `before ${utcMoment(begin, at.now)}` : utcMoment(begin + (last + 1) * hourMs, at.now);
  return say('oneSilentSince', at, stationName(row), since);
}

const types = [
  ['ACARS', 'acars'],
  ['VDLM2', 'vdlm2'],
  ['HFDL', 'hfdl'],
  ['ADSB', 'adsb'],
] as const;
const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
/** `ACARS 6,635, VDLM2 3,909. Busiest hour: 16:00Z with 2,400 text messages.` */
export function messagesSentence(messages: FirstSight['messages']): string {
  const sums = types.map(([name, type]) => `${name} ${formatCount(sumOf(messages[type]))}`);
  const texts = messages.acars.map((count, at) => count + (messages.vdlm2[at] ?? 0) + (messages.hfdl[at] ?? 0));
  const most = Math.max(0, ...texts);
  if (most === 0) return `${sums.join(', ')}.`;
  const at = (parseInstant(messages.from) ?? 0) + texts.indexOf(most) * messages.stepS * 1000;
  const busiest = messages.stepS * 1000 < dayMs ? `hour: ${utcShort(at)}` : `day: ${shortDay(at)}`;
  return `${sums.join(', ')}. Busiest ${busiest} with ${counted(most, 'text message')}.`;
}

/** The chart counts frames that no list contains. Null if all were stored as set. */
export const fewerRowsSentence = ({ frameFactor = 1 }: FirstSight['messages']): string | null =>
  frameFactor > 1
    ? `ADSB counts every received frame. The limit ADSB_MAX_GB made the interval of stored frames up to ${frameFactor} times as long.`
    : null;

/** `16Z`, at midnight and of whole days `20 Nov`. */
export function stepName({ from, stepS }: Pick<FirstSight['messages'], 'from' | 'stepS'>, at: number): string {
  return hourName((parseInstant(from) ?? 0) + at * stepS * 1000);
}
export const hourName = (ms: number): string => (ms % dayMs === 0 ? shortDay(ms) : `${utcShort(ms).slice(0, 2)}Z`);

/** `20 Nov, 14:00Z`. */
export const momentText = (ms: number): string => `${shortDay(ms)}, ${utcShort(ms)}`;
export const messagesText = (messages: FirstSight['messages'], at: number): string =>
  `${momentText((parseInstant(messages.from) ?? 0) + at * messages.stepS * 1000)}: ${types
    .map(([name, type]) => `${formatCount(messages[type][at] ?? 0)} ${name}`)
    .join(', ')}`;

/** `4 times the usual`, `60 % of the usual`. */
export const usualText = (usual: number | null): string =>
  usual === null ? 'usual number not known' : `${formatNumber(Math.round(usual * 100))} % of the usual`;

/** Rows in which today is not an empty day while it has just begun, after a day with messages. `elapsedMs` of today. */
export function withoutNewGap(rows: readonly StationDays[], elapsedMs: number): readonly StationDays[] {
  if (elapsedMs >= hourMs) return rows;
  return rows.map((row) =>
    row.shares.at(-1) === 0 && (row.shares.at(-2) ?? 0) > 0 ? { ...row, shares: row.shares.with(-1, null) } : row,
  );
}

const emptyDays = ({ shares }: StationDays): number => shares.length - 1 - shares.findLastIndex((share) => share !== 0);
/** The longest silence up to today, with its reason. */
export function calendarSentence(rows: readonly StationDays[], at: ReportTime): string {
  const silent = rows.filter((row) => emptyDays(row) > 0).sort((a, b) => emptyDays(b) - emptyDays(a));
  if (silent.length === 0) return rows.length === 0 ? 'No station fed in 30 days.' : say('everyStationFed', at);
  const sentences = silent.map((row) => {
    const reason = row.reasons.findLast((one) => one !== null)?.reason;
    const days = emptyDays(row);
    return `${stationName(row)} ${row.type}: nothing for ${counted(days, 'day')}, ${reason ? reasonWords[reason] : 'cause unknown'}.`;
  });
  return firstOf(sentences, at, 'rowMoreEmpty', 'rowsMoreEmpty');
}

export const megahertz = (khz: number): string => formatNumber(khz / 1000, 3);
export function levelsSentence(levels: FirstSight['levels']): string {
  const byMedian = levels.toSorted((a, b) => (b.quantiles[2] ?? 0) - (a.quantiles[2] ?? 0));
  const [first, last] = [byMedian[0], byMedian.at(-1)];
  if (!first || !last) return 'No frequency has 20 messages with a signal level yet.';
  const one = ({ khz, quantiles }: typeof first): string =>
    `${measured(megahertz(khz), 'MHz')}, median ${withUnit(quantiles[2] ?? 0, 'dB', 0)}`;
  return first === last ? `${one(first)}.` : `Strongest: ${one(first)}. Weakest: ${one(last)}.`;
}

export function topsSentence({ labels, aircraft, airlines }: FirstSight['tops']): string {
  const [label, tail, airline] = [labels[0], aircraft[0], airlines[0]];
  if (!label) return 'No text messages.';
  const parts = [`Label ${label.name}`, tail?.name, airline && (airline.title ?? airline.name)].filter(Boolean);
  return `Most frequent: ${parts.join(', ')}.`;
}
