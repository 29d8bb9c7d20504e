/** Values of a station against its own week: temperature, Wi-Fi, range, versions, shares of time, status reports by period. Times are epoch ms. Pure. */

import { hourMs } from '../../../contract/durations.ts';
import type { FeedType, RangeHealth } from '../../../contract/entities/station-health.ts';
import type { Report } from './known-stations.ts';

/** Quantile `share` of sorted values, which must not be empty. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] as number;
  const high = sorted[Math.ceil(at)] as number;
  return low + (high - low) * (at - Math.floor(at));
}
const sortedOf = (values: readonly (number | null)[]): number[] =>
  values.filter((value) => value !== null).sort((a, b) => a - b);
const tenth = (value: number): number => Math.round(value * 10) / 10;

export type Measured = {
  readonly now: number;
  readonly at: number;
  readonly usualLow: number;
  readonly usualHigh: number;
  readonly isUnusual: boolean;
  readonly hours: readonly (number | null)[];
};
/** Unusual: `beyond` the week's usual range on the bad side, or past the absolute `limit`. */
type Watch = { readonly bad: 'high' | 'low'; readonly beyond: number; readonly limit: number };
export const temperatureWatch: Watch = { bad: 'high', beyond: 3, limit: 80 };
export const wifiWatch: Watch = { bad: 'low', beyond: 6, limit: -80 };
/** Fewer hours are not enough for a comparison. */
const minHours = 24;

/** null = no measurements in the week. */
export function readingOf(
  newest: { readonly value: number; readonly at: number } | null,
  hours: readonly (number | null)[],
  { bad, beyond, limit }: Watch,
): Measured | null {
  if (!newest) return null;
  const sorted = sortedOf(hours);
  if (sorted.length === 0) return null;
  const [usualLow, usualHigh] = [tenth(quantile(sorted, 0.05)), tenth(quantile(sorted, 0.95))];
  const { value } = newest;
  const isPast = bad === 'high' ? value >= limit : value <= limit;
  const isBeyond = bad === 'high' ? value > usualHigh + beyond : value < usualLow - beyond;
  const isUnusual = isPast || (sorted.length >= minHours && isBeyond);
  return { now: tenth(value), at: newest.at, usualLow, usualHigh, isUnusual, hours };
}

export const sectorDeg = 30;
/** The farthest reception of a day and sector. `daysAgo` 0 = the last 24 hours. */
type SectorDay = { readonly daysAgo: number; readonly sector: number; readonly nmi: number };

/** The last 24 hours against the median of the days before. null = no receptions with a position in the week. */
export function rangeOf(days: readonly SectorDay[]): RangeHealth | null {
  if (days.length === 0) return null;
  const farthest = (some: readonly SectorDay[]): number | null =>
    some.length > 0 ? Math.round(Math.max(...some.map(({ nmi }) => nmi))) : null;
  const compare = (some: readonly SectorDay[]) => {
    const before = [1, 2, 3, 4, 5, 6, 7].map((ago) => farthest(some.filter(({ daysAgo }) => daysAgo === ago)));
    const sorted = sortedOf(before);
    return {
      nowNmi: farthest(some.filter(({ daysAgo }) => daysAgo === 0)),
      usualNmi: sorted.length > 0 ? Math.round(quantile(sorted, 0.5)) : null,
    };
  };
  const sectors = Array.from({ length: 360 / sectorDeg }, (_, sector) => ({
    fromDeg: sector * sectorDeg,
    ...compare(days.filter((day) => day.sector === sector)),
  }));
  return { ...compare(days), sectors };
}

/** Versions of a report by name. null = missing. */
type VersionsAt = { readonly at: number; readonly versions: Readonly<Record<string, string | null>> };
type Version = { readonly name: string; readonly version: string; readonly changedOn: number | null };

