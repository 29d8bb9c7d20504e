import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StartupError } from '../../server/base/startup-error.ts';
import { migrationNames, schemaOf } from '../../server/database/migrate.ts';
import { isDatabaseAway, openDatabase, sqlState } from '../../server/database/pool.ts';
import { type ApiResponse, callApi, logIn } from '../support/api-client.ts';
import { createDatabase, dropDatabase } from '../support/cluster.ts';
import { type CuttableDatabase, cuttable } from '../support/cuttable-database.ts';
import { startServer, type TestServer } from '../support/server.ts';

let url: string;
let way: CuttableDatabase;
let server: TestServer;
beforeAll(async () => {
  url = await createDatabase();
  way = await cuttable(url);
  server = await startServer({ database: way.url, env: { CHECK_ANSWERS: 'true' } });
});
afterAll(async () => {
  await server.dispose();
  await way.close();
  await dropDatabase(url);
});

type Health = { status: string; message: string; demo: boolean; conditions: { name: string; message: string }[] };
const health = async (): Promise<ApiResponse & { json: Health }> =>
  (await callApi(server, '/health')) as ApiResponse & { json: Health };

test('health is ok with the database, degraded and 503 without it, while liveness stays 200', async () => {
  expect(await health()).toMatchObject({ status: 200, json: { status: 'ok', demo: true, conditions: [] } });
  await way.cut();
  const lost = await health();
  expect(lost).toMatchObject({
    status: 503,
    json: { status: 'degraded', demo: true, conditions: [{ name: 'database' }] },
  });
  expect(lost.json.message).toBe('The database is unavailable: messages can neither be read nor stored.');
  expect(await callApi(server, '/health/live')).toMatchObject({ status: 200, json: { status: 'ok' } });
  await way.mend();
  expect(await health()).toMatchObject({ status: 200, json: { status: 'ok', conditions: [] } });
});

test('health reports unreadable messages, while the rest of the database responds', async () => {
  const db = openDatabase({ url }, { max: 1 });
  await db.transaction(async (locking) => {
    await locking.query('lock table adsb in access exclusive mode');
    expect(await health()).toMatchObject({
      status: 200,
      json: {
        status: 'degraded',
        message: 'A part of the database is unavailable: messages can neither be read nor stored.',
        conditions: [{ name: 'messages' }],
      },
    });
  });
  await db.close();
  expect(await health()).toMatchObject({ status: 200, json: { status: 'ok', conditions: [] } });
});

test('the log of an outage is a single line, without a stack', async () => {
  const { token } = await logIn(server, 'admin');
  await way.cut();
  for (let n = 0; n < 3; n++)
    expect((await callApi(server, `/AcarsMessage/allUsers?limit=${50 + n}`, { token })).status).toBe(503);
  await way.mend();
  const lines = server.log().split('\n');
  const about = lines.filter((line) => line.includes('the database is unavailable: requests are refused'));
  expect(about.map((line) => Object.keys(JSON.parse(line)))).toEqual([
    ['level', 'time', 'requestId', 'refused', 'reason', 'msg'],
  ]);
  for (const line of lines.filter((one) => one.startsWith('{"level":50')))
    expect(JSON.parse(line)).not.toHaveProperty('err.stack');
});

test('a call returns its result or 503 when the database connection is cut, never 500', async () => {
  const { token } = await logIn(server, 'admin');
  const paths = ['/AcarsMessage/allUsers?limit=50', '/Station', '/account/me', '/Account/Users?offset=0&limit=10'];
  const statuses = new Set<number>();
  let isOver = false;
  const client = async (path: string): Promise<void> => {
    while (!isOver) statuses.add((await callApi(server, path, { token })).status);
  };
  const write = async (): Promise<void> => {
    const body = { bidValue: 5, startDate: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) };
    while (!isOver) statuses.add((await callApi(server, '/OverallBid/Upsert', { method: 'POST', token, body })).status);
  };
  const clients = [...[...paths, ...paths].map(client), write()];
  for (let cuts = 0; cuts < 12; cuts++) {
    await health();
    await way.cut();
    expect((await health()).status).toBe(503);
    await way.mend();
  }
  isOver = true;
  await Promise.all(clients);
  expect([...statuses].sort()).toEqual([200, 503]);
});

describe('errors of the database', () => {
  test('a five-letter socket error is no SQLSTATE, and a refused query is not a lost connection', async () => {
    for (const code of ['EPIPE', 'EBUSY', 'EPERM'])
      expect(sqlState(Object.assign(new Error(code), { code })), code).toBeNull();
    const db = openDatabase({ url }, { max: 2 });
    const refused = await db.query('select 1 / 0').catch((error: unknown) => error);
    expect([sqlState(refused), isDatabaseAway(refused)]).toEqual(['22012', false]);
    const own = new Error('EPIPE');
    const thrown = await db.transaction(() => Promise.reject(own)).catch((error: unknown) => error);
    expect([thrown === own, isDatabaseAway(thrown)]).toEqual([true, false]);
    await db.close();
  });

  test('a connection lost within a query, a transaction or a COPY counts as an unavailable database', async () => {
    const db = openDatabase({ url }, { max: 2 });
    const killer = openDatabase({ url }, { max: 1 });
    const kill = (pid: number) => killer.query('select pg_terminate_backend($1::int)', [pid]);
    const inTransaction = db.transaction(async (tx) => {
      const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await kill(row?.pid ?? 0);
      await tx.query('select 1');
    });
    const inCopy = db.transaction(async (tx) => {
      await tx.query('create temporary table incoming (line text)');
      const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      const lines = async function* (): AsyncGenerator<string> {
        yield 'a\n';
        await kill(row?.pid ?? 0);
        for (let n = 0; n < 10_000; n++) yield `${'b'.repeat(1000)}\n`;
      };
      await tx.copyIn('copy incoming from stdin', lines());
    });
    for (const outcome of await Promise.allSettled([inTransaction, inCopy]))
      expect(outcome.status === 'rejected' && isDatabaseAway(outcome.reason)).toBe(true);
    const closed = openDatabase({ url: url.replace(/:\d+\//, ':1/') }, { max: 1 });
    expect(isDatabaseAway(await closed.query('select 1').catch((error: unknown) => error))).toBe(true);
    await Promise.all([db, killer, closed].map((one) => one.close()));
  });
});

test('the server does not start on a schema newer than the program, reports it and changes nothing', async () => {
  const newer = await createDatabase();
  const db = openDatabase({ url: newer }, { max: 1 });
  await db.query("insert into schema_migration (name) values ('9001-of-a-later-version.sql')");
  // The program prints such an error without a stack (launcher.test.ts).
  const refused = await startServer({ database: newer }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StartupError);
  const { message } = refused as StartupError;
  expect(message).toContain('A newer version of Downlink has updated this database (schema 9001-of-a-later');
  expect(message).toContain('Nothing was changed.');
  expect(await schemaOf(db)).toEqual([...migrationNames(), '9001-of-a-later-version.sql']);
  await db.close();
  await dropDatabase(newer);
});
