import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '../../contract/durations.ts';
import type { FaultCounts, FaultLedger, FaultState } from '../../contract/entities/faults.ts';
import type { FaultFact } from '../../contract/entities/meaning.ts';
import { writeInstant } from '../../contract/params.ts';
import { faultIdentity } from '../../decoder/faults/fault-events.ts';
import { clock } from '../../server/base/clock.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { clearFaults, type FaultMessage, storeFaults } from '../../server/messages/store-faults.ts';
import { callApi } from '../support/api-client.ts';
import { testServerForFile } from '../support/test-server.ts';
import { emptyMessages, messageAt } from './fresh-database.ts';

const server = testServerForFile();
type User = 'admin' | 'parser' | 'company' | 'customer' | 'guest';
let tokens: Readonly<Record<User, string>>;
const now = Math.floor(clock.now() / 1000) * 1000;
const at = (hoursAgo: number): string => writeInstant(now - hoursAgo * hourMs);

async function inCompany(user: User, company: string | null): Promise<void> {
  await server.db.query('update users set company = $2 where user_name = $1', [user, company]);
  tokens = { ...tokens, [user]: await server.logIn(user) };
}
beforeAll(async () => {
  const names = ['admin', 'parser', 'company', 'customer', 'guest'] as const;
  tokens = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await server.logIn(name)])),
  ) as typeof tokens;
  await inCompany('company', 'Alpha Air');
  await inCompany('customer', 'Beta Wings');
});
beforeEach(async () => {
  await emptyMessages(server.db);
  await server.db.query('delete from faults; delete from fault_states');
  await server.db.query(`delete from aircraft where registration in ('N900AA', 'N900BB')`);
  await server.db.query(
    `insert into aircraft (registration, mode_s, operator_name, source)
     values ('N900AA', 'A90001', 'Alpha Air', 'import'), ('N900BB', 'A90002', 'Beta Wings', 'import')`,
  );
});

const loop: FaultFact = {
  ...{ what: 'failure', chapter: '36', ata: '362216', name: 'R WING LOOP B', source: 'BMC 1', class: '1' },
  ...{ severity: null, phase: 'descent', persistence: 'hard', at: null, impacted: [], inferred: ['phase'] },
};
const report = (
  hoursAgo: number,
  fault: Partial<FaultFact> = {},
  message: Partial<FaultMessage> = {},
): FaultMessage => ({
  ...{ messageId: `m${hoursAgo}`, tail: '.N900AA', icao: null, flight: 'ZZ0100', at: at(hoursAgo), stationId: 'RX-1' },
  meaning: { facts: { faults: [{ ...loop, ...fault }] } },
  ...message,
});
const store = (...messages: FaultMessage[]) => server.db.transaction((tx) => storeFaults(tx, messages));

const call = (user: User, path: string, body?: object) =>
  callApi(server, path, { token: tokens[user], ...(body ? { method: 'PUT', body } : {}) });
type Row = Readonly<Record<string, unknown>>;
const list = async (user: User, query = ''): Promise<readonly Row[]> =>
  ((await call(user, `/Faults${query}`)).json as { faults: Row[] }).faults;
const ledger = async (user: User, tail = 'N900AA'): Promise<FaultLedger> =>
  (await call(user, `/Faults/Tail/${tail}`)).json as FaultLedger;

