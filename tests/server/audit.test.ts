import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clearAudit, recordSettings } from '../../server/accounts/audit/audit.ts';
import { purgeCommand } from '../../server/accounts/audit/purge-command.ts';
import { eraseCommand } from '../../server/accounts/erase-command.ts';
import { importWithAudit } from '../../server/input/imports/import-command.ts';
import { type ApiResponse, callApi } from '../support/api-client.ts';
import { acarsdecLine } from '../support/messages.ts';
import { testServerForFile } from '../support/test-server.ts';

const server = testServerForFile();
let admin: string;
let feederId: string;
/** Entries from before a test do not belong to it. */
let before = 0;
beforeAll(async () => {
  admin = await server.logIn('admin');
  const [feeder] = await server.db.query<{ id: string }>("select id from users where user_name = 'feeder'");
  feederId = feeder?.id ?? '';
});
beforeEach(async () => {
  const [last] = await server.db.query<{ id: number }>('select coalesce(max(id), 0) as id from audit_entry');
  before = last?.id ?? 0;
});

type Entry = Readonly<
  Record<'at' | 'userName' | 'action' | 'subject' | 'name' | 'details' | 'address' | 'company', string | null>
> & { readonly id: string };
const read = async (token = admin, query = ''): Promise<ApiResponse> =>
  callApi(server, `/Audit?limit=100${query}`, { token });
const entries = async (token = admin, query = ''): Promise<Entry[]> => {
  const response = await read(token, query);
  expect(response.status, response.text).toBe(200);
  return (response.json as { entries: Entry[] }).entries.filter(({ id }) => Number(id) > before);
};
/** Entries since the start of the test, oldest first. */
const recorded = async (): Promise<string[]> =>
  (await entries())
    .reverse()
    .map(({ userName, action, subject, name, details }) =>
      [`${userName ?? 'no one'} ${action} ${subject} ${name ?? ''}`.trim(), details].filter(Boolean).join(': '),
    );
const call = async (method: string, path: string, body?: unknown, token = admin): Promise<ApiResponse> => {
  const response = await callApi(server, path, { method, token, ...(body === undefined ? {} : { body }) });
  expect(response.status, response.text).toBeLessThan(300);
  return response;
};
const exported = (token: string, rows: number | null, query: object = {}) =>
  call('POST', '/Audit/Exports', { list: '/AcarsMessage/allUsers', query, format: 'csv', rows }, token);
const logIn = (username: string, password: string) =>
  callApi(server, '/account/authenticate', {
    method: 'POST',
    body: { username, password, role: '', terms: 0, company: '' },
  });

