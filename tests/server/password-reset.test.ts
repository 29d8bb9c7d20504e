import { afterAll, beforeAll, expect, test } from 'vitest';
import { newResetToken, setPassword } from '../../server/accounts/stored-passwords.ts';
import { clock } from '../../server/base/clock.ts';
import { callApi } from '../support/api-client.ts';
import { type MailSink, openMailSink } from '../support/mail-sink.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { demoPassword } from '../support/server.ts';
import { type InProcessServer, startTestServer } from '../support/test-server.ts';

let sink: MailSink;
let server: InProcessServer;
beforeAll(async () => {
  sink = await openMailSink();
  server = await startTestServer({ SMTP_URL: sink.url, PUBLIC_URL: 'https://downlink.example.org' });
  await server.db.query(
    `update users set email = user_name || '@example.org', email_confirmed = user_name <> 'parser'`,
  );
});
afterAll(async () => {
  await server.stop();
  await sink.close();
});
rightClockAfterEach();

const path = '/account/forgottenPassword';
const request = async (account: string, at = server) =>
  (await callApi(at, path, { method: 'POST', body: { account } })).status;
const set = (token: string, newPassword: string) =>
  callApi(server, path, { method: 'PUT', body: { token, newPassword } });
const logIn = async (username: string, password: string) => {
  const body = { username, password, role: '', terms: 0, company: '' };
  return (await callApi(server, '/account/authenticate', { method: 'POST', body })).status;
};
const linksTo = (user: string) =>
  sink.mails
    .filter(({ to }) => to === `${user}@example.org`)
    .map(({ text }) => /https:\/\/downlink\.example\.org\/resetPassword#token=([\w-]{43})\s/.exec(text)?.[1] ?? '');

test('C119: every request gets the same response; only a confirmed address gets an email', async () => {
  for (const account of ['nobody', 'parser', 'PARSER@example.org', 'customer'])
    expect(await request(account)).toBe(204);
  await expect.poll(() => linksTo('customer')).toEqual([expect.stringMatching(/./)]);
  expect(sink.mails).toHaveLength(1);
  expect(await request('customer')).toBe(204);
  const stored = JSON.stringify(await server.db.query('select r::text from password_reset r'));
  expect(stored).not.toContain(Buffer.from(linksTo('customer')[0] ?? '', 'base64url').toString('hex'));
});

test('C119: the link sets a password once, ends all sessions, and survives a refused password', async () => {
  const session = await server.logIn('feeder');
  expect(await request('Feeder@example.org')).toBe(204);
  await expect.poll(() => linksTo('feeder')).toHaveLength(1);
  const [token = ''] = linksTo('feeder');
  expect((await set(token, 'feeder')).json).toMatchObject({ errors: { newPassword: [expect.any(String)] } });
  expect((await set('x'.repeat(43), 'a new word')).status).toBe(400);
  const both = await Promise.all([set(token, 'a new word'), set(token, 'another word')]);
  expect(both.map(({ status }) => status).sort()).toEqual([204, 400]);
  expect((await set(token, 'a third word')).status).toBe(400);
  expect((await callApi(server, '/account/me', { token: session })).status).toBe(401);
  expect(await logIn('feeder', demoPassword)).toBe(401);
});

test('C119: the sessions end in the transaction that sets the password', async () => {
  await server.logIn('newcomer');
  const [user] = await server.db.query<{ id: string }>(`select id from users where user_name = 'newcomer'`);
  const token = await newResetToken(server.db, user?.id ?? '');
  expect(await setPassword(server.db, token ?? '', 'a hash')).toBe(true);
  const open = 'select id from sessions where user_id = $1 and revoked_at is null';
  expect(await server.db.query(open, [user?.id])).toEqual([]);
});

test('C119: a link ends after an hour, and a new one replaces it', async () => {
  await request('company');
  await expect.poll(() => linksTo('company')).toHaveLength(1);
  clock.offsetMs = 61_000;
  await request('company');
  await expect.poll(() => linksTo('company')).toHaveLength(2);
  const [first = '', second = ''] = linksTo('company');
  expect((await set(first, 'a new word')).status).toBe(400);
  clock.offsetMs = 61_000 + 3_600_000;
  expect((await set(second, 'a new word')).status).toBe(400);
  expect(await logIn('company', demoPassword)).toBe(200);
});

test('AUTH-03: wrong links refuse no one else in the same network', async () => {
  expect(await request('guest')).toBe(204);
  await expect.poll(() => linksTo('guest')).toHaveLength(1);
  for (let at = 0; at < 8; at++) expect((await set(`${at}`.repeat(43), 'a new word')).status).toBe(400);
  expect((await set(linksTo('guest')[0] ?? '', 'a new word')).status).toBe(204);
});

test('AUTH-03: requests have the limits of the login', async () => {
  const statuses = [];
  for (let at = 0; at < 6; at++) statuses.push(await request('admin'));
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
});

test('C119: without a mail server the request is refused, and the app does not offer it', async () => {
  const configOf = async (at: InProcessServer) => (await (await fetch(`${at.url}/config.json`)).json()) as object;
  const without = await startTestServer();
  expect(await request('admin', without)).toBe(409);
  expect(await configOf(without)).not.toHaveProperty('passwordByEmail');
  await without.stop();
  expect(await configOf(server)).toMatchObject({ passwordByEmail: true });
});
