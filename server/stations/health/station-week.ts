/** Values of a station against its own week: temperature, Wi-Fi, range, versions, shares of time. Times are epoch ms. Pure. */
import type { RangeHealth } from '../../../contract/entities/station-health.ts';

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
const fewestHours = 24;

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
  const isUnusual = isPast || (sorted.length >= fewestHours && isBeyond);
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
export type Version = { readonly name: string; readonly version: string; readonly changedOn: number | null };

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
