/**
 * C117, C38, C38b: on scoped calls no row and no count of another company, whatever is asked; in both settings of COMPANY_SCOPE.
 * The unscoped answer to the same question, held to the rule written down here once more, says what is to come. Must not: use the server's rule.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AcarsMessage, AdsbMessage } from '../../contract/entities/messages.ts';
import { adsbMessage } from '../../contract/entities/messages.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../../server/database/pool.ts';
import { companyMarks, companySql } from '../../server/store/company-scope.ts';
import { Values } from '../../server/store/filter-sql.ts';
import { storeAcars } from '../../server/store/store-acars.ts';
import { storeAdsb } from '../../server/store/store-adsb.ts';
import { callApi } from '../support/api-client.ts';
import { addStation } from '../support/stations.ts';
import { type InProcessServer, startTestServer } from '../support/test-server.ts';
import { messageAt } from './fresh-database.ts';

// ---- who owns what, in words of the test

const companies = ['Alpha Air', 'Beta Wings'] as const;
type Company = (typeof companies)[number];
const receiverOf: Readonly<Record<string, Company | null>> = {
  'RX-ALPHA': 'Alpha Air',
  'rx-beta': 'Beta Wings',
  '9001': 'Alpha Air',
  '9002': 'Beta Wings',
  'RX-NOBODY': null,
};
type Airline = 'Alpha Air' | 'Beta Wings' | 'Gamma';
/** Airlines by the codes before a flight's number; the second of one code is one that stopped flying. */
const airlines: readonly { name: Airline; iata: string | null; icao: string | null; isActive: boolean }[] = [
  { name: 'Alpha Air', iata: 'A9', icao: 'ALW', isActive: true },
  { name: 'Beta Wings', iata: null, icao: 'BTW', isActive: true },
  { name: 'Gamma', iata: 'G9', icao: null, isActive: true },
  { name: 'Beta Wings', iata: 'G9', icao: null, isActive: false },
];
const airlineOfFlight: Readonly<Record<string, Airline | null>> = {
  ALW123: 'Alpha Air',
  a9777: 'Alpha Air',
  BTW77: 'Beta Wings',
  G9100: 'Gamma',
  XX100: null,
};
/** By address and by registration: who operates it, and whose airline's it is. */
const fleet: readonly { modeS: string; tail: string; operator: string; airline: Airline | null }[] = [
  { modeS: 'A00001', tail: 'D-ALPA', operator: 'ALPHA AIR', airline: null },
  { modeS: 'A00002', tail: 'D-ALPB', operator: 'Some Leasing', airline: 'Alpha Air' },
  { modeS: 'B00001', tail: 'D-BETA', operator: 'Beta Wings', airline: 'Gamma' },
  { modeS: 'B00002', tail: 'D-BETB', operator: 'Some Leasing', airline: 'Beta Wings' },
  { modeS: 'C00001', tail: 'D-NONE', operator: 'Third Party', airline: null },
  // Two with one registration: the newer one is meant.
  { modeS: 'C00002', tail: 'D-TWIN', operator: 'Beta Wings', airline: null },
  { modeS: 'C00003', tail: 'D-TWIN', operator: 'Alpha Air', airline: null },
];
type Row = Seen & { readonly id: string; readonly text?: string | null };
type Seen = {
  readonly stationId: string | null;
  readonly icao: string | null;
  readonly tail?: string | null;
  readonly flight?: string | null;
  /** Of ADS-B. */
  readonly identification?: string | null;
};

/** C38b with decision 17, in words of the test. */
function isOf(company: Company | 'nobody', seen: Seen): boolean {
  const receivers = Object.entries(receiverOf).filter(([, owner]) => owner === company);
  if (receivers.some(([name]) => name.toLowerCase() === seen.stationId?.toLowerCase())) return true;
  const plain = (tail: string | null | undefined) => tail?.toLowerCase().replace(/[-.]/g, '');
  const byAddress = fleet.find(({ modeS }) => modeS.toLowerCase() === seen.icao?.toLowerCase());
  const craft = byAddress ?? fleet.filter(({ tail }) => plain(tail) === plain(seen.tail)).at(-1);
  if (craft?.operator.toLowerCase() === company.toLowerCase()) return true;
  return (airlineOfFlight[seen.flight ?? seen.identification ?? ''] ?? craft?.airline) === company;
}