describe('C122: recorded events', () => {
  test('C122: records start, end and report of an import by command, and nothing for a preview', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'downlink-audit-'));
    const messages = join(folder, 'messages.jsonl');
    writeFileSync(messages, JSON.stringify(acarsdecLine({ secondsAgo: 60, text: 'by command' })));
    const printed: string[] = [];
    const run = (...args: string[]) => importWithAudit(server.db, args, (line) => printed.push(line));
    expect(await run(messages), printed.join('\n')).toBe(0);
    await run('--reference', '--preview', messages);
    await run('--reference');
    expect(await run('--reference', messages)).toBe(1);
    rmSync(folder, { recursive: true });
    expect(await recorded()).toEqual([
      'no one import started file messages.jsonl: Command npm run import',
      expect.stringMatching(/^no one imported file messages.jsonl: read 1, stored 1, .*ACARS messages: stored 1/),
      'no one import started file messages.jsonl: Command npm run import',
      expect.stringMatching(/^no one import failed file messages.jsonl: messages.jsonl: nothing was imported/),
    ]);
  });

  test('C122: records a login and a failed login with the address; for an unknown name none of the typed text', async () => {
    await server.logIn('parser');
    await logIn('parser', 'wrong-password');
    await logIn('my-password-typed-here', 'wrong-password');
    expect(await recorded()).toEqual([
      'parser logged in login parser',
      'no one login failed login parser',
      'no one login failed login',
    ]);
    expect((await entries()).map(({ address }) => address)).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
  });

  test('C122: records the creation, change with old and new values, and deletion of a user; no password and no personal data', async () => {
    const person = { role: 'User', company: '', terms: 0, name: 'Ana', surname: 'Pop', email: 'ana@example.org' };
    const made = await call('POST', '/account/register', { username: 'ana.pop', password: 'secret-1', ...person });
    const { id } = made.json as { id: string };
    const change = {
      userName: 'ana.pop',
      role: 'Customer',
      company: 'Tarom',
      emailConfirmed: false,
      phoneNumber: '0744',
    };
    await call('PUT', '/Account/UpdateRoleCompany', change);
    await call('DELETE', `/Account/Delete/${id}`);
    expect(await recorded()).toEqual([
      'admin created user ana.pop: user name: "ana.pop", role: "User", terms: 0, email confirmed: false',
      'admin changed user ana.pop: role: "User" → "Customer", company: none → "Tarom", phone number: changed',
      'admin deleted user ana.pop: user name: "ana.pop", role: "Customer", company: "Tarom", terms: 0, email confirmed: false',
    ]);
    const rows = await server.db.query('select * from audit_entry where id > $1', [before]);
    expect(JSON.stringify(rows)).not.toMatch(/argon2|secret-1|0744|example\.org|"Ana"/);
  });

  test('C122: records changes of a station, its names and keys, a bid and a receiver', async () => {
    const station = {
      stationId: '60001',
      latitude: 46.77,
      longitude: 23.62,
      locationStartDate: '2024-05-01T13:00:00Z',
      city: 'Cluj-Napoca',
      country: null,
      locationAddress: null,
      lastActiveTime: null,
      userId: feederId,
      startDate: '2024-05-01T13:00:00Z',
      description: null,
      notificationEmail: null,
      feederNotificationEmail: 'DoNothing',
      firstTimeSentToFeeder: null,
      userStationStatus: null,
    };
    const { id } = (await call('POST', '/Station/CreateStation', station)).json as { id: number };
    await call('PUT', `/Station/${id}`, { ...station, city: 'Turda' });
    await call('POST', `/Stations/${id}/receivers`, { name: 'ROOF' });
    const key = (await call('POST', `/Stations/${id}/keys`, { name: 'roof' })).json as { id: string; key: string };
    await call('DELETE', `/Stations/${id}/keys/${key.id}`);
    await call('DELETE', `/Stations/${id}/receivers?name=ROOF`);
    await call('POST', '/OverallBid/Upsert', { bidValue: 12.5, startDate: '2020-01-01' });
    const receiver = { kind: 'beast', host: '127.0.0.1', port: 39_999, station: '', path: '' };
    const added = (await call('POST', '/receivers', receiver)).json as { id: number };
    await call('PUT', `/receivers/${added.id}`, { isEnabled: false });
    await call('DELETE', `/receivers/${added.id}`);
    const lines = await recorded();
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'admin created station 60001',
      'admin changed station 60001',
      'admin created receiver name ROOF',
      `admin created station key ${key.id}`,
      `admin changed station key ${key.id}`,
      'admin deleted receiver name ROOF',
      'admin created bid 2020-01-01',
      'admin created receiver 127.0.0.1',
      'admin changed receiver 127.0.0.1',
      'admin deleted receiver 127.0.0.1',
    ]);
    expect(lines[0]).toContain('feeder: "feeder"');
    expect(lines[1]).toContain('city: "Cluj-Napoca" → "Turda"');
    expect(lines[8]).toContain('is enabled: true → false');
    expect(lines.join()).not.toContain(key.key.slice(12));
  });

  test('C122: a change that is rolled back leaves no entry, and the entry of a command has no user name', async () => {
    const failing = server.db.transaction(async (tx) => {
      await tx.query("update users set role = 'Admin' where user_name = 'guest'");
      throw new Error('stopped');
    });
    await expect(failing).rejects.toThrow('stopped');
    expect(await recorded()).toEqual([]);
    await server.db.query("insert into stations (station_id, latitude, longitude) values ('60002', 1, 2)");
    expect((await recorded()).join()).toMatch(/^no one created station 60002/);
  });

  test('C122: records settings changed since the last start, and of secrets only that they are set', async () => {
    await recordSettings(server.db, {
      PORT: '8080',
      METAR_TOKEN: 'abc',
      SMTP_URL: 'smtp://me:pa,ss@mail.lan:587?key=1',
    });
    await recordSettings(server.db, {
      PORT: '8081',
      METAR_TOKEN: 'other',
      SMTP_URL: 'smtp://me:pa,ss@mail.lan:587?key=1',
    });
    await recordSettings(server.db, { PORT: '8081' });
    expect((await recorded()).sort()).toEqual([
      'no one changed setting PORT: value: "8080" → "8081"',
      'no one created setting METAR_TOKEN: value: "set"',
      'no one created setting PORT: value: "8080"',
      'no one created setting SMTP_URL: value: "smtp://…@mail.lan:587/…"',
      'no one deleted setting METAR_TOKEN: value: "set"',
      'no one deleted setting SMTP_URL: value: "smtp://…@mail.lan:587/…"',
    ]);
  });
});

