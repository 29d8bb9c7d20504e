/** Users with one device each, and a rule about one aircraft each: none gets more than a few notices. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Query } from '../../server/database/pool.ts';
import { acarsdecLine } from './messages.ts';
import type { PushService } from './push-service.ts';

const tailOf = (user: number): string => `N${String(user).padStart(4, '0')}B`;
/** Device of a user at the push service. */
export const deviceOf = (user: number): string => `device ${user}`;

export async function addPushUsers(db: Query, service: PushService, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, user) => ({
    ...service.device(deviceOf(user)),
    id: `push user ${user}`,
    body: {
      ...{ name: 'Own tail', owner: 'user', isEnabled: true, not: [], scope: 'every', quiet: null },
      all: [{ field: 'tail', values: [tailOf(user)] }],
      ways: { push: true, email: 'none', webhooks: [], mqtt: false },
    },
  }));
  const given = `jsonb_to_recordset($1::jsonb) g (id text, body jsonb, endpoint text, p256dh text, auth text)`;
  const statements = [
    `insert into users (id, user_name, role, terms, password_hash) select id, id, 'User', 1, '-' from ${given}`,
    `insert into push_devices (user_id, endpoint, p256dh, auth, name) select id, endpoint, p256dh, auth, 'Device' from ${given}`,
    `insert into watch_rules (owner, user_id, written_by, name, is_enabled, body) select 'user', id, id, 'Own tail', true, body from ${given}`,
  ];
  for (const statement of statements) await db.query(statement, [JSON.stringify(rows)]);
}

/** A server reads changed rules again within a second: messages about one user until one of them is matched. `post` = sends a line. */
export async function untilMatched(db: Query, user: number, post: (line: string) => Promise<unknown>): Promise<void> {
  for (let number = 0; ; number += 1) {
    await post(lineAbout(user, number));
    if ((await db.query('select 1 from watch_hits limit 1')).length > 0) return;
    await pause(100);
  }
}

/** The message with a number about the aircraft of a user, as one line. Received at once, whenever it is sent again. */
export function lineAbout(user: number, number: number, nowS?: number): string {
  const msgno = `M${String(number % 100).padStart(2, '0')}A`;
  const tail = tailOf(user);
  const text = `ABOUT ${user} ${number}`;
  return JSON.stringify(acarsdecLine({ secondsAgo: 1, tail, flight: 'ZZ1', end: true, msgno, text }, nowS));
}
