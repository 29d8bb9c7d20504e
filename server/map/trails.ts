/** Trails: of one aircraft over the last hours, of all in bounds over the last minutes. Own file: what the two calls read, next to their handlers. */
import { hourMs } from '../../contract/durations.ts';
import type { RecentTrail, TrailPoint } from '../../contract/entities/map.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import type { Box } from '../base/geometry.ts';
import type { Query } from '../database/pool.ts';
import { companyMarks } from '../messages/company-sql.ts';
import { type CompanyRule, ownPoints } from './company-view.ts';
import { type Positions, viewOfAll } from './positions.ts';
import { reportsOf } from './received-positions.ts';
import { type Place, placeOf, rounded } from './report.ts';
import { ofOneTransmitter } from './two-places.ts';

/** Duration of most flights. */
const trailMs = 6 * hourMs;
/** More points make no visible difference. */
const maxPoints = 500;
/** A longer silence means another flight, or out of range: no line crosses it. */
const silenceMs = hourMs / 2;

type Point = Place & { readonly atMs: number; readonly altitudeFt: number | null };

/** Oldest first. `rule` = that of the company, null = everything is visible. */
export async function trailOf(
  db: Query,
  positions: Positions,
  requested: { readonly icao: string; readonly company: string | null; readonly rule: CompanyRule | null },
): Promise<TrailPoint[]> {
  const icao = requested.icao.trim();
  if (!/^[0-9a-f]{6}$/i.test(icao)) return [];
  const toMs = clock.now();
  const fromMs = toMs - trailMs;
  const marks = await companyMarks(db, requested.company);
  const received = await reportsOf(db, { icao, fromMs, toMs, stepMs: trailMs / maxPoints, marks });
  const points: Point[] = received.flatMap(({ lat, lon, atMs, altitudeFt = null }) => {
    const place = placeOf(lat, lon);
    return place ? [{ ...place, atMs: Math.round(atMs), altitudeFt }] : [];
  });
  const tracked = positions.of(icao);
  const own = tracked ? ownPoints(requested.rule, tracked) : [];
  points.push(...own);
  points.sort((a, b) => a.atMs - b.atMs);
  return thinned(ofOneTransmitter(sinceSilence(points), own.at(-1), tracked?.all.isDoubtful)).map(
    ({ lat, lon, atMs, altitudeFt }) => ({
      lat: rounded(lat, 5),
      lon: rounded(lon, 5),
      at: writeInstant(atMs),
      altitudeFt,
    }),
  );
}

function sinceSilence(points: readonly Point[]): readonly Point[] {
  const begin = points.findLastIndex(({ atMs }, at) => atMs - (points[at - 1]?.atMs ?? atMs) > silenceMs);
  return points.slice(Math.max(0, begin));
}

/** Each instant once, thinned evenly. The newest point stays. */
function thinned(points: readonly Point[]): Point[] {
  const eachOnce = points.filter(({ atMs }, at) => at === 0 || atMs !== points[at - 1]?.atMs);
  const every = Math.ceil(eachOnce.length / maxPoints);
  return eachOnce.filter((_point, at) => (eachOnce.length - 1 - at) % every === 0);
}

// ---- Trails of all aircraft in bounds over the last minutes, from memory.

const longestMs = 15 * 60_000;
const maxTrailPoints = 32;
/** Maps draw no trails of more. */
const maxAircraft = 1500;

/** `rule` = that of the company, null = everything is visible. */
export function recentTrails(positions: Positions, box: Box, rule: CompanyRule | null): RecentTrail[] {
  const found = positions.trackedIn(box, rule?.view ?? viewOfAll);
  if (found.length > maxAircraft) return [];
  const fromMs = clock.now() - longestMs;
  return found.flatMap((tracked) => {
    const track = ownPoints(rule, tracked).filter(({ atMs }) => atMs >= fromMs);
    const every = Math.ceil(track.length / maxTrailPoints);
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
