import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../contract/api.ts';
import { acarsFilters, consensusFilters } from '../../contract/calls/messages.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import type { Filter } from '../../contract/filters.ts';
import { callApi, type LoggedIn, logIn } from '../support/api-client.ts';
import { serverForFile } from '../support/file-server.ts';
import { fullLine, series } from '../support/messages.ts';

const full = fullLine({ secondsAgo: 10 });
const west = fullLine({
  secondsAgo: 20,
  tail: 'G-EUPT',
  lat: -33.9,
  lon: -151.2,
  level: -30.5,
  text: 'ÄÖ 100% _x_ \\ "q"',
  station: 'ST-2',
});
const server = serverForFile({
  prepare: async (it) => {
    const report = await it.import([
      full,
      west,
      ...series(60, () => ({ secondsAgo: 300 })).map((line, at) => ({
        ...line,
        timestamp: Math.floor(Date.now() / 1000) - 300 - at,
      })),
    ]);
    expect(report.code, report.output).toBe(0);
  },
});

type Page = { acarsMessages: AcarsMessage[]; acarsMessagesCount: number };
let parser: LoggedIn;
let customer: LoggedIn;
beforeAll(async () => {
  parser = await logIn(server.current, 'parser');
  customer = await logIn(server.current, 'customer');
});
async function list(query: Record<string, string>, who = parser, path = '/AcarsMessage/allUsers'): Promise<Page> {
  const response = await callApi(server.current, `${path}?${new URLSearchParams(query)}`, { token: who.token });
  expect(response.status, response.text.slice(0, 300)).toBe(200);
  return response.json as Page;
}

describe('raw ACARS lists', () => {
  test('API-14 RAW-04: /AcarsMessage/allUsers returns rows of all fields and their count', async () => {
    const page = await list({ limit: '10', offset: '0' });
    expect(page.acarsMessagesCount).toBe(62);
    expect(page.acarsMessages).toHaveLength(10);
    expect(api.acarsMessage.allUsers.response.safeParse(page).success).toBe(true);
    const { id: _, ...row } = (page.acarsMessages[0] ?? {}) as AcarsMessage & { id?: string };
    expect(Object.keys(row)).toEqual([...Object.keys(api.acarsMessage.allUsers.list.entity), 'meaning']);
    expect(row).toMatchObject({
      tail: 'N163US',
      flight: 'AA1545',
      icao: 'A0F1BB',
      freq: 131.55,
      lat: -34.7,
      isOnground: true,
    });
  });

  test('API-11 RAW-01: /AcarsMessage serves a Customer; C38: its company parameter is not trusted', async () => {
    const page = await list({ limit: '10' }, customer, '/AcarsMessage');
    expect(api.acarsMessage.company.response.safeParse(page).success).toBe(true);
    const claimed = await list({ limit: '10', company: 'Somebody Else' }, customer, '/AcarsMessage');
    expect(claimed).toEqual(page);
  });

  test('PAGE-05: pages do not overlap, and together they contain all rows, newest first', async () => {
    const seen: string[] = [];
    for (let offset = 0; offset < 62; offset += 25) {
      const page = await list({ limit: '25', offset: String(offset) });
      seen.push(...page.acarsMessages.map((row) => `${row.acarsDateTime} ${row.tail}`));
    }
    expect(new Set(seen).size).toBe(62);
    expect([...seen].map((one) => one.slice(0, 20))).toEqual(
      [...seen]
        .map((one) => one.slice(0, 20))
        .sort()
        .reverse(),
    );
  });

  test('PAGE-14 C22: without a limit, with -1 and with a huge one all rows are returned; beyond the end none', async () => {
    for (const query of [{}, { limit: '-1' }, { limit: '1000000000' }] as Record<string, string>[])
      expect((await list(query)).acarsMessages).toHaveLength(62);
    const beyond = await list({ limit: '10', offset: '1000000000' });
    expect(beyond).toEqual({ acarsMessages: [], acarsMessagesCount: 62 });
  });

  test('C26: the three written forms of an instant mean the same UTC second', async () => {
    const at = new Date(Number(full.timestamp) * 1000).toISOString();
    const second = at.slice(0, 19);
    for (const text of [second.replace('T', ' '), `${second}Z`]) {
      const page = await list({ acarsMessageDateTimeMin: text, acarsMessageDateTimeMax: text });
      expect(
        page.acarsMessages.map((row) => row.tail),
        text,
      ).toEqual(['N163US']);
    }
    const page = await list({ acarsMessageDateTimeMin: second.slice(0, 16) });
    expect(page.acarsMessages.map((row) => row.tail)).toContain('N163US');
  });
});

