/** What a list of stations shows of one: how urgent it is, since when, why, and what to do first. Pure. */

import { dayMs, hourMs, minuteMs } from '../../contract/durations.ts';
import type { StationHealth } from '../../contract/entities/station-health.ts';
import { parseInstant } from '../../contract/params.ts';
import { measured } from '../lib/format.ts';
import { type ReportTime, say } from '../lib/tense.ts';
import { measureText, type Unit } from '../lib/units.ts';
import { reasonText, verdictText } from './station-text.ts';

/** `degraded` = late, without a usual type, or with a much shorter range. `idle` = nothing received yet. */
export const standings = ['silent', 'degraded', 'idle', 'healthy'] as const;
export type Standing = (typeof standings)[number];

type Judged = Pick<StationHealth, 'state' | 'brief'>;
/** A range below this share of the usual one has a cause at the antenna. Smaller ranges vary by themselves. */
const shortShare = 0.6;
const minUsualNmi = 50;

const isShort = ({ brief }: Judged): boolean => {
  const { rangeNmi = null, usualRangeNmi = null } = brief ?? {};
  return (
    rangeNmi !== null && usualRangeNmi !== null && usualRangeNmi >= minUsualNmi && rangeNmi < usualRangeNmi * shortShare
  );
};

export function standingOf(station: Judged): Standing {
  const { state } = station;
  if (state === 'silent') return 'silent';
  if (state === 'late' || state === 'partly' || (state === 'feeding' && isShort(station))) return 'degraded';
  return state === 'never' ? 'idle' : 'healthy';
}

/** `1 h 53 min`, `2 d 4 h`, `12 min`: two units, for a silence. */
export function spanText(ms: number): string {
  const [days, hours, minutes] = [Math.floor(ms / dayMs), Math.floor(ms / hourMs), Math.floor(ms / minuteMs)];
  if (days > 0) return hours % 24 > 0 ? `${measured(days, 'd')} ${measured(hours % 24, 'h')}` : measured(days, 'd');
  if (hours > 0)
    return minutes % 60 > 0 ? `${measured(hours, 'h')} ${measured(minutes % 60, 'min')}` : measured(hours, 'h');
  return measured(Math.max(0, minutes), 'min');
}

/** The status with its duration. After the response has aged it is the time at which the silence began. */
type Shown = Pick<StationHealth, 'stationId' | 'state' | 'reason' | 'silentTypes' | 'lastMessageAt' | 'brief'>;

export function standingText(station: Shown, at: ReportTime): string {
  const since = station.lastMessageAt === null ? null : parseInstant(station.lastMessageAt);
  if (station.state === 'silent' && since !== null && at.isNow) return say('silentFor', at, spanText(at.now - since));
  if (station.state === 'feeding' && isShort(station)) return say('degraded', at);
  return verdictText(station, at);
}

/** The cause in one sentence. null = none is known, or none is needed. */
export function causeText(station: Shown, at: ReportTime, distance: Unit): string | null {
  const { state, reason, brief } = station;
  if (state === 'feeding' && isShort(station) && brief)
    return say(
      'rangeFell',
      at,
      measureText(distance, brief.usualRangeNmi ?? 0),
      measureText(distance, brief.rangeNmi ?? 0),
    );
  if (state === 'never') return null;
  return reasonText(state, reason, at);
}

/** The key of the station may be the cause, or is. */
export const isOfKey = (reason: StationHealth['reason']): boolean => reason === 'noUpload' || reason === 'noKey';

/** The first thing to do about a station, as the words of a link. */
export function firstCheck(station: Shown): string {
  const { state, reason, stationId, silentTypes } = station;
  if (state === 'feeding') return 'Check the antenna';
  if (state === 'partly') return `Check the receiver of ${silentTypes.join(' and ')}`;
  if (isOfKey(reason)) return `Check the key of ${stationId}`;
  if (reason === 'noFrames') return 'Check the antenna';
  if (reason === 'notDecoded') return 'Check the decoder';
  return reason === 'noSign' ? 'Check power and network' : `What to check at ${stationId}`;
}
