/** Messages by type, per hour, or per day for a month. */
import { type FirstSight, mostHourDays, type SightDays } from '../../contract/entities/first-sight.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';
import type { MessageType } from '../statistics/count-receptions.ts';
import { hourMs } from '../statistics/period.ts';

type Query = Pick<Database, 'query'>;

const dayMs = 24 * hourMs;

export async function messagesPerStep(
  db: Query,
  receivers: readonly string[] | null,
  days: SightDays,
  nowMs: number,
): Promise<FirstSight['messages']> {
  const stepMs = days > mostHourDays ? dayMs : hourMs;
  const length = (days * dayMs) / stepMs;
  const from = Math.floor(nowMs / stepMs) * stepMs - (length - 1) * stepMs;
  const rows = await db.query<{ step: number; type: MessageType; messages: number }>(
    `select floor((extract(epoch from hour) * 1000 - $2::float8) / $3::float8)::int as step, message_type as type, sum(messages)::float8 as messages
     from rx_hour where ($1::text[] is null or receiver = any($1)) and hour >= $4 and hour <= $5 group by 1, 2`,
    [receivers, from, stepMs, new Date(from), new Date(nowMs)],
  );
  const countsOf = (type: MessageType): number[] => {
    const counts = new Array<number>(length).fill(0);
    for (const row of rows) if (row.type === type) counts[row.step] = row.messages;
    return counts;
  };
  return {
    from: writeInstant(from),
    stepS: stepMs / 1000,
    acars: countsOf('ACARS'),
    vdlm2: countsOf('VDLM2'),
    hfdl: countsOf('HFDL'),
    adsb: countsOf('ADSB'),
    frameFactor: await widestInterval(db, from),
  };
}

/** ADS-B counts contain every frame, its lists those that were stored. */
async function widestInterval(db: Query, fromMs: number): Promise<number> {
  const [row] = await db.query<{ factor: number | null }>(
    'select max(factor)::int as factor from adsb_keep where day >= $1::date',
    [writeInstant(fromMs).slice(0, 10)],
  );
  return row?.factor ?? 1;
}
