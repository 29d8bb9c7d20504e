import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { audienceOf } from '../../contract/audience-of.ts';
import { dayMs, hourMs, minuteMs } from '../../contract/durations.ts';
import { type NoticeKind, type NoticeState, noticeKinds } from '../../contract/entities/notices.ts';
import type { RuleOwner } from '../../contract/entities/rules.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import type { Query } from '../../server/database/pool.ts';
import type { CompanyScope } from '../../server/http/company-scope.ts';
import { Values } from '../../server/query/filter-sql.ts';
import { hitScope } from '../../server/telling/hit-scope.ts';
import { type HitReception, type NewHit, writeHits } from '../../server/telling/hits.ts';
import { sweepHits } from '../../server/telling/inbox/inbox.ts';
import { recipientsOf } from '../../server/telling/recipients.ts';
import { callApi } from '../support/api-client.ts';
import { addStation } from '../support/stations.ts';
import { type InProcessServer, testServerForFile } from '../support/test-server.ts';
import { companyNamed, fill, isOf, people, secret, seenFields } from './company-world.ts';
import { addRule, inboxOf } from './telling-for-file.ts';

const now = Math.floor(clock.now() / 1000) * 1000;
const at = (msAgo: number): string => writeInstant(now - msAgo);

let keys = 0;
const hit = (ruleId: string, fields: Partial<NewHit> = {}): NewHit => ({
  ...{ ruleId, eventKey: `key ${keys++}`, kind: 'message', isEmergency: false, at: at(hourMs) },
  ...{ title: 'CPDLC of D-ALPA', words: 'Over the Alps', path: '/tail/D-ALPA', tail: null, icao: null, flight: null },
  ...{ stationNumber: null, events: 1, isLate: false },
  receptions: [{ tail: null, icao: null, flight: null, stationId: '' }],
  ...fields,
});
async function write(server: InProcessServer, ...hits: readonly NewHit[]): Promise<string[]> {
  await writeHits(server.db, hits);
  const rows = await server.db.query<{ id: string; key: string }>(
    'select id::text as id, event_key as key from watch_hits where event_key = any($1)',
    [hits.map(({ eventKey }) => eventKey)],
  );
  return hits.map(({ eventKey }) => rows.find(({ key }) => key === eventKey)?.id ?? '');
}

// ---- Scope

const everyone = { ...people, guest: { role: 'Guest', company: null } } as const;
type Person = keyof typeof everyone;
const persons = Object.keys(everyone) as Person[];
const stationsOf = { '9001': 'companyCustomer', '9002': 'companyUser', '9003': 'guest' } as const;
type Rule = { readonly owner: RuleOwner; readonly person: Person; readonly company: string | null };
const rules: readonly Rule[] = [
  ...persons.map((person): Rule => ({ owner: 'user', person, company: null })),
  { owner: 'company', person: 'companyCustomer', company: 'ALPHA air ' },
  { owner: 'company', person: 'companyUser', company: 'Beta Wings' },
  { owner: 'company', person: 'admin', company: '' },
  { owner: 'all', person: 'admin', company: null },
];
type Seen = Omit<HitReception, 'stationId'> & { readonly stationId: string | null };
/** Of the receptions the first `early` arrive with the hit, the others later. */
type Case = {
  readonly receptions: readonly Seen[];
  readonly early: number;
  readonly rule: number;
  readonly kind: NoticeKind;
  readonly isPosition: boolean;
  readonly station: keyof typeof stationsOf;
};
const anyCase = fc.record<Case>({
  receptions: fc.array(fc.record<Seen>(seenFields), { minLength: 1, maxLength: 3 }),
  early: fc.integer({ min: 1, max: 2 }),
  rule: fc.nat(rules.length - 1),
  kind: fc.constantFrom(...noticeKinds),
  isPosition: fc.boolean(),
  station: fc.constantFrom('9001', '9002', '9003'),
});

/** The scope, written a second time. Any reception makes a hit visible, and its receiver is named. */
const seenIn = (setting: CompanyScope, person: Person, one: Case): Seen | undefined =>
  one.receptions.find((reception) => isSeen(setting, person, { ...one, ...reception }));