// ---- rows that meet these in every way

const base = Date.UTC(2026, 10, 20, 12);
const stationNames = fc.constantFrom('RX-ALPHA', 'rx-alpha', 'RX-BETA', '9001', 'RX-NOBODY', null);
const addresses = fc.constantFrom(...fleet.map(({ modeS }) => modeS), 'a00001', 'D00009', null);
const tails = fc.constantFrom(...fleet.map(({ tail }) => tail), 'd-beta', 'DALPB', 'D-UNKN', null);
const flights = fc.constantFrom(...Object.keys(airlineOfFlight), null, null, null);
const labels = ['H1', 'Q0', '_d'];
const acarsRow = fc
  .record({
    stationId: stationNames,
    icao: addresses,
    tail: tails,
    flight: flights,
    label: fc.constantFrom(...labels),
    text: fc.constantFrom('ABC', 'POS', ''),
  })
  .chain((fields) => fc.integer({ min: 0, max: 600 }).map((s) => messageAt(base + s * 1000, fields)));
const adsbRow = fc
  .record({
    stationId: stationNames,
    icao: addresses,
    identification: flights,
    msgType: fc.constantFrom('DF17', 'DF11'),
  })
  .chain((fields) => fc.integer({ min: 0, max: 600 }).map((s) => frameAt(base + s * 1000, fields)));

function frameAt(ms: number, fields: Partial<AdsbMessage>): AdsbMessage {
  const empty = Object.fromEntries(Object.keys(adsbMessage).map((field) => [field, null])) as unknown as AdsbMessage;
  return { ...empty, adsbDateTime: writeInstant(ms), timestamp: ms / 1000, ...fields };
}

/** What Beta Wings sees, and what it does not. */
const cases: readonly [what: string, fields: Partial<AcarsMessage>, isBeta: boolean][] = [
  ['its receiver', { stationId: 'RX-BETA' }, true],
  ['the number of its station', { stationId: '9002' }, true],
  ['a receiver of nobody', { stationId: 'RX-NOBODY' }, false],
  ['its aircraft by address', { icao: 'b00001' }, true],
  ['its aircraft by tail', { tail: '..DBETA' }, true],
  ['its tail, and an address that nobody knows', { tail: 'D-BETA', icao: 'D00009' }, true],
  ["its tail, and another one's address", { tail: 'D-BETA', icao: 'C00001' }, false],
  ["a registration that is another one's by now", { tail: 'D-TWIN' }, false],
  ['its flight', { flight: 'BTW77' }, true],
  ['its aircraft, flying for Alpha', { icao: 'B00001', flight: 'ALW123' }, true],
  ["an aircraft of its airline, somebody else's to operate", { icao: 'B00002' }, true],
  ['such an aircraft on a flight of nobody known', { icao: 'B00002', flight: 'XX100' }, true],
  ['such an aircraft, flying for Alpha', { icao: 'B00002', flight: 'ALW123' }, false],
  ['the code of an airline that stopped flying', { flight: 'G9100' }, false],
  ['nothing at all', {}, false],
];

async function fill(db: Database): Promise<void> {
  await db.query('truncate aircraft, airlines');
  for (const { name, iata, icao, isActive } of airlines)
    await db.query(
      `insert into airlines (airline_name, iata, icao, is_active, source) values ($1, $2, $3, $4, 'import')`,
      [name, iata, icao, isActive],
    );
  for (const { modeS, tail, operator, airline } of fleet)
    await db.query(
      `insert into aircraft (registration, mode_s, operator_name, airline_id, source)
       values ($1, $2, $3, (select min(airline_id) from airlines where airline_name = $4), 'import')`,
      [tail, modeS, operator, airline],
    );
  const told = cases.map(([text, fields], n) => messageAt(base + (700 + n) * 1000, { text, label: 'C1', ...fields }));
  const random = fc.sample(acarsRow, { numRuns: 300, seed: 5 });
  await storeAcars(
    db,
    [...told, ...random].map((row) => ({ row })),
  );
  await storeAdsb(
    db,
    fc.sample(adsbRow, { numRuns: 200, seed: 6 }).map((row) => ({ row })),
  );
}