describe('storing', () => {
  test('one event per fault and time: other stations and repeats are receptions, also in another order and at once', async () => {
    const timed = { at: at(5) };
    const messages = [
      report(5, timed),
      report(5, timed, { stationId: 'RX-2' }),
      report(4, { ...timed, name: 'R  WING-LOOP B' }),
      report(2, { at: at(2) }),
      report(1, { chapter: '34', ata: '344200', name: 'RA TRANSCEIVER 2', source: null }),
    ];
    await Promise.all([store(...messages), store(...[...messages].reverse())]);
    const [first, second, ...others] = (await ledger('admin')).faults;
    expect(others).toEqual([]);
    expect(first).toMatchObject({ chapter: '34', stations: 1, events: [{ isTimed: false, at: at(1), receptions: 1 }] });
    expect(second).toMatchObject({
      ...{ chapter: '36', name: 'R WING LOOP B', source: 'BMC 1', state: null, stations: 2 },
      events: [
        { at: at(2), isTimed: true, receptions: 1, stations: 1, flight: 'ZZ0100' },
        { at: at(5), receptions: 3, stations: 2, firstReceived: at(5), lastReceived: at(4), messageId: 'm5' },
      ],
    });
  });

  test('without a time of its own a fault is one event per leg', async () => {
    const noon = Math.floor(now / 86_400_000) * 86_400_000 - 43_200_000;
    const on = (ms: number, flight: string): FaultMessage => report(0, {}, { at: writeInstant(ms), flight });
    await store(on(noon, 'ZZ0100'), on(noon + minuteMs, 'ZZ0100'), on(noon + hourMs, 'ZZ0101'));
    expect((await ledger('admin')).faults.map(({ events }) => events.map(({ receptions }) => receptions))).toEqual([
      [1, 2],
    ]);
  });

  test('hostile values are stored, cut or left out, and a time after the report is not the time of the fault', async () => {
    await store(
      report(1, { name: `\0\ud800${'x'.repeat(20_000)}`, at: at(-24) }, { flight: '\0', stationId: null }),
      report(1, {}, { tail: 'N'.repeat(100) }),
      report(1, {}, { tail: '...' }),
      report(1, {}, { tail: null }),
      report(1, {}, { meaning: null }),
      report(1, {}, { meaning: { facts: {} } }),
    );
    const { faults } = await ledger('admin');
    expect(faults).toMatchObject([{ stations: 0, events: [{ at: at(1), isTimed: false }] }]);
    expect(faults[0]?.name.length).toBe(200);
  });

  test('retention deletes what is old, and states of faults that are gone', async () => {
    await store(report(3000), report(2, { at: at(2), name: 'NEW' }));
    const [old] = (await ledger('admin')).faults.slice(-1);
    await set('admin', 'deferred', { identity: old?.identity ?? '' });
    await server.db.query(`update faults set stored_at = $1 where name = 'R WING LOOP B'`, [at(3000)]);
    await server.db.query('update fault_states set set_at = $1', [at(3000)]);
    await clearFaults(server.db, 0, now);
    expect((await ledger('admin')).faults.length).toBe(2);
    await clearFaults(server.db, 90, now);
    expect((await ledger('admin')).faults.map(({ name }) => name)).toEqual(['NEW']);
    expect(await server.db.query('select 1 from fault_states')).toEqual([]);
  });
});

test('a stored message of the maintenance computer is in the ledger, its repeats by other stations are receptions', async () => {
  const text =
    '#CFBFLR/FR2611291446 ZZ0100 N900AA\r\n36293806 BLEED VALVE 2/IDENT 11AA PHASE 6 HARD\r\n24460006 GALLEY COOLING/IDENT 5EB8 PHASE 5 HARD\r\n';
  const row = (secondsAgo: number, stationId: string) => ({
    row: messageAt(now - secondsAgo * 1000, { tail: '.N900AA', flight: 'ZZ0100', label: 'H1', text, stationId }),
  });
  await storeAcars(server.db, [row(60, 'RX-1'), row(59, 'RX-2')]);
  const { faults } = await ledger('admin');
  expect(faults.map(({ chapter, name, stations }) => [chapter, name, stations]).sort()).toEqual([
    ['24', 'GALLEY COOLING', 2],
    ['36', 'BLEED VALVE 2', 2],
  ]);
});

