import { beforeAll, describe, expect, test } from 'vitest';
import { writeInstant } from '../../contract/params.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';
import { callApi } from '../support/api-client.ts';
import { addStation, makeKey } from '../support/stations.ts';
import { startTestServer, testServerForFile } from '../support/test-server.ts';
import { blankFrame, messageAt } from './fresh-database.ts';

const atMs = Date.UTC(2026, 10, 20, 12);
const server = testServerForFile();
let admin: string;
beforeAll(async () => {
  admin = await server.logIn('admin');
  await server.db.query('delete from stations');
  const recordId = await addStation(server.db, '7001', ['RX-One', 'RX-one-vdl']);
  await addStation(server.db, '7002', ['RX-TWO']);
  await server.db.query(
    `update stations set feeder_user_id = (select id from users where user_name = 'company') where station_id = '7002'`,
  );
  const names = ['rx-ONE', 'RX-one-vdl', '7001', 'RX-TWO', 'rx-free', null];
  await storeAcars(
    server.db,
    names.map((stationId, i) => ({ row: messageAt(atMs + i * 1000, { stationId, text: `from ${stationId}` }) })),
  );
  await storeAdsb(
    server.db,
    names.map((stationId, i) => ({
      row: { ...blankFrame, adsbDateTime: writeInstant(atMs + i * 1000), icao: `A0000${i}`, stationId },
    })),
  );
  const { key } = await makeKey(server, admin, recordId);
  const posted = await callApi(server, '/ingest/status', {
    method: 'POST',
    token: key,
    rawBody: JSON.stringify({ createdOn: writeInstant(Date.now() - 60_000), cpuTemperature: 50 }),
    headers: { 'content-type': 'application/x-ndjson' },
  });
  expect(posted.status, posted.text).toBe(200);
});

async function ask<T>(path: string, token = admin): Promise<T> {
  const response = await callApi(server, path, { token });
  expect(response.status, `${path}: ${response.text.slice(0, 300)}`).toBe(200);
  return response.json as T;
}
type Rows = readonly { readonly stationId: string | null }[];
const idsOf = (rows: Rows): (string | null)[] => rows.map(({ stationId }) => stationId).toSorted();
/** What each list returns for a typed station. */
const lists: Readonly<Record<string, (typed: string) => Promise<{ rows: Rows; count: number }>>> = {
  acars: async (typed) => {
    const page = await ask<{ acarsMessages: Rows; acarsMessagesCount: number }>(
      `/AcarsMessage/allUsers?stationId=${typed}`,
    );
    return { rows: page.acarsMessages, count: page.acarsMessagesCount };
  },
  adsb: async (typed) => {
    const page = await ask<{ adsbMessages: Rows; adsbMessagesCount: number }>(`/AcarsMessage/adsb?stationId=${typed}`);
    return { rows: page.adsbMessages, count: page.adsbMessagesCount };
  },
};

describe('C118: a typed station matches its receivers', () => {
  test.each(Object.keys(lists))(
    'RAW-09, ADSB-10: %s finds rows by station number and by receiver name',
    async (list) => {
      const found = async (typed: string) => {
        const { rows, count } = (await lists[list]?.(typed)) ?? { rows: [], count: -1 };
        expect(count, typed).toBe(rows.length);
        return idsOf(rows);
      };
      expect(await found('7001')).toEqual(['7001', 'RX-one-vdl', 'rx-ONE']);
      expect(await found('RX-one')).toEqual(['rx-ONE']);
      expect(await found('7002')).toEqual(['RX-TWO']);
      expect(await found('RX-free')).toEqual(['rx-free']);
      expect(await found('700')).toEqual([]);
    },
  );

  test('SST-04: status records of a station are found by a typed receiver name', async () => {
    const count = async (typed: string) =>
      (await ask<{ stationStatusCount: number }>(`/Stations/StationStatus?stationId=${typed}`)).stationStatusCount;
    expect(await count('7001')).toBe(1);
    expect(await count('rx-one')).toBe(1);
    expect(await count('rx-two')).toBe(0);
  });

  test('STAT-02: a claimed receiver is counted separately under its own name', async () => {
    const period = `timeMin=${writeInstant(atMs)}&timeMax=${writeInstant(atMs + 60_000)}`;
    const numbers = async (typed: string) =>
      (
        await ask<{ messagesNumber: { stationId: string; total: number }[] }>(
          `/FeederStatistics/MessagesNumber?${period}&stationId=${typed}`,
        )
      ).messagesNumber.map(({ stationId, total }) => [stationId.toLowerCase(), total]);
    expect(await numbers('RX-one')).toEqual([['rx-one', 2]]);
    expect(await numbers('7001')).toEqual([['7001', 6]]);
  });

  test('C68: a feeder reads statistics of their own receivers only', async () => {
    await server.db.query(
      `update stations set feeder_user_id = (select id from users where user_name = 'feeder') where station_id = '7001'`,
    );
    const feeder = await server.logIn('feeder');
    const period = `timeMin=${writeInstant(atMs)}&timeMax=${writeInstant(atMs + 60_000)}`;
    const rows = async (typed: string) =>
      (await ask<{ messagesNumber: Rows }>(`/FeederStatistics/MessagesNumber?${period}&stationId=${typed}`, feeder))
        .messagesNumber;
    expect(await rows('rx-one')).toHaveLength(1);
    for (const typed of ['rx-two', 'rx-free', '7002']) expect(await rows(typed), typed).toEqual([]);
  });
});

test.each([
  ['not set', {}, ['7001', '7002']],
  ['all', { COMPANY_SCOPE: 'all' }, ['7002']],
] as const)(
  'C117: COMPANY_SCOPE %s: which stations a company user gets with their receivers',
  async (_, env, visible) => {
    const scoped = await startTestServer(env);
    try {
      await scoped.db.query('delete from stations');
      await addStation(scoped.db, '7001', ['RX-One']);
      await addStation(scoped.db, '7002', ['RX-TWO']);
      await scoped.db.query(
        `update stations set feeder_user_id = (select id from users where user_name = 'company') where station_id = '7002'`,
      );
      const namesFor = async (user: string) => {
        const response = await callApi(scoped, '/Stations/names', { token: await scoped.logIn(user) });
        return (response.json as { stationId: string; receivers: string[] }[]).map(({ stationId }) => stationId);
      };
      expect(await namesFor('company')).toEqual(visible);
      expect(await namesFor('admin')).toEqual(['7001', '7002']);
      expect((await callApi(scoped, '/Stations/names', {})).status).toBe(401);
    } finally {
      await scoped.stop();
    }
  },
);