function isSeen(setting: CompanyScope, person: Person, one: Case & Seen): boolean {
  const { role, company } = everyone[person];
  const rule = rules[one.rule] as Rule;
  const own = companyNamed(company);
  const isTold = {
    user: rule.person === person,
    company: own !== null && companyNamed(rule.company?.trim()) === own,
    all: true,
  }[rule.owner];
  if (!isTold) return false;
  const isOfAll = role === 'Admin' || (role === 'Parser' && (setting === 'company' || own === null));
  const isOwn = (): boolean => own !== null && isOf(own, one);
  if (one.kind === 'rule') return rule.owner !== 'all' || role === 'Admin';
  if (one.kind === 'silent') {
    const feeder = stationsOf[one.station];
    const isOfCompany = own !== null && companyNamed(everyone[feeder].company) === own;
    return feeder === person || isOfAll || (role === 'Parser' && isOfCompany);
  }
  if (role === 'Guest') return false;
  if (one.kind === 'fault') return isOfAll || isOwn();
  if (one.isPosition) {
    const { flight, ...frame } = one;
    return isOfAll || own === null || isOf(own, { ...frame, identification: flight });
  }
  return isOfAll || own === null || setting === 'company' || isOwn();
}

/** Of all rows, with the receiver that is named: the responses contain pages. */
async function visibleTo(server: InProcessServer, setting: CompanyScope, person: Person): Promise<string[]> {
  const [user] = await server.db.query<{ userId: string; role: string; company: string | null }>(
    'select id as "userId", role, company from users where user_name = $1',
    [`a.${person}`],
  );
  if (!user) throw new Error(`there is no ${person}`);
  const values = new Values();
  const scope = await hitScope(server.db, { ...user, audience: audienceOf(user) }, setting, values);
  const rows = await server.db.query<{ id: string; receiver: string }>(
    `select watch_hits.id::text as id, ${scope.receiver} as receiver
     from watch_hits join watch_rules on watch_rules.id = watch_hits.rule_id where ${scope.conditions.join(' and ')}`,
    values.list,
  );
  return rows.map(({ id, receiver }) => `${id} ${receiver}`).sort();
}

