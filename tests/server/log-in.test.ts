import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { hashPassword } from '../../server/accounts/passwords.ts';
import { clock } from '../../server/base/clock.ts';
import { callApi } from '../support/api-client.ts';
import { type InProcessServer, startTestServer, testServerForFile } from '../support/test-server.ts';

const server = testServerForFile();
afterEach(() => {
  vi.restoreAllMocks();
  clock.offsetMs = 0;
});

const logIn = (username: string, password: string) =>
  callApi(server, '/account/authenticate', {
    method: 'POST',
    body: { username, password, role: '', terms: 0, company: '' },
  });
const bodyOf = (response: { json: unknown }) => response.json as { message: string; errors?: Record<string, string[]> };

describe('API-01: authenticate', () => {
  test('API-01 C03: returns a token and the stored name; role, terms and company sent by the client are ignored', async () => {
    const response = await callApi(server, '/account/authenticate', {
      method: 'POST',
      body: { username: 'GUEST', password: 'downlink', role: 'Admin', terms: 1, company: 'Carpatair' },
    });
    expect(response.status).toBe(200);
    const { token, user } = response.json as { token: string; user: { userName: string } };
    expect(user).toEqual({ userName: 'guest' });
    const me = await callApi(server, '/account/me', { token });
    expect(me.json).toMatchObject({ user: { userName: 'guest', role: 'Guest', company: null } });
  });

  test('AUTH-03: an unknown name and a wrong password get the same response', async () => {
    const [unknown, wrong] = [await logIn('nobody.at.all', 'downlink'), await logIn('parser', 'not the one')];
    expect([unknown.status, wrong.status]).toEqual([401, 401]);
    expect(unknown.text).toBe(wrong.text);
    expect(bodyOf(wrong).message).toBe('Wrong username or password.');
  });

  test('AUTH-03: an unknown name takes as long as a wrong password (medians within a factor of two)', async () => {
    const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    // A hash with the cost of the product: those of the other accounts are cheap.
    const stored = await hashPassword('downlink');
    await server.db.query("update users set password_hash = $1 where user_name = 'customer'", [stored]);
    for (let round = 0; round < 15; round += 1) {
      clock.offsetMs += 3_600_000; // past any waiting time
      for (const kind of ['known', 'unknown'] as const) {
        const from = performance.now();
        await logIn(kind === 'known' ? 'customer' : 'stranger', 'not the one');
        took[kind].push(performance.now() - from);
      }
    }
    const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
    // Without the decoy hash the time would be a tenth; a limit in milliseconds would measure the load of the machine.
    const ratio = median(took.unknown) / median(took.known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  test('AUTH-06 AUTH-07 C92: an invalid username or password is reported by field', async () => {
    const blank = bodyOf(await logIn(' ', '12345'));
    expect(Object.keys(blank.errors ?? {})).toEqual(['username', 'password']);
    expect(bodyOf(await logIn('a b', '123456')).errors).toEqual({
      username: ['Use 3 to 64 characters in a username: letters, digits and . _ - @ +'],
    });
    expect(bodyOf(await logIn('admin', '12345')).errors).toEqual({
      password: ['Use at least 6 characters.'],
    });
    expect((await logIn('admin', 'x'.repeat(64))).status).toBe(401);
    expect((await logIn('admin', 'x'.repeat(1001))).status).toBe(400);
  });

  test('C36: the cookie is hidden from scripts, limited to the same site, and ends with the session', async () => {
    const cookie = (await logIn('admin', 'downlink')).headers.getSetCookie();
    expect(cookie).toHaveLength(2);
    for (const [at, path] of ['/api/v1', '/tiles'].entries())
      expect(cookie[at]).toMatch(
        new RegExp(`^downlink-session=[\\w-]{43}; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=29000$`),
      );
  });

  test('C36: the cookie opens the two calls without token and nothing else', async () => {
    const cookie = (await logIn('admin', 'downlink')).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await callApi(server, '/AcarsMessage/adsb', { cookie })).status).toBe(200);
    expect((await callApi(server, '/account/me', { cookie })).status).toBe(401);
    expect((await callApi(server, '/account/logout', { method: 'POST', cookie })).status).toBe(401);
    const asToken = cookie.split('=')[1] ?? '';
    expect((await callApi(server, '/account/me', { token: asToken })).status).toBe(401);
  });
});

describe('AUTH-03: against guessing', () => {
  test('AUTH-03: after five wrong attempts even the correct password must wait, and the time to wait is stated', async () => {
    clock.offsetMs = 100 * 3_600_000;
    for (let n = 0; n < 5; n += 1) expect((await logIn('company', 'not the one')).status).toBe(401);
    const blocked = await logIn('company', 'downlink');
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await logIn('admin', 'downlink')).status).toBe(200);
    clock.offsetMs += Number(blocked.headers.get('retry-after')) * 1000;
    expect((await logIn('company', 'downlink')).status).toBe(200);
  });

  test('AUTH-03: of 300 guesses at once and in the following minute, at most ten are checked', async () => {
    clock.offsetMs = 200 * 3_600_000;
    const first = await Promise.all(Array.from({ length: 300 }, () => logIn('feeder', 'not the one')));
    let looked = first.filter(({ status }) => status === 401).length;
    for (let second = 0; second < 60; second += 1) {
      clock.offsetMs += 1000;
      if ((await logIn('feeder', 'not the one')).status === 401) looked += 1;
    }
    expect(looked).toBeGreaterThanOrEqual(5);
    expect(looked).toBeLessThanOrEqual(10);
  });

  test('AUTH-03: a correct password in between resets the count', async () => {
    clock.offsetMs = 300 * 3_600_000;
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 4; n += 1) expect((await logIn('newcomer', 'not the one')).status).toBe(401);
      expect((await logIn('newcomer', 'downlink')).status).toBe(200);
    }
  });

  test('AUTH-03: of 400 names from one address 30 are tried, then one every 20 s; users who logged in from there before can still log in', async () => {
    clock.offsetMs = 400 * 3_600_000;
    const now = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    expect((await logIn('customer', 'downlink')).status).toBe(200);
    const all = await Promise.all(Array.from({ length: 400 }, (_, n) => logIn(`person.${n}`, 'not the one')));
    const tried = all.filter(({ status }) => status === 401).length;
    expect(tried).toBe(30);
    const refused = all.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(400 - tried);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeLessThanOrEqual(20);
    expect((await logIn('parser', 'downlink')).status).toBe(429);
    expect((await logIn('customer', 'downlink')).status).toBe(200);
    now.mockRestore();
    clock.offsetMs += 20_000;
    expect((await logIn('parser', 'downlink')).status).toBe(200);
    // A correct password does not count as an attempt.
    expect((await logIn('guest', 'downlink')).status).toBe(200);
    clock.offsetMs += 30 * 20_000;
    expect((await logIn('feeder', 'downlink')).status).toBe(200);
  });
});