describe('the list', () => {
  test('one row per fault with its last legs, newest first', async () => {
    // Legs of one hour, the fault in the second and the fourth of four.
    const legs = [40, 30, 20, 10].map((hoursAgo, leg) => ({ hoursAgo, flight: `ZZ010${leg}` }));
    await storeAcars(
      server.db,
      legs.flatMap(({ hoursAgo, flight }) =>
        [0, 0.5].map((later) => ({
          row: messageAt(now - (hoursAgo - later) * hourMs, {
            tail: 'N900AA',
            flight,
            stationId: 'RX-1',
            label: 'H1',
            text: `A${later}`,
          }),
        })),
      ),
    );
    await store(
      report(29.5, { at: at(29.6), persistence: 'intermittent' }, { flight: 'ZZ0101' }),
      report(9.5, { at: at(9.6) }, { flight: 'ZZ0103', stationId: 'RX-2' }),
      report(9, { what: 'warning', name: 'AIR R WING LEAK', source: null, at: at(9.7) }, { flight: 'ZZ0103' }),
    );
    expect(await list('parser', '?limit=10')).toMatchObject([
      {
        name: 'R WING LOOP B',
        tail: 'N900AA',
        state: 'open',
        strip: '.i.h',
        legs: 2,
        first: at(29.6),
        last: at(9.6),
        stations: 2,
        receptions: 2,
        inferred: 'phase',
      },
      { name: 'AIR R WING LEAK', strip: '...w', legs: 1, what: 'warning', isAgain: false, setBy: null },
    ]);
  });

  test('every filter, and the counts above the list', async () => {
    await store(
      report(3),
      report(
        2,
        {
          chapter: '21',
          ata: '215100',
          name: 'PACK 1',
          source: 'ZONE CTL',
          persistence: 'intermittent',
          what: 'warning',
        },
        { tail: 'N900BB' },
      ),
    );
    const pack = (await ledger('admin', 'n900bb')).faults[0]?.identity ?? '';
    expect((await set('admin', 'deferred', { tail: 'N900BB', identity: pack })).isStored).toBe(true);
    const query = [
      'tail=n900bb',
      'chapter=21',
      'ata=215100',
      'state=deferred',
      'source=zone+ctl',
      'persistence=intermittent',
      'what=warning',
      'name=ack',
    ];
    for (const one of [...query, query.join('&'), `start=${at(2.5)}`])
      expect(
        (await list('admin', `?${one}`)).map(({ name }) => name),
        one,
      ).toEqual(['PACK 1']);
    expect(await list('admin', '?legsMin=2')).toEqual([]);
    expect(await list('admin', `?end=${at(4)}`)).toEqual([]);
    const counts = (await call('admin', '/Faults/Counts')).json as FaultCounts;
    expect(counts).toMatchObject({
      ...{ aircraft: 2, states: { open: 1, deferred: 1, closed: 0 }, threeLegs: 0, hard: 1, warnings: 1 },
      chapters: [
        { chapter: '21', faults: 1 },
        { chapter: '36', faults: 1 },
      ],
    });
  });
});

const identity = faultIdentity(loop);
type SetResult = { readonly isStored: boolean; readonly state: FaultState | null };
async function set(
  user: User,
  state: string,
  more: Partial<Readonly<Record<string, unknown>>> = {},
): Promise<SetResult> {
  const body = { tail: 'N900AA', identity, state, note: '', at: at(1), version: 0, ...more };
  return (await call(user, '/Faults/State', body)).json as SetResult;
}

describe('states', () => {
  test('a change names the version it replaces: another one in between is shown, and nothing is overwritten', async () => {
    await store(report(3));
    const first = await set('parser', 'deferred', { note: ' Loop isolated. ' });
    expect(first).toEqual({
      isStored: true,
      state: { state: 'deferred', note: 'Loop isolated.', by: 'parser', at: at(1), version: 1 },
    });
    // The response was lost: the same change again is stored already.
    expect(await set('parser', 'deferred', { note: 'Loop isolated.' })).toEqual(first);
    expect(await set('admin', 'closed')).toEqual({ isStored: false, state: first.state });
    expect(await set('admin', 'closed', { version: 1, at: at(-5) })).toMatchObject({
      isStored: true,
      state: { state: 'closed', by: 'admin', version: 2 },
    });
    const [fault] = (await ledger('parser')).faults;
    expect(fault?.state).toMatchObject({ state: 'closed', version: 2 });
    expect(Date.parse(fault?.state?.at ?? '')).toBeLessThanOrEqual(clock.now());
  });

  test('two changes of one version at once: one is stored', async () => {
    await store(report(3));
    const results = await Promise.all([set('parser', 'closed'), set('admin', 'deferred')]);
    expect(results.filter(({ isStored }) => isStored).length).toBe(1);
  });

  test('a fault that is received again after closing is open again', async () => {
    await store(report(3));
    await set('admin', 'closed', { at: at(2) });
    expect(await list('admin')).toMatchObject([{ state: 'closed', isAgain: false, setBy: 'admin' }]);
    await store(report(1));
    expect(await list('admin')).toMatchObject([{ state: 'open', isAgain: true, setBy: 'admin' }]);
    expect(await list('admin', '?state=closed')).toEqual([]);
  });

  test('a change of an unknown fault, or with invalid values, is refused', async () => {
    await store(report(3));
    const body = { tail: 'N900AA', identity, state: 'closed', note: '', at: at(1), version: 0 };
    const status = async (more: object): Promise<number> =>
      (await call('admin', '/Faults/State', { ...body, ...more })).status;
    expect(await status({ identity: 'x' })).toBe(404);
    expect(await status({ tail: 'N900BB' })).toBe(404);
    for (const bad of [{ state: 'gone' }, { note: 'x'.repeat(501) }, { at: 'noon' }, { version: -1 }])
      expect(await status(bad), JSON.stringify(bad)).toBe(400);
  });
});