for (const setting of ['company', 'all'] as const)
  describe(`COMPANY_SCOPE=${setting}`, () => {
    const server = testServerForFile(setting === 'all' ? { COMPANY_SCOPE: 'all' } : {});
    test('5,000 random hits of 10,000 receptions: each account lists, counts, changes and is sent its own, and no other', async () => {
      const admin = await server.logIn('admin');
      for (const [name, { role, company }] of Object.entries(everyone)) {
        const body = { username: `a.${name}`, password: secret, role, terms: 1, company: company ?? '' };
        expect((await callApi(server, '/user/register', { method: 'POST', token: admin, body })).status).toBe(200);
      }
      // Accounts of the demo: they receive the rules of everyone, too.
      await server.db.query(`update users set terms = 0 where user_name not like 'a.%'`);
      for (const [stationId, feeder] of Object.entries(stationsOf)) {
        const names = { '9001': ['rx-ALPHA'], '9002': ['RX-beta'], '9003': [] }[stationId] ?? [];
        const id = await addStation(server.db, stationId, names);
        await server.db.query(
          'update stations set feeder_user_id = (select id from users where user_name = $2) where id = $1',
          [id, `a.${feeder}`],
        );
      }
      await fill(server.db);
      const ruleIds: string[] = [];
      for (const { owner, person, company } of rules)
        ruleIds.push(await addRule(server, owner, `a.${person}`, company));
      const cases = fc.sample(anyCase, { numRuns: 5000, seed: 7 });
      const hitsOf = (receptionsOf: (one: Case) => readonly Seen[]): NewHit[] =>
        cases.map((one, n) =>
          hit(ruleIds[one.rule] ?? '', {
            ...{ eventKey: `case ${n}`, event: { name: `case ${n}`, seconds: 60 } },
            ...{ kind: one.kind, isPosition: one.isPosition },
            stationNumber: one.kind === 'silent' ? one.station : null,
            receptions: receptionsOf(one).map(({ stationId, ...seen }) => ({ ...seen, stationId: stationId ?? '' })),
          }),
        );
      const ids = await write(server, ...hitsOf(({ receptions, early }) => receptions.slice(0, early)));
      expect(await write(server, ...hitsOf(({ receptions, early }) => receptions.slice(early)))).toEqual(ids);
      const recipients = new Map<string, readonly string[]>();
      for (let n = 0; n < ids.length; n += 2500)
        for (const { userName, hitIds } of await recipientsOf(server.db, ids.slice(n, n + 2500), setting))
          recipients.set(userName, [...(recipients.get(userName) ?? []), ...hitIds]);
      expect([...recipients.keys()].filter((name) => !name.startsWith('a.'))).toEqual([]);
      for (const person of persons) {
        const { token } = (
          await callApi(server, '/account/authenticate', {
            method: 'POST',
            body: { username: `a.${person}`, password: secret, role: '', terms: 0, company: '' },
          })
        ).json as { token: string };
        const seen = cases.map((one) => seenIn(setting, person, one));
        const own = ids.filter((_, n) => seen[n]);
        const user = inboxOf(server, token);
        const namesReceiver = ({ kind }: Case): boolean => kind !== 'rule' && kind !== 'silent';
        const withReceivers = ids.flatMap((id, n) =>
          seen[n] ? `${id} ${namesReceiver(cases[n] as Case) ? (seen[n].stationId ?? '') : ''}` : [],
        );
        expect(await visibleTo(server, setting, person), person).toEqual(withReceivers.sort());
        const known = new Set(own);
        const { notices, noticesCount } = await user.list('?limit=200');
        expect(notices.filter(({ id }) => !known.has(id))).toEqual([]);
        expect([notices.length, noticesCount]).toEqual([Math.min(200, own.length), own.length]);
        expect(await user.count()).toEqual({ new: own.length, emergencies: 0 });
        expect([...(recipients.get(`a.${person}`) ?? [])].sort(), `${person} is sent`).toEqual([...own].sort());
        const others = ids.filter((id) => !known.has(id)).slice(0, 500);
        if (others.length > 0) expect((await user.change('done', ...others)).status).toBe(404);
        expect(own.length, `${person} sees some, and not all`).toBeGreaterThan(50);
        expect(own.length).toBeLessThan(2500);
      }
      expect(await server.db.query('select 1 from watch_history union all select 1 from watch_seen')).toEqual([]);
    });
  });

// ---- One inbox

