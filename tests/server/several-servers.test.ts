/** Two built servers on one database (decisions 14, 19, 21, 28). */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportState } from '../../contract/calls/imports.ts';
import type { Location } from '../../contract/entities/map.ts';
import type { Receivers } from '../../contract/entities/receivers.ts';
import type { ServerStatus } from '../../contract/entities/server-status.ts';
import { readConfig } from '../../server/config.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { exchangeMs, RateStore } from '../../server/http/request-limits.ts';
import { holderSql } from '../../server/servers/membership.ts';
import { type Call, callApi, type LoggedIn, logIn } from '../support/api-client.ts';
import { series } from '../support/messages.ts';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { root } from '../support/repository.ts';
import { demoPassword, startProgram, type TestProgram } from '../support/server.ts';
import { startTestServer } from '../support/test-server.ts';

type Site = Pick<TestProgram, 'apiBase'>;
const folder = mkdtempSync(join(tmpdir(), 'downlink-servers-'));
const aircraftJson = join(folder, 'aircraft.json');
const place = (lat: number) =>
  writeFileSync(
    aircraftJson,
    JSON.stringify({ now: Date.now() / 1000, aircraft: [{ hex: '4a08d1', lat, lon: 25, seen_pos: 0, seen: 0 }] }),
  );