describe('whose faults', () => {
  test('a company sees its aircraft and what its station received, counts only that, and shares no states with others', async () => {
    await store(report(3), report(3, { at: at(3.1) }, { tail: 'N900BB', flight: null, icao: 'A90002' }));
    expect((await list('company')).map(({ tail }) => tail)).toEqual(['N900AA']);
    expect((await list('customer')).map(({ tail }) => tail)).toEqual(['N900BB']);
    expect((await ledger('company', 'N900BB')).faults).toEqual([]);
    expect((await call('customer', '/Faults/Counts')).json).toMatchObject({ aircraft: 1 });
    expect(
      (
        await call('company', '/Faults/State', {
          tail: 'N900BB',
          identity,
          state: 'closed',
          note: '',
          at: at(1),
          version: 0,
        })
      ).status,
    ).toBe(404);
    expect(await set('company', 'deferred', { note: 'ours' })).toMatchObject({ isStored: true });
    expect(await list('company')).toMatchObject([{ state: 'deferred', note: 'ours' }]);
    expect((await list('admin')).map(({ state, note }) => [state, note])).toEqual([
      ['open', null],
      ['open', null],
    ]);
    expect((await ledger('admin')).faults[0]?.state).toBeNull();
  });

  test('without a company, Admin or Parser there is no ledger', async () => {
    for (const path of ['/Faults', '/Faults/Counts', '/Faults/Tail/N900AA']) {
      expect((await call('guest', path)).status).toBe(403);
      expect((await callApi(server, path)).status).toBe(401);
    }
    await inCompany('customer', null);
    expect((await call('customer', '/Faults')).status).toBe(403);
    await inCompany('customer', 'Beta Wings');
  });
});

describe('C117: COMPANY_SCOPE=all', () => {
  const scoped = testServerForFile({ COMPANY_SCOPE: 'all' });

  test('a Parser with a company gets its faults in every response, and sets the state of no other', async () => {
    await scoped.db.query(
      `insert into aircraft (registration, mode_s, operator_name, source)
       values ('N900AA', 'A90001', 'Alpha Air', 'import'), ('N900BB', 'A90002', 'Beta Wings', 'import')`,
    );
    await scoped.db.query(`update users set company = 'Alpha Air' where user_name = 'parser'`);
    const others = report(3, { at: at(3.1) }, { tail: 'N900BB', flight: null, icao: 'A90002' });
    await scoped.db.transaction((tx) => storeFaults(tx, [report(3), others]));
    const token = await scoped.logIn('parser');
    const get = async (path: string) => (await callApi(scoped, path, { token })).json as Record<string, unknown>;
    expect(await get('/Faults')).toMatchObject({ faults: [{ tail: 'N900AA' }], faultsCount: 1 });
    expect(await get('/Faults/Counts')).toMatchObject({ aircraft: 1 });
    expect(await get('/Faults/Tail/N900BB')).toMatchObject({ faults: [] });
    expect(await get('/Tail/N900BB/Briefing')).toMatchObject({ olderOpenFaults: 0 });
    expect(await get(`/Report?period=week&day=${writeInstant(now).slice(0, 10)}`)).toMatchObject({
      faults: { total: 1, rows: [{ tail: 'N900AA' }] },
    });
    const state = { tail: 'N900BB', identity, state: 'closed', note: '', at: at(1), version: 0 };
    expect((await callApi(scoped, '/Faults/State', { method: 'PUT', token, body: state })).status).toBe(404);
    const admin = await scoped.logIn('admin');
    expect((await callApi(scoped, '/Faults', { token: admin })).json).toMatchObject({ faultsCount: 2 });
  });
});