/** A query that the row matches, and one that it does not. */
function queriesFor(
  filter: Filter,
  value: unknown,
): { meets: Record<string, string>; misses: Record<string, string> } | null {
  if (value === null || value === undefined) return null;
  const [first, second] = filter.params.map((param) => param.name) as [string, string | undefined];
  const text = String(value);
  switch (filter.way) {
    case 'between':
      return { meets: { [first]: text, [second as string]: text }, misses: { [second as string]: '2001-01-01T00:00' } };
    case 'range':
      return {
        meets: { [first]: text, [second as string]: text },
        misses: { [first]: String(Number(value) + 1) },
      };
    case 'flag':
      return { meets: { [first]: text }, misses: { [first]: String(!value) } };
    case 'contains':
      return { meets: { [first]: text.slice(1, 8).toLowerCase() }, misses: { [first]: `${text}#` } };
    default:
      return { meets: { [first]: text.toLowerCase() }, misses: { [first]: `${text}9` } };
  }
}

describe('RAW-09 RAW-10 C80: every filter finds its row and excludes the others', () => {
  // What a message says: tests/server/meaning.test.ts.
  const ofFields = [...acarsFilters, ...consensusFilters].filter(({ field }) => field !== 'meaning');
  for (const filter of ofFields as readonly Filter[])
    test(`filter on ${filter.field} (${filter.way})`, async () => {
      const all = await list({});
      const row = all.acarsMessages.find((one) => one.tail === 'N163US') as unknown as Record<string, unknown>;
      const queries = queriesFor(filter, row[filter.field]);
      if (!queries) {
        // No received message fills this field yet: then every value finds no rows.
        const found = await list({ [filter.params[0]?.name ?? '']: 'anything' });
        expect(found.acarsMessagesCount).toBe(
          all.acarsMessages.filter((one) => (one as Record<string, unknown>)[filter.field] === 'anything').length,
        );
        return;
      }
      const met = await list(queries.meets);
      expect(
        met.acarsMessages.map((one) => one.tail),
        JSON.stringify(queries.meets),
      ).toContain('N163US');
      expect(met.acarsMessagesCount).toBe(met.acarsMessages.length);
      const missed = await list(queries.misses);
      expect(
        missed.acarsMessages.filter((one) => one.tail === 'N163US'),
        JSON.stringify(queries.misses),
      ).toEqual([]);
    });

  test('text is searched literally: percent, underscore, backslash and quotes have no special meaning', async () => {
    for (const text of ['100%', '_x_', '\\ "', 'ÄÖ']) {
      const page = await list({ text });
      expect(
        page.acarsMessages.map((row) => row.tail),
        text,
      ).toEqual(['G-EUPT']);
    }
    expect((await list({ text: '%' })).acarsMessagesCount).toBe(1);
    expect((await list({ text: "' or 1=1 --" })).acarsMessagesCount).toBe(0);
  });

  test('C34: negative levels, latitudes and longitudes are filtered as numbers', async () => {
    const page = await list({ levelMax: '-30', latMax: '-33', lonMax: '-150' });
    expect(page.acarsMessages.map((row) => row.tail)).toEqual(['G-EUPT']);
  });
});
