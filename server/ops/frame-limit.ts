/** Space for frames (ADSB_MAX_GB): the interval of stored rows doubles until the rate of the last full day fits (decision 10). */
import { dayMs } from '../../contract/durations.ts';
import { clock } from '../base/clock.ts';
import type { Query } from '../database/pool.ts';
import { rawTable } from '../input/radio/raw/store-raw.ts';
import { dayOf, partitionName } from '../messages/day-partitions.ts';
import { adsbTable } from '../query/message-tables.ts';

type FrameLimit = { readonly maxBytes: number; readonly retentionDays: number; readonly rawDays: number };
/** `factor` = how much wider the interval was on that day. */
type FrameDay = { readonly rowBytes: number; readonly rawBytes: number; readonly factor: number };

const factors = [1, 2, 4, 8] as const;
const retainedDays = 30;

/** The first factor that fits, otherwise the largest. Rows are in proportion to the interval, packed frames are not. */
export function factorFor(
  { rowBytes, rawBytes, factor }: FrameDay,
  { maxBytes, retentionDays, rawDays }: FrameLimit,
): number {
  const fits = (one: number): boolean => ((rowBytes * factor) / one) * retentionDays + rawBytes * rawDays <= maxBytes;
  return factors.find(fits) ?? 8;
}

/** The factor of today. The same day always leads to the same one, so that a restart changes nothing. Old ones go by a trusted clock only. */
export async function limitFrames(db: Query, limit: FrameLimit, isTrusted = true): Promise<number> {
  const today = dayOf(clock.now());
  const last = await frameDay(db, dayOf(clock.now() - dayMs));
  const factor = last === null ? 1 : factorFor(last, limit);
  await db.query(
    'insert into adsb_keep (day, factor) values ($1, $2) on conflict (day) do update set factor = excluded.factor',
    [today, factor],
  );
  if (isTrusted)
    await db.query('delete from adsb_keep where day < $1::date', [dayOf(clock.now() - retainedDays * dayMs)]);
  return factor;
}

/** 1 = the interval of the setting. */
export async function factorOfToday(db: Query): Promise<number> {
  const [row] = await db.query<{ factor: number }>('select factor from adsb_keep where day = $1', [dayOf(clock.now())]);
  return row?.factor ?? 1;
}

/** With indexes, and its part of the keys. Null without a partition. */
async function frameDay(db: Query, day: string): Promise<FrameDay | null> {
  const [row] = await db.query<{ bytes: number | null; keys: number; raw: number | null; factor: number | null }>(
    `with partition as materialized (select * from partition_sizes($1))
     select (select total_bytes from partition where partition_name = $2) as bytes,
       pg_total_relation_size('${adsbTable.keys}')::float8
         / greatest(1, (select count(*) from partition where table_name = '${adsbTable.name}' and has_rows)) as keys,
       (select total_bytes from partition where partition_name = $3) as raw,
       (select factor from adsb_keep where day = $4) as factor`,
    [[adsbTable.name, rawTable.name], partitionName(day, adsbTable), partitionName(day, rawTable), day],
  );
  if (!row || row.bytes === null) return null;
  return { rowBytes: row.bytes + row.keys, rawBytes: row.raw ?? 0, factor: row.factor ?? 1 };
}
