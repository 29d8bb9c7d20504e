/** Requests that are too large, too deep or never end: refused with a status, in bounded memory. */
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { openMessages } from '../../server/messages/messages.ts';
import { deepJson, gzipBomb, peakMemoryMb, sendLargeBody, unfinished } from '../support/abuse.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { programForFile } from '../support/file-server.ts';
import { addStation, makeKey } from '../support/stations.ts';

const server = programForFile();

test.skipIf(process.platform !== 'linux')(
  'bodies of 100 MB, gzip bombs and JSON 50,000 deep are refused, and memory grows by less than 150 MB',
  async () => {
    const db = openDatabase({ url: server.current.databaseUrl }, { max: 1 });
    const { token: admin } = await logIn(server.current, 'admin');
    const { key } = await makeKey(server.current, admin, await addStation(db, '8001'));
    await db.close();
    const bomb = gzipBomb();
    const post = async (path: string, rawBody: string | Uint8Array, headers: Record<string, string>, token?: string) =>
      (await callApi(server.current, path, { method: 'POST', rawBody, headers, ...(token ? { token } : {}) })).status;
    const before = peakMemoryMb(server.current.pid);
    const large = Array.from({ length: 4 }, () => sendLargeBody(server.current.url, 100));
    expect(await Promise.all(large)).toEqual([413, 413, 413, 413]);
    const gzip = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' };
    const bombs = Array.from({ length: 8 }, () => post('/ingest/acars', bomb, gzip, key));
    expect(await Promise.all(bombs)).toEqual(Array(8).fill(413));
    const json = { 'content-type': 'application/json' };
    expect(await post('/account/authenticate', deepJson(50_000), json)).toBe(400);
    expect(peakMemoryMb(server.current.pid) - before).toBeLessThan(150);
    expect((await callApi(server.current, '/health')).status).toBe(200);
  },
);

test('each of 300 connections with unfinished headers is closed with 408, and other connections are served at the same time', async () => {
  const db = openMessages(openDatabase({ url: server.current.databaseUrl }, { max: 2 }));
  const { app } = await createApp(readConfig({ LOG_LEVEL: 'silent', APP_DIR: 'none' }), db, db);
  await app.listen({ port: 0, host: '127.0.0.1' });
  // Node checks every second. The limit of 10 s is only shortened.
  expect(app.server.headersTimeout).toBeLessThanOrEqual(10_000);
  app.server.headersTimeout = 2000;
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const slow = Array.from({ length: 300 }, () => unfinished(url));
  expect((await fetch(`${url}/api/v1/health/live`)).status).toBe(200);
  const responses = await Promise.all(slow.map(({ ended }) => ended));
  expect(new Set(responses.map((text) => text.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 408']));
  await app.close();
  await db.close();
});
