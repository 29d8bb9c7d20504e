/**
 * Gives waiting hits to the ways of those whom they concern: one transaction, in which a hit stops waiting and its messages are written. A
 * reception that arrives later concerns more users, never one twice.
 * Own file: SQL of the post.
 */
import type { DeliveryWay } from '../../../contract/entities/notices.ts';
import type { QuietHours, RuleWays } from '../../../contract/entities/rules.ts';
import { foldCase } from '../../../contract/filters.ts';
import { clock } from '../../base/clock.ts';
import type { Database, Query, Transaction } from '../../database/pool.ts';
import type { CompanyScope } from '../../http/company-scope.ts';
import { type Recipient, recipientsOf } from '../recipients.ts';
import { paceLimits, waitUntil } from './pace.ts';
import { nextDigest, quietEnd } from './quiet-hours.ts';

/** Hits of one transaction: its memory is bounded. */
const atOnce = 500;
const hourMs = 3_600_000;

type Hit = {
  readonly id: string;
  readonly isEmergency: boolean;
  readonly isLate: boolean;
  readonly ways: RuleWays | null;
  /** null = the quiet hours of each user. */
  readonly quiet: QuietHours | 'none' | null;
};
type Sent = Hit & { readonly ways: RuleWays };
/** Where messages go: a device or the address of a user, a webhook, or MQTT. */
type Target = {
  readonly way: DeliveryWay;
  readonly userId: string | null;
  readonly company: string | null;
  readonly deviceId: string | null;
  readonly webhookId: string | null;
  readonly host: string;
};
type Gathers = 'burst' | 'quiet' | 'hour' | 'day';
/** Events for one target that are sent together, or at once (`gathers` null). */
type Lane = {
  readonly target: Target;
  readonly isEmergency: boolean;
  readonly gathers: Gathers | null;
  readonly notBeforeMs: number;
  readonly hitIds: string[];
};
type Planned = Omit<Lane, 'hitIds'> & { readonly hitIds: readonly string[] };

type FanOut = {
  readonly db: Database;
  readonly companyScope: CompanyScope;
  /** Ways that this server has. */
  readonly ways: ReadonlySet<DeliveryWay>;
};

/** Until none waits, or `ending`. Resolves to the number of hits. */
export async function fanOut(work: FanOut, ending?: AbortSignal): Promise<number> {
  let all = 0;
  for (;;) {
    if (ending?.aborted) return all;
    const count = await work.db.transaction((tx) => fanOutSome(tx, work));
    all += count;
    if (count < atOnce) return all;
  }
}

async function fanOutSome(tx: Transaction, { companyScope, ways }: FanOut): Promise<number> {
  const receptions = await tx.query<{ id: string; hitId: string }>(
    `select id::text as id, hit_id::text as "hitId" from watch_receptions where is_waiting order by id limit ${atOnce} for update skip locked`,
  );
  const again = new Set(receptions.map(({ hitId }) => hitId));
  // Not for update: storing adds receptions.
  const hits = await tx.query<Hit>(
    `select h.id::text as id, h.is_emergency as "isEmergency", h.is_late as "isLate", r.body -> 'ways' as ways, r.body -> 'quiet' as quiet
     from watch_hits h join watch_rules r on r.id = h.rule_id
     where h.id in ((select id from watch_hits where is_waiting order by id limit ${atOnce}) union select unnest($1::bigint[]))
     order by h.id for no key update of h skip locked`,
    [[...again]],
  );
  if (hits.length === 0) return 0;
  const told = hits.filter((hit): hit is Sent => !hit.isLate && hit.ways !== null && hasWay(hit.ways));
  const lanes = await lanesOf(
    tx,
    told,
    await recipientsOf(
      tx,
      told.map(({ id }) => id),
      companyScope,
    ),
    { ways, known: await knownTargets(tx, again) },
  );
  await write(tx, lanes);
  const taken = new Set(hits.map(({ id }) => id));
  await tx.query('update watch_hits set is_waiting = false where id = any($1::bigint[]) and is_waiting', [[...taken]]);
  await tx.query('update watch_receptions set is_waiting = false where id = any($1::bigint[])', [
    receptions.filter(({ hitId }) => taken.has(hitId)).map(({ id }) => id),
  ]);
  return hits.length;
}

