/** Farthest receptions from range_hour: in each direction (API-38), and of stations by sector. */
import { dayMs, hourMs } from '../../contract/durations.ts';
import { calendarDays, sightSectorDeg } from '../../contract/entities/first-sight.ts';
import { roundTo } from '../base/json-values.ts';
import type { Query } from '../database/pool.ts';
import { hourBegin, type Period } from './period.ts';
import { placesOfReceivers, type StationQuery } from './station-query.ts';

/** `angle` = start of a sector, degrees from north. `distance` nmi. */
type DirectionalRange = { readonly angle: number; readonly distance: number };

/** Beyond this, finding the farthest of each direction first is cheaper than reading the hours. */
const longMs = 24 * hourMs;

/** Sectors of `widthDeg` from north on with receptions. The last one may be narrower. */
export async function directionalRanges(
  db: Query,
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

// ---- Farthest reception of stations by sector: of 24 hours, and of each day of 30.

/** Whole nautical miles by sector, 0 = nothing received. Days are `YYYY-MM-DD`. */
type StationSectors = {
  readonly stationId: string;
  readonly now: number[];
  readonly month: number[];
  readonly byDay: ReadonlyMap<string, readonly number[]>;
};

type Farthest = { readonly place: number; readonly bearing: number; readonly nmi: number };
type FarthestOfDay = Farthest & { readonly day: string };

/** Stations without a reception in 30 days are missing. */
export async function stationSectors(db: Query, requested: StationQuery, nowMs: number): Promise<StationSectors[]> {
  const receivers = placesOfReceivers(requested);
  const [now, days] = await Promise.all([
    db.query<Farthest>(
      `select m.place, h.bearing_deg / ${sightSectorDeg} as bearing, max(h.farthest_nmi) as nmi
       from unnest($1::text[], $2::int[]) as m (receiver, place) join range_hour h on h.receiver = m.receiver collate "C"
       where h.hour > $3 and h.hour <= $4 group by 1, 2`,
      [...receivers, new Date(nowMs - dayMs), new Date(nowMs)],
    ),
    db.query<FarthestOfDay>(
      `select m.place, d.bearing_deg / ${sightSectorDeg} as bearing, to_char(d.day, 'YYYY-MM-DD') as day, max(d.farthest_nmi) as nmi
       from unnest($1::text[], $2::int[]) as m (receiver, place) join range_day d on d.receiver = m.receiver collate "C"
       where d.day > $3::date and d.day <= $4::date group by 1, 2, 3`,
      [...receivers, new Date(nowMs - calendarDays * dayMs).toISOString(), new Date(nowMs).toISOString()],
    ),
  ]);
  return requested.stations.flatMap(({ stationId }, place) => {
    const ofDays = days.filter((one) => one.place === place);
    if (ofDays.length === 0) return [];
    const ofNow = sectorsOf(now.filter((one) => one.place === place));
    const byDay = new Map(
      [...new Set(ofDays.map(({ day }) => day))].map((day) => [
        day,
        sectorsOf(ofDays.filter((one) => one.day === day)),
      ]),
    );
    return [{ stationId, now: ofNow, month: sectorsOf(ofDays), byDay }];
  });
}

function sectorsOf(farthest: readonly Farthest[]): number[] {
  const sectors = new Array<number>(360 / sightSectorDeg).fill(0);
  for (const { bearing, nmi } of farthest) sectors[bearing] = Math.max(sectors[bearing] ?? 0, Math.round(nmi));
  return sectors;
}
