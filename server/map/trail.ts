/** Trail of an aircraft over the last hours: stored messages, and any source since it is received. */
import type { TrailPoint } from '../../contract/entities/map.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import type { Database } from '../database/pool.ts';
import { companyMarks } from '../messages/company-sql.ts';
import { type CompanyRule, ownPoints } from './company-view.ts';
import type { Positions } from './positions.ts';
import { reportsOf } from './received-positions.ts';
import { type Place, placeOf, rounded } from './report.ts';
import { ofOneTransmitter } from './two-places.ts';

const hourMs = 3_600_000;
/** Duration of most flights. */
const trailMs = 6 * hourMs;
/** More points make no visible difference. */
const maxPoints = 500;
/** A longer silence means another flight, or out of range: no line crosses it. */
const silenceMs = hourMs / 2;

type Point = Place & { readonly atMs: number; readonly altitudeFt: number | null };

/** Oldest first. `rule` = that of the company, null = everything is visible. */
export async function trailOf(
  db: Pick<Database, 'query'>,
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
