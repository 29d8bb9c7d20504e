/** A station of the overview: the last 24 hours of its week. */
import type { BriefStation } from '../../contract/entities/overview.ts';
import { recentHours, type StationHealth } from '../../contract/entities/station-health.ts';
import { parseInstant, writeInstant } from '../../contract/params.ts';

const hourMs = 3_600_000;

export function briefStation(station: StationHealth): BriefStation[] {
  const { stationId, city, state, reason, lastMessageAt, usualEveryS, silentTypes, facts } = station;
  if (facts === null) return [];
  const hours = facts.types[0]?.slots.length ?? 0;
  const first = Math.max(0, hours - recentHours);
  return [
    {
      stationId,
      city,
      state,
      reason,
      lastMessageAt,
      usualEveryS,
      silentTypes,
      hoursFrom: writeInstant((parseInstant(facts.hoursFrom) ?? 0) + first * hourMs),
      types: facts.types.map(({ type, slots, reasons }) => ({
        type,
        slots: slots.slice(first),
        reasons: reasons.slice(first),
      })),
      range: facts.range && { nowNmi: facts.range.nowNmi, sectors: facts.range.sectors },
    },
  ];
}
