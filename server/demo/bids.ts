/**
 * The demo's overall bids: one that stood, one that stands and one that is scheduled. Must not: touch a database in which anybody has set one.
 */
import { clock } from '../clock.ts';
import type { Database, Transaction } from '../database/pool.ts';
import { setBid } from '../store/overall-bids.ts';

const dayMs = 86_400_000;
/** Days from now on: when it was set, and from when it counts. */
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
    // Some time in that morning.
    const by = { userId: admin.id, nowMs: today + setOn * dayMs + 9.4 * 3_600_000, today: dayText(setOn) };
    await setBid(db, { bidValue, startDate: dayText(startsOn) }, by);
  }
}

/** What demo accounts have set is the demo's, whoever used them. To be called while they are there. */
export async function removeDemoBids(tx: Transaction): Promise<void> {
  await tx.query('delete from overall_bids where created_by in (select id from users where is_demo)');
}
