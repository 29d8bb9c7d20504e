/** Demo bids: past, current and scheduled. Only for a database without bids. */
import { clock } from '../base/clock.ts';
import { setBid } from '../bids/overall-bids.ts';
import type { Database, Transaction } from '../database/pool.ts';

const dayMs = 86_400_000;
/** Days from now: creation and start. */
const bids = [
  { bidValue: 24, setOn: -150, startsOn: -140 },
  { bidValue: 31.5, setOn: -38, startsOn: -30 },
  { bidValue: 36, setOn: -3, startsOn: 12 },
] as const;

export async function addDemoBids(db: Database): Promise<void> {
  const [admin] = await db.query<{ id: string }>(
    `select id from users where is_demo and role = 'Admin' and not exists (select from overall_bids) limit 1`,
  );
  if (!admin) return;
  const today = Math.floor(clock.now() / dayMs) * dayMs;
  const dayText = (days: number): string => new Date(today + days * dayMs).toISOString().slice(0, 10);
  for (const { bidValue, setOn, startsOn } of bids) {
    // At some time in that morning.
    const by = { userId: admin.id, nowMs: today + setOn * dayMs + 9.4 * 3_600_000, today: dayText(setOn) };
    await setBid(db, { bidValue, startDate: dayText(startsOn) }, by);
  }
}

/** Bids set by demo accounts belong to the demo. Call it while the accounts exist. */
export async function removeDemoBids(tx: Transaction): Promise<void> {
  await tx.query('delete from overall_bids where created_by in (select id from users where is_demo)');
}