describe('the inbox', () => {
  const server = testServerForFile();
  const names = ['admin', 'parser', 'company', 'customer', 'feeder'] as const;
  let users: Readonly<Record<(typeof names)[number], ReturnType<typeof inboxOf>>>;
  let forAll: string;
  beforeAll(async () => {
    await server.db.query(`update users set company = 'Alpha Air' where user_name in ('company', 'customer')`);
    users = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, inboxOf(server, await server.logIn(name))])),
    ) as typeof users;
  });
  beforeEach(async () => {
    await server.db.query('delete from watch_rules; delete from watch_deliveries');
    forAll = await addRule(server, 'all', 'admin');
  });
  const states = async (user: (typeof names)[number]): Promise<readonly (readonly [string, unknown])[]> =>
    (await users[user].list()).notices.map(({ id, state }) => [id, state as NoticeState] as const);

  test('open emergencies come first, then the newest; pages and filters count what they contain', async () => {
    const [old, emergency, late, fresh] = await write(
      server,
      hit(forAll, { at: at(5 * hourMs), tail: 'D-ALPA' }),
      hit(forAll, { at: at(4 * hourMs), kind: 'emergency', isEmergency: true, events: 3, flight: 'ALW123' }),
      hit(forAll, { at: at(40 * dayMs), isLate: true }),
      hit(forAll, {
        ...{ at: at(hourMs), icao: 'A00001' },
        receptions: [{ tail: null, icao: 'A00001', flight: null, stationId: 'RX-1' }],
      }),
    );
    const { notices, noticesCount } = await users.admin.list();
    expect(noticesCount).toBe(4);
    expect(notices).toMatchObject([
      { id: emergency, kind: 'emergency', isEmergency: true, hits: 3, flight: 'ALW123', state: 'new', history: null },
      {
        id: fresh,
        at: at(hourMs),
        stationId: 'RX-1',
        icao: 'A00001',
        rule: 'A rule',
        ruleId: forAll,
        deliveries: null,
      },
      {
        id: old,
        tail: 'D-ALPA',
        title: 'CPDLC of D-ALPA',
        words: 'Over the Alps',
        path: '/tail/D-ALPA',
        takenBy: null,
      },
      { id: late, isLate: true, changedAt: null },
    ]);
    const idsOf = async (query: string): Promise<unknown> => {
      const page = await users.admin.list(query);
      return [page.notices.map(({ id }) => id), page.noticesCount];
    };
    expect(await idsOf('?offset=1&limit=2')).toEqual([[fresh, old], 4]);
    expect(await idsOf(`?start=${at(6 * hourMs)}&end=${at(2 * hourMs)}`)).toEqual([[emergency, old], 2]);
    expect(await idsOf('?tail=d-alpa&state=New')).toEqual([[old], 1]);
    expect(await idsOf(`?kind=emergency&ruleId=${forAll}`)).toEqual([[emergency], 1]);
    expect(await idsOf('?tail=%25')).toEqual([[], 0]);
    expect(await idsOf('?ruleId=x')).toEqual([[], 0]);
    // The fourth is older than 30 days.
    expect(await users.admin.count()).toEqual({ new: 3, emergencies: 1 });
    expect((await users.admin.change('done', emergency ?? '')).status).toBe(204);
    expect((await states('admin')).map(([id]) => id)).toEqual([fresh, emergency, old, late]);
    expect(await users.admin.count()).toEqual({ new: 2, emergencies: 0 });
  });

  test('seen is of each user; taken, released, done and opened again are visible to all who received it', async () => {
    const [first = '', second = ''] = await write(server, hit(forAll), hit(forAll, { at: at(2 * hourMs) }));
    expect((await users.company.change('seen', first, '999999999', "1' or true")).status).toBe(204);
    expect(await states('company')).toEqual([
      [first, 'seen'],
      [second, 'new'],
    ]);
    expect(await states('admin')).toEqual([
      [first, 'new'],
      [second, 'new'],
    ]);

    expect((await users.company.change('take', first)).status).toBe(204);
    expect((await users.company.change('take', first)).status).toBe(204);
    expect(await states('admin')).toEqual([
      [first, 'taken'],
      [second, 'new'],
    ]);
    expect(await users.admin.count()).toEqual({ new: 1, emergencies: 0 });
    const refused = await users.admin.change('take', first);
    expect([refused.status, (refused.json as { message: string }).message]).toEqual([
      409,
      'company has taken this notice. Release it first to take it.',
    ]);
    // Of two the free one is taken.
    expect((await users.admin.change('take', first, second)).status).toBe(204);
    expect((await users.parser.list()).notices.map(({ takenBy }) => takenBy)).toEqual(['company', 'admin']);

    expect((await users.admin.change('release', first)).status).toBe(204);
    expect((await users.parser.change('done', first, second)).status).toBe(204);
    expect((await users.parser.change('take', first)).status).toBe(204);
    expect(await states('customer')).toEqual([
      [first, 'done'],
      [second, 'done'],
    ]);
    expect((await users.customer.change('reopen', first)).status).toBe(204);
    expect(await states('feeder')).toEqual([
      [first, 'new'],
      [second, 'done'],
    ]);
    const [{ history, changedAt } = { history: [], changedAt: null }] = (await users.feeder.list()).notices;
    expect((history as { what: string; by: string }[]).map(({ what, by }) => [what, by])).toEqual([
      ['taken', 'company'],
      ['new', 'admin'],
      ['done', 'parser'],
      ['new', 'customer'],
    ]);
    expect(changedAt).not.toBeNull();
    expect((await users.admin.change('take', '0')).status).toBe(404);
    expect((await users.admin.change('burn', first)).status).toBe(400);
    expect((await users.admin.change('seen')).status).toBe(400);
  });

  test('two users who take one notice at once: one has it, the other is told who', async () => {
    const [id = ''] = await write(server, hit(forAll));
    const results = await Promise.all(
      (['admin', 'parser', 'company'] as const).map((name) => users[name].change('take', id)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    expect(await server.db.query('select 1 from watch_history')).toHaveLength(1);
  });

  test('a notice that another user has done can be neither taken nor released: the caller is told who did it', async () => {
    const [first = '', second = ''] = await write(server, hit(forAll), hit(forAll, { at: at(2 * hourMs) }));
    expect((await users.company.change('take', first)).status).toBe(204);
    expect((await users.parser.change('done', first)).status).toBe(204);
    for (const action of ['take', 'release'] as const) {
      const { status, json } = await users.admin.change(action, first);
      expect([status, (json as { message: string }).message]).toEqual([
        409,
        'parser has done this notice. Reopen it first.',
      ]);
    }
    // The user who did it knows, and a repeat of Done says no more.
    expect((await users.parser.change('take', first)).status).toBe(204);
    expect((await users.admin.change('done', first)).status).toBe(204);
    // Of two the free one is taken.
    expect((await users.admin.change('take', first, second)).status).toBe(204);
    expect(await states('company')).toEqual([
      [first, 'done'],
      [second, 'taken'],
    ]);
  });

  test('deliveries are those of the caller', async () => {
    const [id = ''] = await write(server, hit(forAll));
    await server.db.query(
      `with people as (select id, user_name from users),
         device as (insert into push_devices (user_id, endpoint, p256dh, auth, name) select id, 'https://push.test/1', '', '', 'Phone' from people
           where user_name = 'company' returning id),
         hook as (insert into webhooks (owner, user_id, name, url, template, secret) select 'user', id, 'Hangar', 'https://hook.test', 'json', ''
           from people where user_name = 'admin' returning id)
       insert into watch_deliveries (way, user_id, push_device_id, webhook_id, hit_ids, created_at, not_before, reason, begun_at, sent_at, given_up_at)
       select d.way, p.id, d.device, d.hook, array[$1::bigint], d.at, d.at, d.reason, d.begun, d.sent, d.ended
       from (values ('push', 'company', (select id from device), null, $2::timestamptz, null, $2::timestamptz, $2::timestamptz, null::timestamptz),
         ('email', 'company', null, null, $3, 'Quiet hours', null, null, null),
         ('email', 'parser', null, null, $3, 'No such address', $3, null, $3),
         ('webhook', null, null, (select id from hook), $3, 'No response', $3, null, null))
         d (way, name, device, hook, at, reason, begun, sent, ended) left join people p on p.user_name = d.name`,
      [id, new Date(now - hourMs), new Date(now)],
    );
    const of = async (user: (typeof names)[number]) => (await users[user].list()).notices[0]?.deliveries;
    expect(await of('company')).toEqual([
      { way: 'push', state: 'sent', at: at(hourMs), reason: null, to: 'Phone' },
      { way: 'email', state: 'waiting', at: at(0), reason: 'Quiet hours', to: null },
    ]);
    expect(await of('parser')).toEqual([
      { way: 'email', state: 'failed', at: at(0), reason: 'No such address', to: null },
    ]);
    expect(await of('admin')).toEqual([
      { way: 'webhook', state: 'unknown', at: at(0), reason: 'No response', to: 'Hangar' },
    ]);
    expect(await of('customer')).toBeNull();
  });

  test('a user who moves to another company has nothing of the old one, and a closed account receives nothing', async () => {
    const rule = await addRule(server, 'company', 'company', 'alpha air');
    const [id = ''] = await write(server, hit(rule));
    const recipients = async () => (await recipientsOf(server.db, [id], 'company')).map(({ userName }) => userName);
    expect((await recipients()).sort()).toEqual(['company', 'customer']);
    expect((await users.company.change('take', id)).status).toBe(204);
    await server.db.query(`update users set company = 'Beta Wings' where user_name = 'company'`);
    const moved = inboxOf(server, await server.logIn('company'));
    expect(await moved.list()).toEqual({ notices: [], noticesCount: 0 });
    expect(await moved.count()).toEqual({ new: 0, emergencies: 0 });
    expect((await moved.change('release', id)).status).toBe(404);
    expect(await recipients()).toEqual(['customer']);
    await server.db.query(`update users set terms = 0 where user_name = 'customer'`);
    expect(await recipients()).toEqual([]);
    await server.db.query(
      `update users set terms = 1, company = 'Alpha Air' where user_name in ('company', 'customer')`,
    );
    expect((await recipients()).sort()).toEqual(['company', 'customer']);
  });

  test('recipients of 1,000 users in 20 companies cost a query of rows for each company', async () => {
    const [id = ''] = await write(server, hit(forAll));
    await server.db.query(
      `insert into users (user_name, role, company, terms, password_hash)
       select 'crowd' || n, 'User', 'Company ' || (n % 20), 1, '' from generate_series(1, 1000) n`,
    );
    const queries: string[] = [];
    const counting: Query = {
      query: (sql, values) => {
        queries.push(sql);
        return server.db.query(sql, values);
      },
    };
    const recipients = await recipientsOf(counting, [id], 'all');
    const crowd = recipients.filter(({ userName }) => userName.startsWith('crowd'));
    // No message of these companies.
    expect(crowd).toEqual([]);
    expect((await recipientsOf(server.db, [id], 'company')).length).toBeGreaterThan(1000);
    const ofRows = queries.filter((sql) => sql.includes('as materialized (') && sql.includes('watch_hits.id'));
    expect(ofRows.length).toBeGreaterThanOrEqual(20);
    expect(ofRows.length).toBeLessThan(30);
    await server.db.query(`delete from users where user_name like 'crowd%'`);
  });

  test('settings: quiet hours, zone and email of each user; recipients carry them', async () => {
    const [id = ''] = await write(server, hit(forAll));
    const token = await server.logIn('parser');
    const settings = (body?: object) =>
      callApi(server, '/Notices/Settings', { token, ...(body ? { method: 'PUT', body } : {}) });
    const usual = { zone: 'UTC', quiet: null, email: 'each' };
    expect((await settings()).json).toEqual(usual);
    const chosen = {
      zone: 'Europe/Bucharest',
      quiet: { from: 1320, to: 360, days: [0, 1, 2, 3, 4, 5, 6], passEmergencies: true },
      email: 'day',
    };
    expect((await settings(chosen)).status).toBe(204);
    expect((await settings()).json).toEqual(chosen);
    for (const zone of ['', 'Mars/Olympus', '+02:00', "'"])
      expect((await settings({ ...chosen, zone })).status, zone).toBe(400);
    expect((await settings({ ...chosen, quiet: { ...chosen.quiet, to: 1440 } })).status).toBe(400);
    const recipients = await recipientsOf(server.db, [id], 'company');
    const of = (name: string) => recipients.find(({ userName }) => userName === name);
    expect(of('parser')).toMatchObject({ settings: chosen, hitIds: [id] });
    expect(of('admin')).toMatchObject({ settings: usual, email: expect.stringContaining('@') });
    expect(of('newcomer')).toBeUndefined();
  });

  test('notices older than 90 days are removed with what was sent about them', async () => {
    const [old, young] = await write(server, hit(forAll), hit(forAll, { at: at(200 * dayMs) }));
    await server.db.query(`update watch_hits set stored_at = $2 where id = $1`, [
      old,
      new Date(now - 90 * dayMs - minuteMs),
    ]);
    await server.db.query(
      `insert into watch_deliveries (way, hit_ids, created_at, not_before) values ('mqtt', array[$1::bigint], $2, $2)`,
      [old, new Date(now - 90 * dayMs - minuteMs)],
    );
    await sweepHits(server.db, now);
    expect((await users.admin.list()).notices.map(({ id }) => id)).toEqual([young]);
    expect(await server.db.query('select 1 from watch_deliveries')).toEqual([]);
  });
});
