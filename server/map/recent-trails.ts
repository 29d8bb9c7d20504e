/** Trails of all aircraft in bounds over the last minutes, from memory. */
import type { RecentTrail } from '../../contract/entities/map.ts';
import type { Box } from '../base/bounds.ts';
import { clock } from '../base/clock.ts';
import { type CompanyRule, ownPoints } from './company-view.ts';
import { type Positions, viewOfAll } from './positions.ts';
import { rounded } from './report.ts';

const longestMs = 15 * 60_000;
const maxPoints = 32;
/** Maps draw no trails of more. */
const maxAircraft = 1500;

/** `rule` = that of the company, null = everything is visible. */
export function recentTrails(positions: Positions, box: Box, rule: CompanyRule | null): RecentTrail[] {
  const found = positions.trackedIn(box, rule?.view ?? viewOfAll);
  if (found.length > maxAircraft) return [];
  const fromMs = clock.now() - longestMs;
  return found.flatMap((tracked) => {
    const track = ownPoints(rule, tracked).filter(({ atMs }) => atMs >= fromMs);
    const every = Math.ceil(track.length / maxPoints);
    const points = track
      .filter((_point, at) => (track.length - 1 - at) % every === 0)
      .map(({ lat, lon, atMs, altitudeFt }): RecentTrail['points'][number] => [
        rounded(lat, 4),
        rounded(lon, 4),
        Math.round(atMs / 1000),
        altitudeFt,
      ]);
    return points.length > 0 ? [{ icao: tracked.icao, points }] : [];
  });
}
