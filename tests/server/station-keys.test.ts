import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { readStationKeyArguments, stationKeyCommand } from '../../server/stations/station-key-command.ts';
import { revokeStationKey, StationKeys } from '../../server/stations/station-keys.ts';
import { callApi } from '../support/api-client.ts';
import { holdReads } from '../support/held-read.ts';
import { acarsdecLine } from '../support/messages.ts';
import { root } from '../support/repository.ts';
import { addStation, makeKey } from '../support/stations.ts';
import { testServerForFile } from '../support/test-server.ts';

const server = testServerForFile();
let admin: string;
let station: number;
let other: number;
beforeAll(async () => {
  admin = await server.logIn('admin');
  station = await addStation(server.db, '7001');
  other = await addStation(server.db, '7002');
});

const post = (key: string) =>
  callApi(server, '/ingest/acars', {
    method: 'POST',
    token: key,
    // Without a receiver name: a line belongs to the station of the key.
    rawBody: JSON.stringify(acarsdecLine({ station_id: undefined })),
  });
const listed = async (recordId = station) =>
  (await callApi(server, `/Stations/${recordId}/keys`, { token: admin })).json as Record<string, unknown>[];
const revoke = (recordId: number, keyId: string) =>
  callApi(server, `/Stations/${recordId}/keys/${keyId}`, { method: 'DELETE', token: admin });

describe('C120: the key of a station', () => {
  test('it is 256 bits, shown once and stored hashed', async () => {
    const { id, key } = await makeKey(server, admin, station, 'roof');
    expect(key).toMatch(/^sk[0-9a-f]{8}_[\w-]{43}$/);
    expect(key.startsWith(id)).toBe(true);
    const [row] = await listed();
    expect(row).toMatchObject({ id, name: 'roof', createdBy: 'admin', lastUsedOn: null, revokedOn: null });
    const [dump] = await server.db.query<{ all: string }>('select station_keys::text as all from station_keys');
    expect(dump?.all).toContain(id);
    expect(dump?.all + JSON.stringify(row)).not.toContain(key.slice(id.length + 1));
    expect(dump?.all).not.toContain(Buffer.from(key).toString('hex'));
  });

  test('a station key works on station calls only', async () => {
    const { key, id } = await makeKey(server, admin, station);
    expect((await post(key)).status).toBe(200);
    const used = (await listed()).find((one) => one.id === id);
    expect(used?.lastUsedOn).toMatch(/^\d{4}-/);
    for (const path of ['/account/me', '/AcarsMessage/allUsers', '/ingest/counters', `/Stations/${station}/keys`])
      expect((await callApi(server, path, { token: key })).status, path).toBe(401);
  });

  test('a missing, wrong or truncated key gets 401; a login gets 403', async () => {
    const { key } = await makeKey(server, admin, station);
    const wrong = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
    for (const one of ['x', wrong, key.slice(0, -1), 'a'.repeat(5000), "' or 1=1 --"])
      expect((await post(one)).status, one.slice(0, 20)).toBe(401);
    expect((await callApi(server, '/ingest/acars', { method: 'POST', rawBody: '{}' })).status).toBe(401);
    const response = await post(admin);
    expect([response.status, (response.json as { message: string }).message]).toEqual([
      403,
      'This call requires a station key, not a user session.',
    ]);
  });

  test('a revoked key gets 401 at once and permanently; it is still listed', async () => {
    const { key, id } = await makeKey(server, admin, station);
    const otherKey = await makeKey(server, admin, station);
    expect((await post(key)).status).toBe(200);
    expect((await revoke(station, id)).status).toBe(204);
    expect((await post(key)).status).toBe(401);
    expect((await post(otherKey.key)).status).toBe(200);
    const before = (await listed()).find((one) => one.id === id)?.revokedOn;
    expect((await revoke(station, id)).status).toBe(204);
    expect((await listed()).find((one) => one.id === id)?.revokedOn).toBe(before);
  });

  test('a key revoked without this server stops working within a second', async () => {
    const { key, id } = await makeKey(server, admin, station);
    const keys = new StationKeys(server.db);
    expect(await keys.stationOf(key)).toMatchObject({ recordId: station, stationId: '7001', keyId: id });
    await server.db.query('update station_keys set revoked_at = now() where prefix = $1', [id]);
    const fromMs = performance.now();
    const now = vi.spyOn(performance, 'now').mockReturnValue(fromMs + 1000);
    try {
      expect(await keys.stationOf(key)).toBeNull();
    } finally {
      now.mockRestore();
    }
  });

  test('a key that was read while it was revoked is not valid afterwards', async () => {
    const { key, id } = await makeKey(server, admin, station);
    const held = holdReads(server.db);
    const keys = new StationKeys(held.db);
    const reading = keys.stationOf(key);
    await held.begun;
    expect(await revokeStationKey(server.db, id, station)).toBe(true);
    keys.forget(id);
    held.release();
    expect(await reading).toMatchObject({ keyId: id });
    expect(await keys.stationOf(key)).toBeNull();
  });

  test('an unknown station and a key of another station get 404', async () => {
    const { id, key } = await makeKey(server, admin, station);
    for (const path of ['/Stations/999999/keys', '/Stations/x/keys', '/Stations/99999999999999999999/keys'])
      expect((await callApi(server, path, { token: admin })).status, path).toBe(404);
    expect((await callApi(server, '/Stations/999999/keys', { method: 'POST', token: admin, body: {} })).status).toBe(
      404,
    );
    expect((await revoke(other, id)).status).toBe(404);
    expect((await revoke(station, 'sk00000000')).status).toBe(404);
    expect((await post(key)).status).toBe(200);
    expect(await listed(other)).toEqual([]);
  });

  test('keys are created, listed and revoked by Admins only', async () => {
    for (const user of ['parser', 'customer', 'company', 'feeder', 'guest']) {
      const token = await server.logIn(user);
      const path = `/Stations/${station}/keys`;
      expect((await callApi(server, path, { token })).status, user).toBe(403);
      expect((await callApi(server, path, { method: 'POST', token, body: {} })).status, user).toBe(403);
      expect((await callApi(server, `${path}/sk00000000`, { method: 'DELETE', token })).status, user).toBe(403);
    }
  });

  test('deleting a station deletes its key', async () => {
    const recordId = await addStation(server.db, '7003');
    const { key } = await makeKey(server, admin, recordId);
    await server.db.query('delete from stations where id = $1', [recordId]);
    expect((await post(key)).status).toBe(401);
  });
});

