/** Positions of receivers from the records of their stations. */

import { foldCase } from '../../../contract/filters.ts';
import type { Query } from '../../database/pool.ts';
import type { Place } from '../mode-s/geometry.ts';

/** By receiver name in lower case. Receivers without a station or a position are missing. */
export async function receiverPlaces(db: Query, names: readonly string[]): Promise<ReadonlyMap<string, Place>> {
  const rows = await db.query<Place & { receiver: string }>(
    `select r.receiver, p.latitude as lat, p.longitude as lon
     from receiver_station r, station_place_at(r.station_record_id, now()) p
     where r.receiver = any($1) and p.latitude is not null and p.longitude is not null`,
    [names.map(foldCase)],
  );
  return new Map(rows.map(({ receiver, lat, lon }) => [receiver, { lat, lon }]));
}