describe('C122: exports', () => {
  test('C122: records an export with list, filter and rows; its company sees this entry only, another company does not see it', async () => {
    await server.db.query("update users set company = 'Tarom' where user_name = 'company'");
    await server.db.query("update users set company = 'Carpatair' where user_name = 'customer'");
    const [company, other] = [await server.logIn('company'), await server.logIn('customer')];
    await exported(company, null, { label: 'H1' });
    await exported(company, 1234, { label: 'H1' });
    expect((await entries(company)).map(({ action, details }) => `${action}: ${details}`)).toEqual([
      'exported: CSV, 1234 rows, label="H1"',
      'export started: CSV, label="H1"',
    ]);
    expect(await entries(other)).toEqual([]);
    expect((await read(await server.logIn('parser'))).status).toBe(403);
    expect((await entries(admin, '&userName=company&details=1234')).map(({ company: of }) => of)).toEqual(['Tarom']);
  });

  test('C78: the exports of all users follow each other: the third waits for one of the first two', async () => {
    const users = await Promise.all((['parser', 'customer', 'feeder'] as const).map((user) => server.logIn(user)));
    const turn = async (user: number, isOver = false) =>
      (await call('POST', '/Audit/ExportTurn', { id: 'one', isOver }, users[user])).json;
    expect(await turn(0)).toEqual({ before: 0 });
    expect(await turn(1)).toEqual({ before: 0 });
    expect(await turn(2)).toEqual({ before: 2 });
    await turn(0, true);
    expect(await turn(2)).toEqual({ before: 0 });
  });

  test('C122: a request for many rows without an announced export is recorded once; a page of the screen and an announced export are not', async () => {
    const parser = await server.logIn('parser');
    const rows = (query: string) => call('GET', `/AcarsMessage/allUsers?${query}`, undefined, parser);
    await rows('offset=0&limit=1000&label=H1');
    await exported(parser, null, { label: 'SA' });
    await rows('offset=0&limit=2000&label=SA');
    await rows('offset=0&limit=2000&label=Q0');
    await rows('offset=2000&limit=4000&label=Q0');
    await rows('label=5Z');
    await call('GET', '/Airport?limit=-1', undefined, parser);
    expect((await recorded()).slice(1)).toEqual([
      'parser export started list ACARS raw (all data): CSV, label="SA"',
      'parser read many rows list ACARS raw (all data): label="Q0"',
      'parser read many rows list ACARS raw (all data): label="5Z"',
    ]);
  });

  test('C122: pages under the limit are added up by user and time; polling of the newest rows and repeated pages do not count', async () => {
    const customer = await server.logIn('parser');
    const rows = (query: string) => call('GET', `/AcarsMessage/allUsers?${query}`, undefined, customer);
    for (let at = 0; at < 60; at++) await rows(`offset=0&limit=100&label=${at % 2 ? 'SA' : 'B6'}`);
    for (let at = 0; at < 12; at++) await rows(`offset=0&limit=1000&label=C${at}`);
    for (let at = 0; at < 3; at++) await rows('offset=0&limit=1999&label=B1');
    expect((await recorded()).slice(1)).toEqual([]);
    for (let at = 1; at < 6; at++) await rows(`offset=${at * 1999}&limit=1999&label=B1`);
    const past = Array.from({ length: 40 }, (_, at) => `2026-01-01T00:${String(at).padStart(2, '0')}:00Z`);
    for (const end of past) await rows(`offset=0&limit=100&acarsMessageDateTimeMax=${end}`);
    expect((await recorded()).slice(1)).toEqual([
      'parser read many rows list ACARS raw (all data): 5,000 rows in pages within an hour, last: label="B1"',
      'parser read many rows list ACARS raw (all data): 10,000 rows in pages within an hour, last: label="B1"',
      expect.stringMatching(/: 15,000 rows in pages within an hour, last: .*2026-01-01/),
    ]);
  });

  test('C122: an export is recorded for a list that the caller may read, within bounds, at a limited rate', async () => {
    const [feeder, parser] = [await server.logIn('feeder'), await server.logIn('parser')];
    const report = async (token: string, more: object = {}) => {
      const body = { list: '/AcarsMessage/allUsers', query: {}, format: 'csv', rows: null, ...more };
      return (await callApi(server, '/Audit/Exports', { method: 'POST', token, body })).status;
    };
    expect([await report(feeder), await report(parser, { list: '/Audit' })]).toEqual([403, 403]);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`p${at}`, 'x']));
    for (const wrong of [{ query: many }, { rows: 1.5 }, { rows: 1e9 }, { query: { ['x'.repeat(101)]: 'a' } }])
      expect(await report(parser, wrong), JSON.stringify(wrong).slice(0, 40)).toBe(400);
    const statuses: number[] = [];
    for (let at = 0; at < 31; at++) statuses.push(await report(parser));
    expect([new Set(statuses.slice(0, 25)), statuses.at(-1)]).toEqual([new Set([204]), 429]);
  });

  test('an export of a list that does not exist is refused', async () => {
    const body = { list: '/AcarsMessage/decode', query: {}, format: 'csv', rows: null };
    expect((await callApi(server, '/Audit/Exports', { method: 'POST', token: admin, body })).status).toBe(404);
    expect(await recorded()).toEqual([]);
  });
});

