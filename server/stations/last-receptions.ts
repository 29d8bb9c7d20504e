/**
 * Last reception of stations, from counts (decision 18). A receiver whose clock is ahead counts as received now
 * during the current hour. Later hours are ignored.
 */
import { clock } from '../base/clock.ts';
import type { Query } from '../database/pool.ts';
import { silenceLimits } from './silence-rules.ts';

/** Last message of any of its receivers. null = none stored. */
export async function lastReceptionOf(db: Query, recordId: number): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>(
    `select max(least(h.last_at, $2)) as at from receiver_station r join rx_hour h using (receiver)
     where r.station_record_id = $1 and h.hour <= $2`,
    [recordId, new Date(clock.now())],
  );
  return row?.at ?? null;
}

/** Of all stations with receptions between two instants. */
export async function lastReceptionsSince(
  db: Query,
  sinceMs: number,
  nowMs: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query<{ recordId: number; at: Date }>(
    `select r.station_record_id as "recordId", max(least(h.last_at, $2)) as at from rx_hour h join receiver_station r using (receiver)
     where h.hour >= $1 and h.hour <= $2 group by 1`,
    [new Date(sinceMs), new Date(nowMs)],
  );
  return new Map(rows.map(({ recordId, at }) => [recordId, at.getTime()]));
}

/** Ten-minute slots with receptions of a station. Names are those of SQL values. */
const receptionSlots = (station: string, from: string, to: string): string => `
  select distinct h.hour + slot * interval '10 minutes' as at
  from receiver_station r join rx_hour h using (receiver), generate_series(0, 5) slot
  where r.station_record_id = ${station} and h.hour >= ${from}::timestamptz - interval '1 hour' and h.hour <= ${to} and h.slots & (1 << slot) <> 0`;

/**
 * The longest gaps (ms, descending, as many as count) between ten-minute slots with receptions, in the known time before the last
 * reception (epoch ms, by the station's record). Adjacent slots have no gap.
 */
export async function longestPauses(
  db: Query,
  receptions: readonly (readonly [recordId: number, receivedMs: number])[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await db.query<{ recordId: number; seconds: number }>(
    `select w.id as "recordId", extract(epoch from p.pause)::float8 as seconds
     from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) as w (id, from_at, heard_at), lateral (
       select next - at as pause
       from (select at, lead(at) over (order by at) as next from (${receptionSlots('w.id', 'w.from_at', 'w.heard_at')}) s where at >= w.from_at) gaps
       where next - at > interval '10 minutes' order by 1 desc limit $4) p
     order by p.pause desc`,
    [
      receptions.map(([recordId]) => recordId),
      receptions.map(([, receivedMs]) => new Date(receivedMs - silenceLimits.knownForMs)),
      receptions.map(([, receivedMs]) => new Date(receivedMs)),
      silenceLimits.countedPauses,
    ],
  );
  const found = new Map<number, number[]>();
  for (const { recordId, seconds } of rows) found.set(recordId, [...(found.get(recordId) ?? []), seconds * 1000]);
  return found;
}

/** Number of ten-minute slots with receptions after an instant until another. */
export async function slotsWithReceptions(
  db: Query,
  { recordId, afterMs, toMs }: { recordId: number; afterMs: number; toMs: number },
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*) as count from (${receptionSlots('$1', '$2', '$3')}) s where at > $2::timestamptz and at <= $3`,
    [recordId, new Date(afterMs), new Date(toMs)],
  );
  return row?.count ?? 0;
}
