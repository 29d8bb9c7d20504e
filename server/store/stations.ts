/**
 * Stations and the receiver names that they claim (C118). Must not: rename a message; claims are looked up when a list is read.
 */
import type { Database } from '../database/pool.ts';

/**
 * The station with these digits claims the names; resolves to what happened, in words. A name that another station has stays there, as does the
 * number of another station.
 */
export async function claimReceivers(db: Database, stationId: string, names: Iterable<string>): Promise<string[]> {
  const [station] = await db.query<{ id: number }>('select id from stations where station_id = $1', [stationId]);
  if (!station) return [`There is no station ${stationId}: its receivers were not claimed. The messages are stored.`];
  const said: string[] = [];
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
    said.push(
      owner?.station_id === stationId
        ? `station ${stationId} has the receiver ${name}`
        : `the receiver ${name} belongs to station ${owner?.station_id} already`,
    );
  }
  return said;
}

/** So many receiver names a station may claim by sending: a key cannot take every name there is. */
export const maxReceiverNames = 100;
/** Whose a receiver name is, seen from one station. `nobody` = free still, because the station has as many as it may. */
export type NameOwner = 'own' | 'other' | 'nobody';
type Station = { readonly recordId: number; readonly stationId: string };

/**
 * Claims the names that nobody has for the station that sends them (C118); resolves to whose each is then.
 * The digits of a station are a name of that station alone.
 */
export async function claimNames(
  db: Database,
  station: Station,
  names: readonly string[],
): Promise<Map<string, NameOwner>> {
  const owners = await ownersOf(db, station, names);
  const free = names.filter((name) => owners.get(name) === 'nobody');
  if (free.length === 0) return owners;
  const [held] = await db.query<{ count: number }>(
    'select count(*) as count from station_receiver_names where station_record_id = $1',
    [station.recordId],
  );
  const claimed = free.slice(0, Math.max(0, maxReceiverNames - (held?.count ?? 0)));
  await db.query(
    `insert into station_receiver_names (receiver_name, station_record_id)
     select n.name, $2 from unnest($1::text[]) as n (name) order by n.name on conflict do nothing`,
    [claimed, station.recordId],
  );
  // Somebody else may have been faster.
  for (const [name, owner] of await ownersOf(db, station, claimed)) owners.set(name, owner);
  return owners;
}

async function ownersOf(db: Database, station: Station, names: readonly string[]): Promise<Map<string, NameOwner>> {
  const rows = await db.query<{ name: string; claimedBy: number | null; numberOf: number | null }>(
    `select i.name, n.station_record_id as "claimedBy", s.id as "numberOf" from unnest($1::text[]) as i (name)
     left join station_receiver_names n on lower(n.receiver_name) = lower(i.name collate "C")
     left join stations s on s.station_id = i.name collate "C"`,
    [names],
  );
  const isOther = (id: number | null): boolean => id !== null && id !== station.recordId;
  return new Map(
    rows.map(({ name, claimedBy, numberOf }) => [
      name,
      isOther(claimedBy) || isOther(numberOf) ? 'other' : claimedBy === null ? 'nobody' : 'own',
    ]),
  );
}