/** The newest version of each name, and its first report if it changed within these reports. `reports` oldest first. */
export function versionsOf(reports: readonly VersionsAt[]): Version[] {
  const found = new Map<string, { version: string; changedOn: number | null }>();
  for (const { at, versions } of reports) {
    for (const [name, version] of Object.entries(versions)) {
      if (version === null) continue;
      const before = found.get(name);
      if (before?.version === version) continue;
      found.set(name, { version, changedOn: before ? at : null });
    }
  }
  return [...found].map(([name, { version, changedOn }]) => ({ name, version, changedOn }));
}

// ---- Counts of status reports by period and hour. Times are epoch ms. Pure.

type Counted = Pick<Report, 'frames' | FeedType>;
/** A report whose counts cover its period, from `from` to `at`. null = unknown. */
type Period = Report & { readonly from: number | null };

/**
 * Some stations reset their counters with each report, others only at start: then the period begins at the previous report.
 * `reports` oldest first.
 */
export function periodsOf(reports: readonly Report[]): Period[] {
  return reports.map((report, index) => {
    const before = reports[index - 1];
    const goesOn = before !== undefined && report.startS !== null && before.startS === report.startS;
    const own = (field: keyof Counted): number | null => {
      const [value, earlier] = [report[field], before?.[field] ?? null];
      return goesOn && value !== null && earlier !== null && value >= earlier ? value - earlier : value;
    };
    const from = goesOn ? before.at : report.startS !== null ? report.startS * 1000 : (before?.at ?? null);
    const measured = {
      temperature: plausible(report.temperature, temperatures),
      wifi: plausible(report.wifi, wifiLevels),
    };
    const counted = { frames: own('frames'), ACARS: own('ACARS'), VDLM2: own('VDLM2'), ADSB: own('ADSB') };
    return { ...report, ...measured, from, ...counted };
  });
}

/** °C and dBm. Values beyond are sensor errors: one would distort the average of its hour, and the week's usual range. */
const temperatures = [-100, 200] as const;
const wifiLevels = [-200, 100] as const;
const plausible = (value: number | null, [least, most]: readonly [number, number]): number | null =>
  value !== null && value >= least && value <= most ? value : null;

/** Messages of all types. null = not counted. */
export function decodedIn({ ACARS, VDLM2, ADSB }: Counted): number | null {
  return plus(plus(ACARS, VDLM2), ADSB);
}
const plus = (a: number | null, b: number | null): number | null => (a === null ? b : a + (b ?? 0));

export type ReportedHour = Counted & {
  readonly reports: number;
  readonly temperature: number | null;
  readonly wifi: number | null;
};

/** By the hour's first instant. Only periods wholly within the hour count. */
export function reportedHours(periods: readonly Period[]): Map<number, ReportedHour> {
  const inHour = new Map<number, Period[]>();
  for (const period of periods) {
    const hour = Math.floor(period.at / hourMs) * hourMs;
    const others = inHour.get(hour);
    if (others) others.push(period);
    else inHour.set(hour, [period]);
  }
  return new Map([...inHour].map(([hour, some]) => [hour, hourOf(hour, some)]));
}

function hourOf(hour: number, periods: readonly Period[]): ReportedHour {
  const within = periods.filter(({ from }) => from !== null && from >= hour);
  const sum = (field: keyof Counted): number | null =>
    within.reduce<number | null>((total, period) => plus(total, period[field]), null);
  const average = (field: 'temperature' | 'wifi'): number | null => {
    const values = periods.map((period) => period[field]).filter((value) => value !== null);
    if (values.length === 0) return null;
    return Math.round((values.reduce((a, b) => a + b, 0) / values.length) * 10) / 10;
  };
  return {
    reports: periods.length,
    frames: sum('frames'),
    ACARS: sum('ACARS'),
    VDLM2: sum('VDLM2'),
    ADSB: sum('ADSB'),
    temperature: average('temperature'),
    wifi: average('wifi'),
  };
}
