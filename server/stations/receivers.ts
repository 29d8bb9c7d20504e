/**
 * Claimed receiver names of stations (C118): list, claim, move, release.
 * A name moves only if the request contains the number of its current station.
 */
import { clock } from '../base/clock.ts';
import type { Database, Query, Transaction } from '../database/pool.ts';
import { instantOf } from './read-station.ts';

type ReceiverName = { readonly name: string; readonly lastHeard: string | null };

const recent = `interval '15 days'`;
const maxUnclaimed = 200;
/** Maximum names per station. */
const maxReceiverNames = 100;

/** Null when there is no such station. */
export async function receiversOf(
  db: Query,
  recordId: number,
): Promise<{ claimed: ReceiverName[]; unclaimed: ReceiverName[] } | null> {
  const station = await db.query('select 1 from stations where id = $1', [recordId]);
  if (station.length === 0) return null;
  const claimed = await db.query<{ name: string; at: Date | null }>(
    `select n.receiver_name as name, max(h.last_at) as at from station_receiver_names n
     left join rx_hour h on h.receiver = lower(n.receiver_name)
     where n.station_record_id = $1 group by 1 order by 1`,
    [recordId],
  );
  const unclaimed = await db.query<{ name: string; at: Date }>(
    `select max(h.spelling) as name, max(h.last_at) as at from rx_hour h
     where h.hour >= $1::timestamptz - ${recent} and h.receiver <> ''
       and not exists (select from receiver_station r where r.receiver = h.receiver)
     group by h.receiver order by max(h.last_at) desc, 1 limit ${maxUnclaimed}`,
    [new Date(clock.now())],
  );
  const receiverOf = ({ name, at }: { name: string; at: Date | null }): ReceiverName => ({
    name,
    lastHeard: at && instantOf(at),
  });
  return { claimed: claimed.map(receiverOf), unclaimed: unclaimed.map(receiverOf) };
}

/** A name is that of one station, as its number or as a claimed name, which are in two tables: their writers take turns. */
export async function lockNames(tx: Transaction): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('downlink names of receivers'))`);
}

export type ClaimRefusal =
  | { readonly why: 'unknown' | 'too-many' }
  /** `stationId` = the station that has it. */
  | { readonly why: 'claimed-by' | 'number-of'; readonly stationId: string };

/** Resolves to the records of stations whose names changed. `from` = number of the station that may lose it. */
export function claimReceiver(
  db: Database,
  { recordId, name, from }: { recordId: number; name: string; from: string | null },
): Promise<ClaimRefusal | readonly number[]> {
  return db.transaction(async (tx) => {
    await lockNames(tx);
    const [station] = await tx.query<{ stationId: string; count: number }>(
      `select s.station_id as "stationId", (select count(*) from station_receiver_names where station_record_id = s.id) as count
       from stations s where s.id = $1 for update`,
      [recordId],
    );
    if (!station) return { why: 'unknown' };
    const [numbered] = await tx.query<{ stationId: string }>(
      'select station_id as "stationId" from stations where station_id = $1 and id <> $2',
      [name, recordId],
    );
    if (numbered) return { why: 'number-of', ...numbered };
    if (station.count < maxReceiverNames) {
      const made = await tx.query(
        `insert into station_receiver_names (receiver_name, station_record_id) values ($1, $2) on conflict do nothing returning 1`,
        [name, recordId],
      );
      if (made.length > 0) return [recordId];
    }
    const [owner] = await tx.query<{ recordId: number; stationId: string }>(
      `select s.id as "recordId", s.station_id as "stationId" from station_receiver_names n join stations s on s.id = n.station_record_id
       where lower(n.receiver_name) = lower($1 collate "C") for update of n`,
      [name],
    );
    if (owner?.recordId === recordId) return [];
    if (owner && owner.stationId !== from) return { why: 'claimed-by', stationId: owner.stationId };
    if (!owner || station.count >= maxReceiverNames) return { why: 'too-many' };
    await tx.query(
      'update station_receiver_names set station_record_id = $2 where lower(receiver_name) = lower($1 collate "C")',
      [name, recordId],
    );
    return [recordId, owner.recordId];
  });
}

/** False if the station has no such name. */
export async function releaseReceiver(db: Query, recordId: number, name: string): Promise<boolean> {
  const gone = await db.query(
    `delete from station_receiver_names where station_record_id = $1 and lower(receiver_name) = lower($2 collate "C") returning 1`,
    [recordId, name],
  );
  return gone.length > 0;
}

// ---- Stations and their receiver names (C118), resolved when a list is read.

/**
 * The station with these digits claims the names. Resolves to texts about the result. Names and numbers of other stations are not
 * claimed.
 */
export async function claimReceivers(db: Database, stationId: string, names: Iterable<string>): Promise<string[]> {
  const [station] = await db.query<{ id: number }>('select id from stations where station_id = $1', [stationId]);
  if (!station) return [`There is no station ${stationId}: its receivers were not claimed. The messages are stored.`];
  const results: string[] = [];
  for (const name of [...new Set(names)].sort()) {
    await db.transaction(async (tx) => {
      await lockNames(tx);
      await tx.query(
        `insert into station_receiver_names (receiver_name, station_record_id)
         select $1::text, $2::bigint where not exists (select from receiver_station where receiver = lower($1 collate "C"))
         on conflict do nothing`,
        [name, station.id],
      );
    });
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
