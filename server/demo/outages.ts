/** Outages of demo stations and their causes. Stored messages and status reports follow from them. The same at every start. */

import type { Place } from '../base/geometry.ts';
import { type InReach, stationsInReach } from './coverage.ts';
import type { DemoStation } from './stations.ts';

/** `power`: nothing received or reported. `antenna`: reports without frames. `upload`: frames, nothing stored. */
export type Outage = 'power' | 'antenna' | 'upload';

const hourMs = 3_600_000;
/** Period, start after midnight of 1970, and duration, in hours. */
type Rhythm = {
  readonly kind: Outage;
  readonly everyHours: number;
  readonly beginHour: number;
  readonly lastsHours: number;
};

const outages: Readonly<Record<string, readonly Rhythm[]>> = {
  1006: [{ kind: 'power', everyHours: 131, beginHour: 21, lastsHours: 7.4 }],
  1008: [{ kind: 'upload', everyHours: 203, beginHour: 90, lastsHours: 2.6 }],
  1010: [{ kind: 'power', everyHours: 67, beginHour: 9, lastsHours: 1.2 }],
  1013: [{ kind: 'antenna', everyHours: 97, beginHour: 31, lastsHours: 9 }],
  1016: [
    { kind: 'upload', everyHours: 71, beginHour: 5, lastsHours: 5.3 },
    { kind: 'power', everyHours: 169, beginHour: 40, lastsHours: 0.8 },
  ],
  // Mostly silent: someone has to go there. Its neighbours receive its messages.
  1017: [{ kind: 'power', everyHours: 384, beginHour: 60, lastsHours: 352 }],
};

/** Null = feeding. */
export function outageOf({ stationId }: Pick<DemoStation, 'stationId'>, atMs: number): Outage | null {
  for (const { kind, everyHours, beginHour, lastsHours } of outages[stationId] ?? []) {
    const every = everyHours * hourMs;
    const since = (((atMs - beginHour * hourMs) % every) + every) % every;
    if (since < lastsHours * hourMs) return kind;
  }
  return null;
}

export const isFeeding = (station: Pick<DemoStation, 'stationId'>, atMs: number): boolean =>
  outageOf(station, atMs) === null;

/** Like stationsInReach, for stations that feed at that time. */
export const feedingInReach = (place: Place, maxNmi: number, atMs: number, minNmi = 0): InReach[] =>
  stationsInReach(place, maxNmi, minNmi).filter(({ station }) => isFeeding(station, atMs));
