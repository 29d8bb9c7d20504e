import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../contract/durations.ts';
import type { Briefing } from '../../contract/entities/briefing.ts';
import type { FaultLedger } from '../../contract/entities/faults.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import type { Condition, RuleBody } from '../../contract/entities/rules.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { Arrivals } from '../../server/pages/arrivals.ts';
import { loadReferenceData } from '../../server/reference/load.ts';
import { callApi } from '../support/api-client.ts';
import { bitsOf, fansOctets, octetsOf } from '../support/fans-text.ts';
import { testServerForFile } from '../support/test-server.ts';
import { emptyMessages, messageAt } from './fresh-database.ts';

const server = testServerForFile({ COMPANY_SCOPE: 'all' });
type User = 'admin' | 'parser' | 'company' | 'customer' | 'guest';
let tokens: Readonly<Record<User, string>>;
/** A full minute: reports state minutes. */
let now: number;

beforeAll(async () => {
  await loadReferenceData(server.db);
  const names = ['admin', 'parser', 'company', 'customer', 'guest'] as const;
  await server.db.query(`update users set company = 'Alpha Air' where user_name = 'company'`);
  tokens = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await server.logIn(name)])),
  ) as typeof tokens;
  await server.db.query(
    `insert into aircraft (registration, mode_s, operator_name, source)
     values ('N900AA', 'A90001', 'Alpha Air', 'import'), ('N900BB', 'A90002', 'Beta Wings', 'import')`,
  );
});
beforeEach(async () => {
  await emptyMessages(server.db);
  await server.db.query('delete from faults; delete from fault_states');
  server.services.positions.clear();
  // Responses are cached for 30 s.
  clock.offsetMs += 31_000;
  now = Math.floor(clock.now() / minuteMs) * minuteMs;
});

const hhmm = (minutes: number): string => writeInstant(now + minutes * minuteMs).slice(11, 16);
const compact = (minutes: number): string => hhmm(minutes).replace(':', '');
let count = 0;
const say = (minutes: number, label: string, text: string, fields: Partial<AcarsMessage> = {}): AcarsMessage =>
  messageAt(now + minutes * minuteMs, {
    ...{ tail: 'N900AA', flight: 'ZZ0100', stationId: 'RX-1', label, text },
    msgno: `M${String(++count % 100).padStart(2, '0')}A`,
    ...fields,
  });
const off = (minutes: number, fields: Partial<AcarsMessage> = {}) =>
  say(minutes, 'QB', `EDDMEDDF${compact(minutes)}`, fields);
const day = (minutes: number): string => writeInstant(now + minutes * minuteMs).slice(8, 10);
const eta = (minutes: number, etaMinutes: number) =>
  say(
    minutes,
    '5Z',
    `/ET EXP TIME       / EDDM EDDF ${day(minutes)} ${compact(minutes)}00/EON ${compact(etaMinutes)} AUTO`,
  );
/** A report of the maintenance computer. */
const report = (minutes: number, fault: string, fields: Partial<AcarsMessage> = {}) =>
  say(
    minutes,
    'H1',
    `#CFBFLR/FR${writeInstant(now + minutes * minuteMs)
      .replace(/\D/g, '')
      .slice(2, 12)} ZZ0100 N900AA\r\n${fault}/IDENT 11AA PHASE 6 HARD\r\n`,
    fields,
  );
const bleed = '36293806 BLEED VALVE 2';
const galley = '24460006 GALLEY COOLING';
/** Request climb to a flight level. */
const climb = (minutes: number, number: number) =>
  say(
    minutes,
    'BA',
    fansOctets(
      { ground: 'EDYYAYA', tail: '.N900AA' },
      'AT1',
      octetsOf(`000${bitsOf(number, 6)}${bitsOf(9, 8)}110${bitsOf(370 - 30, 10)}`),
    ),
  );
const store = (...rows: readonly AcarsMessage[]) =>
  storeAcars(
    server.db,
    rows.map((row) => ({ row })),
  );
