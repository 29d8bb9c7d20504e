/** Passkeys: adding one, and the login with it. */
import { expect, test } from 'vitest';
import { clock } from '../../server/base/clock.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { makeAuthenticator, type Use } from '../support/authenticator.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { demoPassword } from '../support/server.ts';
import { testServerForFile } from '../support/test-server.ts';

const origin = 'https://radio.example.org';
const site: Use = { origin, rpId: 'radio.example.org' };
const server = testServerForFile({ PUBLIC_URL: origin, SECOND_FACTOR_ROLES: 'Parser' });
rightClockAfterEach();

type Reply = {
  challenge?: string;
  token?: string;
  message?: string;
  user?: { userName: string };
  recoveryCodes?: string[];
  allowCredentials?: { id: string }[];
  errors?: Record<string, string[]>;
};
const post = async (path: string, body: object, token?: string) => {
  const { status, json } = await callApi(server, path, { method: 'POST', body, ...(token ? { token } : {}) });
  return { status, json: (json ?? {}) as Reply };
};
const proof = { currentPassword: demoPassword, code: '' };
const byPassword = (username: string, code?: string, password = demoPassword) =>
  post('/account/authenticate', { username, password, role: '', terms: 0, company: '', ...(code ? { code } : {}) });
const begin = async (token: string) => (await post('/account/passkeys/begin', proof, token)).json.challenge ?? '';
const challenge = async () => (await post('/account/passkeyLogin/begin', {})).json.challenge ?? '';
async function withPasskey(user: 'admin' | 'company' | 'customer' | 'feeder' | 'guest') {
  const { token } = await logIn(server, user);
  const device = makeAuthenticator();
  const credential = device.create(await begin(token), site);
  expect((await post('/account/passkeys', { name: 'Phone', credential }, token)).status).toBe(204);
  return { token, device };
}
const enter = (body: object) => post('/account/passkeyLogin', body);

test('C03: a passkey logs in without password and code, is listed with its last use, and only its user can remove it', async () => {
  const { token, device } = await withPasskey('admin');
  const entered = await enter(device.use(await challenge(), site));
  expect(entered).toMatchObject({ status: 200, json: { user: { userName: 'admin' } } });
  const listed = async () =>
    ((await callApi(server, '/account/security', { token })).json as { passkeys: object[] }).passkeys;
  expect(await listed()).toEqual([
    { id: device.id, name: 'Phone', createdAt: expect.any(String), usedAt: expect.any(String) },
  ]);
  const remove = (by: string, body: object = proof) => post(`/account/passkeys/${device.id}/remove`, body, by);
  const other = await logIn(server, 'customer');
  const refusals = [await remove(token, { ...proof, currentPassword: 'not the one' }), await remove(token, {})];
  expect(refusals.map(({ status }) => status)).toEqual([400, 400]);
  expect([(await remove(other.token)).status, (await remove(token)).status]).toEqual([404, 204]);
  expect(await listed()).toEqual([]);
  expect((await enter(device.use(await challenge(), site))).status).toBe(401);
  const entries = await server.db.query<{ details: string }>(
    `select details from audit_entry where details like '%passkey%' and user_name = 'admin' order by id`,
  );
  expect(entries.map(({ details }) => details)).toEqual(['passkey added', 'passkey', 'passkey removed']);
});

test('C03: an Admin removes the passkeys of a user who lost them: the logins of that user end; no other role may', async () => {
  const { token, device } = await withPasskey('company');
  const { users } = (await callApi(server, '/Account/Users', { token: await server.logIn('admin') })).json as {
    users: { id: string; userName: string }[];
  };
  const id = users.find(({ userName }) => userName === 'company')?.id;
  const reset = async (by: string) =>
    (await callApi(server, `/account/secondFactor/${id}`, { method: 'DELETE', token: await server.logIn(by) })).status;
  // For a user without a password, the earlier password works again.
  await server.db.query(`update users set has_password = false where user_name = 'company'`);
  expect([await reset('customer'), await reset('admin'), await reset('admin')]).toEqual([403, 204, 404]);
  expect((await byPassword('company')).status).toBe(200);
  expect((await enter(device.use(await challenge(), site))).status).toBe(401);
  expect((await callApi(server, '/account/security', { token })).status).toBe(401);
});

