/** Logins of a user, and the second factor. */
import { describe, expect, test } from 'vitest';
import { codeOf } from '../../server/accounts/totp.ts';
import { clock } from '../../server/base/clock.ts';
import { callApi } from '../support/api-client.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { demoPassword } from '../support/server.ts';
import { testServerForFile } from '../support/test-server.ts';

const server = testServerForFile({ SECOND_FACTOR_ROLES: 'Owner, PARSER' });
rightClockAfterEach();

type Login = { id: string; userAgent: string; address: string; startedAt: string; usedAt: string; isCurrent: boolean };
const loginsOf = async (token: string) =>
  ((await callApi(server, '/account/logins', { token })).json as { logins: Login[] }).logins;
const isOpen = async (token: string) => (await callApi(server, '/account/me', { token })).status === 200;
async function logInFrom(username: string, userAgent: string): Promise<string> {
  const response = await callApi(server, '/account/authenticate', {
    method: 'POST',
    headers: { 'user-agent': userAgent },
    body: { username, password: demoPassword, role: '', terms: 0, company: '' },
  });
  return (response.json as { token: string }).token;
}

test('C119: a user sees only their own logins, the current one first, and ends another or all others', async () => {
  const [tablet, phone, here] = [
    await logInFrom('admin', 'Tablet\t/1'),
    await logInFrom('admin', 'x'.repeat(2000)),
    await logInFrom('admin', 'Here/1'),
  ];
  const foreign = await logInFrom('company', 'Foreign/1');
  const logins = await loginsOf(here);
  expect(logins.map(({ userAgent }) => userAgent).sort()).toEqual(['Here/1', 'Tablet /1', 'x'.repeat(300)]);
  expect(logins.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
  expect(new Set(logins.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
  expect(logins[0]?.userAgent).toBe('Here/1');

  const end = async (id = '') =>
    (await callApi(server, `/account/logins/${id}`, { method: 'DELETE', token: here })).status;
  const tabletId = logins.find(({ userAgent }) => userAgent.startsWith('Tablet'))?.id;
  const [foreignLogin] = await loginsOf(foreign);
  expect(await end(foreignLogin?.id)).toBe(404);
  expect(await end(logins[0]?.id)).toBe(404);
  expect(await end(tabletId)).toBe(204);
  expect(await end(tabletId)).toBe(404);
  expect([await isOpen(tablet), await isOpen(phone), await isOpen(here), await isOpen(foreign)]).toEqual([
    false,
    true,
    true,
    true,
  ]);

  expect((await callApi(server, '/account/logins', { method: 'DELETE', token: here })).status).toBe(204);
  expect([await isOpen(phone), await isOpen(here), await isOpen(foreign)]).toEqual([false, true, true]);
  expect(await loginsOf(here)).toHaveLength(1);
});

test('C119: the last use of a login is updated by its requests, at most once a minute', async () => {
  const token = await logInFrom('feeder', 'Here/1');
  const [first] = await loginsOf(token);
  expect(first?.usedAt).toBe(first?.startedAt);
  clock.offsetMs = 30 * 60_000;
  await expect
    .poll(async () => Date.parse((await loginsOf(token))[0]?.usedAt ?? '') - Date.parse(first?.startedAt ?? ''))
    .toBeGreaterThanOrEqual(30 * 60_000 - 2000);
});

describe('C03: the second factor', () => {
  type Refusal = { message: string; errors?: Record<string, string[]> };
  const password = { currentPassword: demoPassword };
  const post = async (path: string, body: object, token?: string, method = 'POST') => {
    const response = await callApi(server, path, { method, body, ...(token ? { token } : {}) });
    return { status: response.status, json: response.json as Refusal & { token?: string; recoveryCodes?: string[] } };
  };
  const logIn = (username: string, code?: string) =>
    post('/account/authenticate', { username, password: demoPassword, role: '', terms: 0, company: '', code });
  /** Of an authenticator app, `ahead` steps from now. */
  const codeFor = async (username: string, ahead = 0): Promise<string> => {
    const [row] = await server.db.query<{ secret: Buffer }>(
      'select secret from second_factor f join users u on u.id = f.user_id where u.user_name = $1',
      [username],
    );
    return codeOf(row?.secret ?? Buffer.alloc(0), Math.floor(clock.now() / 30_000) + ahead);
  };
  const nextStep = () => {
    clock.offsetMs += 60_000;
  };
  /** Resolves to token and recovery codes. */
  async function setUp(username: string) {
    const token = (await logIn(username)).json.token ?? '';
    expect((await post('/account/secondFactor', password, token)).status).toBe(200);
    const { json } = await post('/account/secondFactor', { code: await codeFor(username) }, token, 'PUT');
    nextStep();
    return { token, recoveryCodes: json.recoveryCodes ?? [] };
  }

  test('C03: the set-up requires the password and a code, ends the other logins, and later logins require a code', async () => {
    const [other, token] = [(await logIn('admin')).json.token ?? '', (await logIn('admin')).json.token ?? ''];
    expect((await post('/account/secondFactor', { currentPassword: 'wrong-one' }, token)).status).toBe(400);
    const begun = await post('/account/secondFactor', password, token);
    expect(begun.json).toMatchObject({ secret: expect.stringMatching(/^[A-Z2-7]{32}$/) });
    expect((await logIn('admin')).status).toBe(200);
    expect((await post('/account/secondFactor', { code: '000000' }, token, 'PUT')).status).toBe(400);
    const done = await post('/account/secondFactor', { code: await codeFor('admin') }, token, 'PUT');
    expect(done.json.recoveryCodes).toHaveLength(10);
    expect([await isOpen(other), await isOpen(token)]).toEqual([false, true]);
    expect((await post('/account/secondFactor', password, token)).status).toBe(409);

    const requested = await logIn('admin');
    expect(requested.status).toBe(401);
    expect(requested.json.errors).toEqual({ code: ['Enter the code of your authenticator app.'] });
    expect(JSON.stringify(requested.json)).not.toContain('token');
    nextStep();
    const code = await codeFor('admin');
    expect((await logIn('admin', code)).status).toBe(200);
    expect((await logIn('admin', code)).status).toBe(401);
  });

  test('C03: of five logins at once with one code one succeeds, and a recovery code works once', async () => {
    const { recoveryCodes } = await setUp('feeder');
    const code = await codeFor('feeder');
    const responses = await Promise.all(Array.from({ length: 5 }, () => logIn('feeder', code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    clock.offsetMs += 3_600_000;
    const recovery = recoveryCodes[0]?.toLowerCase().replaceAll('-', ' ') ?? '';
    expect([(await logIn('feeder', recovery)).status, (await logIn('feeder', recovery)).status]).toEqual([200, 401]);
    const hashes = JSON.stringify(await server.db.query('select code_hash::text from recovery_code'));
    expect(hashes).not.toContain(Buffer.from(recoveryCodes[1] ?? '').toString('hex'));
  });

  test('C03: wrong codes lead to a wait, and a correct password in between does not reset the count', async () => {
    const { token, recoveryCodes } = await setUp('company');
    for (let at = 0; at < 5; at++) {
      expect((await logIn('company', '12345')).status).toBe(401);
      expect((await logIn('company')).json.errors).toHaveProperty('code');
    }
    expect((await logIn('company', await codeFor('company'))).status).toBe(429);
    clock.offsetMs += 60_000;
    const body = { ...password, code: recoveryCodes[0] };
    expect((await post('/account/secondFactor/remove', { ...body, code: 'x' }, token)).status).toBe(400);
    clock.offsetMs += 3_600_000;
    const renewed = await post('/account/recoveryCodes', body, token);
    expect(renewed.json.recoveryCodes).toHaveLength(10);
    expect((await post('/account/secondFactor/remove', { ...password, code: recoveryCodes[1] }, token)).status).toBe(
      400,
    );
    const ended = await post('/account/secondFactor/remove', { ...body, code: renewed.json.recoveryCodes?.[0] }, token);
    expect(ended.status).toBe(204);
    expect((await logIn('company')).status).toBe(200);
  });

  test('C03: a role that requires it cannot log in without it, and sets it up with the password', async () => {
    const refused = await logIn('parser');
    expect([refused.status, Object.keys(refused.json.errors ?? {})]).toEqual([401, ['setUp']]);
    const begin = (username: string, word = demoPassword) =>
      post('/account/requiredSecondFactor', { username, password: word });
    expect((await begin('parser', 'wrong-one')).status).toBe(401);
    expect((await begin('customer')).status).toBe(409);
    expect((await begin('parser')).status).toBe(200);
    expect((await logIn('parser')).status).toBe(401);
    const { status, json } = await logIn('parser', await codeFor('parser'));
    expect(status).toBe(200);
    expect((await begin('parser')).status).toBe(409);
    nextStep();
    const body = { ...password, code: await codeFor('parser') };
    expect((await post('/account/secondFactor/remove', body, json.token)).status).toBe(409);
  });

  test('C03: an Admin removes the second factor of a user who lost it; the sessions of the user end', async () => {
    const { token } = await setUp('customer');
    clock.offsetMs += 3_600_000;
    nextStep();
    const admin = (await logIn('admin', await codeFor('admin', 1))).json.token ?? '';
    const [user] = await server.db.query<{ id: string }>(`select id from users where user_name = 'customer'`);
    const reset = () => callApi(server, `/account/secondFactor/${user?.id}`, { method: 'DELETE', token: admin });
    expect([(await reset()).status, (await reset()).status]).toEqual([204, 404]);
    expect(await isOpen(token)).toBe(false);
    expect((await logIn('customer')).status).toBe(200);
  });
});
