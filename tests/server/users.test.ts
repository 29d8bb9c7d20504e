/** Managing users: what is listed, made, changed and closed, and what is refused. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { User } from '../../contract/entities/users.ts';
import { purgeArchive } from '../../server/accounts/archive.ts';
import { eraseCommand } from '../../server/accounts/erase-command.ts';
import { clock } from '../../server/clock.ts';
import { type Answer, callApi } from '../support/api-client.ts';
import { type InProcessServer, startTestServer } from '../support/test-server.ts';

let server: InProcessServer;
let admin: string;
const dataDir = mkdtempSync(join(tmpdir(), 'downlink-users-'));
beforeAll(async () => {
  server = await startTestServer({ DATA_DIR: dataDir });
  admin = await server.logIn('admin');
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
afterEach(() => {
  clock.offsetMs = 0;
});

const registration = (fields: object = {}) => ({
  username: 'ana.pop',
  password: 'secret-1',
  role: 'User',
  email: 'ana@example.org',
  name: 'Ana',
  surname: 'Pop',
  company: '',
  terms: 0,
  ...fields,
});
const register = (fields: object = {}, token = admin) =>
  callApi(server, '/account/register', { method: 'POST', token, body: registration(fields) });
const idOf = async (answer: Promise<Answer>): Promise<string> => ((await answer).json as { id: string }).id;
const read = async (id: string): Promise<User> =>
  (await callApi(server, `/account/${id}`, { token: admin })).json as User;
const change = (userName: string, fields: object = {}, token = admin) =>
  callApi(server, '/Account/UpdateRoleCompany', {
    method: 'PUT',
    token,
    body: { userName, role: 'User', company: null, emailConfirmed: false, phoneNumber: null, ...fields },
  });
const remove = (id: string, token = admin) => callApi(server, `/Account/Delete/${id}`, { method: 'DELETE', token });
const logIn = (username: string, password: string) =>
  callApi(server, '/account/authenticate', {
    method: 'POST',
    body: { username, password, role: '', terms: 0, company: '' },
  });
const tokenOf = async (username: string, password: string): Promise<string> =>
  ((await logIn(username, password)).json as { token: string }).token;
const me = (token: string) => callApi(server, '/account/me', { token });
const said = (answer: Answer) => answer.json as { message: string; errors?: Record<string, string[]> };

describe('API-06 USR-05: the list', () => {
  test('API-06 C22: users come by name, in pages, with the count of all', async () => {
    const page = (query: string) => callApi(server, `/Account/Users${query}`, { token: admin });
    const all = (await page('')).json as { users: User[]; usersCount: number };
    const names = all.users.map((user) => user.userName);
    expect(names).toEqual(['admin', 'company', 'customer', 'feeder', 'guest', 'newcomer', 'parser']);
    expect(all.usersCount).toBe(7);
    const part = (await page('?offset=2&limit=3')).json as { users: User[]; usersCount: number };
    expect(part.users.map((user) => user.userName)).toEqual(names.slice(2, 5));
    expect(part.usersCount).toBe(7);
    expect(((await page('?limit=-1')).json as { users: User[] }).users).toHaveLength(7);
  });

  test('USR-23: no answer holds a password or its hash', async () => {
    const id = await idOf(register({ username: 'hash.less' }));
    for (const path of ['/Account/Users', `/account/${id}`, '/Account/UsersBySearchString?searchString=hash.less']) {
      const answer = await callApi(server, path, { token: admin });
      expect(answer.status, path).toBe(200);
      expect(answer.text, path).not.toMatch(/argon2|secret-1|"password/i);
    }
  });

  test('API-44: searched are id, names and e-mail; signs of a pattern are plain text', async () => {
    const id = await idOf(
      register({ username: 'sign_100', name: 'Ilinca', surname: 'Marin', email: 'i.m@example.org' }),
    );
    const found = async (text: string) =>
      (
        (
          await callApi(server, `/Account/UsersBySearchString?searchString=${encodeURIComponent(text)}`, {
            token: admin,
          })
        ).json as User[]
      ).map((user) => user.userName);
    for (const text of [id, 'SIGN_', 'ilinca mar', 'I.M@EXAMPLE'])
      expect(await found(text), text).toContain('sign_100');
    expect(await found('signX100')).toEqual([]);
    expect(await found('%')).toEqual([]);
    expect(await found(' ')).toEqual([]);
  });
});

describe('API-07 API-02 USR-24: registering', () => {
  test('API-07 USR-24 C92: a registered user has the fields as sent, logs in, and is asked for the terms', async () => {
    const id = await idOf(register({ username: 'Radu.I', role: 'Night shift lead', company: ' Carpatair ' }));
    expect(await read(id)).toMatchObject({
      userName: 'Radu.I',
      role: 'Night shift lead',
      company: 'Carpatair',
      name: 'Ana',
      surname: 'Pop',
      email: 'ana@example.org',
      terms: 0,
      emailConfirmed: false,
    });
    const token = await tokenOf('radu.i', 'secret-1');
    expect((await me(token)).json).toMatchObject({ user: { userName: 'Radu.I', terms: 0 } });
  });

  test('USR-13 C20: a name that is taken in any letter case is refused by a sentence, also when it is sent often at once', async () => {
    await register({ username: 'twice' });
    const answer = await register({ username: 'TWICE' });
    expect(answer.status).toBe(409);
    expect(said(answer)).toMatchObject({
      message: 'The user name TWICE is taken.',
      errors: { username: ['The user name TWICE is taken.'] },
    });
    const many = await Promise.all(Array.from({ length: 5 }, () => register({ username: 'at.once' })));
    expect(many.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test('C92 USR-11: what no account could live with is told by field, and nothing is stored', async () => {
    const answer = await register({
      username: 'a b',
      password: '12345',
      email: 'not an address',
      name: 'Ana\nBcc: all',
      terms: 7,
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(said(answer).errors ?? {}).sort()).toEqual(['email', 'name', 'password', 'terms', 'username']);
    const blank = await register({ username: '', password: '', email: '' });
    expect(Object.keys(said(blank).errors ?? {}).sort()).toEqual(['email', 'password', 'username']);
    for (const email of [
      'a@b',
      'a@b.c,x@y.z',
      '<a@b.c>',
      'a@b.c\r\nBcc: x@y.z',
      'Ana a@b.c',
      `${'a'.repeat(250)}@b.cd`,
    ])
      expect((await register({ username: 'refused', email })).status, email).toBe(400);
    expect(said(await logIn('refused', 'secret-1')).message).toBe('User name or password is not right.');
  });

  test('mass assignment: a field that the call does not have is refused, not ignored', async () => {
    for (const field of ['id', 'emailConfirmed', 'isDemo', 'password_hash', 'closedAt']) {
      const answer = await register({ username: 'mass', [field]: true });
      expect(answer.status, field).toBe(400);
      expect(said(answer).errors, field).toEqual({ [field]: ['This field is not known.'] });
    }
    expect((await change('parser', { id: 'x' })).status).toBe(400);
    expect((await change('parser', { userName: 'parser', terms: 1 })).status).toBe(400);
  });

  test('API-02 C01: the short form makes an account without name and address', async () => {
    const answer = await callApi(server, '/user/register', {
      method: 'POST',
      token: admin,
      body: { username: 'short.form', password: 'secret-1', role: 'Customer', terms: 1, company: '' },
    });
    expect(answer.json).toMatchObject({ user: { userName: 'short.form', role: 'Customer', terms: 1, email: '' } });
    expect(answer.text).not.toMatch(/secret-1|argon2/);
  });
});

describe('API-08: one user', () => {
  test('API-08: everybody reads the own account, an Admin any, and nobody else another one', async () => {
    const token = await server.logIn('parser');
    const own = ((await me(token)).json as { user: { id: string } }).user.id;
    const adminId = ((await me(admin)).json as { user: { id: string } }).user.id;
    expect(((await callApi(server, `/account/${own}`, { token })).json as User).userName).toBe('parser');
    const foreign = await callApi(server, `/account/${adminId}`, { token });
    expect([foreign.status, said(foreign).message]).toEqual([403, 'You may read your own account only.']);
    expect((await callApi(server, '/account/nobody-at-all', { token: admin })).status).toBe(404);
  });
});

describe('API-09 USR-16: changing', () => {
  test('API-09 C19 C20: role, company, phone and confirmation change; the flag is taken as a text too', async () => {
    const id = await idOf(register({ username: 'changed' }));
    const answer = await change('CHANGED', {
      role: ' Parser ',
      company: 'Tarom',
      emailConfirmed: 'true',
      phoneNumber: '0123',
    });
    expect(answer.status).toBe(204);
    expect(await read(id)).toMatchObject({
      role: 'Parser',
      company: 'Tarom',
      emailConfirmed: true,
      phoneNumber: '0123',
    });
    expect((await change('nobody.at.all')).status).toBe(404);
  });

  test('USR-22: another role ends the sessions of that user, another phone number does not', async () => {
    await register({ username: 'demoted', role: 'Parser', terms: 1 });
    const token = await tokenOf('demoted', 'secret-1');
    await change('demoted', { role: 'Parser', phoneNumber: '42' });
    expect((await me(token)).status).toBe(200);
    await change('demoted', { role: 'Customer', phoneNumber: '42' });
    expect((await me(token)).status).toBe(401);
  });

  test('C93: the last Admin can neither be demoted nor closed; of two who demote each other at once one stays', async () => {
    const demoted = await change('admin', { role: 'User' });
    expect([demoted.status, said(demoted).message]).toEqual([
      409,
      'This is the last Admin: nobody would be left to manage the users.',
    ]);
    const id = await idOf(register({ username: 'second.admin', role: ' ADMIN ', terms: 1 }));
    const second = await tokenOf('second.admin', 'secret-1');
    const both = await Promise.all([
      change('second.admin', { role: 'User' }),
      change('admin', { role: 'User' }, second),
    ]);
    const stay = await server.db.query(`select 1 from users where lower(trim(role)) = 'admin'`);
    expect(stay).toHaveLength(1);
    expect(both.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
    await server.db.query(`update users set role = 'Admin' where user_name = 'admin'`);
    await server.db.query(`update users set role = 'User' where id = $1`, [id]);
    admin = await server.logIn('admin');
  });
});

const archived = (id: string) =>
  server.db.query<Record<string, unknown>>('select * from closed_accounts where id = $1', [id]);
/** Rows that still speak of an account. */
async function leftOf(id: string): Promise<Record<string, number>> {
  const [row] = await server.db.query<Record<string, number>>(
    `select (select count(*) from users where id = $1) as users, (select count(*) from sessions where user_id = $1) as sessions,
       (select count(*) from email_confirmations where user_id = $1) as confirmations`,
    [id],
  );
  return row ?? {};
}

