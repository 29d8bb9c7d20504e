/** Stations and their receiver names (C118), resolved when a list is read. */
import type { Database } from '../database/pool.ts';

/**
 * The station with these digits claims the names. Resolves to texts about the result. Names and numbers of other stations are not
 * claimed.
 */
export async function claimReceivers(db: Database, stationId: string, names: Iterable<string>): Promise<string[]> {
  const [station] = await db.query<{ id: number }>('select id from stations where station_id = $1', [stationId]);
  if (!station) return [`There is no station ${stationId}: its receivers were not claimed. The messages are stored.`];
  const results: string[] = [];
  for (const name of [...new Set(names)].sort()) {
    await db.query(
      `insert into station_receiver_names (receiver_name, station_record_id)
       select $1::text, $2::bigint where not exists (select from receiver_station where receiver = lower($1 collate "C"))
       on conflict do nothing`,
      [name, station.id],
    );
    const [owner] = await db.query<{ station_id: string }>(
      `select s.station_id from receiver_station r join stations s on s.id = r.station_record_id
       where r.receiver = lower($1 collate "C")`,
      [name],
    );
    results.push(
      owner?.station_id === stationId
        ? `station ${stationId} has the receiver ${name}`
        : `the receiver ${name} belongs to station ${owner?.station_id} already`,
    );
  }
  return results;
}

/** Owner of a receiver name, seen from one station. `nobody` = unclaimed. */
export type NameOwner = 'own' | 'other' | 'nobody';
type Station = { readonly recordId: number; readonly stationId: string };

/**
 * Owner of each name. The digits of a station always belong to it. Sending claims nothing (C118): a claim also covers
 * past messages, so that a key could take the history of another receiver.
 */
export async function ownersOf(
  db: Database,
  station: Station,
  names: readonly string[],
): Promise<Map<string, NameOwner>> {
  const rows = await db.query<{ name: string; claimedBy: number | null; numberOf: number | null }>(
    `select i.name, n.station_record_id as "claimedBy", s.id as "numberOf" from unnest($1::text[]) as i (name)
     left join station_receiver_names n on lower(n.receiver_name) = lower(i.name collate "C")
     left join stations s on s.station_id = i.name collate "C"`,
    [names],
  );
  const ownerOf = ({ claimedBy, numberOf }: (typeof rows)[number]): NameOwner => {
    const ids = [claimedBy, numberOf].filter((id) => id !== null);
    if (ids.length === 0) return 'nobody';
    return ids.every((id) => id === station.recordId) ? 'own' : 'other';
  };
  return new Map(rows.map((row) => [row.name, ownerOf(row)]));
}