/** Hits with the user, the webhook or the broker that has a message about them. */
const knownKey = (hitId: string, target: string): string => `${hitId} ${target}`;
async function knownTargets(tx: Query, hitIds: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  if (hitIds.size === 0) return new Set();
  const rows = await tx.query<{ target: string; hitIds: string[] }>(
    `select distinct coalesce('user ' || user_id, 'webhook ' || webhook_id, way) as target, hit_ids::text[] as "hitIds" from watch_deliveries
     where hit_ids && $1::bigint[]`,
    [[...hitIds]],
  );
  return new Set(rows.flatMap((row) => row.hitIds.map((id) => knownKey(id, row.target))));
}

const hasWay = ({ push, email, webhooks, mqtt }: RuleWays): boolean =>
  push || email !== 'none' || webhooks.length > 0 || mqtt;

// ---- Which events go to which target, and when

async function lanesOf(
  tx: Query,
  hits: readonly Sent[],
  recipients: readonly Recipient[],
  { ways, known }: { readonly ways: ReadonlySet<DeliveryWay>; readonly known: ReadonlySet<string> },
): Promise<readonly Lane[]> {
  const nowMs = clock.now();
  const byId = new Map(hits.map((hit) => [hit.id, hit]));
  const devices = ways.has('push') ? await devicesOf(tx, recipients) : new Map<string, readonly Target[]>();
  const webhooks = ways.has('webhook') ? await webhooksOf(tx, hits) : new Map<string, Target>();
  const lanes = new Lanes();
  const shown = new Set<string>();
  for (const one of recipients) {
    const { zone } = one.settings;
    const address: Target = { ...noTarget, way: 'email', userId: one.userId, company: one.company, host: 'email' };
    for (const id of one.hitIds) {
      const hit = byId.get(id);
      if (!hit) continue;
      shown.add(id);
      if (known.has(knownKey(id, `user ${one.userId}`))) continue;
      const rule = hit.quiet ?? one.settings.quiet;
      const quiet = rule === 'none' || (rule?.passEmergencies && hit.isEmergency) ? null : rule;
      const heldUntil = (atMs: number): number | null => quiet && quietEnd(quiet, zone, atMs);
      const end = heldUntil(nowMs);
      const now = end === null ? ({ gathers: null, atMs: nowMs } as const) : ({ gathers: 'quiet', atMs: end } as const);
      if (hit.ways.push) for (const device of devices.get(one.userId) ?? []) lanes.add(device, hit, now);
      const { email } = hit.ways;
      if (!ways.has('email') || email === 'none' || one.email === '') continue;
      if (email === 'each') lanes.add(address, hit, now);
      else {
        const atMs = nextDigest(email, zone, nowMs);
        lanes.add(address, hit, { gathers: email, atMs: heldUntil(atMs) ?? atMs });
      }
    }
  }
  // A program has no quiet hours. A hit that nobody may see reaches none.
  for (const hit of hits.filter(({ id }) => shown.has(id))) {
    for (const id of new Set(hit.ways.webhooks)) {
      const webhook = webhooks.get(id);
      if (webhook && !known.has(knownKey(hit.id, `webhook ${id}`)))
        lanes.add(webhook, hit, { gathers: null, atMs: nowMs });
    }
    if (hit.ways.mqtt && ways.has('mqtt') && !known.has(knownKey(hit.id, 'mqtt')))
      lanes.add(broker, hit, { gathers: null, atMs: nowMs });
  }
  return lanes.all();
}

const noTarget = { userId: null, company: null, deviceId: null, webhookId: null } as const;
const broker: Target = { ...noTarget, way: 'mqtt', host: 'mqtt' };
const keyOf = ({ way, userId, deviceId, webhookId }: Omit<Target, 'company' | 'host'>, isEmergency: boolean): string =>
  [way, userId, deviceId, webhookId, isEmergency].join(' ');

class Lanes {
  readonly #lanes = new Map<string, Lane>();

  add(target: Target, hit: Hit, { gathers, atMs }: { readonly gathers: Gathers | null; readonly atMs: number }): void {
    // Emergencies have a pace of their own: no flood of other notices delays them.
    const key = `${keyOf(target, hit.isEmergency)} ${gathers} ${atMs}`;
    const known = this.#lanes.get(key);
    if (known) known.hitIds.push(hit.id);
    else
      this.#lanes.set(key, {
        ...{ target, isEmergency: hit.isEmergency, gathers, notBeforeMs: atMs },
        hitIds: [hit.id],
      });
  }

  all(): readonly Lane[] {
    return [...this.#lanes.values()];
  }
}

