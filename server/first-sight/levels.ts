/** Levels of text messages by frequency. */
import { type FrequencyLevels, fewestLevels, type SightDays } from '../../contract/entities/first-sight.ts';
import type { Database } from '../database/pool.ts';
import { bucketDb, levelBuckets, lowestDb } from '../statistics/count-texts.ts';
import { hourMs } from '../statistics/period.ts';

type Query = Pick<Database, 'query'>;

const shares = [0.05, 0.25, 0.5, 0.75, 0.95];
const sums = Array.from({ length: levelBuckets }, (_, at) => `sum(b${at})`).join(', ');

export async function frequencyLevels(
  db: Query,
  receivers: readonly string[] | null,
  days: SightDays,
  nowMs: number,
): Promise<FrequencyLevels[]> {
  const rows = await db.query<{ khz: number; type: string; buckets: number[] }>(
    `select khz, message_type as type, array[${sums}]::float8[] as buckets from level_hour
     where ($1::text[] is null or receiver = any($1)) and hour > $2 and hour <= $3 group by 1, 2 order by 1, 2`,
    [receivers, new Date(nowMs - days * 24 * hourMs), new Date(nowMs)],
  );
  return rows.flatMap(({ khz, type, buckets }) => {
    const messages = buckets.reduce((sum, count) => sum + count, 0);
    return messages < fewestLevels
      ? []
      : [{ khz, type, messages, quantiles: shares.map((share) => quantileOf(buckets, share)) }];
  });
}

/** dB. Levels are spread evenly within a bucket. `buckets` must contain a message. */
export function quantileOf(buckets: readonly number[], share: number): number {
  const target = share * buckets.reduce((sum, count) => sum + count, 0);
  let passed = 0;
  for (const [at, count] of buckets.entries()) {
    if (count > 0 && passed + count >= target) {
      const db = lowestDb + (at + (target - passed) / count) * bucketDb;
      return Math.round(db * 10) / 10;
    }
    passed += count;
  }
  return lowestDb + buckets.length * bucketDb;
}