describe('npm run station-key', () => {
  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const code = await stationKeyCommand(server.db, args, (line) => lines.push(line));
    return { code, text: lines.join('\n') };
  };

  test('it creates a working key, lists it without its secret, and revokes it', async () => {
    const made = await run('--station', '7002', '--name', 'attic');
    const key = /^ {2}(sk\S+)$/m.exec(made.text)?.[1] ?? '';
    expect(made.code).toBe(0);
    expect((await post(key)).status).toBe(200);
    const [id = '', secret = ''] = [key.slice(0, 10), key.slice(11)];
    const list = await run('--list', '--station', '7002');
    expect(list.text).toContain(`${id}  station 7002  "attic", created `);
    expect(list.text).not.toContain(secret);
    expect(await run('--revoke', id)).toEqual({ code: 0, text: `The key ${id} is revoked.` });
    expect((await run('--list')).text).toMatch(new RegExp(`^${id} .*revoked \\d{4}-`, 'm'));
  });

  test('an unknown id is reported, and the exit code is not 0', async () => {
    expect(await run('--station', '999')).toEqual({
      code: 1,
      text: 'There is no station 999. To create it, add its position: --at LAT,LON',
    });
    expect(await run('--revoke', 'sk99')).toEqual({ code: 1, text: 'There is no key "sk99".' });
    expect((await run()).text).toContain('Usage:');
  });

  test('arguments', () => {
    expect(readStationKeyArguments(['--station=12', '--name=a=b'])).toMatchObject({ station: '12', name: 'a=b' });
    const refused = [
      [],
      ['--station'],
      ['--station', 'x'],
      ['--list', '--revoke', 'a'],
      ['--revoke', 'a', '--station', '1'],
      ['12'],
      ['--station', '12', '--at', '91,0'],
      ['--station', '12', '--at', '44.5'],
      ['--station', '12', '--at', ',26'],
      ['--list', '--station', '12', '--at', '44.5,26'],
    ];
    for (const args of refused) expect(readStationKeyArguments(args), args.join(' ')).toBeNull();
  });

  test('an installation without stations gets its first one once, and its position is not changed', async () => {
    const place = async () =>
      (await server.db.query("select latitude, longitude from stations where station_id = '7003'"))[0];
    expect((await run('--station', '7003')).text).toContain('--at LAT,LON');
    const made = await run('--station', '7003', '--at', '-33.95,151.18');
    expect(made.text).toContain('Station 7003 created.');
    expect((await post(/^ {2}(sk\S+)$/m.exec(made.text)?.[1] ?? '')).status).toBe(200);
    const again = await run('--station', '7003', '--at', '1,2');
    expect(again.text).not.toContain('is new');
    expect(await place()).toEqual({ latitude: -33.95, longitude: 151.18 });
  });

  test('no station is created under a claimed receiver name or with too many digits', async () => {
    await server.db.query(
      `insert into station_receiver_names (receiver_name, station_record_id) select '7004', id from stations where station_id = '7002'`,
    );
    expect(await run('--station', '7004', '--at', '1,2')).toEqual({
      code: 1,
      text: '7004 is already claimed as a receiver name by station 7002.',
    });
    expect(await server.db.query(`select from stations where station_id = '7004'`)).toEqual([]);
    expect(readStationKeyArguments(['--station', '1234567890123456', '--at', '1,2'])).toBeNull();
  });

  test('package.json contains the command', () => {
    const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: Record<string, string> };
    expect(scripts['station-key']).toBe('node tools/run.mjs station-key');
  });
});