async function devicesOf(tx: Query, recipients: readonly Recipient[]): Promise<Map<string, readonly Target[]>> {
  const companies = new Map(recipients.map(({ userId, company }) => [userId, company]));
  const rows = await tx.query<{ id: string; userId: string; endpoint: string }>(
    'select id::text as id, user_id as "userId", endpoint from push_devices where user_id = any($1::text[]) order by id',
    [[...companies.keys()]],
  );
  const found = new Map<string, Target[]>();
  for (const { id, userId, endpoint } of rows) {
    const host = new URL(endpoint).host;
    const target: Target = {
      ...noTarget,
      way: 'push',
      userId,
      company: companies.get(userId) ?? null,
      deviceId: id,
      host,
    };
    found.set(userId, [...(found.get(userId) ?? []), target]);
  }
  return found;
}

async function webhooksOf(tx: Query, hits: readonly Sent[]): Promise<Map<string, Target>> {
  const ids = [...new Set(hits.flatMap(({ ways }) => ways.webhooks))].filter((id) => /^\d{1,18}$/.test(id));
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: string; url: string; company: string | null }>(
    'select id::text as id, url, company from webhooks where id = any($1::bigint[]) and paused_because is null',
    [ids],
  );
  return new Map(
    rows.map(({ id, url, company }) => [
      id,
      { ...noTarget, way: 'webhook', webhookId: id, company, host: URL.canParse(url) ? new URL(url).host : '' },
    ]),
  );
}

// ---- Writing them at the pace of each target

type Open = {
  readonly id: string;
  readonly way: DeliveryWay;
  readonly userId: string | null;
  readonly deviceId: string | null;
  readonly webhookId: string | null;
  readonly isEmergency: boolean;
  readonly gathers: Gathers;
  readonly notBefore: Date;
};

async function write(tx: Transaction, lanes: readonly Lane[]): Promise<void> {
  if (lanes.length === 0) return;
  const nowMs = clock.now();
  const recent = await recentTimes(tx, lanes, nowMs);
  const companies = await companyPace(tx, lanes, nowMs);
  const open = await openOf(tx, lanes);
  const planned = lanes.flatMap((lane): readonly Planned[] => {
    const { target, isEmergency, gathers, hitIds } = lane;
    if (gathers !== null) return [lane];
    // A broker is for programs: each event is a message.
    if (target.way === 'mqtt') return hitIds.map((id) => ({ ...lane, hitIds: [id] }));
    const burst: Planned = { ...lane, gathers: 'burst' };
    if (open.has(openKey(target, burst))) return [burst];
    const freeMs = isEmergency ? nowMs : (companies.get(foldCase(target.company?.trim() ?? '')) ?? nowMs);
    const times = recent.get(keyOf(target, isEmergency)) ?? [];
    const until = waitUntil(times, hitIds.length, freeMs, nowMs);
    if (until !== null) return [{ ...burst, notBeforeMs: until }];
    return hitIds.map((id) => ({ ...lane, hitIds: [id] }));
  });
  const [appended, added] = [[] as { id: string; hitIds: readonly string[] }[], [] as Planned[]];
  for (const one of planned) {
    const known = one.gathers && open.get(openKey(one.target, one));
    if (known) appended.push({ id: known, hitIds: one.hitIds });
    else added.push(one);
  }
  if (appended.length > 0)
    await tx.query(
      `update watch_deliveries d set hit_ids = d.hit_ids || array(select jsonb_array_elements_text(g."hitIds")::bigint)
       from jsonb_to_recordset($1::jsonb) g (id bigint, "hitIds" jsonb) where d.id = g.id`,
      [JSON.stringify(appended)],
    );
  await insert(tx, added, nowMs);
}

/** A burst goes to the one that waits, whenever that is sent. Others have a time. */
const openKey = (
  target: Omit<Target, 'company' | 'host'>,
  { isEmergency, gathers, notBeforeMs }: Omit<Planned, 'target' | 'hitIds'>,
): string => `${keyOf(target, isEmergency)} ${gathers} ${gathers === 'burst' ? '' : notBeforeMs}`;