const call = (as: User, tail = 'N900AA') => callApi(server, `/Tail/${tail}/Briefing`, { token: tokens[as] });
async function briefing(as: User = 'admin', tail = 'N900AA'): Promise<Briefing> {
  const response = await call(as, tail);
  expect(response.status, response.text.slice(0, 300)).toBe(200);
  return response.json as Briefing;
}

describe('what is new since the last stop', () => {
  test('faults first reported in this flight are new, known ones are reported again, open ones of before are counted', async () => {
    await store(
      off(-600, { flight: 'ZZ0099' }),
      report(-590, bleed, { flight: 'ZZ0099' }),
      report(-580, '21260002 PACK 1', { flight: 'ZZ0099' }),
      say(-540, 'QC', `EDDHEDDM${compact(-540)}`, { flight: 'ZZ0099' }),
      off(-60),
      report(-40, bleed),
      report(-30, galley),
      report(-29, galley, { stationId: 'RX-2' }),
      climb(-20, 3),
      eta(-15, 12),
    );
    const found = await briefing();
    expect(found).toMatchObject({
      ...{ registration: 'N900AA', leg: { flight: 'ZZ0100', from: 'EDDM', to: 'EDDF' } },
      ...{ since: writeInstant(now - 60 * minuteMs), olderOpenFaults: 1, delay: null },
      arrival: { state: 'landing', basis: 'eta', at: writeInstant(now + 12 * minuteMs) },
      requests: [{ direction: 'down', ground: 'EDYYAYA', words: expect.stringContaining('FL370') }],
    });
    expect(found.faults?.map(({ name, isNew, state }) => [name, isNew, state])).toEqual([
      ['GALLEY COOLING', true, 'open'],
      ['BLEED VALVE 2', false, 'open'],
    ]);
    expect(found.words).toBe(`N900AA lands at EDDF about ${hhmm(12)} UTC: 1 new fault, 1 open request`);
  });

  test('a fault that returns after it was closed is new', async () => {
    await store(off(-600, { flight: 'ZZ0099' }), report(-590, bleed, { flight: 'ZZ0099' }));
    const ledger = (await callApi(server, '/Faults/Tail/N900AA', { token: tokens.admin })).json as FaultLedger;
    const body = { tail: 'N900AA', identity: ledger.faults[0]?.identity, state: 'closed', note: '', version: 0 };
    await callApi(server, '/Faults/State', {
      token: tokens.admin,
      method: 'PUT',
      body: { ...body, at: writeInstant(now - 300 * minuteMs) },
    });
    await store(off(-60), report(-30, bleed));
    expect((await briefing()).faults).toMatchObject([{ name: 'BLEED VALVE 2', isNew: true, state: 'open' }]);
  });

  test('the arrival at the gate is compared with the schedule', async () => {
    await store(
      say(-90, 'RA', `QUOTPOPSX~1ZZ0100  DEP MUC\r\nSTD ${compact(-70)}Z STA ${compact(-35)}Z`),
      off(-60),
      say(-10, 'QC', `EDDMEDDF${compact(-10)}`),
      say(-5, 'QD', `EDDMEDDF${compact(-5)}`),
    );
    const found = await briefing();
    expect(found).toMatchObject({
      arrival: { state: 'landed', basis: 'on', at: writeInstant(now - 10 * minuteMs) },
      delay: { minutes: 30, isActual: true, scheduled: writeInstant(now - 35 * minuteMs) },
    });
    expect(found.words).toBe(`N900AA landed at EDDF at ${hhmm(-10)} UTC: 30 min late`);
  });

  test('an estimate more than 12 hours ahead is compared with the schedule', async () => {
    await store(
      say(-90, 'RA', `QUOTPOPSX~1ZZ0100  DEP MUC\r\nSTD ${compact(-70)}Z STA ${compact(14 * 60)}Z`),
      off(-60),
      eta(-50, 15 * 60),
    );
    expect((await briefing()).delay).toEqual({
      ...{ minutes: 60, isActual: false },
      scheduled: writeInstant(now + 14 * hourMs),
      expected: writeInstant(now + 15 * hourMs),
    });
  });

  test('an estimate that is received more than 4 hours after its time is not of the next day', async () => {
    const hour = 60;
    await store(
      say(-8 * hour, 'RA', `QUOTPOPSX~1ZZ0100  DEP MUC\r\nSTD ${compact(-8 * hour)}Z STA ${compact(-6 * hour)}Z`),
      off(-7 * hour),
      eta(-20, -5 * hour),
    );
    expect(await briefing()).toMatchObject({
      arrival: null,
      delay: { minutes: 60, scheduled: writeInstant(now - 6 * hourMs), expected: writeInstant(now - 5 * hourMs) },
    });
  });

  test('one that has stood for days shows its last flight, and one that was never received shows nothing', async () => {
    const days = (3 * dayMs) / minuteMs;
    await store(off(-days), say(60 - days, 'QC', `EDDMEDDF${compact(60 - days)}`));
    expect(await briefing()).toMatchObject({
      arrival: { state: 'landed', at: writeInstant(now - 3 * dayMs + hourMs) },
      faults: [],
    });
    expect(await briefing('admin', 'N1%25%27NO')).toMatchObject({
      ...{ registration: null, leg: null, arrival: null, since: null, faults: [], requests: [], messages: 0 },
    });
  });

  test('an estimate of a damaged message states nothing', async () => {
    await store(off(-60), { ...eta(-15, 12), error: 2 });
    expect((await briefing()).arrival).toBeNull();
  });
});