// ---- who asks

const secret = 'secret-1';
const people = {
  admin: { role: 'Admin', company: null },
  parser: { role: 'Parser', company: null },
  customer: { role: 'Customer', company: null },
  /** C11: whoever has a company and is neither Admin nor Parser is a company user. */
  companyCustomer: { role: 'Customer', company: 'Alpha Air' },
  companyUser: { role: 'User', company: ' beta wings ' },
  companyParser: { role: 'Parser', company: 'Beta Wings' },
} as const;
type Person = keyof typeof people;

/** The calls of messages: who may make them, and whether C38 scopes them. */
const calls = [
  {
    path: '/AcarsMessage',
    rows: 'acarsMessages',
    isScoped: true,
    who: ['admin', 'parser', 'customer', 'companyParser'],
  },
  {
    path: '/AcarsMessage/allUsers',
    rows: 'acarsMessages',
    isScoped: false,
    who: ['admin', 'parser', 'companyCustomer', 'companyUser', 'companyParser'],
  },
  {
    path: '/AcarsMessage/acarsWithExtData',
    rows: 'acarsPerAircraftMessages',
    isScoped: false,
    who: ['admin', 'parser', 'companyCustomer', 'companyUser', 'companyParser'],
  },
  {
    path: '/AcarsMessage/acarsWithExtDataCompany',
    rows: 'acarsPerAircraftMessages',
    isScoped: true,
    who: ['admin', 'parser', 'customer', 'companyParser'],
  },
  { path: '/AcarsMessage/adsb', rows: 'adsbMessages', isScoped: false, who: ['admin', 'parser', 'companyParser'] },
  {
    path: '/AcarsMessage/adsbCompany',
    rows: 'adsbMessages',
    isScoped: true,
    who: ['admin', 'parser', 'customer', 'companyCustomer', 'companyUser', 'companyParser'],
  },
] as const satisfies readonly { path: string; rows: string; isScoped: boolean; who: readonly Person[] }[];
type Call = (typeof calls)[number];
const adsbCompany = calls[5];

const window = {
  acarsMessageDateTimeMin: fc.constantFrom(writeInstant(base), writeInstant(base + 300_000)),
  acarsMessageDateTimeMax: fc.constantFrom(writeInstant(base + 600_000), writeInstant(base + 250_000)),
};
const received = {
  stationId: fc.constantFrom('RX-BETA', 'rx-alpha', '9001', 'RX-NOBODY', ''),
  icao: fc.constantFrom('B00001', 'a00001', 'D00009'),
};
const said = {
  tail: fc.constantFrom('D-BETA', 'd-alpa'),
  label: fc.constantFrom(...labels),
  text: fc.constantFrom('b', 'POS', '%'),
};
const filtersOf: Readonly<Record<Call['rows'], Readonly<Record<string, fc.Arbitrary<string>>>>> = {
  acarsMessages: { ...window, ...received, ...said },
  acarsPerAircraftMessages: {
    ...window,
    ...said,
    operatorName: fc.constantFrom('beta', 'a'),
    airlineIcao: fc.constantFrom('BTW', 'alw'),
    modeS: fc.constantFrom('B00001', 'a00001'),
  },
  adsbMessages: {
    ...window,
    ...received,
    msgType: fc.constantFrom('DF17', 'df11'),
    icao2: fc.constantFrom('true'),
  },
};
/** At most two at once: more would find nothing. */
const filterOf = ({ rows }: Call) => {
  const all = Object.entries(filtersOf[rows]);
  return fc.subarray(all, { maxLength: 2 }).chain((chosen) => fc.record(Object.fromEntries(chosen)));
};
const paging = fc.record(
  {
    offset: fc.constantFrom('0', '1', '7', '40'),
    limit: fc.constantFrom('-1', '5', '100', '50000', '0'),
  },
  { requiredKeys: [] },
);
const companyAsked = fc.option(
  fc.constantFrom('Alpha Air', 'alpha air', ' Beta Wings ', 'Beta%', '', '   ', "' or 1=1 --", 'Nobody'),
  { nil: undefined },
);
const questions = fc.constantFrom(...calls).chain((call) =>
  fc.record({
    call: fc.constant<Call>(call),
    person: fc.constantFrom(...(call.who as readonly Person[])),
    filter: filterOf(call),
    paging,
    company: call.isScoped ? companyAsked : fc.constant(undefined),
  }),
);

