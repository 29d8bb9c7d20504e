/** Rules on the real server and database. Over 600 lines: one server and its accounts serve all. */
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hourMs } from '../../contract/durations.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import type { Condition, Rule, RuleBody, Trial } from '../../contract/entities/rules.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { openMessages } from '../../server/messages/messages.ts';
import { redecodeCommand } from '../../server/messages/redecode.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { fillWaiting } from '../../server/messages/waiting-meanings.ts';
import { firstReceiverSql } from '../../server/telling/hit-scope.ts';
import { recipientsOf } from '../../server/telling/recipients.ts';
import { matchStored } from '../../server/telling/rules/match-stored.ts';
import { Rules } from '../../server/telling/rules/rules.ts';
import { callApi } from '../support/api-client.ts';
import { addStation } from '../support/stations.ts';
import { testServerForFile } from '../support/test-server.ts';
import { companyNamed, fill, isOf, people, seenFields } from './company-world.ts';
import { emptyMessages, messageAt } from './fresh-database.ts';

const server = testServerForFile();
type User = 'admin' | 'parser' | 'company' | 'feeder' | 'customer' | 'guest';
let tokens: Readonly<Record<User, string>>;
const now = Math.floor(clock.now() / 1000) * 1000;

async function inCompany(user: User, company: string | null): Promise<void> {
  await server.db.query('update users set company = $2 where user_name = $1', [user, company]);
  tokens = { ...tokens, [user]: await server.logIn(user) };
}
beforeAll(async () => {
  const names = ['admin', 'parser', 'company', 'feeder', 'customer', 'guest'] as const;
  tokens = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await server.logIn(name)])),
  ) as typeof tokens;
  await inCompany('company', 'Alpha Air');
  await inCompany('feeder', ' alpha AIR ');
  await inCompany('customer', 'Beta Wings');
  await server.db.query(
    `insert into aircraft (registration, mode_s, operator_name, source, type_code)
     values ('N900AA', 'A90001', 'Alpha Air', 'import', 'B738'), ('N900BB', 'A90002', 'Beta Wings', 'import', 'A320')`,
  );
});
beforeEach(async () => {
  await emptyMessages(server.db);
  server.db.memory.tails.clear();
  await server.db.query('delete from faults; delete from fault_states; delete from watch_rules');
  server.services.rules.changed();
});

const bodyOf = (all: readonly Condition[], fields: Partial<RuleBody> = {}): RuleBody => ({
  ...{ name: 'A rule', owner: 'user', isEnabled: true, all: [...all], not: [], scope: 'every', quiet: null },
  ways: { push: false, email: 'none', webhooks: [], mqtt: false },
  ...fields,
});
const words = (...values: string[]): Condition => ({ field: 'words', values });
const label = (...values: string[]): Condition => ({ field: 'label', values });
const call = (user: User, method: string, path: string, body?: object) =>
  callApi(server, path, { method, token: tokens[user], ...(body ? { body } : {}) });
async function add(user: User, all: readonly Condition[], fields: Partial<RuleBody> = {}): Promise<Rule> {
  const response = await call(user, 'POST', '/Rules', bodyOf(all, fields));
  expect(response.status, response.text).toBe(201);
  return response.json as Rule;
}
const rulesOf = async (user: User): Promise<readonly Rule[]> => (await call(user, 'GET', '/Rules')).json as Rule[];

let numbers = 0;
const message = (fields: Partial<AcarsMessage> = {}, secondsAgo = 10) => ({
  row: messageAt(now - secondsAgo * 1000, {
    ...{ tail: 'N900AA', flight: 'ZZ0100', label: 'H1', text: 'HELLO', stationId: 'RX-1', type: 'ACARS', end: false },
    ...{ blockId: '1', msgno: `M${String(numbers++ % 100).padStart(2, '0')}A` },
    ...fields,
  }),
});
type Hit = Readonly<Record<string, unknown>> & { readonly title: string; readonly ruleId: string };
const hits = () =>
  server.db.query<Hit>(
    `select rule_id::text as "ruleId", kind, is_emergency as "isEmergency", title, words, path, tail, ${firstReceiverSql} as "stationId", events,
       is_late as "isLate" from watch_hits order by id`,
  );
/** No rule fails in these tests but where stated. */
const failed = (error: unknown): never => {
  throw error;
};
const store = (...messages: readonly ReturnType<typeof message>[]) => storeAcars(server.db, messages);

