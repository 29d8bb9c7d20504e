/** Expected rows come from the unscoped response and a second implementation of the rule, never from the implementation of the server. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FindIndex } from '../../contract/entities/find.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { readHttp } from '../../server/http/http-config.ts';
import { companyMarks, companySql } from '../../server/messages/company-sql.ts';
import { Values } from '../../server/query/filter-sql.ts';
import { callApi } from '../support/api-client.ts';
import { planTest } from '../support/plan-test.ts';
import { addStation } from '../support/stations.ts';
import { type InProcessServer, testServerForFile } from '../support/test-server.ts';
import {
  adsbCompany,
  type Call,
  type Company,
  calls,
  cases,
  companyNamed,
  fill,
  isOf,
  type Person,
  paging,
  people,
  type Row,
  requests,
  secret,
} from './company-world.ts';

test('C38b: COMPANY_CODES are pairs of a code and a company; anything else prevents the start', () => {
  const read = (COMPANY_CODES: string) => readHttp({ COMPANY_CODES }, '/nowhere').companyCodes;
  expect(read(' CV = Cargolux, CLX=Cargolux ,')).toEqual([
    { code: 'cv', company: 'Cargolux' },
    { code: 'clx', company: 'Cargolux' },
  ]);
  for (const text of ['CV', 'CV=', '=Cargolux', 'CARGO=Cargolux', 'N1=One', 'CV=Cargolux,cv=Air Chathams'])
    expect(() => read(text), text).toThrow('COMPANY_CODES');
});

for (const setting of ['company', 'all'] as const) {
  describe(`C117 C38 C38b: COMPANY_SCOPE=${setting}`, () => {
    const tokens = {} as Record<Person, string>;
    /** Rows of ACARS per aircraft contain no receiver: the raw row does. */
    const raw = new Map<string, Row>();
    const server = testServerForFile(setting === 'all' ? { COMPANY_SCOPE: 'all' } : {});
    beforeAll(async () => {
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

    const rawOf = (call: Call, row: Row): Row => (call.rows === 'adsbMessages' ? row : (raw.get(row.id) ?? row));
    /** The company that limits the rows of a call for this user; null = none. */
    function scopeOf(person: Person, isScoped: boolean, requested?: string): Company | 'nobody' | null {
      if (person === 'admin') return isScoped ? companyNamed(requested) : null;
      return isScoped || setting === 'all' ? companyNamed(people[person].company) : null;
    }
    async function ask(call: Call, token: string, query: Readonly<Record<string, string | undefined>>) {
      const given = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined);
      const response = await callApi(server, `${call.path}?${new URLSearchParams(given)}`, { token });
      expect(response.status, response.text).toBe(200);
      const json = response.json as Record<string, unknown>;
      return { rows: json[call.rows] as Row[], count: json[`${call.rows}Count`] as number };
    }

    test('C117 C38: rows and count of every call are those rows of the unscoped response that belong to the company, whatever the query', async () => {
      let met = 0;
      let hidden = 0;
      await fc.assert(
        fc.asyncProperty(requests, async ({ call, person, filter, paging: page, company }) => {
          // A parser without a company has no limit.
          const whole = await ask(call, tokens.parser, { ...filter, limit: '-1' });
          const scope = scopeOf(person, call.isScoped, company);
          const own = whole.rows.filter((row) => scope === null || isOf(scope, rawOf(call, row)));
          const response = await ask(call, tokens[person], { ...filter, ...page, company });
          const offset = Number(page.offset ?? 0);
          const limit = page.limit === undefined || page.limit === '-1' ? own.length : Number(page.limit);
          expect(response.count).toBe(own.length);
          expect(response.rows).toEqual(own.slice(offset, offset + limit));
          met += response.rows.length;
          hidden += whole.rows.length - own.length;
        }),
        { numRuns: 80, seed: 3 },
      );
      expect(met, 'something was found').toBeGreaterThan(500);
      expect(hidden, 'something was hidden').toBeGreaterThan(500);
    });

    test('C117 C38b: by receiver, operator, or the airline of flight or aircraft; the rule of decision 12', async () => {
      const own = await ask(calls[0], tokens.companyParser, { label: 'C1' });
      const found = new Set(own.rows.map(({ text }) => text));
      expect(own.count).toBe(cases.filter(([, , isBeta]) => isBeta).length);
      for (const [what, , isBeta] of cases) expect(found.has(what), what).toBe(isBeta);
    });

    test('C117: receptions contain own messages only, even by the id of another row', async () => {
      const whole = await ask(calls[0], tokens.parser, { limit: '-1' });
      for (const person of ['companyUser', 'companyParser', 'companyCustomer', 'customer', 'admin'] as const) {
        // Users with access to all data are scoped by the setting only; a customer without a company has the whole feed.
        const scope = scopeOf(person, false);
        // The newest rows are one of each case.
        for (const row of whole.rows.slice(0, cases.length)) {
          const response = await callApi(server, `/AcarsMessage/${row.id}/heard`, { token: tokens[person] });
          const isOwn = scope === null || isOf(scope, row);
          expect(response.status, `${person} ${JSON.stringify(row)}`).toBe(isOwn ? 200 : 404);
          if (!isOwn || scope === null) continue;
          const { blocks } = response.json as { blocks: { receptions: (AcarsMessage & { id: string })[] }[] };
          const shown = blocks.flatMap(({ receptions }) => receptions.map(({ id }) => id));
          const mayShow = new Set(whole.rows.filter((one) => isOf(scope, one)).map(({ id }) => id));
          expect(shown.filter((id) => !mayShow.has(id))).toEqual([]);
        }
      }
    });

    planTest('C38b: rows without an aircraft need no lookup, the others use an index', async () => {
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
      for (const column of ['address', 'code']) expect(all).toContain(`Index Cond: (${column} =`);
      const silent = await plan(`acars.icao is null and acars.tail is null and acars.flight is null`);
      expect(silent).toContain('(never executed)');
      expect(silent).not.toMatch(/Index (Only )?Scan using (aircraft|airline)_\w+ on \w+ known(_\d+)? \(actual/);
    });

    test('C117 C38b: the search index has the aircraft of the own messages, with the flights and times of those messages', async () => {
      const whole = await ask(calls[0], tokens.parser, { limit: '-1' });
      for (const person of ['companyUser', 'companyParser', 'companyCustomer', 'customer', 'admin'] as const) {
        const scope = scopeOf(person, person === 'customer');
        const own = whole.rows.filter((row) => scope === null || isOf(scope, row)) as (Row & AcarsMessage)[];
        const byName = new Map<string, typeof own>();
        for (const row of own) {
          const name = row.tail?.replace(/^\.+/, '') || row.icao?.toUpperCase();
          if (name) byName.set(name, [...(byName.get(name) ?? []), row]);
        }
        const response = await callApi(server, '/find/index', { token: tokens[person] });
        expect(response.status, response.text).toBe(200);
        const { aircraft } = response.json as FindIndex;
        expect(aircraft.tail.map((tail, at) => tail || aircraft.address[at]).sort()).toEqual([...byName.keys()].sort());
        for (const [at, tail] of aircraft.tail.entries()) {
          const rows = byName.get(tail || (aircraft.address[at] ?? '')) ?? [];
          const minutes =
            Math.max(...rows.map(({ timestamp }) => timestamp ?? 0)) / 60 - (aircraft.lastMinute[at] ?? 0);
          expect(minutes >= 0 && minutes < 2, `${tail}: written once a minute`).toBe(true);
          expect([...rows.map(({ flight }) => flight), '']).toContain(aircraft.flight[at]);
        }
      }
    });

    test('C117: reference data is visible to every user', async () => {
      for (const path of ['/airport?limit=5', '/airline?limit=5', '/aircraft?limit=5']) {
        const [one, other] = await Promise.all(
          [tokens.parser, tokens.companyParser].map((token) => callApi(server, path, { token })),
        );
        expect(other?.status).toBe(200);
        expect(other?.text).toBe(one?.text);
      }
    });

    test('C38b: a change of operator, feeder or company takes effect at once', async () => {
      const count = async () => (await ask(adsbCompany, tokens.companyUser, { limit: '1' })).count;
      const before = await count();
      await server.db.query(`update aircraft set operator_name = 'Beta Wings' where mode_s = 'C00001'`);
      await expect.poll(count).toBeGreaterThan(before);
      await server.db.query(`update aircraft set operator_name = 'Third Party' where mode_s = 'C00001'`);
      await expect.poll(count).toBe(before);
    });

    // Deletes messages: the last test.
    test('C117: flights are calculated from own messages and frames only, page by page', async () => {
      const craft = await server.db.query<{ id: number }>('select aircraft_id as id from aircraft order by 1');
      const pages = fc.sample(fc.record({ id: fc.constantFrom(...craft.map(({ id }) => id)), page: paging }), {
        numRuns: 16,
        seed: 9,
      });
      const flights = async (person: Person) =>
        Promise.all(
          pages.map(async ({ id, page }) => {
            const query = new URLSearchParams(page as Record<string, string>);
            const response = await callApi(server, `/flight/getflightsforaircraft/${id}?${query}`, {
              token: tokens[person],
            });
            expect(response.status, response.text).toBe(200);
            return response.json as { flights: { flightCode: string | null }[]; flightsCount: number };
          }),
        );
      const count = (responses: Awaited<ReturnType<typeof flights>>): number =>
        responses.reduce((sum, { flightsCount }) => sum + flightsCount, 0);
      const [scoped, whole] = [await flights('companyParser'), await flights('parser')];
      expect(count(whole)).toBeGreaterThan(30);
      if (setting === 'company') return expect(scoped).toEqual(whole);
      for (const [table, call] of [
        ['acars', calls[0]],
        ['adsb', calls[4]],
      ] as const) {
        const rows = (await ask(call, tokens.parser, { limit: '-1' })).rows;
        const own = rows.filter((row) => isOf('Beta Wings', row)).map(({ id }) => id);
        await server.db.query(`delete from ${table} where id <> all($1::bigint[])`, [own]);
      }
      expect(scoped).toEqual(await flights('parser'));
      expect([count(scoped) > 0, count(scoped) < count(whole)]).toEqual([true, true]);
    });
  });
}

async function tokenOf(server: InProcessServer, username: string): Promise<string> {
  const body = { username, password: secret, role: '', terms: 0, company: '' };
  const response = await callApi(server, '/account/authenticate', { method: 'POST', body });
  return (response.json as { token: string }).token;
}
