/** Ranges of stations in 24 hours against 30 days. */
import type { StationRanges } from '../../contract/entities/first-sight.ts';
import type { Database } from '../database/pool.ts';
import type { StationQuery } from '../statistics/station-query.ts';
import { stationSectors } from '../statistics/station-sectors.ts';
import { lostRanges } from './lost-ranges.ts';

export async function rangesOf(
  db: Pick<Database, 'query'>,
  requested: StationQuery,
  nowMs: number,
): Promise<Omit<StationRanges, 'city'>[]> {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const sectors = await stationSectors(db, requested, nowMs);
  return sectors.map(({ byDay, ...station }) => ({ ...station, lost: lostRanges(station.now, byDay, today) }));
}
