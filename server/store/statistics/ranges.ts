/**
 * The farthest reception in each direction (API-38), out of range_hour. Must not: say who may ask, or read a message.
 */
import type { Database } from '../../database/pool.ts';
import { hourBegin, hourMs, type Period } from './period.ts';
import type { Asked } from './stations-asked.ts';

/** `angle` = where a sector begins, degrees from north; `distance` nmi. */
export type DirectionalRange = { readonly angle: number; readonly distance: number };

/** Beyond, looking for the farthest of each direction first is less work than reading the hours. */
const longMs = 24 * hourMs;

/** Sectors of `widthDeg` from north on, those in which something was heard; a last one that is cut by north is narrower. */
export async function directionalRanges(
  db: Pick<Database, 'query'>,
  { receivers }: Asked,
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
    .map(([sector, nmi]) => ({ angle: round(sector * widthDeg, 6), distance: round(nmi, 2) }));
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

const shortSql = `
  select bearing_deg as bearing, max(farthest_nmi) as nmi from range_hour
  where hour >= $1 and hour <= $2 and ($3::text[] is null or receiver = any($3)) group by bearing_deg`;

/** Of each direction the index gives the farthest first. */
const longSql = `
  select bearing, far.nmi from generate_series(0, 359) as bearing, lateral (
    select farthest_nmi as nmi from range_hour where bearing_deg = bearing::smallint and hour >= $1 and hour <= $2
    order by farthest_nmi desc limit 1) far`;