describe('API-10 C94: closing', () => {
  test('API-10 C94: a closed account is in no list, cannot log in, its sessions end, and its name is free', async () => {
    const id = await idOf(register({ username: 'leaver', role: 'Customer', terms: 1 }));
    const token = await tokenOf('leaver', 'secret-1');
    expect((await remove(id)).status).toBe(204);
    expect((await me(token)).status).toBe(401);
    expect((await logIn('leaver', 'secret-1')).status).toBe(401);
    expect((await callApi(server, `/account/${id}`, { token: admin })).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    expect((await register({ username: 'leaver' })).status).toBe(201);
    const [kept] = await archived(id);
    expect(kept).toMatchObject({ user_name: 'leaver', name: 'Ana', surname: 'Pop', email: 'ana@example.org' });
    expect(JSON.stringify(kept)).not.toMatch(/argon2|secret-1/);
    expect(await leftOf(id)).toEqual({ users: 0, sessions: 0, confirmations: 0 });
    const years = (Date.parse(String(kept?.purge_after)) - Date.now()) / 86_400_000 / 365.25;
    expect(years).toBeCloseTo(7, 1);
    clock.offsetMs = 6.9 * 365.25 * 86_400_000;
    await purgeArchive(server.db);
    expect(await archived(id)).toHaveLength(1);
    clock.offsetMs = 7.1 * 365.25 * 86_400_000;
    await purgeArchive(server.db);
    expect(await archived(id)).toEqual([]);
  });

  test('C94: a station whose feeder left is fed by nobody, and stays', async () => {
    const id = await idOf(register({ username: 'host', company: 'Tarom' }));
    await server.db.query(
      `insert into stations (station_id, latitude, longitude, feeder_user_id) values ('77001', 1, 2, $1)`,
      [id],
    );
    await remove(id);
    expect(await server.db.query(`select feeder_user_id from stations where station_id = '77001'`)).toEqual([
      { feeder_user_id: null },
    ]);
  });

  test('nobody closes the own account', async () => {
    const id = ((await me(admin)).json as { user: { id: string } }).user.id;
    const answer = await remove(id);
    expect([answer.status, said(answer).message]).toEqual([
      409,
      'You cannot delete your own account. Another Admin can.',
    ]);
  });
});

describe('C94: erasure', () => {
  async function erase(...args: string[]): Promise<{ code: number; text: string }> {
    const lines: string[] = [];
    const code = await eraseCommand(server.db, args, (line) => lines.push(line));
    return { code, text: lines.join('\n') };
  }

  test('C94: a person who asks for it is erased, with an open account or after it was closed', async () => {
    const open = await idOf(
      register({ username: 'erased.open', email: 'open@example.org', role: 'Customer', terms: 1 }),
    );
    const token = await tokenOf('erased.open', 'secret-1');
    expect(await erase('OPEN@example.org')).toMatchObject({ code: 0 });
    expect(await leftOf(open)).toEqual({ users: 0, sessions: 0, confirmations: 0 });
    expect(await archived(open)).toEqual([]);
    await expect.poll(async () => (await me(token)).status, { timeout: 3000 }).toBe(401);

    const closed = await idOf(register({ username: 'erased.closed' }));
    await remove(closed);
    expect(await archived(closed)).toHaveLength(1);
    const report = await erase('erased.closed');
    expect(report).toMatchObject({ code: 0, text: expect.stringContaining('Erased: "erased.closed", "Ana Pop, ana@') });
    expect(await archived(closed)).toEqual([]);
  });

  test('C94: two persons of one name are told apart by their ids, and nobody is erased by chance', async () => {
    const first = await idOf(register({ username: 'namesake', email: 'first@example.org' }));
    await remove(first);
    const second = await idOf(register({ username: 'namesake', email: 'second@example.org' }));
    const report = await erase('namesake');
    expect(report.code).toBe(1);
    expect(report.text).toContain(first);
    expect(report.text).toContain(second);
    expect((await erase(first)).code).toBe(0);
    expect(await archived(first)).toEqual([]);
    expect((await read(second)).userName).toBe('namesake');
    for (const args of [[], [''], ['nobody.at.all'], ['namesake', 'more'], ['--all'], ['%']])
      expect((await erase(...args)).code, args.join(' ')).toBe(1);
    expect((await read(second)).userName).toBe('namesake');
  });

  test('C94: the last Admin stays', async () => {
    const report = await erase('admin');
    expect(report).toMatchObject({ code: 1, text: expect.stringContaining('This is the last Admin') });
    expect((await me(admin)).status).toBe(200);
  });
});

describe('C119: the own password', () => {
  const set = (token: string, currentPassword: string, newPassword: string) =>
    callApi(server, '/account/password', { method: 'PUT', token, body: { currentPassword, newPassword } });

  test('C119: the current password is needed, the other sessions end, this one goes on', async () => {
    await register({ username: 'careful', role: 'Customer', terms: 1 });
    const [here, elsewhere] = [await tokenOf('careful', 'secret-1'), await tokenOf('careful', 'secret-1')];
    expect(said(await set(here, 'wrong-one', 'secret-2')).errors).toEqual({
      currentPassword: ['The current password is not right.'],
    });
    expect(said(await set(here, 'secret-1', '12345')).errors).toEqual({
      newPassword: ['A password has at least 6 characters.'],
    });
    expect((await set(here, 'secret-1', 'secret-2')).status).toBe(204);
    expect([(await me(here)).status, (await me(elsewhere)).status]).toEqual([200, 401]);
    expect((await logIn('careful', 'secret-1')).status).toBe(401);
    expect((await logIn('careful', 'secret-2')).status).toBe(200);
  });

  test('C119: guessing the current password waits like the log-in', async () => {
    clock.offsetMs = 1000 * 3_600;
    await register({ username: 'guessed', role: 'Customer', terms: 1 });
    const token = await tokenOf('guessed', 'secret-1');
    for (let n = 0; n < 5; n += 1) expect((await set(token, 'wrong-one', 'secret-2')).status).toBe(400);
    expect((await set(token, 'secret-1', 'secret-2')).status).toBe(429);
  });
});