let one: TestProgram;
let two: TestProgram;
let db: Database;
let admin: LoggedIn;
beforeAll(async () => {
  place(45);
  const env = { SESSION_SECRET: 'a secret of tests, 32 characters long', TRUST_PROXY: 'true', CHECK_ANSWERS: 'true' };
  one = await startProgram({ env: { ...env, SERVER_NAME: 'one', AIRCRAFT_JSON: aircraftJson } });
  two = await startProgram({ env: { ...env, SERVER_NAME: 'two' }, database: one.databaseUrl });
  db = openDatabase({ url: one.databaseUrl });
  admin = await logIn(one, 'admin');
});
afterAll(async () => {
  await db.close();
  await two.dispose();
  await one.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const get = async <T>(of: Site, path: string): Promise<T> =>
  (await callApi(of, path, { token: admin.token })).json as T;
const serversOf = async (of: Site) =>
  ((await get<ServerStatus>(of, '/ServerStatus')).servers ?? []).map(({ name, isLeader, readsReceivers }) => ({
    name,
    isLeader,
    readsReceivers,
  }));
const partOf = (of: Site, id: string, at: number, bytes: Uint8Array) =>
  callApi(of, `/imports/${id}/parts/${at}`, {
    method: 'PUT',
    token: admin.token,
    rawBody: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  });
const begin = async (of: Site, size: number): Promise<ImportState> => {
  const body = { fileName: 'messages.jsonl', size };
  return (await callApi(of, '/imports', { method: 'POST', token: admin.token, body })).json as ImportState;
};
const importOf = async (of: Site) => (await get<{ import: ImportState | null }>(of, '/imports/current')).import;
const recording = (count: number, station: string): Buffer =>
  Buffer.from(
    series(count, () => ({ station }))
      .map((line) => JSON.stringify(line))
      .join('\n'),
  );
const storedOf = async (station: string) =>
  (
    await db.query<{ rows: number; texts: number }>(
      'select count(*) as rows, count(distinct text) as texts from acars where station_id = $1',
      [station],
    )
  )[0];

describe('C140: two servers on one database', () => {
  test('C140: both report the same leader, the first server, and each reports its own identity', async () => {
    const both = [
      { name: 'one', isLeader: true, readsReceivers: true },
      { name: 'two', isLeader: false, readsReceivers: false },
    ];
    expect(await serversOf(one)).toEqual(both);
    expect(await serversOf(two)).toEqual(both);
    const seen = (await get<ServerStatus>(two, '/ServerStatus')).servers ?? [];
    expect(seen.filter(({ isThis }) => isThis).map(({ name }) => name)).toEqual(['two']);
  });

  test('C140: a receiver added on the second server is read by one server, and both show its state', async () => {
    const body = { kind: 'beast', host: '127.0.0.1', port: 1 };
    const added = await callApi(two, '/receivers', { method: 'POST', token: admin.token, body });
    expect(added.status, added.text).toBe(201);
    const { id } = added.json as { id: number };
    const stateOn = async (of: Site) =>
      (await get<Receivers>(of, '/receivers')).receivers.find((it) => it.id === id)?.state;
    await expect.poll(() => stateOn(one)).toBe('failed');
    await expect.poll(() => stateOn(two)).toBe('failed');
    await callApi(two, `/receivers/${id}`, { method: 'DELETE', token: admin.token });
    await expect.poll(() => stateOn(one)).toBeUndefined();
  });

  test('C140: a leader whose connection is lost stops its work as leader, and one server becomes leader again', async () => {
    const [before] = await db.query<{ pid: number }>(`${holderSql('leader')}`);
    await db.query('select pg_terminate_backend($1::int)', [before?.pid]);
    await expect
      .poll(async () => (await db.query<{ pid: number }>(holderSql('leader')))[0]?.pid ?? before?.pid)
      .not.toBe(before?.pid);
    await expect.poll(async () => (await serversOf(one)).length).toBe(2);
    const leaders = async (of: Site) =>
      (await serversOf(of)).filter(({ isLeader }) => isLeader).map(({ name }) => name);
    expect(await leaders(one)).toHaveLength(1);
    expect(await leaders(two)).toEqual(await leaders(one));
  });

  test('C140: a server without the role web serves monitors and stations only, one without ingest accepts no uploads; an unknown role is refused', async () => {
    const ingest = await startTestServer({ SERVER_ROLES: 'ingest,leader' });
    try {
      const statusOf = async (path: string, call: Call = {}) => (await callApi(ingest, path, call)).status;
      expect(await statusOf('/health')).toBe(200);
      expect(await statusOf('/account/me')).toBe(503);
      expect((await fetch(`${ingest.url}/`)).status).toBe(503);
      expect(
        await statusOf('/ingest/acars', {
          method: 'POST',
          headers: { 'content-type': 'application/x-ndjson' },
          rawBody: '{}',
        }),
      ).toBe(401);
    } finally {
      await ingest.stop();
    }
    const web = await startTestServer({ SERVER_ROLES: 'web' });
    try {
      const upload = { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, rawBody: '{}' };
      expect(await callApi(web, '/ingest/acars', upload)).toMatchObject({
        status: 503,
        json: { message: expect.stringContaining('Send them to a server with the role ingest') },
      });
      expect((await callApi(web, '/ingest/counters', { token: await web.logIn('admin') })).status).toBe(200);
    } finally {
      await web.stop();
    }
    expect(() => readConfig({ SERVER_ROLES: 'web, boss' })).toThrow(/SERVER_ROLES .* 'boss'/);
  });

  test('C140: a session ended on one server is refused by the other after a second', async () => {
    const guest = await logIn(one, 'guest');
    const me = () => callApi(two, '/account/me', { token: guest.token });
    expect((await me()).status).toBe(200);
    expect((await callApi(one, '/account/logout', { method: 'POST', token: guest.token })).status).toBeLessThan(300);
    await expect.poll(async () => (await me()).status).toBe(401);
  });

  test('C141: parts of one file are accepted by either server, and both show the import', async () => {
    const bytes = recording(40, 'RX-PARTS');
    const { id } = await begin(one, bytes.length);
    const third = Math.floor(bytes.length / 3);
    await partOf(two, id, 0, bytes.subarray(0, third));
    await partOf(one, id, third, bytes.subarray(third, 2 * third));
    expect((await partOf(two, id, 2 * third, bytes.subarray(2 * third))).status).toBe(200);
    await expect.poll(async () => (await importOf(one))?.phase).toBe('checked');
    await callApi(one, `/imports/${id}/write`, { method: 'POST', token: admin.token, body: {} });
    await expect.poll(async () => (await importOf(two))?.phase).toBe('written');
    expect(await storedOf('RX-PARTS')).toEqual({ rows: 40, texts: 40 });
  });

  test('C142: wrong passwords on both servers are counted together', async () => {
    const body = { username: 'feeder', password: 'not the one', role: '', terms: 0, company: '' };
    const wrong = (of: Site) => callApi(of, '/account/authenticate', { method: 'POST', body });
    for (const of of [one, two, one, two, one]) expect((await wrong(of)).status).toBe(401);
    for (const of of [one, two]) expect((await wrong(of)).status).toBe(429);
  });

  test('C142: requests of a busy caller on another server are counted', async () => {
    const [here, there] = [new RateStore(), new RateStore()];
    const count = (store: RateStore): number => {
      let current = 0;
      store.incr('caller', (_error, result) => {
        current = result.current;
      });
      return current;
    };
    const sharing = (server: number) => ({ db, server: () => server, others: () => 1, maxPerMinute: 100 });
    for (let n = 0; n < 30; n++) count(there);
    count(here);
    await there.exchange(sharing(-2));
    await here.exchange(sharing(-1));
    expect(count(here)).toBe(32);
    expect(exchangeMs).toBeLessThanOrEqual(3000);
  });

  test('C143: a position received by one server is on the map of the other, with the same tag', async () => {
    const path = '/CurrentLocation/GetCurrentLocation2';
    const latOn = async (of: Site) => (await get<{ currentLocations: Location[] }>(of, path)).currentLocations[0]?.lat;
    // Two nautical miles each: farther would be another aircraft. Both servers have the course after the second position.
    for (const lat of [45.03, 45.06]) {
      place(lat);
      await expect.poll(() => latOn(one), { interval: 20 }).toBe(lat);
      await expect.poll(() => latOn(two), { interval: 20 }).toBe(lat);
    }
    // Each server looks up the type of the aircraft separately.
    const onTwoWithTagOfOne = async () => {
      const etag = (await callApi(one, path, { token: admin.token })).headers.get('etag') ?? '';
      return (await callApi(two, path, { token: admin.token, headers: { 'if-none-match': etag } })).status;
    };
    await expect.poll(onTwoWithTagOfOne, { interval: 20 }).toBe(304);
  });
});

/** The configuration of the document, with the addresses of these servers. */
function documented(): readonly [outside: string, inside: string] {
  const text = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  const [outside = '', inside = ''] = [...text.matchAll(/```nginx\n([\s\S]*?)```/g)].map(([, lines]) => lines ?? '');
  const here = outside
    .replaceAll('192.168.1.11:8080', new URL(one.url).host)
    .replaceAll('192.168.1.12:8080', new URL(two.url).host);
  return [here, `add_header X-Served-By $upstream_addr always;\n${inside}`];
}

if (hasNginx)
  test('C140: behind the documented nginx with roles each login reaches a server with web, and each upload one with ingest', async () => {
    const ingest = await startTestServer({ SERVER_ROLES: 'ingest' });
    const [outside, inside] = documented();
    const host = new URL(ingest.url).host;
    const [web = '', uploads = ''] = outside.split('upstream downlink_uploads');
    const ofIngest = uploads.replaceAll(new URL(one.url).host, host).replaceAll(new URL(two.url).host, host);
    const nginx = await startNginx(inside, `${web}upstream downlink_uploads${ofIngest}`);
    const site = { apiBase: `${nginx.url}/api/v1` };
    try {
      const body = { username: 'parser', password: demoPassword, role: '', terms: 0, company: '' };
      for (let n = 0; n < 4; n++)
        expect((await callApi(site, '/account/authenticate', { method: 'POST', body })).status).toBe(200);
      const upload = { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, rawBody: '{}' };
      for (let n = 0; n < 4; n++) {
        const response = await callApi(site, '/ingest/acars', upload);
        // It has no key: the role is checked before.
        expect([response.status, response.headers.get('x-served-by')]).toEqual([401, host]);
      }
    } finally {
      await nginx.stop();
      await ingest.stop();
    }
  });

if (hasNginx)
  test('C144: behind nginx a frozen server delays requests by the documented time at most: reads are answered by the other', async () => {
    const [outside, inside] = documented();
    // With the documented time: within a shorter one a busy server does not respond either.
    const nginx = await startNginx(inside, outside);
    expect(inside).toContain('proxy_read_timeout 12s');
    const site = { apiBase: `${nginx.url}/api/v1` };
    const me = () => callApi(site, '/account/me', { token: admin.token });
    two.freeze();
    try {
      const responses = await Promise.all(Array.from({ length: 30 }, me));
      expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
      for (const { headers } of responses) expect(headers.get('x-served-by')).toContain(new URL(one.url).host);
    } finally {
      two.thaw();
      await nginx.stop();
    }
  });

/** More than the buffers of sockets hold: 32 MB. */
const rows = 8000;
if (hasNginx)
  test('C144: behind nginx, a leader killed in the middle of a login, an import, an export and a map ends no session and duplicates nothing', async () => {
    const [outside, inside] = documented();
    // Otherwise nginx takes the whole export to its disk, however slowly it is read.
    const nginx = await startNginx(`proxy_max_temp_file_size 0;\n${inside}`, outside);
    const site = { apiBase: `${nginx.url}/api/v1` };
    try {
      await db.query(
        `insert into acars (acars_date_time, station_id, text)
         select date_trunc('second', now()) - n * interval '1 second', 'RX-EXPORT', n || repeat('x', 4000) from generate_series(1, $1::int) n`,
        [rows],
      );
      const list = `${site.apiBase}/AcarsMessage/allUsers?acarsMessageDateTimeMin=2020-01-01T00:00:00Z&stationId=RX-EXPORT`;
      const headers = { authorization: `Bearer ${admin.token}`, 'accept-encoding': 'identity' };
      const isFirst = (await serversOf(two)).some(({ name, isLeader }) => name === 'one' && isLeader);
      const [killed, other, left] = isFirst ? [one, two, 'two'] : [two, one, 'one'];
      const leader = new URL(killed.url).host;
      let cut = await fetch(list, { headers });
      if (cut.headers.get('x-served-by') !== leader) {
        await cut.body?.cancel();
        cut = await fetch(list, { headers });
      }
      expect(cut.headers.get('x-served-by')).toBe(leader);
      const bytes = recording(6000, 'RX-KILLED');
      const { id } = await begin(killed, bytes.length);
      for (let at = 0; at < bytes.length; at += 500_000) await partOf(killed, id, at, bytes.subarray(at, at + 500_000));
      await expect.poll(async () => (await importOf(other))?.phase).toBe('checked');
      await callApi(killed, `/imports/${id}/write`, { method: 'POST', token: admin.token, body: {} });
      await expect.poll(async () => (await storedOf('RX-KILLED'))?.rows, { interval: 10 }).not.toBe(0);
      const map = (etag = '') =>
        callApi(site, '/CurrentLocation/GetCurrentLocation2', {
          token: admin.token,
          headers: { 'if-none-match': etag },
        });
      const etag = (await map()).headers.get('etag') ?? '';
      const pendingLogins = Promise.allSettled([logIn(site, 'parser'), logIn(site, 'parser')]);
      await killed.kill();
      await expect(cut.text(), 'a cut export is no complete response').rejects.toThrow();
      await pendingLogins;
      expect((await logIn(site, 'parser')).token).not.toBe('');
      expect((await callApi(site, '/account/me', { token: admin.token })).status).toBe(200);
      expect([200, 304]).toContain((await map(etag)).status);
      const again = (await (await fetch(list, { headers })).json()) as { acarsMessages: { text: string }[] };
      expect(new Set(again.acarsMessages.map(({ text }) => text)).size).toBe(rows);
      await expect.poll(async () => (await importOf(site))?.phase).toBe('written');
      expect(await storedOf('RX-KILLED')).toEqual({ rows: 6000, texts: 6000 });
      await expect.poll(() => serversOf(site)).toEqual([{ name: left, isLeader: true, readsReceivers: true }]);
    } finally {
      await nginx.stop();
    }
  });
