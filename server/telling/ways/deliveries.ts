/** Messages that wait: taken in order, marked before they are sent, and what became of them. Never resent after an unknown outcome. Own file: SQL of the post. */
import { audienceOf } from '../../../contract/audience-of.ts';
import type { DeliveryWay } from '../../../contract/entities/notices.ts';
import { clock } from '../../base/clock.ts';
import type { Query } from '../../database/pool.ts';
import type { CompanyScope } from '../../http/company-scope.ts';
import { Values } from '../../query/filter-sql.ts';
import { firstReceiverSql, hitScope, type Reader } from '../hit-scope.ts';
import { tellingChannel } from '../hits.ts';
import type { Outcome, SentHit } from './sender.ts';

/** After pauses of 1, 2, 4, 8, 16, 32 and then 60 minutes: the last one is six hours after the first. */
const maxAttempts = 12;
const firstPauseMs = 60_000;
const longestPauseMs = 3_600_000;
/** That a service may request. */
const longestRequestedMs = 6 * 3_600_000;
const maxHits = 100;

export type Due = {
  readonly id: string;
  readonly way: DeliveryWay;
  readonly userId: string | null;
  readonly deviceId: string | null;
  readonly webhookId: string | null;
  readonly host: string;
  readonly hitIds: readonly string[];
  readonly isEmergency: boolean;
  readonly attempts: number;
};

/** The next of the other hosts. Marked before sending: it is never sent twice after a crash. Emergencies first. */
export async function takeDue(
  db: Query,
  ways: ReadonlySet<DeliveryWay>,
  busyHosts: readonly string[],
): Promise<Due | undefined> {
  const [due] = await db.query<Due>(
    `update watch_deliveries d set begun_at = $1, attempts = d.attempts + 1, reason = null
     where d.id = (select id from watch_deliveries where begun_at is null and given_up_at is null and not_before <= $1
                   and way = any($2::text[]) and host <> all($3::text[]) order by is_emergency desc, not_before, id limit 1 for update skip locked)
     returning d.id::text as id, d.way, d.user_id as "userId", d.push_device_id::text as "deviceId", d.webhook_id::text as "webhookId", d.host,
       d.hit_ids::text[] as "hitIds", d.is_emergency as "isEmergency", d.attempts`,
    [new Date(clock.now()), [...ways], busyHosts],
  );
  return due;
}

/** Who gets it, with the rights of now. null = nobody any more. */
export async function readerOf(
  db: Query,
  { way, userId, deviceId, webhookId }: Due,
): Promise<Reader | 'everyone' | null> {
  if (way === 'mqtt') return 'everyone';
  if (way === 'push' && deviceId === null) return null;
  if (way !== 'webhook') return userId === null ? null : accountOf(db, userId);
  const [webhook] = await db.query<{ owner: string; userId: string | null; company: string | null }>(
    'select owner, user_id as "userId", company from webhooks where id = $1 and paused_because is null',
    [webhookId],
  );
  if (!webhook) return null;
  const { owner, company } = webhook;
  if (owner === 'user') return webhook.userId === null ? null : accountOf(db, webhook.userId);
  if (owner === 'company') return company === null ? null : { userId: '', audience: 'companyUser', company };
  return { userId: '', audience: 'admin', company: null };
}

async function accountOf(db: Query, userId: string): Promise<Reader | null> {
  const [user] = await db.query<{ role: string; company: string | null }>(
    'select role, company from users where id = $1 and terms = 1',
    [userId],
  );
  return user ? { userId, audience: audienceOf(user), company: user.company } : null;
}

/** Of the events of a message those that the reader may see now, newest first, and their number. */
export async function visibleHits(
  db: Query,
  reader: Reader | 'everyone',
  hitIds: readonly string[],
  companyScope: CompanyScope,
): Promise<{ readonly hits: readonly SentHit[]; readonly total: number }> {
  const values = new Values();
  const ids = `watch_hits.id = any(${values.add(hitIds, 'bigint[]')})`;
  const { conditions, receiver } =
    reader === 'everyone'
      ? { conditions: [], receiver: firstReceiverSql }
      : await hitScope(db, reader, companyScope, values);
  const rows = await db.query<SentHit & { total: number }>(
    `select watch_hits.id::text as id, watch_hits.event_key as "eventKey", watch_hits.rule_id::text as "ruleId", watch_rules.name as rule,
       watch_hits.kind, watch_hits.is_emergency as "isEmergency", to_char(watch_hits.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
       watch_hits.title, watch_hits.words, watch_hits.path, watch_hits.tail, watch_hits.icao, watch_hits.flight,
       ${receiver} as "stationId", watch_hits.station_number as "stationNumber", (count(*) over ())::int as total
     from watch_hits join watch_rules on watch_rules.id = watch_hits.rule_id
     where ${[ids, ...conditions].join(' and ')} order by watch_hits.at desc, watch_hits.id desc limit ${maxHits}`,
    values.list,
  );
  return { hits: rows.map(({ total: _, ...hit }) => hit), total: rows[0]?.total ?? 0 };
}

/** Nobody may have it: the account is closed, has moved or lost the role, or the device or webhook was removed. */
export const nobody: Outcome = {
  kind: 'failed',
  reason: 'The device, webhook or account was removed, or may no longer see this notice.',
};

export async function noteOutcome(
  db: Query,
  { id, attempts }: Pick<Due, 'id' | 'attempts'>,
  outcome: Outcome,
): Promise<void> {
  const nowMs = clock.now();
  const now = new Date(nowMs);
  if (outcome.kind === 'sent') await db.query('update watch_deliveries set sent_at = $2 where id = $1', [id, now]);
  // Left as started, as after a crash: it may have been delivered.
  else if (outcome.kind === 'unknown')
    await db.query('update watch_deliveries set reason = $2 where id = $1', [id, outcome.reason]);
  else if (outcome.kind === 'failed' || attempts >= maxAttempts)
    await db.query('update watch_deliveries set given_up_at = $2, reason = $3 where id = $1', [
      id,
      now,
      outcome.reason,
    ]);
  else {
    const pauseMs = Math.max(
      Math.min(longestRequestedMs, outcome.afterMs ?? 0),
      Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1)),
    );
    await db.query('update watch_deliveries set begun_at = null, not_before = $2, reason = $3 where id = $1', [
      id,
      new Date(nowMs + pauseMs),
      outcome.reason,
    ]);
  }
}

/** The target of a way is back: what waits for another attempt is due. */
export async function retryNow(db: Query, way: DeliveryWay): Promise<void> {
  await db.query(
    `with due as (
       update watch_deliveries set not_before = $2 where way = $1 and begun_at is null and given_up_at is null and attempts > 0 and not_before > $2
       returning 1)
     select pg_notify('${tellingChannel}', '') from (select 1 from due limit 1) any_due`,
    [way, new Date(clock.now())],
  );
}