describe('who reads what', () => {
  test('a company reads of its own aircraft only; a user without a ledger gets no faults; a guest nothing', async () => {
    const beta = { tail: 'N900BB', icao: 'A90002' };
    await store(off(-60), report(-30, galley), off(-60, beta), report(-30, bleed, beta), eta(-15, 12));
    expect(await briefing('company')).toMatchObject({ faults: [{ name: 'GALLEY COOLING' }] });
    expect(await briefing('company', 'N900BB')).toMatchObject({
      ...{ registration: null, leg: null, faults: [], messages: 0, words: 'N900BB: nothing new' },
    });
    expect(await briefing('parser', 'N900BB')).toMatchObject({ faults: [{ name: 'BLEED VALVE 2' }] });
    expect(await briefing('customer')).toMatchObject({ faults: null, olderOpenFaults: 0, leg: { flight: 'ZZ0100' } });
    expect((await call('guest')).status).toBe(403);
  });

  test('the response of one company is never that of another, also from the cache', async () => {
    await store(off(-60), report(-30, galley));
    expect((await briefing('company')).faults?.length).toBe(1);
    await server.db.query(`update users set company = 'Beta Wings' where user_name = 'company'`);
    const moved = await server.logIn('company');
    const response = await callApi(server, '/Tail/N900AA/Briefing', { token: moved });
    expect(response.json).toMatchObject({ leg: null, faults: [] });
    await server.db.query(`update users set company = 'Alpha Air' where user_name = 'company'`);
    tokens = { ...tokens, company: await server.logIn('company') };
  });
});

