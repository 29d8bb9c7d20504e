/** Current state of a found thing in a few words. Times are epoch ms of the server. Pure. */
import type { FindStation } from '../../contract/entities/find.ts';
import { parseInstant } from '../../contract/params.ts';
import { altitudeText } from '../lib/altitude-text.ts';
import { ageText, utcMoment } from '../lib/time.ts';
import type { Units } from '../lib/units.ts';
import type { ReceivedAircraft } from './aircraft.ts';

/** An older position has its time instead of its age. */
const agedMs = 60 * 60_000;

export function aircraftFact(
  { air, lastMs }: Pick<ReceivedAircraft, 'air' | 'lastMs'>,
  now: number,
  units: Units,
): string {
  if (air) {
    const seenMs = air.seenS * 1000;
    const level = altitudeText({ altitudeFt: air.altitudeFt }, units) ?? 'in the air';
    return `${level}, ${now - seenMs < agedMs ? `${ageText(now - seenMs)} ago` : utcMoment(seenMs, now)}`;
  }
  return lastMs === 0 ? '' : `last received ${utcMoment(lastMs, now)}`;
}

/** `asOf` = time of the status. */
export function stationFact({ state, lastMessageAt }: FindStation, asOf: number): string {
  const since = lastMessageAt === null ? null : parseInstant(lastMessageAt);
  const age = since === null ? '' : ` ${ageText(asOf - since)}`;
  switch (state) {
    case 'silent':
    case 'late':
      return `${state}${age}`;
    case 'partly':
      return 'feeding in part';
    case 'never':
      return 'no data yet';
    case 'feeding':
      return 'feeding';
    case null:
      return '';
  }
}