const companyNamed = (text: string | null | undefined): Company | 'nobody' | null => {
  const name = text?.trim().toLowerCase();
  if (!name) return null;
  return companies.find((one) => one.toLowerCase() === name) ?? 'nobody';
};

for (const setting of ['company', 'all'] as const) {
  describe(`C117 C38 C38b: COMPANY_SCOPE=${setting}`, () => {
    let server: InProcessServer;
    const tokens = {} as Record<Person, string>;
    /** Rows of ACARS per aircraft say no receiver: the raw row does. */
    const raw = new Map<string, Row>();
    beforeAll(async () => {
      server = await startTestServer(setting === 'all' ? { COMPANY_SCOPE: 'all' } : {});
      const admin = await server.logIn('admin');
      for (const [name, { role, company }] of Object.entries(people)) {
        const username = `a.${name}`;
        const body = { username, password: secret, role, terms: 1, company: company ?? '' };
        const made = await callApi(server, '/user/register', { method: 'POST', token: admin, body });
        expect(made.status, made.text).toBe(200);
        tokens[name as Person] = await tokenOf(server, username);
      }
      const feeders = { 'Alpha Air': 'a.companyCustomer', 'Beta Wings': 'a.companyUser' } as const;
      for (const [stationId, name, company] of [
        ['9001', 'rx-ALPHA', 'Alpha Air'],
        ['9002', 'RX-beta', 'Beta Wings'],
      ] as const) {
        const id = await addStation(server.db, stationId, [name]);
        await server.db.query(
          'update stations set feeder_user_id = (select id from users where user_name = $2) where id = $1',
          [id, feeders[company]],
        );
      }
      await fill(server.db);
      for (const row of (await ask(calls[0], tokens.parser, { limit: '-1' })).rows) raw.set(row.id, row);
    });
    afterAll(() => server.stop());

    const rawOf = (call: Call, row: Row): Row => (call.rows === 'adsbMessages' ? row : (raw.get(row.id) ?? row));
    /** The company that narrows what this person reads by a call; null = none. */
    function scopeOf(person: Person, isScoped: boolean, asked?: string): Company | 'nobody' | null {
      if (person === 'admin') return isScoped ? companyNamed(asked) : null;
      return isScoped || setting === 'all' ? companyNamed(people[person].company) : null;
    }
    async function ask(call: Call, token: string, query: Readonly<Record<string, string | undefined>>) {
      const given = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined);
      const answer = await callApi(server, `${call.path}?${new URLSearchParams(given)}`, { token });
      expect(answer.status, answer.text).toBe(200);
      const json = answer.json as Record<string, unknown>;
      return { rows: json[call.rows] as Row[], count: json[`${call.rows}Count`] as number };
    }

    test('C117 C38: rows and count of every call are the own ones of the unscoped answer, whatever is asked', async () => {
      let met = 0;
      let hidden = 0;
      await fc.assert(
        fc.asyncProperty(questions, async ({ call, person, filter, paging: page, company }) => {
          // Nobody narrows what a parser without a company reads.
          const whole = await ask(call, tokens.parser, { ...filter, limit: '-1' });
          const scope = scopeOf(person, call.isScoped, company);
          const own = whole.rows.filter((row) => scope === null || isOf(scope, rawOf(call, row)));
          const answer = await ask(call, tokens[person], { ...filter, ...page, company });
          const offset = Number(page.offset ?? 0);
          const limit = page.limit === undefined || page.limit === '-1' ? own.length : Number(page.limit);
          expect(answer.count).toBe(own.length);
          expect(answer.rows).toEqual(own.slice(offset, offset + limit));
          met += answer.rows.length;
          hidden += whole.rows.length - own.length;
        }),
        { numRuns: 80, seed: 3 },
      );
      expect(met, 'something was found').toBeGreaterThan(500);
      expect(hidden, 'something was hidden').toBeGreaterThan(500);
    });

    test('C117 C38b: by receiver, operator, or the airline of flight or aircraft; the rule of decision 17', async () => {
      const own = await ask(calls[0], tokens.companyParser, { label: 'C1' });
      const found = new Set(own.rows.map(({ text }) => text));
      expect(own.count).toBe(cases.filter(([, , isBeta]) => isBeta).length);
      for (const [what, , isBeta] of cases) expect(found.has(what), what).toBe(isBeta);
    });

    test('C117: who heard a message is told of own messages alone, also by the ids of others', async () => {
      const whole = await ask(calls[0], tokens.parser, { limit: '-1' });
      for (const person of ['companyUser', 'companyParser', 'companyCustomer', 'customer', 'admin'] as const) {
        // All who have all data are scoped by the setting only; a customer without a company has the whole feed.
        const scope = scopeOf(person, false);
        for (const row of whole.rows.slice(0, 25)) {
          const answer = await callApi(server, `/AcarsMessage/${row.id}/heard`, { token: tokens[person] });
          const isOwn = scope === null || isOf(scope, row);
          expect(answer.status, `${person} ${JSON.stringify(row)}`).toBe(isOwn ? 200 : 404);
          if (!isOwn || scope === null) continue;
          const { blocks } = answer.json as { blocks: { receptions: (AcarsMessage & { id: string })[] }[] };
          const shown = blocks.flatMap(({ receptions }) => receptions.map(({ id }) => id));
          const mayShow = new Set(whole.rows.filter((one) => isOf(scope, one)).map(({ id }) => id));
          expect(shown.filter((id) => !mayShow.has(id))).toEqual([]);
        }
      }
    });

    test('C38b: rows that say nothing of an aircraft ask for none, and those that do ask an index', async () => {
      const plan = async (window: string): Promise<string> => {
        const values = new Values();
        const conditions = companySql(await companyMarks(server.db, 'beta wings'), 'acars', values);
        const lines = await server.db.transaction(async (tx) => {
          await tx.query('set local enable_seqscan = off');
          return tx.query<{ 'QUERY PLAN': string }>(
            `explain (analyze, costs off, timing off) select 1 from acars where ${[window, ...conditions].join(' and ')}`,
            values.list,
          );
        });
        return lines.map((line) => line['QUERY PLAN']).join('\n');
      };
      const all = await plan('true');
      expect(all).not.toContain('hashed SubPlan');
      for (const column of ['mode_s', 'icao', 'iata']) expect(all).toContain(`Index Cond: (lower(${column}) =`);
      const silent = await plan(`acars.icao is null and acars.tail is null and acars.flight is null`);
      expect(silent).toContain('(never executed)');
      expect(silent).not.toMatch(/Index Scan using (aircraft|airlines)_\w+ on \w+ known(_\d+)? \(actual/);
    });

    test("C117: reference data is everybody's", async () => {
      for (const path of ['/airport?limit=5', '/airline?limit=5', '/aircraft?limit=5']) {
        const [one, other] = await Promise.all(
          [tokens.parser, tokens.companyParser].map((token) => callApi(server, path, { token })),
        );
        expect(other?.status).toBe(200);
        expect(other?.text).toBe(one?.text);
      }
    });

    test('C38b: another operator, feeder or company counts at once', async () => {
      const count = async () => (await ask(adsbCompany, tokens.companyUser, { limit: '1' })).count;
      const before = await count();
      await server.db.query(`update aircraft set operator_name = 'Beta Wings' where mode_s = 'C00001'`);
      await expect.poll(count).toBeGreaterThan(before);
      await server.db.query(`update aircraft set operator_name = 'Third Party' where mode_s = 'C00001'`);
      await expect.poll(count).toBe(before);
    });
  });
}

async function tokenOf(server: InProcessServer, username: string): Promise<string> {
  const body = { username, password: secret, role: '', terms: 0, company: '' };
  const answer = await callApi(server, '/account/authenticate', { method: 'POST', body });
  return (answer.json as { token: string }).token;
}
