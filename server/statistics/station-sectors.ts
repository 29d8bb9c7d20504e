/** Farthest reception of stations by sector: of 24 hours, and of each day of 30. */
import { calendarDays, sightSectorDeg } from '../../contract/entities/first-sight.ts';
import type { Database } from '../database/pool.ts';
import { hourMs } from './period.ts';
import { placesOfReceivers, type StationQuery } from './station-query.ts';

type Query = Pick<Database, 'query'>;
/** Whole nautical miles by sector, 0 = nothing received. Days are `YYYY-MM-DD`. */
type StationSectors = {
  readonly stationId: string;
  readonly now: number[];
  readonly month: number[];
  readonly byDay: ReadonlyMap<string, readonly number[]>;
};

const dayMs = 24 * hourMs;
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
