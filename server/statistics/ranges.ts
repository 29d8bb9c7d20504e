/** Farthest reception in each direction (API-38), from range_hour. */
import { roundTo } from '../base/clean-text.ts';
import type { Database } from '../database/pool.ts';
import { hourBegin, hourMs, type Period } from './period.ts';
import type { StationQuery } from './station-query.ts';

/** `angle` = start of a sector, degrees from north. `distance` nmi. */
type DirectionalRange = { readonly angle: number; readonly distance: number };

/** Beyond this, finding the farthest of each direction first is cheaper than reading the hours. */
const longMs = 24 * hourMs;

/** Sectors of `widthDeg` from north on with receptions. The last one may be narrower. */
export async function directionalRanges(
  db: Pick<Database, 'query'>,
  { receivers }: StationQuery,
  { fromMs, toMs }: Period,
  widthDeg: number,
): Promise<DirectionalRange[]> {
  const isLong = receivers === null && toMs - (fromMs ?? 0) > longMs;
  const farthest = await db.query<{ bearing: number; nmi: number }>(isLong ? longSql : shortSql, [
    new Date(hourBegin(fromMs ?? 0)),
    new Date(hourBegin(toMs)),
    ...(isLong ? [] : [receivers]),
  ]);
  const sectors = new Map<number, number>();
  for (const { bearing, nmi } of farthest) {
    const sector = Math.floor(bearing / widthDeg);
    sectors.set(sector, Math.max(sectors.get(sector) ?? 0, nmi));
  }
  return [...sectors]
    .sort(([a], [b]) => a - b)
    .map(([sector, nmi]) => ({ angle: roundTo(sector * widthDeg, 6), distance: roundTo(nmi, 2) }));
}

const shortSql = `
  select bearing_deg as bearing, max(farthest_nmi) as nmi from range_hour
  where hour >= $1 and hour <= $2 and ($3::text[] is null or receiver = any($3)) group by bearing_deg`;

/** The index returns the farthest of each direction first. */
const longSql = `
  select bearing, far.nmi from generate_series(0, 359) as bearing, lateral (
    select farthest_nmi as nmi from range_hour where bearing_deg = bearing::smallint and hour >= $1 and hour <= $2
    order by farthest_nmi desc limit 1) far`;
