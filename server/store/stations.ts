/**
 * Stations and the receiver names that they claim (C118). Must not: rename a message; claims are looked up when a list is read.
 */
import type { Database } from '../database/pool.ts';

/**
 * The station with these digits claims the names; resolves to what happened, in words. A name that another station has stays there.
 */
export async function claimReceivers(db: Database, stationId: string, names: Iterable<string>): Promise<string[]> {
  const [station] = await db.query<{ id: number }>('select id from stations where station_id = $1', [stationId]);
  if (!station) return [`There is no station ${stationId}: its receivers were not claimed. The messages are stored.`];
  const said: string[] = [];
  for (const name of [...new Set(names)].sort()) {
    await db.query(
      'insert into station_receiver_names (receiver_name, station_record_id) values ($1, $2) on conflict do nothing',
      [name, station.id],
    );
    const [owner] = await db.query<{ station_id: string }>(
      `select s.station_id from station_receiver_names n join stations s on s.id = n.station_record_id
       where lower(n.receiver_name) = lower($1)`,
      [name],
    );
    said.push(
      owner?.station_id === stationId
        ? `station ${stationId} has the receiver ${name}`
        : `the receiver ${name} belongs to station ${owner?.station_id} already`,
    );
  }
  return said;
}