describe('who writes rules', () => {
  test('a user for oneself, a user of a company for it, an Admin for everyone; others see only what tells them', async () => {
    const own = await add('company', [words('hello')], { name: 'mine' });
    const shared = await add('company', [words('hello')], { name: 'ours', owner: 'company' });
    const all = await add('admin', [words('hello')], { name: 'everyone', owner: 'all' });
    expect(own).toMatchObject({ owner: 'user', version: 1, isOwn: true, by: 'company', hits: 0, pausedAt: null });
    const seen = async (user: User) => (await rulesOf(user)).map(({ name, isOwn }) => `${name} ${isOwn}`);
    expect(await seen('company')).toEqual(['everyone false', 'mine true', 'ours true']);
    expect(await seen('feeder')).toEqual(['everyone false', 'ours true']);
    expect(await seen('customer')).toEqual(['everyone false']);
    expect(await seen('admin')).toEqual(['everyone true']);
    for (const [user, owner] of [
      ['admin', 'company'],
      ['parser', 'company'],
      ['guest', 'company'],
      ['company', 'all'],
      ['parser', 'all'],
    ] as const)
      expect((await call(user, 'POST', '/Rules', bodyOf([words('x')], { owner }))).status, `${user} ${owner}`).toBe(
        403,
      );
    for (const { id } of [own, shared]) {
      expect((await call('customer', 'DELETE', `/Rules/${id}`)).status).toBe(404);
      expect((await call('admin', 'DELETE', `/Rules/${id}`)).status).toBe(404);
    }
    const change = { ...bodyOf([words('other')], { owner: 'company', name: 'theirs' }), version: 1 };
    expect((await call('customer', 'PUT', `/Rules/${shared.id}`, change)).status).toBe(404);
    expect((await call('company', 'DELETE', `/Rules/${all.id}`)).status).toBe(404);
    for (const id of ['0', 'x', '9'.repeat(30)])
      expect((await call('admin', 'DELETE', `/Rules/${id}`)).status).toBe(404);
    const changed = await call('feeder', 'PUT', `/Rules/${shared.id}`, change);
    expect(changed.json).toMatchObject({ name: 'theirs', version: 2, by: 'feeder' });
    expect((await call('company', 'PUT', `/Rules/${shared.id}`, change)).status).toBe(409);
    expect((await call('company', 'DELETE', `/Rules/${shared.id}`)).status).toBe(204);
    expect(await seen('feeder')).toEqual(['everyone false']);
    const entries = await server.db.query<{ action: string; user: string }>(
      `select action, user_name as user from audit_entry where subject = 'rule' and name in ('ours', 'theirs') order by id`,
    );
    expect(entries.map(({ action, user }) => `${user} ${action}`)).toEqual([
      'company created',
      'feeder changed',
      'company deleted',
    ]);
  });

  test('a limit is refused, also for two at once', async () => {
    const expressions = (count: number): Condition => ({
      field: 'expression',
      values: Array.from({ length: count }, (_, at) => `MAYDAY ${at}`),
    });
    await add('company', [expressions(40)]);
    const both = await Promise.all(
      (['company', 'feeder'] as const).map((user) => call(user, 'POST', '/Rules', bodyOf([expressions(10)]))),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const over = await call('feeder', 'POST', '/Rules', bodyOf([expressions(1)]));
    expect([over.status, (over.json as { message: string }).message]).toEqual([
      409,
      'Your company has up to 50 expressions in rules. Remove one to add another.',
    ]);
  });

  test('a rule that cannot work is refused with the reason beside its condition', async () => {
    const refused = async (all: readonly Condition[], not: readonly Condition[] = []) => {
      const { status, json } = await call('company', 'POST', '/Rules', bodyOf(all, { not: [...not] }));
      return [status, (json as { errors?: object }).errors];
    };
    expect(await refused([{ field: 'altitude', min: 100, max: null }])).toEqual([
      400,
      { rule: [expect.stringContaining('Altitude alone cannot be a rule. Add a condition')] },
    ]);
    expect(await refused([words('a'), { field: 'tail', values: ["N'1"] }])).toEqual([
      400,
      { 'all.1': [expect.stringContaining('Use letters, digits and hyphens')] },
    ]);
    for (const value of ['*', '%', 'N9%', '"N9"', 'N*9', ' '])
      expect((await refused([{ field: 'tail', values: [value] }]))[0], value).toBe(400);
    for (const value of ['AB', 'a.*b', 'M(AY|DAY', '(?=abc)', '\\d{3}', 'x{1000}{1000}', 'abc|d'])
      expect(await refused([words('a')], [{ field: 'expression', values: [value] }]), value).toEqual([
        400,
        { 'not.0': [expect.any(String)] },
      ]);
    for (const one of [
      { field: 'kind', values: ['nothing'] },
      { field: 'element', values: ['UM999'] },
      { field: 'squawk', values: ['7800'] },
      { field: 'words', values: ['???'] },
      {
        field: 'area',
        points: [
          [1, 1],
          [2, 2],
          [1, 1],
        ].slice(0, 2),
      },
      { field: 'words', values: Array.from({ length: 201 }, (_, at) => `W${at}`) },
    ] as Condition[])
      expect((await refused([one]))[0], one.field).toBe(400);
    expect((await refused([words('a'), { field: 'altitude', min: 1e300, max: null }]))[0]).toBe(400);
    expect((await refused([]))[0]).toBe(400);
    expect((await refused([{ field: 'newFault' }, { field: 'tail', values: [] }]))[0]).toBe(400);
    const silent = bodyOf([{ field: 'silent', of: 'station', minutes: null }], { owner: 'company' });
    expect((await call('company', 'POST', '/Rules', silent)).json).toMatchObject({
      errors: { rule: [expect.stringContaining('The status of a station is visible to its feeder')] },
    });
    expect((await call('company', 'POST', '/Rules', { ...silent, owner: 'user' })).status).toBe(201);
  });
});

describe('matching', () => {
  test('words, phrases and the ignore list, in whole words and any case', async () => {
    const rule = await add('company', [words('engine fire', 'SMOKE')], { not: [words('test')] });
    await store(
      message({ text: 'ENGINE, FIRE IN CABIN' }),
      message({ text: 'ENGINES FIRE' }),
      message({ text: 'smoke. TEST ONLY' }),
      message({ text: 'no Smoke?' }),
    );
    expect((await hits()).map(({ ruleId, title, tail }) => [ruleId, title, tail])).toEqual([
      [rule.id, 'Message of N900AA', 'N900AA'],
      [rule.id, 'Message of N900AA', 'N900AA'],
    ]);
    expect((await rulesOf('company'))[0]).toMatchObject({ hits: 2 });
  });

  test('one message by three stations and in two blocks is one hit, also when blocks come in other batches', async () => {
    await add('company', [words('first part second')]);
    await add('company', [label('H1')]);
    const block = (letter: string, text: string, stationId: string, secondsAgo: number) =>
      message(
        { msgno: `D50${letter}`, blockId: letter === 'A' ? '1' : '2', text, stationId, end: letter === 'A' },
        secondsAgo,
      );
    await store(block('A', 'FIRST PART ', 'RX-1', 20), block('A', 'FIRST PART ', 'RX-2', 20));
    await store(block('B', 'SECOND PART', 'RX-1', 12));
    await store(block('A', 'FIRST PART ', 'RX-3', 19), block('B', 'SECOND PART', 'RX-2', 12));
    await store(block('B', 'SECOND PART', 'RX-2', 12));
    expect((await hits()).length).toBe(2);
  });

  test('two servers that store receptions of one message at once have one hit, and each knows the rules of the other', async () => {
    await add('company', [label('H1')]);
    const { memory: _, ...database } = server.db;
    const other = openMessages(database);
    const rules = new Rules();
    other.memory.hooks.onAcars = matchStored(rules, 'company', failed);
    for (let round = 0; round < 5; round++) {
      const row = (stationId: string) => message({ msgno: `D0${round}A`, text: `ROUND ${round}`, stationId }, 10);
      await Promise.all([
        storeAcars(server.db, [row('RX-1'), row('RX-2')]),
        storeAcars(other, [row('RX-3'), row('RX-4')]),
      ]);
    }
    expect((await hits()).length).toBe(5);
    const [{ id, version } = { id: '', version: 0 }] = await rulesOf('company');
    expect((await call('company', 'PUT', `/Rules/${id}`, { ...bodyOf([label('Q0')]), version })).status).toBe(200);
    rules.changed();
    expect((await rules.messages(server.db)).rules.map(({ rule }) => rule.body.all)).toEqual([[label('Q0')]]);
  });

  test('once an hour, day and leg', async () => {
    const scopes = ['every', 'leg', 'hour', 'day'] as const;
    for (const scope of scopes) await add('company', [label('Q0')], { scope, name: scope });
    const noon = Math.floor(now / 86_400_000) * 86_400_000 - 36 * hourMs;
    const secondsAgo = (hours: number) => (now - noon - hours * hourMs) / 1000;
    await store(
      ...[0, 0.5, 1, 2].map((hours) => message({ label: 'Q0' }, secondsAgo(hours))),
      message({ label: 'Q0', flight: 'ZZ0101' }, secondsAgo(3)),
      message({ label: 'Q0', flight: 'ZZ0101', tail: '.N900-AA' }, secondsAgo(13)),
    );
    const rules = await rulesOf('company');
    const count = (name: string) => rules.find((rule) => rule.name === name)?.hits;
    expect(scopes.map(count)).toEqual([6, 3, 5, 2]);
    expect((await hits()).every(({ isLate }) => isLate === true)).toBe(true);
  });

  test("a company's rule and a user's rule have hits of what they may see, whichever station received it", async () => {
    const rows = [label('Q1')];
    await add('company', rows, { owner: 'company', name: 'alpha' });
    await add('customer', rows, { owner: 'company', name: 'beta' });
    await add('parser', rows, { name: 'parser' });
    await add('guest', rows, { name: 'guest' });
    await store(message({ label: 'Q1', tail: 'N900AA' }), message({ label: 'Q1', tail: 'N900BB' }));
    const named = await server.db.query<{ name: string; tail: string }>(
      'select r.name, h.tail from watch_hits h join watch_rules r on r.id = h.rule_id order by 1, 2',
    );
    expect(named.map(({ name, tail }) => `${name} ${tail}`)).toEqual([
      'alpha N900AA',
      'alpha N900BB',
      'beta N900AA',
      'beta N900BB',
      'parser N900AA',
      'parser N900BB',
    ]);
  });
});

describe('what the database answers', () => {
  test('a new fault is told once, and again after it was closed', async () => {
    await add('company', [{ field: 'newFault' }, { field: 'chapter', values: ['36'] }]);
    const report = (minutesAgo: number, flight: string, name = 'BLEED VALVE 2') => {
      const at = new Date(now - minutesAgo * 60_000).toISOString();
      const stamp = `${at.slice(2, 4)}${at.slice(5, 7)}${at.slice(8, 10)}${at.slice(11, 13)}${at.slice(14, 16)}`;
      const text = `#CFBFLR/FR${stamp} ${flight} N900AA\r\n36293806 ${name}/IDENT 11AA PHASE 6 HARD\r\n24460006 GALLEY COOLING/IDENT 5EB8 PHASE 5 HARD\r\n`;
      return message({ tail: '.N900AA', flight, text }, minutesAgo * 60 - 5);
    };
    await store(report(50, 'ZZ0100'));
    await store({ row: { ...report(50, 'ZZ0100').row, stationId: 'RX-2' } });
    await store(report(40, 'ZZ0101'));
    expect(await hits()).toMatchObject([
      {
        title: 'New fault of N900AA',
        kind: 'fault',
        path: '/faults/N900AA',
        words: expect.stringContaining('BLEED VALVE 2'),
      },
    ]);
    const { identity } =
      (await server.db.query<{ identity: string }>(`select distinct identity from faults where chapter = '36'`))[0] ??
      {};
    const close = {
      tail: 'N900AA',
      identity,
      state: 'closed',
      note: '',
      at: writeInstant(now - 30 * 60_000),
      version: 0,
    };
    expect((await call('company', 'PUT', '/Faults/State', close)).status).toBe(200);
    await store(report(20, 'ZZ0102'));
    await store(report(10, 'ZZ0103'), report(9, 'ZZ0103', 'BLEED VALVE 1'));
    expect((await hits()).map(({ words }) => /BLEED VALVE ./.exec(String(words))?.[0])).toEqual([
      'BLEED VALVE 2',
      'BLEED VALVE 2',
      'BLEED VALVE 1',
    ]);
  });

  test('a meaning that is added later has the hits that it lacked, once; another one of an old message has none', async () => {
    await add('company', [words('bleed')], { name: 'words' });
    const stamp = new Date(now - 60_000).toISOString().slice(2, 16).replace(/\D/g, '');
    await store(
      message({ text: `#CFBFLR/FR${stamp} ZZ0100 N900AA\r\n36293806 BLEED VALVE 2/IDENT 11AA PHASE 6 HARD\r\n` }),
    );
    const wait = (storedAt = '') =>
      server.db.query(
        `update acars set meaning = null, meaning_kind = null, decode_level = null, decoder_version = null ${storedAt}; delete from faults`,
      );
    await wait();
    await add('company', [{ field: 'newFault' }, { field: 'chapter', values: ['36'] }], { name: 'fault' });
    const named = async () =>
      (
        await server.db.query<{ name: string }>(
          'select r.name from watch_hits h join watch_rules r on r.id = h.rule_id order by h.id',
        )
      ).map(({ name }) => name);
    expect(await named()).toEqual(['words']);
    expect(await fillWaiting(server.db)).toBe(1);
    expect(await named()).toEqual(['words', 'fault']);
    await wait();
    await fillWaiting(server.db);
    expect(await named()).toEqual(['words', 'fault']);
    await server.db.query('delete from watch_hits');
    await wait(`, stored_at = stored_at - interval '2 days'`);
    expect(await fillWaiting(server.db)).toBe(1);
    await server.db.query('update acars set decoder_version = 0');
    expect(await redecodeCommand(server.db, [], () => {})).toBe(0);
    expect(await named()).toEqual([]);
  });

  test('an aircraft is told when it is received for the first time, or again after days', async () => {
    await add('company', [{ field: 'firstReceived', days: null }], { name: 'ever' });
    await add('company', [{ field: 'firstReceived', days: 1 }], { name: 'day' });
    const day = 86_400;
    await store(message({}, 3 * day));
    await store(message({}, 3 * day - 60));
    await store(message({}, 60), message({ tail: null, icao: 'A90009' }, 60));
    await store(message({}, 30), message({ tail: null, icao: 'A90009' }, 30));
    const named = await server.db.query<{ name: string; title: string }>(
      'select r.name, h.title from watch_hits h join watch_rules r on r.id = h.rule_id order by h.id',
    );
    expect(named.map(({ name, title }) => `${name}: ${title}`).sort()).toEqual([
      'day: First message of N900AA',
      'day: First message of N900AA',
      'day: First message of ZZ0100',
      'ever: First message of N900AA',
      'ever: First message of ZZ0100',
    ]);
  });

  test('airline, type and operator, which find a rule or only narrow it', async () => {
    await server.db.query(
      `insert into airlines (airline_name, iata, icao, source) values ('Omega Air', '9O', 'OMG', 'import')`,
    );
    await add('company', [{ field: 'airline', values: ['omg'] }], { name: 'airline' });
    await add('company', [{ field: 'type', values: ['A320'] }], {
      name: 'type',
      not: [{ field: 'operator', values: ['beta wings'] }],
    });
    await add('company', [label('H1'), { field: 'operator', values: ['ALPHA AIR'] }], { name: 'operator' });
    await store(message({ tail: 'N900BB', flight: 'OMG100' }), message({ icao: 'a90001', tail: null }));
    const named = await server.db.query<{ name: string; flight: string }>(
      'select r.name, h.flight from watch_hits h join watch_rules r on r.id = h.rule_id order by 1',
    );
    expect(named).toEqual([
      { name: 'airline', flight: 'OMG100' },
      { name: 'operator', flight: 'ZZ0100' },
    ]);
  });

  test('a station by its number, through the names that it claimed', async () => {
    await addStation(server.db, '9101', ['RX-CLAIMED']);
    await add('company', [{ field: 'station', values: ['9101'] }]);
    await store(message({ stationId: 'rx-claimed' }), message({ stationId: 'RX-OTHER' }));
    expect((await hits()).map(({ stationId }) => stationId)).toEqual(['rx-claimed']);
  });
});

describe('limits', () => {
  test('more than 200 events in an hour pause a rule, its owner is told, and a batch of them is one hit', async () => {
    const rule = await add('company', [label('B9')]);
    const many = Array.from({ length: 10_000 }, (_, at) =>
      message({ label: 'B9', text: `${at}`, tail: `N${at}`, msgno: null, blockId: null }, 1),
    );
    await store(...many);
    const found = await hits();
    expect(found.map(({ events, kind }) => [events, kind])).toEqual([
      [4000, 'message'],
      [1, 'rule'],
    ]);
    expect(found[0]?.words).toContain('And 3,999 more.');
    expect(found[1]).toMatchObject({ ruleId: rule.id, title: 'Rule "A rule" is paused', path: `/rules/${rule.id}` });
    const [paused] = await rulesOf('company');
    expect(paused).toMatchObject({ pausedBecause: 'More than 200 events in an hour.', hits: 4000 });
    const again = await call('company', 'PUT', `/Rules/${rule.id}`, { ...bodyOf([label('B8')]), version: 1 });
    expect(again.json).toMatchObject({ pausedAt: null, version: 2 });
  });

  test('late messages are in the inbox only, and pause no rule', async () => {
    await add('company', [label('B9')]);
    await store(
      ...Array.from({ length: 300 }, (_, at) =>
        message({ label: 'B9', text: `${at}`, tail: `N${at}`, msgno: null }, 7200),
      ),
    );
    expect((await hits()).map(({ isLate, events }) => [isLate, events])).toEqual([[true, 300]]);
    expect((await rulesOf('company'))[0]?.pausedAt).toBe(null);
  });

  test('hostile values are stored with their message, and the hit never contains its text', async () => {
    await add('company', [words('secret')]);
    await add('company', [label('H1')], { scope: 'leg' });
    const stored = await store(
      message({ tail: `${'N'.repeat(800)}'%"`, text: 'SECRET \ud800 <b>', flight: '\ud800' }),
      message({ tail: null, icao: null, flight: null, stationId: null, text: `SECRET ${'x'.repeat(19_000)}` }),
    );
    expect(stored.stored).toBe(2);
    const found = await hits();
    expect(found.length).toBe(4);
    expect(JSON.stringify(found)).not.toMatch(/secret|<b>/i);
  });

  test('a rule that this version cannot read stops neither messages nor other rules, and is in no list', async () => {
    const known = await add('company', [words('smoke')]);
    for (const body of ['{}', '{"all": [{"field": "later"}]}'])
      await server.db.query(
        `insert into watch_rules (owner, user_id, written_by, name, is_enabled, body)
         select owner, user_id, written_by, 'later', true, $2::jsonb from watch_rules where id = $1::bigint`,
        [known.id, body],
      );
    await store(message({ text: 'SMOKE' }));
    expect((await hits()).map(({ ruleId }) => ruleId)).toEqual([known.id]);
    expect((await rulesOf('company')).map(({ id }) => id)).toEqual([known.id]);
  });

  const fail = async (state: string): Promise<() => Promise<unknown>> => {
    await server.db.query(
      `create function no_more() returns trigger language plpgsql as $$ begin raise exception 'no more' using errcode = '${state}'; end $$`,
    );
    await server.db.query('create trigger no_more before insert on watch_hits for each row execute function no_more()');
    return () => server.db.query('drop function no_more cascade');
  };
  test('a temporary failure leaves neither message nor hit', async () => {
    await add('company', [label('H1')]);
    const end = await fail('40001');
    await expect(store(message())).rejects.toThrow('no more');
    await end();
    expect((await server.db.query('select 1 from acars')).length + (await hits()).length).toBe(0);
    await store(message());
    expect((await hits()).length).toBe(1);
  });

  test('hits that the database refuses for good stop no message', async () => {
    await add('company', [label('H1')]);
    const end = await fail('23514');
    await store(message());
    await end();
    expect((await server.db.query('select 1 from acars')).length).toBe(1);
    expect(await hits()).toEqual([]);
  });

  test('a message that matches a rule which is deleted meanwhile is stored without a hit', async () => {
    const { id } = await add('company', [label('H1')]);
    // Matched from memory.
    await store(message({ text: 'ONE' }));
    let storing: Promise<unknown> | null = null;
    await server.db.transaction(async (tx) => {
      await tx.query('delete from watch_rules where id = $1', [id]);
      storing = store(message({ text: 'TWO' }, 500));
      await expect
        .poll(() =>
          server.db.query(
            `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%watch_rules%'`,
          ),
        )
        .not.toEqual([]);
    });
    await storing;
    expect((await server.db.query('select 1 from acars')).length).toBe(2);
  });
});

describe('COMPANY_SCOPE=all', () => {
  const scoped = testServerForFile({ COMPANY_SCOPE: 'all' });
  test('5,000 random messages, a third of them of two receivers: each rule has hits of what its owner sees, and of nothing else', async () => {
    const { db } = scoped;
    const { admin, companyCustomer, companyUser, companyParser } = people;
    const guest = { role: 'Guest', company: null };
    const everyone = { admin, companyCustomer, companyUser, companyParser, guest };
    for (const [name, { role, company }] of Object.entries(everyone))
      await db.query(`insert into users (user_name, role, company, terms, password_hash) values ($1, $2, $3, 1, '')`, [
        `a.${name}`,
        role,
        company,
      ]);
    for (const [stationId, name, feeder] of [
      ['9001', 'rx-ALPHA', 'a.companyCustomer'],
      ['9002', 'RX-beta', 'a.companyUser'],
    ] as const) {
      const id = await addStation(db, stationId, [name]);
      await db.query('update stations set feeder_user_id = (select id from users where user_name = $2) where id = $1', [
        id,
        feeder,
      ]);
    }
    await fill(db);
    const body = JSON.stringify(bodyOf([label('ZZ')]));
    const addRule = async (owner: string, name: string, company: string | null) =>
      db.query(
        `insert into watch_rules (owner, user_id, written_by, company, name, is_enabled, body)
         values ($1, (select id from users where user_name = $2), $2, $3, $4, true, $5::jsonb)`,
        [owner, `a.${name}`, company, `${owner} ${name}`, body],
      );
    for (const name of Object.keys(everyone)) await addRule('user', name, null);
    for (const name of ['companyCustomer', 'companyUser'] as const)
      await addRule('company', name, ` ${people[name].company} `);
    await addRule('all', 'admin', null);
    scoped.services.rules.changed();
    const base = now - 5 * hourMs;
    const rows = fc
      .sample(fc.record(seenFields), { numRuns: 5000, seed: 9 })
      .map((fields, at) => messageAt(base + at * 1000, { ...fields, label: 'ZZ', text: String(at) }));
    const receivers = ['RX-ALPHA', 'rx-beta', 'RX-NOBODY'];
    const others = rows.map((row, at) =>
      at % 3 === 0 ? [{ ...row, stationId: receivers[(at % 9) / 3] ?? null }] : [],
    );
    // Fewer than become one hit. Other receivers report with the rows after these.
    for (let from = 0; from < rows.length; from += 100)
      await storeAcars(
        db,
        [...(from === 0 ? [] : others.slice(from - 100, from)).flat(), ...rows.slice(from, from + 100)].map((row) => ({
          row,
        })),
      );
    await storeAcars(
      db,
      others.slice(-100).flatMap((some) => some.map((row) => ({ row }))),
    );
    const found = await db.query<{ name: string; at: number }>(
      `select r.name, ((extract(epoch from h.at) * 1000 - $1) / 1000)::int as at from watch_hits h join watch_rules r on r.id = h.rule_id order by h.at`,
      [base],
    );
    const sees = (person: keyof typeof everyone, row: AcarsMessage): boolean => {
      if (person === 'guest') return false;
      const company = person === 'admin' ? null : companyNamed(everyone[person].company);
      return company === null || isOf(company, row);
    };
    for (const [rule, person] of [
      ...(Object.keys(everyone) as (keyof typeof everyone)[]).map((name) => [`user ${name}`, name] as const),
      ['company companyCustomer', 'companyCustomer'],
      ['company companyUser', 'companyUser'],
      ['all admin', 'admin'],
    ] as const) {
      const own = found.filter(({ name }) => name === rule).map(({ at }) => at);
      const expected = rows.flatMap((row, at) =>
        [row, ...(others[at] ?? [])].some((one) => sees(person, one)) ? [at] : [],
      );
      expect(own, rule).toEqual(expected);
    }
    const ofAll = await db.query<{ id: string; at: number }>(
      `select h.id::text as id, ((extract(epoch from h.at) * 1000 - $1) / 1000)::int as at
       from watch_hits h join watch_rules r on r.id = h.rule_id where r.owner = 'all' order by h.at`,
      [base],
    );
    const told = new Map<string, readonly string[]>();
    for (const { userName, hitIds } of await recipientsOf(
      db,
      ofAll.map(({ id }) => id),
      'all',
    ))
      told.set(userName, hitIds);
    for (const person of Object.keys(everyone) as (keyof typeof everyone)[]) {
      const expected = ofAll.filter(({ at }) =>
        [rows[at], ...(others[at] ?? [])].some((one) => one && sees(person, one)),
      );
      expect([...(told.get(`a.${person}`) ?? [])].sort(), person).toEqual(expected.map(({ id }) => id).sort());
    }
  });
});

describe('a trial', () => {
  const tryOut = async (user: User, all: readonly Condition[], fields: Partial<RuleBody> = {}): Promise<Trial> => {
    const response = await call(user, 'POST', '/Rules/Trial', bodyOf(all, fields));
    expect(response.status, response.text).toBe(200);
    return response.json as Trial;
  };
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('its time begins when its thread has loaded: a busy server may start that late', async () => {
    await store(message({ text: 'SMOKE' }));
    let isLoaded = false;
    process.once('worker', (thread) =>
      thread.once('message', () => {
        isLoaded = true;
      }),
    );
    // 10 s that begin earlier are over.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
      ms === 10_000 && !isLoaded ? AbortSignal.abort() : new AbortController().signal,
    );
    expect(await tryOut('admin', [words('smoke')])).toMatchObject({ rows: 1, isWhole: true, hits: 1 });
  });

  test('counts what the rule has hits of when the same messages are stored', async () => {
    const rule = { not: [words('test')], scope: 'leg' as const };
    await add('company', [words('smoke'), { field: 'type', values: ['b738'] }], rule);
    const noon = Math.floor(now / 86_400_000) * 86_400_000 - 36 * hourMs;
    const at = (hours: number) => (now - noon - hours * hourMs) / 1000;
    await store(
      message({ text: 'SMOKE 1', stationId: 'RX-1', msgno: 'M50A' }, at(0)),
      message({ text: 'SMOKE 1', stationId: 'RX-2', msgno: 'M50A' }, at(0)),
      message({ text: 'SMOKE 2' }, at(1)),
      message({ text: 'SMOKE 3', flight: 'ZZ0101' }, at(2)),
      message({ text: 'SMOKE TEST', flight: 'ZZ0102' }, at(3)),
      message({ text: 'SMOKE 4', tail: 'N900BB' }, at(3)),
      message({ text: 'SMOKE 5', flight: 'ZZ0103' }, at(-24)),
    );
    const stored = await hits();
    const quiet = { from: 11 * 60, to: 13 * 60, days: [0, 1, 2, 3, 4, 5, 6], passEmergencies: true };
    const tried = await tryOut('company', [words('smoke'), { field: 'type', values: ['b738'] }], { ...rule, quiet });
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    expect(stored.length).toBe(3);
    expect(tried).toMatchObject({
      ...{ faults: [], rows: 7, isWhole: true, hits: 3, notices: 3, untried: [] },
      days: [
        { day: day(noon - 24 * hourMs), hits: 1 },
        { day: day(noon), hits: 2 },
      ],
    });
    expect(tried.first.map(({ flight, heldUntil }) => [flight, heldUntil === null])).toEqual([
      ['ZZ0101', true],
      ['ZZ0100', false],
      ['ZZ0103', false],
    ]);
  });

  test('reads what messages mean, as the database writes it', async () => {
    const report = `#CFBFLR/FR${'{}'} ZZ0100 N900AA\r\n36293806 BLEED VALVE 2/IDENT 11AA PHASE 6 HARD\r\n`;
    const stamp = new Date(now - 600_000).toISOString().slice(2, 16).replace(/\D/g, '');
    await store(
      message({ tail: '.N900AA', label: 'H1', text: report.replace('{}', stamp) }, 590),
      message({ tail: '.N900BB', label: 'QQ', text: 'LROPEGLL0712' }, 500),
      message({ tail: '.N900CC', label: 'H1', text: 'POSN34420W108077,SJN,144906,350' }, 400),
    );
    const points: [number, number][] = [
      [34, -109],
      [35, -109],
      [35, -108],
      [34, -108],
    ];
    const conditions: readonly Condition[] = [
      { field: 'newFault' },
      { field: 'chapter', values: ['36'] },
      { field: 'kind', values: ['gateTimes'] },
      { field: 'from', values: ['LROP'] },
      { field: 'to', values: ['EGLL'] },
      { field: 'area', points },
    ];
    for (const condition of conditions)
      expect(await tryOut('admin', [condition]), condition.field).toMatchObject({ faults: [], hits: 1 });
  });

  test('reads only what its user sees, and states what it does not try', async () => {
    await store(message({ text: 'SMOKE' }));
    expect(await tryOut('guest', [words('smoke')])).toMatchObject({ rows: 0, hits: 0 });
    const untried = await tryOut('company', [
      { field: 'silent', of: 'tail', minutes: 60 },
      { field: 'tail', values: ['N900AA'] },
    ]);
    expect(untried).toMatchObject({
      rows: 0,
      hits: 0,
      untried: [expect.stringContaining('A silence cannot be tried')],
    });
    const refused = await tryOut('company', [{ field: 'speed', min: null, max: null }]);
    expect(refused.faults.map(({ part, at }) => [part, at])).toEqual([
      ['all', 0],
      ['rule', null],
    ]);
  });
});