describe('rules about arrivals', () => {
  const arrivals = () => {
    const { positions, rules } = server.services;
    return new Arrivals({ db: server.db, positions, rules, companyScope: 'all' });
  };
  const tail = (value: string): Condition => ({ field: 'tail', values: [value] });
  async function addRule(as: User, all: readonly Condition[], fields: Partial<RuleBody> = {}): Promise<string> {
    const body: RuleBody = {
      ...{ name: 'Arrivals', owner: 'user', isEnabled: true, all: [...all, { field: 'arrival' }], not: [] },
      ...{ scope: 'leg', quiet: null, ways: { push: false, email: 'none', webhooks: [], mqtt: false } },
      ...fields,
    };
    const response = await callApi(server, '/Rules', { method: 'POST', token: tokens[as], body });
    expect(response.status, response.text).toBe(201);
    return (response.json as { id: string }).id;
  }
  type Hit = { readonly rule: string; readonly title: string; readonly words: string; readonly path: string };
  const hits = () =>
    server.db.query<Hit>(
      `select rule_id::text as rule, title, words, path from watch_hits where kind = 'arrival' order by rule_id, id`,
    );
  const noticesOf = async (as: User): Promise<readonly string[]> =>
    ((await callApi(server, '/Notices', { token: tokens[as] })).json as { notices: { title: string }[] }).notices.map(
      ({ title }) => title,
    );
  beforeEach(async () => {
    await server.db.query('delete from watch_rules');
    server.services.rules.changed();
    server.db.memory.tails.clear();
  });

  test('one notice for each flight: when it is about to land, and not again when it has landed, also from two servers', async () => {
    const rule = await addRule('admin', [tail('N900AA')]);
    await store(off(-60), report(-30, galley), eta(-15, 12));
    const servers = [arrivals(), arrivals()];
    await Promise.all(servers.map((one) => one.look(now)));
    const first = {
      ...{ rule, title: `N900AA lands at EDDF about ${hhmm(12)} UTC: 1 new fault` },
      ...{ words: 'ZZ0100, EDDM to EDDF.', path: '/tail/N900AA/briefing' },
    };
    expect(await hits()).toEqual([first]);
    await store(say(-1, 'QC', `EDDMEDDF${compact(-1)}`));
    for (const one of [...servers, arrivals()]) await one.look(now + minuteMs);
    expect(await hits()).toEqual([first]);
    expect(await noticesOf('admin')).toEqual([first.title]);
    await store(
      say(70, 'QB', `EDDFEDDM${compact(70)}`, { flight: 'ZZ0101' }),
      say(120, 'QC', `EDDFEDDM${compact(120)}`, { flight: 'ZZ0101' }),
    );
    await servers[0]?.look(now + 121 * minuteMs);
    expect((await hits()).map(({ title }) => title)).toEqual([
      first.title,
      `N900AA landed at EDDM at ${hhmm(120)} UTC: nothing new`,
    ]);
  });

  test('an estimate is told 20 minutes before, without another message; a landing of hours ago and other aircraft never', async () => {
    await addRule('admin', [tail('N900AA'), { field: 'to', values: ['EDDF'] }]);
    await addRule('admin', [tail('N900AA'), { field: 'to', values: ['EDDM'] }]);
    await store(
      off(-60),
      eta(-15, 40),
      off(-60, { tail: 'N900BB' }),
      say(-5, 'QC', `EDDMEDDF${compact(-5)}`, { tail: 'N900BB' }),
    );
    const one = arrivals();
    await one.look(now);
    await one.look(now + 19 * minuteMs);
    expect(await hits()).toEqual([]);
    await one.look(now + 20 * minuteMs);
    expect((await hits()).map(({ title }) => title)).toEqual([
      `N900AA lands at EDDF about ${hhmm(40)} UTC: nothing new`,
    ]);
    await server.db.query('delete from watch_hits');
    await store(say(41, 'QC', `EDDMEDDF${compact(41)}`));
    await arrivals().look(now + 102 * minuteMs);
    expect(await hits()).toEqual([]);
  });

  test('a rule tells what its owner may read: a company of its own aircraft, everyone the arrival only', async () => {
    const beta = { tail: 'N900BB', icao: 'A90002' };
    await addRule('company', [{ field: 'tail', values: ['N900AA', 'N900BB'] }], { owner: 'company' });
    await addRule('admin', [tail('N900*')], { owner: 'all' });
    await store(
      ...[off(-60), report(-30, galley), eta(-15, 12)],
      ...[off(-60, beta), report(-30, bleed, beta), say(-2, 'QC', `EDDMEDDF${compact(-2)}`, beta)],
    );
    await arrivals().look(now);
    const landing = `N900AA lands at EDDF about ${hhmm(12)} UTC`;
    const landed = `N900BB landed at EDDF at ${hhmm(-2)} UTC`;
    expect((await hits()).map(({ title }) => title).sort()).toEqual([landing, `${landing}: 1 new fault`, landed]);
    expect([...(await noticesOf('company'))].sort()).toEqual([landing, `${landing}: 1 new fault`]);
    expect([...(await noticesOf('parser'))].sort()).toEqual([landing, landed]);
    expect(await noticesOf('guest')).toEqual([]);
  });
});
