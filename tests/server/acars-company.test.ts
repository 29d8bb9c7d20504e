import { beforeAll, describe, expect, test } from 'vitest';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { serverForFile } from '../support/file-server.ts';
import { series } from '../support/messages.ts';
import type { TestServer } from '../support/server.ts';

type Page = { acarsMessages: AcarsMessage[]; acarsMessagesCount: number };

/** Half of the messages are from a receiver fed by the demo user `company` (Timisoara), half from an unclaimed one. */
const own = 'DL-LRTR-ACARS';
const lines = series(40, (i) => ({ station: i % 2 ? own : 'SOMEBODY-ELSE', label: i % 4 < 2 ? 'H1' : 'Q0' }));
const prepare = async (server: TestServer) => {
  const report = await server.import(lines);
  expect(report.code, report.output).toBe(0);
};

async function stationsSeen(server: TestServer, user: 'company' | 'parser' | 'admin' | 'customer', path: string) {
  const { token } = await logIn(server, user);
  const response = await callApi(server, path, { token });
  if (response.status !== 200) return response.status;
  const page = response.json as Page;
  expect(page.acarsMessagesCount).toBe(page.acarsMessages.length);
  return [...new Set(page.acarsMessages.map(({ stationId }) => stationId))].sort();
}

describe('C117: COMPANY_SCOPE not set', () => {
  const server = serverForFile({ prepare });
  test('API-14: a company user with access to all data reads all of it, and `company` in the query changes nothing', async () => {
    expect(await stationsSeen(server.current, 'company', '/AcarsMessage/allUsers')).toEqual([own, 'SOMEBODY-ELSE']);
    expect(await stationsSeen(server.current, 'parser', '/AcarsMessage?company=Carpatair')).toEqual([
      own,
      'SOMEBODY-ELSE',
    ]);
    expect(await stationsSeen(server.current, 'customer', '/AcarsMessage?company=Carpatair')).toEqual([
      own,
      'SOMEBODY-ELSE',
    ]);
    expect(await stationsSeen(server.current, 'company', '/AcarsMessage')).toBe(403);
  });
  test('C38: an Admin reads the company named in the query, in any case', async () => {
    expect(await stationsSeen(server.current, 'admin', '/AcarsMessage?company=carpatair')).toEqual([own]);
    expect(await stationsSeen(server.current, 'admin', '/AcarsMessage?company=Nobody')).toEqual([]);
    expect(await stationsSeen(server.current, 'admin', '/AcarsMessage')).toEqual([own, 'SOMEBODY-ELSE']);
  });
});

describe('C117: COMPANY_SCOPE=all', () => {
  const server = serverForFile({ prepare, env: { COMPANY_SCOPE: 'all' } });
  let token = '';
  beforeAll(async () => {
    token = (await logIn(server.current, 'company')).token;
  });
  test('API-14: a company user reads only own messages, also in the count, whatever the query contains', async () => {
    for (const query of [
      '',
      'label=H1',
      'stationId=SOMEBODY-ELSE',
      'limit=-1',
      'offset=5&limit=3',
      'text=e',
      'tail=N0000T',
    ]) {
      const response = await callApi(server.current, `/AcarsMessage/allUsers?${query}`, { token });
      expect(response.status, query).toBe(200);
      const page = response.json as Page;
      expect(
        page.acarsMessages.filter(({ stationId }) => stationId !== own),
        query,
      ).toEqual([]);
      expect(page.acarsMessagesCount, query).toBeLessThanOrEqual(20);
    }
    expect(await stationsSeen(server.current, 'company', '/AcarsMessage/allUsers')).toEqual([own]);
    expect(await stationsSeen(server.current, 'parser', '/AcarsMessage/allUsers')).toEqual([own, 'SOMEBODY-ELSE']);
  });
});
