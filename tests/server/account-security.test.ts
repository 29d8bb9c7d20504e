/** The user's own logins. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { clock } from '../../server/base/clock.ts';
import { callApi } from '../support/api-client.ts';
import { demoPassword } from '../support/server.ts';
import { type InProcessServer, startTestServer } from '../support/test-server.ts';

let server: InProcessServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
afterEach(() => {
  clock.offsetMs = 0;
});

type Login = { id: string; userAgent: string; address: string; startedAt: string; usedAt: string; isCurrent: boolean };
const loginsOf = async (token: string) =>
  ((await callApi(server, '/account/logins', { token })).json as { logins: Login[] }).logins;
const isOpen = async (token: string) => (await callApi(server, '/account/me', { token })).status === 200;
async function logInFrom(username: string, userAgent: string): Promise<string> {
  const answer = await callApi(server, '/account/authenticate', {
    method: 'POST',
    headers: { 'user-agent': userAgent },
    body: { username, password: demoPassword, role: '', terms: 0, company: '' },
  });
  return (answer.json as { token: string }).token;
}

test('C119: a user sees the own logins only, this one first, and ends another or all others', async () => {
  const [tablet, phone, here] = [
    await logInFrom('parser', 'Tablet\t/1'),
    await logInFrom('parser', 'x'.repeat(2000)),
    await logInFrom('parser', 'Here/1'),
  ];
  const foreign = await logInFrom('customer', 'Foreign/1');
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

test('C119: the last use of a login follows its requests, a minute apart at least', async () => {
  const token = await logInFrom('feeder', 'Here/1');
  const [first] = await loginsOf(token);
  expect(first?.usedAt).toBe(first?.startedAt);
  clock.offsetMs = 30 * 60_000;
  await expect
    .poll(async () => Date.parse((await loginsOf(token))[0]?.usedAt ?? '') - Date.parse(first?.startedAt ?? ''), {
      timeout: 5000,
    })
    .toBeGreaterThanOrEqual(30 * 60_000 - 2000);
});
