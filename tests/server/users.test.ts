import { describe, expect, test } from 'vitest';
import type { User } from '../../contract/entities/users.ts';
import { clock } from '../../server/base/clock.ts';
import { callApi } from '../support/api-client.ts';
import { usersForFile } from './users-for-file.ts';

const fixture = usersForFile();
const { register, idOf, read, change, logIn, tokenOf, me, errorOf } = fixture;

describe('API-06 USR-05: the list', () => {
  test('API-06 C22: users are sorted by name, in pages, with the full count', async () => {
    const page = (query: string) => callApi(fixture.server, `/Account/Users${query}`, { token: fixture.admin });
    const all = (await page('')).json as { users: User[]; usersCount: number };
    const names = all.users.map((user) => user.userName);
    expect(names).toEqual(['admin', 'company', 'customer', 'feeder', 'guest', 'newcomer', 'parser']);
    expect(all.usersCount).toBe(7);
    const part = (await page('?offset=2&limit=3')).json as { users: User[]; usersCount: number };
    expect(part.users.map((user) => user.userName)).toEqual(names.slice(2, 5));
    expect(part.usersCount).toBe(7);
    expect(((await page('?limit=-1')).json as { users: User[] }).users).toHaveLength(7);
  });

  test('USR-23: no response contains a password or its hash', async () => {
    const id = await idOf(register({ username: 'hash.less' }));
    for (const path of ['/Account/Users', `/account/${id}`, '/Account/UsersBySearchString?searchString=hash.less']) {
      const response = await callApi(fixture.server, path, { token: fixture.admin });
      expect(response.status, path).toBe(200);
      expect(response.text, path).not.toMatch(/argon2|secret-1|"password/i);
    }
  });

  test('API-44: id, names and email are searched; pattern characters are plain text', async () => {
    const id = await idOf(
      register({ username: 'sign_100', name: 'Ilinca', surname: 'Marin', email: 'i.m@example.org' }),
    );
    const found = async (text: string) =>
      (
        (
          await callApi(fixture.server, `/Account/UsersBySearchString?searchString=${encodeURIComponent(text)}`, {
            token: fixture.admin,
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
  test('API-07 USR-24 C92: a registered user has the fields as sent, logs in, and must accept the terms', async () => {
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

  test('USR-13 C20: an existing name is refused with a text, in any case, also when sent many times at once', async () => {
    await register({ username: 'twice' });
    const response = await register({ username: 'TWICE' });
    expect(response.status).toBe(409);
    expect(errorOf(response)).toMatchObject({
      message: 'The username TWICE is already in use.',
      errors: { username: ['The username TWICE is already in use.'] },
    });
    const many = await Promise.all(Array.from({ length: 5 }, () => register({ username: 'at.once' })));
    expect(many.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test('C92 USR-11: invalid fields are reported by name, and nothing is stored', async () => {
    const response = await register({
      username: 'a b',
      password: '12345',
      email: 'not an address',
      name: 'Ana\nBcc: all',
      terms: 7,
    });
    expect(response.status).toBe(400);
    expect(Object.keys(errorOf(response).errors ?? {}).sort()).toEqual([
      'email',
      'name',
      'password',
      'terms',
      'username',
    ]);
    const sentences = Object.values(errorOf(response).errors ?? {}).flat();
    for (const [at, next] of sentences.slice(1).entries())
      expect(errorOf(response).message).toContain(`${sentences[at]?.replace(/\.$/, '')}. ${next}`);
    const blank = await register({ username: '', password: '', email: '' });
    expect(Object.keys(errorOf(blank).errors ?? {}).sort()).toEqual(['email', 'password', 'username']);
    for (const email of [
      'a@b',
      'a@b.c,x@y.z',
      '<a@b.c>',
      'a@b.c\r\nBcc: x@y.z',
      'Ana a@b.c',
      `${'a'.repeat(250)}@b.cd`,
    ])
      expect((await register({ username: 'refused', email })).status, email).toBe(400);
    expect(errorOf(await logIn('refused', 'secret-1')).message).toBe('Wrong username or password.');
  });

  test('mass assignment: a field unknown to the call is refused, not ignored', async () => {
    for (const field of ['id', 'emailConfirmed', 'isDemo', 'password_hash', 'closedAt']) {
      const response = await register({ username: 'mass', [field]: true });
      expect(response.status, field).toBe(400);
      expect(errorOf(response).errors, field).toEqual({ [field]: ['Unknown field.'] });
    }
    expect((await change('parser', { id: 'x' })).status).toBe(400);
    expect((await change('parser', { userName: 'parser', terms: 1 })).status).toBe(400);
  });

  test('API-02 C01: the short form creates an account without name and address', async () => {
    const response = await callApi(fixture.server, '/user/register', {
      method: 'POST',
      token: fixture.admin,
      body: { username: 'short.form', password: 'secret-1', role: 'Customer', terms: 1, company: '' },
    });
    expect(response.json).toMatchObject({ user: { userName: 'short.form', role: 'Customer', terms: 1, email: '' } });
    expect(response.text).not.toMatch(/secret-1|argon2/);
  });
});

describe('API-08: one user', () => {
  test('API-08: a user reads only their own account, an Admin any account', async () => {
    const token = await fixture.server.logIn('parser');
    const own = ((await me(token)).json as { user: { id: string } }).user.id;
    const adminId = ((await me(fixture.admin)).json as { user: { id: string } }).user.id;
    expect(((await callApi(fixture.server, `/account/${own}`, { token })).json as User).userName).toBe('parser');
    const foreign = await callApi(fixture.server, `/account/${adminId}`, { token });
    expect([foreign.status, errorOf(foreign).message]).toEqual([403, 'You can only view your own account.']);
    expect((await callApi(fixture.server, '/account/nobody-at-all', { token: fixture.admin })).status).toBe(404);
  });
});

describe('API-09 USR-16: changing', () => {
  test('USR-09: a company that looks like another one and a role with invisible characters are refused with their field', async () => {
    const errorsOf = async (more: object) => {
      const reply = await register({ username: 'look.alike', ...more });
      return [reply.status, Object.keys((reply.json as { errors?: object }).errors ?? {})];
    };
    expect((await register({ username: 'first.one', company: 'Tarom' })).status).toBe(201);
    expect(await errorsOf({ company: 'Tar0m' })).toEqual([400, ['company']]);
    expect(await errorsOf({ company: 'T\u0430rom', role: 'Admin\u200b' })).toEqual([400, ['company', 'role']]);
    expect(await errorsOf({ role: 'Adm1n' })).toEqual([400, ['role']]);
    expect(await errorsOf({ password: 'football' })).toEqual([400, ['password']]);
    expect((await register({ username: 'same.company', company: 'TAROM' })).status).toBe(201);
  });

  test('API-09 C19 C20: role, company, phone and confirmation change; the flag is accepted as text too', async () => {
    const id = await idOf(register({ username: 'changed' }));
    const response = await change('CHANGED', {
      role: ' Parser ',
      company: 'Tarom',
      emailConfirmed: 'true',
      phoneNumber: '0123',
    });
    expect(response.status).toBe(204);
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

  test('C93: the last Admin can neither be demoted nor closed; of two Admins who demote each other at once one stays', async () => {
    const demoted = await change('admin', { role: 'User' });
    expect([demoted.status, errorOf(demoted).message]).toEqual([
      409,
      'This is the last Admin. Create another Admin first.',
    ]);
    const id = await idOf(register({ username: 'second.admin', role: ' ADMIN ', terms: 1 }));
    const second = await tokenOf('second.admin', 'secret-1');
    const both = await Promise.all([
      change('second.admin', { role: 'User' }),
      change('admin', { role: 'User' }, second),
    ]);
    const stay = await fixture.server.db.query(`select 1 from users where lower(trim(role)) = 'admin'`);
    expect(stay).toHaveLength(1);
    expect(both.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
    await fixture.server.db.query(`update users set role = 'Admin' where user_name = 'admin'`);
    await fixture.server.db.query(`update users set role = 'User' where id = $1`, [id]);
    await fixture.renewAdmin();
  });

  test('C93: of two Admins who delete each other at once one stays', async () => {
    const admins = await Promise.all(
      ['one.admin', 'other.admin'].map(async (username) => {
        const id = await idOf(register({ username, role: 'Admin', terms: 1 }));
        return { id, token: await tokenOf(username, 'secret-1') };
      }),
    );
    await fixture.server.db.query(`update users set role = 'User' where user_name = 'admin'`);
    const [one, other] = admins;
    const both = await Promise.all([
      fixture.remove(other?.id ?? '', one?.token),
      fixture.remove(one?.id ?? '', other?.token),
    ]);
    expect(both.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
    const stay = await fixture.server.db.query<{ id: string }>(
      `select id from users where lower(trim(role)) = 'admin'`,
    );
    expect(stay).toHaveLength(1);
    await fixture.server.db.query(`update users set role = 'Admin' where user_name = 'admin'`);
    await fixture.server.db.query(`update users set role = 'User' where id = $1`, [stay[0]?.id]);
    await fixture.renewAdmin();
  });
});

describe('C119: the own password', () => {
  const set = (token: string, currentPassword: string, newPassword: string) =>
    callApi(fixture.server, '/account/password', { method: 'PUT', token, body: { currentPassword, newPassword } });

  test('C119: the current password is required, other sessions end, this one continues', async () => {
    await register({ username: 'careful', role: 'Customer', terms: 1 });
    const [here, elsewhere] = [await tokenOf('careful', 'secret-1'), await tokenOf('careful', 'secret-1')];
    expect(errorOf(await set(here, 'wrong-one', 'secret-2')).errors).toEqual({
      currentPassword: ['The current password is wrong.'],
    });
    expect(errorOf(await set(here, 'secret-1', '12345')).errors).toEqual({
      newPassword: ['Use at least 6 characters.'],
    });
    expect(errorOf(await set(here, 'secret-1', ' Careful')).errors).toEqual({
      newPassword: ['The password must not be the username.'],
    });
    expect((await set(here, 'secret-1', 'secret-2')).status).toBe(204);
    expect([(await me(here)).status, (await me(elsewhere)).status]).toEqual([200, 401]);
    expect((await logIn('careful', 'secret-1')).status).toBe(401);
    expect((await logIn('careful', 'secret-2')).status).toBe(200);
  });

  /** Runs it while no session can be ended. */
  async function withoutEnds(work: () => Promise<void>): Promise<void> {
    const { db } = fixture.server;
    await db.query(`create function refuse_end() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`);
    await db.query('create trigger refuse_end before update of revoked_at on sessions execute function refuse_end()');
    await work().finally(() => db.query('drop function refuse_end cascade'));
  }

  test('C119: the password is not changed unless the other sessions end', async () => {
    await register({ username: 'atomic', role: 'Customer', terms: 1 });
    const [here, elsewhere] = [await tokenOf('atomic', 'secret-1'), await tokenOf('atomic', 'secret-1')];
    await withoutEnds(async () => expect((await set(here, 'secret-1', 'secret-2')).status).toBe(500));
    expect([(await me(here)).status, (await me(elsewhere)).status]).toEqual([200, 200]);
    expect((await logIn('atomic', 'secret-1')).status).toBe(200);
  });

  test('the role of a user is not changed unless the sessions end', async () => {
    const id = await idOf(register({ username: 'keeps-role', role: 'Parser', terms: 1 }));
    await tokenOf('keeps-role', 'secret-1');

    await withoutEnds(async () => expect((await change('keeps-role', { role: 'Customer' })).status).toBe(500));
    expect((await read(id)).role).toBe('Parser');
  });

  test('C119: guessing the current password is limited like the login', async () => {
    clock.offsetMs = 1000 * 3_600;
    await register({ username: 'guessed', role: 'Customer', terms: 1 });
    const token = await tokenOf('guessed', 'secret-1');
    for (let n = 0; n < 5; n += 1) expect((await set(token, 'wrong-one', 'secret-2')).status).toBe(400);
    expect((await set(token, 'secret-1', 'secret-2')).status).toBe(429);
  });
});