test('C03: adding a passkey requires the password, the challenge of this user and this origin', async () => {
  const { token } = await logIn(server, 'company');
  const wrong = { ...proof, currentPassword: 'wrong-one' };
  expect((await post('/account/passkeys/begin', wrong, token)).status).toBe(400);
  const device = makeAuthenticator();
  const add = async (made: object) =>
    (await post('/account/passkeys', { name: 'Phone', credential: made }, token)).status;
  const foreign = await begin((await logIn(server, 'customer')).token);
  expect(await add(device.create(foreign, site))).toBe(400);
  expect(await add(device.create(await challenge(), site))).toBe(400);
  expect(await add(device.create(await begin(token), { ...site, origin: 'https://evil.example' }))).toBe(400);
  expect(await add(device.create(await begin(token), { ...site, isVerified: false }))).toBe(400);
  const own = await begin(token);
  expect([await add(device.create(own, site)), await add(device.create(own, site))]).toEqual([204, 400]);
  expect(await add(device.create(await begin(token), site))).toBe(409);
});

test.each<[string, Partial<Use>]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['another host', { rpId: 'evil.example' }],
  ['no check of the user', { isVerified: false }],
])('C03: a login by passkey is refused for %s', async (_, change) => {
  const { device } = await withPasskey('customer');
  expect((await enter(device.use(await challenge(), { ...site, ...change }))).status).toBe(401);
  expect((await enter(device.use(await challenge(), site))).status).toBe(200);
});

test('C03: a challenge works once and for five minutes, and a counter must rise', async () => {
  const { token, device } = await withPasskey('feeder');
  const once = await challenge();
  expect((await enter(device.use(once, { ...site, counter: 5 }))).status).toBe(200);
  expect((await enter(device.use(once, { ...site, counter: 6 }))).status).toBe(401);
  expect((await enter(device.use(await challenge(), { ...site, counter: 5 }))).status).toBe(401);
  expect((await enter(device.use(await begin(token), { ...site, counter: 7 }))).status).toBe(401);
  const late = await challenge();
  clock.offsetMs = 5 * 60_000;
  expect((await enter(device.use(late, { ...site, counter: 8 }))).status).toBe(401);
  expect((await enter(device.use(await challenge(), { ...site, counter: 9 }))).status).toBe(200);
  const failures = await server.db.query(
    `select 1 from audit_entry where action = 'login failed' and name = 'feeder' and details = 'wrong passkey'`,
  );
  expect(failures).toHaveLength(4);
});

test('C03: a challenge that proves a change adds no passkey: an open session alone adds none', async () => {
  const { token } = await logIn(server, 'customer');
  const { json } = await post('/account/passkeys/proof', {}, token);
  const credential = makeAuthenticator().create(json.challenge ?? '', site);
  expect((await post('/account/passkeys', { name: 'Stranger', credential }, token)).status).toBe(400);
});

test('AUTH-03: wrong tries with a passkey make this passkey wait, in every network, and no other one', async () => {
  const { device } = await withPasskey('customer');
  const neighbour = await withPasskey('company');
  const unknown = makeAuthenticator();
  const wrong = { ...site, origin: 'https://evil.example' };
  const tries = async (one: typeof device) => {
    const statuses: number[] = [];
    for (let at = 0; at < 6; at++) statuses.push((await enter(one.use(await challenge(), wrong))).status);
    return statuses;
  };
  unknown.create(await challenge(), site);
  expect(await tries(device)).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await tries(unknown)).at(-1)).toBe(429);
  expect((await enter(device.use(await challenge(), site))).status).toBe(429);
  expect((await enter(neighbour.device.use(await challenge(), site))).status).toBe(200);
  clock.offsetMs = 3 * 60_000;
  expect((await enter(device.use(await challenge(), site))).status).toBe(200);
});

/** The signature of a device for a change that the user of the token confirms. */
async function proofBy(device: ReturnType<typeof makeAuthenticator>, token: string) {
  const { json } = await post('/account/passkeys/proof', {}, token);
  return device.use(json.challenge ?? '', site);
}

