/** Slots of ten minutes in which this server ran: a gap in the counts has a cause (decision 26). */
import type { Database } from '../database/pool.ts';
import { type Span, slotMs } from './period.ts';

type Query = Pick<Database, 'query'>;
/** As long as the longest band. */
export const maxBandMs = 7 * 86_400_000;

/** Idempotent. Older slots are removed. */
export async function noteServerSlot(db: Query, nowMs: number): Promise<void> {
  const slot = new Date(Math.floor(nowMs / slotMs) * slotMs);
  await db.query('insert into server_slot (slot) values ($1) on conflict do nothing', [slot]);
  await db.query('delete from server_slot where slot < $1', [new Date(nowMs - maxBandMs - slotMs)]);
}

/** `firstMs` = first known slot of all. Earlier ones are unknown. null = none. */
type ServerSlots = { readonly firstMs: number | null; readonly ran: ReadonlySet<number> };

export async function slotsOfServer(db: Query, { fromMs, toMs }: Span): Promise<ServerSlots> {
  const [row] = await db.query<{ firstMs: number | null; ran: number[] | null }>(
    `select (extract(epoch from min(slot)) * 1000)::float8 as "firstMs",
       array_agg((extract(epoch from slot) * 1000)::float8) filter (where slot >= $1 and slot < $2) as ran from server_slot`,
    [new Date(fromMs), new Date(toMs)],
  );
  return { firstMs: row?.firstMs ?? null, ran: new Set(row?.ran ?? []) };
}