describe('C122: append-only', () => {
  test('C122: the program can neither change nor delete an entry; retention deletes older ones only', async () => {
    const insert = `insert into audit_entry (at, action, subject) values (now() - interval '11 days', 'created', 'file'), (now() - interval '9 days', 'created', 'file')`;
    await server.db.query(insert);
    for (const sql of ["update audit_entry set action = 'x'", 'delete from audit_entry', 'truncate audit_entry'])
      await expect(server.db.query(sql)).rejects.toThrow('append-only');
    const ofFiles = async () =>
      (
        await server.db.query<{ id: number }>(
          "select id from audit_entry where subject = 'file' and action = 'created'",
        )
      ).length;
    await clearAudit(server.db, 0, Date.now());
    expect(await ofFiles()).toBe(2);
    await clearAudit(server.db, 10, Date.now());
    expect(await ofFiles()).toBe(1);
  });

  test('C122: the owner removes a leaked secret from all entries, whatever its form; the removal is an entry without it', async () => {
    const secret = 'le"ak/ed';
    await server.db.query(`select audit('changed', 'setting', $1, $2)`, [
      `at ${secret}`,
      `value: ${JSON.stringify(secret)} → "https://h/${encodeURIComponent(secret)}"`,
    ]);
    await server.db.query(`select audit('created', 'station', 'A', 'city: "B"')`);
    const printed: string[] = [];
    const purge = (text: string) =>
      purgeCommand(server.db, [], Readable.from([`${text}\n`]), (line) => printed.push(line));
    expect(await purge(secret)).toBe(0);
    expect([await purge(secret), await purge('abc')]).toEqual([1, 1]);
    expect(await recorded()).toEqual([
      'no one changed setting at …: value: "…" → "https://h/…"',
      'no one created station A: city: "B"',
      'no one purged audit trail: a text, in entries: 1',
    ]);
    expect(printed.join('\n')).not.toContain(secret);
    await expect(server.db.query("update audit_entry set details = '…'")).rejects.toThrow('append-only');
  });

  test('C94: an erased person is in no entry, and the recorded events stay', async () => {
    const person = { role: 'User', company: '', terms: 1, name: 'Ion', surname: 'Rus', email: 'ion@example.org' };
    const made = await call('POST', '/account/register', { username: 'ion.rus', password: 'secret-1', ...person });
    const { id } = made.json as { id: string };
    await logIn('ion.rus', 'secret-1');
    await server.db.query("update stations set feeder_user_id = $1 where station_id = '60002'", [id]);
    await eraseCommand(server.db, ['ion.rus'], () => {});
    const rows = await server.db.query('select * from audit_entry where id > $1', [before]);
    expect(rows.length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(rows)).not.toContain('ion.rus');
  });
});