/** Messages that wait and take more events. Locked: none of them is sent meanwhile. */
async function openOf(tx: Query, lanes: readonly Lane[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<Open>(
    `select id::text as id, way, user_id as "userId", push_device_id::text as "deviceId", webhook_id::text as "webhookId",
       is_emergency as "isEmergency", gathers, not_before as "notBefore"
     from watch_deliveries where gathers is not null and begun_at is null and given_up_at is null and attempts = 0
       and (user_id = any($1::text[]) or webhook_id = any($2::bigint[])) order by id for update skip locked`,
    [
      [...new Set(lanes.flatMap(({ target }) => target.userId ?? []))],
      [...new Set(lanes.flatMap(({ target }) => target.webhookId ?? []))],
    ],
  );
  return new Map(rows.map((row) => [openKey(row, { ...row, notBeforeMs: row.notBefore.getTime() }), row.id]));
}

async function insert(tx: Query, added: readonly Planned[], nowMs: number): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map(({ target, isEmergency, gathers, notBeforeMs, hitIds }) => ({
    ...{ way: target.way, userId: target.userId, deviceId: target.deviceId, webhookId: target.webhookId },
    ...{ host: target.host, isEmergency, gathers, reason: gathers && reasons[gathers] },
    ...{ notBefore: new Date(notBeforeMs).toISOString(), hitIds },
  }));
  await tx.query(
    `insert into watch_deliveries (way, user_id, push_device_id, webhook_id, host, is_emergency, gathers, reason, not_before, hit_ids, created_at)
     select way, "userId", "deviceId", "webhookId", host, "isEmergency", gathers, reason, "notBefore",
       array(select jsonb_array_elements_text("hitIds")::bigint), $2
     from jsonb_to_recordset($1::jsonb) g (way text, "userId" text, "deviceId" bigint, "webhookId" bigint, host text, "isEmergency" boolean,
       gathers text, reason text, "notBefore" timestamptz, "hitIds" jsonb)`,
    [JSON.stringify(rows), new Date(nowMs)],
  );
}

const reasons: Readonly<Record<Gathers, string>> = {
  burst: `More than ${paceLimits.perMinute} notices in a minute, or ${paceLimits.perHour} in an hour`,
  quiet: 'Quiet hours',
  hour: 'Hourly email',
  day: 'Daily email',
};

/** Epoch ms of the messages of the last hour and of waiting bursts, by target. */
async function recentTimes(
  tx: Query,
  lanes: readonly Lane[],
  nowMs: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await tx.query<Omit<Open, 'id' | 'gathers' | 'notBefore'> & { times: Date[] }>(
    `select way, user_id as "userId", push_device_id::text as "deviceId", webhook_id::text as "webhookId", is_emergency as "isEmergency",
       array_agg(not_before order by not_before desc) as times
     from watch_deliveries where not_before > $3 and (not_before <= $4 or gathers = 'burst') and (user_id = any($1::text[]) or webhook_id = any($2::bigint[]))
     group by way, user_id, push_device_id, webhook_id, is_emergency`,
    [
      [...new Set(lanes.flatMap(({ target }) => target.userId ?? []))],
      [...new Set(lanes.flatMap(({ target }) => target.webhookId ?? []))],
      new Date(nowMs - hourMs),
      new Date(nowMs),
    ],
  );
  return new Map(rows.map((row) => [keyOf(row, row.isEmergency), row.times.map((at) => at.getTime())]));
}

/** Epoch ms from which a company may send again, by its name. Absent = at once. */
async function companyPace(tx: Query, lanes: readonly Lane[], nowMs: number): Promise<ReadonlyMap<string, number>> {
  const names = new Set(lanes.flatMap(({ target }) => foldCase(target.company?.trim() ?? '') || []));
  if (names.size === 0) return new Map();
  const rows = await tx.query<{ company: string; oldest: Date }>(
    `select lower(trim(u.company)) as company, min(d.not_before) as oldest
     from users u join watch_deliveries d on d.user_id = u.id and d.not_before > $2
     where lower(trim(u.company)) = any($1::text[]) group by 1 having count(*) >= ${paceLimits.companyPerHour}`,
    [[...names], new Date(nowMs - hourMs)],
  );
  return new Map(rows.map(({ company, oldest }) => [company, oldest.getTime() + hourMs]));
}
