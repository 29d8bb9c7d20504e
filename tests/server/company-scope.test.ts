/**
 * C117, C38, C38b: on scoped calls no row and no count of another company, whatever is asked; in both settings of COMPANY_SCOPE.
 * The unscoped answer to the same question, held to the rule written down here once more, says what is to come. Must not: use the server's rule.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AcarsMessage, AdsbMessage } from '../../contract/entities.ts';
import { adsbMessage } from '../../contract/entities.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../../server/database/pool.ts';
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
  'RX-NOBODY': null,
};
/** By address and by registration. The second of Alpha is one by its airline: its operator is a leasing company. */
const fleet: readonly {
  modeS: string;
  tail: string;
  operator: string;
  icao: string | null;
  company: Company | null;
}[] = [
  { modeS: 'A00001', tail: 'D-ALPA', operator: 'ALPHA AIR', icao: null, company: 'Alpha Air' },
  { modeS: 'A00002', tail: 'D-ALPB', operator: 'Some Leasing', icao: 'ALW', company: 'Alpha Air' },
  { modeS: 'B00001', tail: 'D-BETA', operator: 'Beta Wings', icao: null, company: 'Beta Wings' },
  { modeS: 'C00001', tail: 'D-NONE', operator: 'Third Party', icao: null, company: null },
];
type Seen = { readonly stationId: string | null; readonly icao: string | null; readonly tail?: string | null };

function isOf(company: Company | 'nobody', { stationId, icao, tail }: Seen): boolean {
  const receivers = Object.entries(receiverOf).filter(([, owner]) => owner === company);
  if (receivers.some(([name]) => name.toLowerCase() === stationId?.toLowerCase())) return true;
  const known = fleet.find(({ modeS }) => modeS.toLowerCase() === icao?.toLowerCase());
  const craft = known ?? fleet.find((one) => one.tail.toLowerCase() === tail?.toLowerCase());
  return craft?.company === company;
}

// ---- rows that meet these in every way

const base = Date.UTC(2026, 10, 20, 12);
const stationNames = fc.constantFrom('RX-ALPHA', 'rx-alpha', 'RX-BETA', '9001', 'RX-NOBODY', null);
const addresses = fc.constantFrom(...fleet.map(({ modeS }) => modeS), 'a00001', 'D00009', null);
const tails = fc.constantFrom(...fleet.map(({ tail }) => tail), 'd-beta', 'D-UNKN', null);
const labels = ['H1', 'Q0', '_d'];
const acarsRow = fc
  .record({
    stationId: stationNames,
    icao: addresses,
    tail: tails,
    label: fc.constantFrom(...labels),
    text: fc.constantFrom('ABC', 'POS', ''),
  })
  .chain((fields) => fc.integer({ min: 0, max: 600 }).map((s) => messageAt(base + s * 1000, fields)));
const adsbRow = fc
  .record({ stationId: stationNames, icao: addresses, msgType: fc.constantFrom('DF17', 'DF11') })
  .chain((fields) => fc.integer({ min: 0, max: 600 }).map((s) => frameAt(base + s * 1000, fields)));

function frameAt(ms: number, fields: Partial<AdsbMessage>): AdsbMessage {
  const empty = Object.fromEntries(Object.keys(adsbMessage).map((field) => [field, null])) as unknown as AdsbMessage;
  return { ...empty, adsbDateTime: writeInstant(ms), timestamp: ms / 1000, ...fields };
}

async function fill(db: Database): Promise<void> {
  await db.query(`insert into airlines (airline_name, iata, icao, source) values ('Alpha Air', 'A9', 'ALW', 'import')`);
  for (const { modeS, tail, operator, icao } of fleet)
    await db.query(
      `insert into aircraft (registration, mode_s, operator_name, operator_icao, airline_id, source)
       values ($1, $2, $3, $4, (select airline_id from airlines where icao = $4 and airline_name = 'Alpha Air'), 'import')`,
      [tail, modeS, operator, icao],
    );
  await storeAcars(
    db,
    fc.sample(acarsRow, { numRuns: 300, seed: 5 }).map((row) => ({ row })),
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
  { path: '/AcarsMessage/adsb', rows: 'adsbMessages', isScoped: false, who: ['admin', 'parser', 'companyParser'] },
  {
    path: '/AcarsMessage/adsbCompany',
    rows: 'adsbMessages',
    isScoped: true,
    who: ['admin', 'parser', 'customer', 'companyCustomer', 'companyUser', 'companyParser'],
  },
] as const satisfies readonly { path: string; rows: string; isScoped: boolean; who: readonly Person[] }[];
type Call = (typeof calls)[number];

const everyFilter: Readonly<Record<string, fc.Arbitrary<string>>> = {
  stationId: fc.constantFrom('RX-BETA', 'rx-alpha', '9001', 'RX-NOBODY', ''),
  icao: fc.constantFrom('B00001', 'a00001', 'D00009'),
  acarsMessageDateTimeMin: fc.constantFrom(writeInstant(base), writeInstant(base + 300_000)),
  acarsMessageDateTimeMax: fc.constantFrom(writeInstant(base + 600_000), writeInstant(base + 250_000)),
};
const filtersOf: Readonly<Record<Call['rows'], Readonly<Record<string, fc.Arbitrary<string>>>>> = {
  acarsMessages: {
    tail: fc.constantFrom('D-BETA', 'd-alpa'),
    label: fc.constantFrom(...labels),
    text: fc.constantFrom('b', 'POS', '%'),
  },
  adsbMessages: { msgType: fc.constantFrom('DF17', 'df11'), icao2: fc.constantFrom('true') },
};
/** At most two at once: more would find nothing. */
const filterOf = ({ rows }: Call) => {
  const all = Object.entries({ ...everyFilter, ...filtersOf[rows] });
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
    });
    afterAll(() => server.stop());

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
      return { rows: json[call.rows] as (Seen & { id: string })[], count: json[`${call.rows}Count`] as number };
    }

    test('C117 C38: rows and count of every call are the own ones of the unscoped answer, whatever is asked', async () => {
      let met = 0;
      let hidden = 0;
      await fc.assert(
        fc.asyncProperty(questions, async ({ call, person, filter, paging: page, company }) => {
          // Nobody narrows what a parser without a company reads.
          const whole = await ask(call, tokens.parser, { ...filter, limit: '-1' });
          const scope = scopeOf(person, call.isScoped, company);
          const own = whole.rows.filter((row) => scope === null || isOf(scope, row));
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

    test("C117 C38b: each way in which a message is a company's is met, and each kind of row that is nobody's", async () => {
      const call = calls[0];
      const whole = await ask(call, tokens.parser, { limit: '-1' });
      const own = await ask(call, tokens.companyParser, { limit: '-1' });
      const ids = new Set(own.rows.map(({ id }) => id));
      const kinds = new Set(
        whole.rows.map(({ id, stationId, icao, tail }) =>
          [
            stationId?.toLowerCase() === 'rx-beta',
            icao === 'B00001',
            tail?.toLowerCase() === 'd-beta',
            ids.has(id),
          ].join(),
        ),
      );
      for (const way of [
        'true,false,false,true',
        'false,true,false,true',
        'false,false,true,true',
        'false,false,false,false',
      ])
        expect(kinds, way).toContain(way);
      // The registration of Beta on an aircraft whose address says that it is another one.
      expect(kinds).toContain('false,false,true,false');
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
      const count = async () => (await ask(calls[3], tokens.companyUser, { limit: '1' })).count;
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