describe('AUTH-12 C115 API-03 API-05: the own account', () => {
  test('API-05 C115: a user accepts the terms for their own account only, with immediate effect', async () => {
    const [token, admin] = [await server.logIn('newcomer'), await server.logIn('admin')];
    const idOf = async (it: string) =>
      ((await callApi(server, '/account/me', { token: it })).json as { user: { id: string } }).user.id;
    const mine = await idOf(token);
    expect((await callApi(server, '/AcarsMessage/allUsers', { token })).status).toBe(403);
    const accept = (id: string, by: string) =>
      callApi(server, `/Account/AcceptTerms/${id}`, { method: 'PUT', token: by });
    expect((await accept(mine, admin)).status).toBe(403);
    expect((await accept(await idOf(admin), token)).status).toBe(403);
    expect((await accept(mine, token)).json).toEqual({ terms: 1 });
    expect((await callApi(server, '/AcarsMessage/allUsers', { token })).status).toBe(200);
  });

  test('API-03 C02: the own account, with an empty password', async () => {
    const token = await server.logIn('company');
    const response = await callApi(server, '/user', { method: 'POST', token });
    expect(response.json).toMatchObject({ username: 'company', password: '', role: 'Customer', terms: 1 });
  });
});

describe('behind a proxy (TRUST_PROXY)', () => {
  let behind: InProcessServer;
  beforeAll(async () => {
    behind = await startTestServer({ TRUST_PROXY: 'true' });
  });
  afterAll(() => behind.stop());
  const tryFrom = (forwardedFor: string, proto = 'https') =>
    callApi(behind, '/account/authenticate', {
      method: 'POST',
      headers: { 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': proto },
      body: { username: 'parser', password: 'not the one', role: '', terms: 0, company: '' },
    });

  test('guesses are counted by the address seen by the proxy, not by the addresses that the client added before it', async () => {
    const statuses: number[] = [];
    for (let n = 1; n <= 6; n += 1) statuses.push((await tryFrom(`10.0.0.${n}, 127.0.0.1, 198.51.100.7`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await tryFrom('198.51.100.8')).status).toBe(401);
  });

  test('AUTH-03: guessing from many addresses does not lock the owner out at another address', async () => {
    for (let n = 1; n <= 3; n += 1) for (let tries = 0; tries < 6; tries += 1) await tryFrom(`203.0.113.${n}`);
    const owner = await callApi(behind, '/account/authenticate', {
      method: 'POST',
      headers: { 'x-forwarded-for': '192.0.2.77', 'x-forwarded-proto': 'https' },
      body: { username: 'parser', password: 'downlink', role: '', terms: 0, company: '' },
    });
    expect(owner.status).toBe(200);
  });

  test('the cookie is limited to HTTPS if the client uses HTTPS', async () => {
    const cookies = async (proto: string) => {
      const response = await callApi(behind, '/account/authenticate', {
        method: 'POST',
        headers: { 'x-forwarded-for': '198.51.100.9', 'x-forwarded-proto': proto },
        body: { username: 'admin', password: 'downlink', role: '', terms: 0, company: '' },
      });
      return response.headers.getSetCookie().map((cookie) => cookie.includes('; Secure'));
    };
    expect([await cookies('https'), await cookies('http')]).toEqual([
      [true, true],
      [false, false],
    ]);
  });
});