test('C03: a role that needs a second factor sets up a passkey instead of a code, and the password alone is refused then', async () => {
  const credentials = { username: 'parser', password: demoPassword };
  const first = makeAuthenticator();
  const options = (more: object = {}) => post('/account/requiredPasskey/begin', { ...credentials, ...more });
  expect((await options({ password: 'wrong-one' })).status).toBe(401);
  expect((await options({ username: 'customer' })).status).toBe(409);
  const credential = first.create((await options()).json.challenge ?? '', site);
  const add = { ...credentials, name: 'Phone', credential };
  expect((await post('/account/requiredPasskey', { ...add, password: 'wrong-one' })).status).toBe(401);
  const { status, json } = await post('/account/requiredPasskey', add);
  expect([status, json.user]).toEqual([200, { userName: 'parser' }]);
  const token = json.token ?? '';

  // From now on neither a code nor another passkey can be added with the password.
  expect((await post('/account/requiredSecondFactor', credentials)).status).toBe(409);
  expect((await options()).status).toBe(409);
  expect((await byPassword('parser')).json.errors).toEqual({ passkey: ['Log in with your passkey.'] });
  expect((await enter(first.use(await challenge(), site))).status).toBe(200);
  const remove = async (by: object) => (await post(`/account/passkeys/${first.id}/remove`, by, token)).status;
  expect([await remove(proof), await remove({ ...proof, passkey: await proofBy(first, token) })]).toEqual([400, 409]);

  // An open session with the password is not enough either.
  for (const path of ['/account/recoveryCodes', '/account/passkeys/begin', '/account/secondFactor'])
    expect((await post(path, proof, token)).status, path).toBe(400);
  const passkey = await proofBy(first, token);
  const renewed = await post('/account/recoveryCodes', { ...proof, passkey }, token);
  expect(renewed.json.recoveryCodes).toHaveLength(10);
  expect((await post('/account/recoveryCodes', { ...proof, passkey }, token)).status).toBe(400);
  const [code = ''] = renewed.json.recoveryCodes ?? [];
  expect([(await byPassword('parser', code)).status, (await byPassword('parser', code)).status]).toEqual([200, 401]);
});

test('C03: a user with two passkeys turns the password off: it no longer works until the user sets a new one by passkey', async () => {
  const { token, device } = await withPasskey('guest');
  const spare = makeAuthenticator();
  const off = async (by: object) => (await post('/account/password/remove', { passkey: by }, token)).status;
  expect(await off(await proofBy(device, token))).toBe(409);
  expect(
    (await post('/account/passkeys', { name: 'Key', credential: spare.create(await begin(token), site) }, token))
      .status,
  ).toBe(204);
  // A device offers only the passkeys of this user: it may store those of several users.
  const { json: options } = await post('/account/passkeys/proof', {}, token);
  expect(options.allowCredentials?.map(({ id }) => id).sort()).toEqual([device.id, spare.id].sort());
  // A passkey of another user, and the challenge of a login.
  const other = await withPasskey('customer');
  expect(await off(await proofBy(other.device, token))).toBe(400);
  expect(await off(device.use(await challenge(), site))).toBe(400);
  const earlier = (await byPassword('guest')).json.token ?? '';
  expect(await off(await proofBy(device, token))).toBe(204);
  const state = async (by: string) => (await callApi(server, '/account/security', { token: by })).status;
  expect([await state(earlier), await state(token)]).toEqual([401, 200]);

  const wrong = await byPassword('guest', undefined, 'not the one');
  const right = await byPassword('guest');
  expect([right.status, right.json]).toEqual([401, wrong.json]);
  expect((await post('/account/passkeys/begin', proof, token)).status).toBe(400);
  const last = { ...proof, passkey: await proofBy(device, token) };
  expect((await post(`/account/passkeys/${spare.id}/remove`, last, token)).status).toBe(409);
  expect((await enter(spare.use(await challenge(), site))).status).toBe(200);

  const on = async (newPassword: string) =>
    (await post('/account/password', { newPassword, passkey: await proofBy(device, token) }, token)).status;
  expect([await on('111111'), await on('a new word'), await on('another word')]).toEqual([400, 204, 409]);
  expect((await byPassword('guest')).status).toBe(401);
  expect((await byPassword('guest', undefined, 'a new word')).status).toBe(200);
  const entries = await server.db.query<{ details: string }>(
    `select details from audit_entry where details like 'password turned%' and user_name = 'guest' order by id`,
  );
  expect(entries.map(({ details }) => details)).toEqual(['password turned off', 'password turned on']);
});
