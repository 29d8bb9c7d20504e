import { createHash, createHmac } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { resetAdmin } from '../../server/accounts/first-admin.ts';
import { graceS, Sessions, sessionLifeS } from '../../server/accounts/sessions.ts';
import { clock } from '../../server/base/clock.ts';
import { type ApiResponse, callApi } from '../support/api-client.ts';
import { holdReads } from '../support/held-read.ts';
import { demoPassword } from '../support/server.ts';
import { testServerForFile } from '../support/test-server.ts';

const server = testServerForFile();
afterEach(() => {
  vi.restoreAllMocks();
  clock.offsetMs = 0;
});

const me = (token: string) => callApi(server, '/account/me', { token });
const statusOf = async (token: string) => (await me(token)).status;
async function refreshTokenOf(token: string): Promise<string> {
  return ((await me(token)).json as { user: { refreshToken: string } }).user.refreshToken;
}
const refresh = (refreshToken: string) =>
  callApi(server, '/account/refreshToken', { method: 'POST', body: { refreshToken } });
type Tokens = { token: string; refreshToken: string };
const tokensOf = async (refreshToken: string) => (await refresh(refreshToken)).json as Tokens;

describe('SES-06 C04: a session ends 29000 s after the login', () => {
  test('SES-06: it is valid at 28,999 s and over at 29,000 s', async () => {
    const startMs = clock.now();
    const now = vi.spyOn(clock, 'now').mockReturnValue(startMs);
    const token = await server.logIn('admin');
    now.mockReturnValue(startMs + (sessionLifeS - 1) * 1000);
    expect(await statusOf(token)).toBe(200);
    now.mockReturnValue(startMs + sessionLifeS * 1000);
    expect(await statusOf(token)).toBe(401);
  });

  test('C05: a refresh does not move the end', async () => {
    const first = await server.logIn('admin');
    clock.offsetMs = 20_000_000;
    const { token, refreshToken } = await tokensOf(await refreshTokenOf(first));
    expect(await statusOf(token)).toBe(200);
    clock.offsetMs = sessionLifeS * 1000;
    expect(await statusOf(token)).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
  });
});

test('C04: the database has no token: neither as text nor as bytes', async () => {
  const token = await server.logIn('admin');
  const refreshToken = await refreshTokenOf(token);
  const [row] = await server.db.query<{ text: string }>(
    'select to_json(s)::text as text from sessions s order by issued_at desc limit 1',
  );
  for (const secret of [token, refreshToken])
    for (const bytes of [Buffer.from(secret), Buffer.from(secret, 'base64url')])
      expect(row?.text).not.toContain(bytes.toString('hex'));
  expect(row?.text).not.toContain(token);
  expect(row?.text).toContain(createHash('sha256').update(token).digest('hex'));
});

test('C36: no cookie can be derived from the database; a refresh returns one that opens the calls of the cookie', async () => {
  const token = await server.logIn('admin');
  const cookieIn = (response: ApiResponse): string =>
    response.headers.getSetCookie()[0]?.split(';')[0]?.split('=')[1] ?? '';
  const opens = async (cookie: string) =>
    (await callApi(server, '/AcarsMessage/adsb', { cookie: `downlink-session=${cookie}` })).status;
  const { sessions: known } = server.services;
  const sessions = await server.db.query<{ seed: Buffer; row: object }>(
    'select seed, to_json(s) as row from sessions s where revoked_at is null order by issued_at desc limit 1',
  );
  for (const { seed, row } of sessions) {
    const texts = ['', ...Object.values(row).map(String)];
    for (const text of texts)
      for (const use of [`cookie:${text}`, text])
        for (const key of [seed, ...texts]) {
          const guess = createHmac('sha256', key).update(use).digest('base64url');
          if (await known.callerOf(guess, 'cookie')) throw new Error(`a guess out of the database opens: ${use}`);
        }
  }
  const response = await refresh(await refreshTokenOf(token));
  const cookie = cookieIn(response);
  expect(await known.callerOf(cookie, 'cookie')).toMatchObject({ userName: 'admin' });
  expect([await opens(cookie), await opens(cookie.toLowerCase())]).toEqual([200, 401]);
});

test('C36: after a lost secret the next refresh returns a working cookie', async () => {
  const token = await server.logIn('parser');
  const refreshToken = await refreshTokenOf(token);
  const other = new Sessions(server.db, 'another secret of the installation');
  const tokens = await other.refresh(refreshToken);
  expect(tokens).not.toBeNull();
  expect(await other.callerOf(tokens?.cookieToken ?? '', 'cookie')).toMatchObject({ userName: 'parser' });
});

test('C17: a token that was read while its session was revoked is not valid afterwards', async () => {
  const token = await server.logIn('parser');
  const held = holdReads(server.db);
  const sessions = new Sessions(held.db, 'a secret of the installation, 32 characters');
  const reading = sessions.callerOf(token, 'bearer');
  await held.begun;
  const [session] = await server.db.query<{ id: string }>('select id from sessions order by issued_at desc limit 1');
  await sessions.revoke(session?.id ?? '');
  held.release();
  expect(await reading).toMatchObject({ userName: 'parser', sessionId: session?.id });
  expect(await sessions.callerOf(token, 'bearer')).toBeNull();
});

describe('C05: refresh', () => {
  test('C05: fifty refreshes at once cause one rotation and the same response, and no one is logged out', async () => {
    const first = await server.logIn('parser');
    const refreshToken = await refreshTokenOf(first);
    const responses = await Promise.all(Array.from({ length: 50 }, () => refresh(refreshToken)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    const { token } = JSON.parse(responses[0]?.text ?? '') as Tokens;
    expect(token).not.toBe(first);
    expect(await statusOf(token)).toBe(200);
  });

  test('C05: an old token is accepted within the grace, and not after it', async () => {
    const first = await server.logIn('customer');
    const { token } = await tokensOf(await refreshTokenOf(first));
    expect(await statusOf(first)).toBe(200);
    clock.offsetMs = (graceS + 1) * 1000;
    server.services.sessions.forgetUser(((await me(token)).json as { user: { id: string } }).user.id);
    expect(await statusOf(first)).toBe(401);
    expect(await statusOf(token)).toBe(200);
  });

  test('C05: the profile call returns the currently valid refresh token, also for a token in its grace', async () => {
    const first = await server.logIn('customer');
    const { refreshToken } = await tokensOf(await refreshTokenOf(first));
    expect(await refreshTokenOf(first)).toBe(refreshToken);
  });

  test('C05: after a lost response the refresh is repeated: a chain of refreshes returns the newest tokens', async () => {
    const zero = await refreshTokenOf(await server.logIn('customer'));
    const one = await tokensOf(zero);
    const two = await tokensOf(one.refreshToken);
    expect(await tokensOf(zero)).toEqual(two);
  });

  test('C05: a refresh token used again after the grace ends the whole session', async () => {
    const used = await refreshTokenOf(await server.logIn('admin'));
    const { token, refreshToken } = await tokensOf(used);
    clock.offsetMs = (graceS + 1) * 1000;
    expect((await refresh(used)).status).toBe(401);
    expect(await statusOf(token)).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  test('C05: the grace of a used refresh token counts from its use, not from the last request of the session', async () => {
    const startMs = clock.now();
    const now = vi.spyOn(clock, 'now').mockReturnValue(startMs);
    const first = await refreshTokenOf(await server.logIn('admin'));
    const refreshedMs = startMs + 600_000;
    now.mockReturnValue(refreshedMs);
    const tokens = await tokensOf(first);
    now.mockReturnValue(refreshedMs + (graceS - 1) * 1000);
    expect(await tokensOf(first)).toEqual(tokens);
    const lastMs = refreshedMs + 75_000;
    now.mockReturnValue(lastMs);
    expect(await statusOf(tokens.token)).toBe(200);
    const hash = createHash('sha256').update(tokens.token).digest();
    await expect
      .poll(() => server.db.query('select used_at as "usedAt" from sessions where token_hash = $1', [hash]))
      .toEqual([{ usedAt: new Date(lastMs) }]);
    expect((await refresh(first)).status).toBe(401);
    expect(await statusOf(tokens.token)).toBe(401);
  });

  test('C05: invented refresh tokens are refused', async () => {
    for (const text of ['', 'x', 'a'.repeat(43), await server.logIn('admin')])
      expect((await refresh(text)).status, text).toBe(401);
  });
});

describe('SES-07 C17: revoked on the server', () => {
  test('C17: after a logout the token, its refresh token and its cookie are invalid', async () => {
    const response = await callApi(server, '/account/authenticate', {
      method: 'POST',
      body: { username: 'admin', password: 'downlink', role: '', terms: 0, company: '' },
    });
    const { token } = response.json as { token: string };
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const refreshToken = await refreshTokenOf(token);
    expect((await callApi(server, '/AcarsMessage/adsb', { cookie })).status).toBe(200);
    expect((await callApi(server, '/account/logout', { method: 'POST', token })).status).toBe(204);
    expect(await statusOf(token)).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await callApi(server, '/AcarsMessage/adsb', { cookie })).status).toBe(401);
  });

  test('SES-06: another session of the same user continues', async () => {
    const [one, two] = [await server.logIn('admin'), await server.logIn('admin')];
    expect(one).not.toBe(two);
    await callApi(server, '/account/logout', { method: 'POST', token: one });
    expect(await statusOf(two)).toBe(200);
  });

  test('NAV-21: a changed role, a changed company or a closed account takes effect within a second', async () => {
    const token = await server.logIn('guest');
    expect((await callApi(server, '/AcarsMessage/allUsers', { token })).status).toBe(403);
    const becomes = async (change: string, status: number): Promise<void> => {
      await server.db.query(`update users set ${change} where user_name = 'guest'`);
      await expect.poll(async () => (await callApi(server, '/AcarsMessage/allUsers', { token })).status).toBe(status);
    };
    await becomes(`role = 'Admin'`, 200);
    await becomes(`role = 'Guest'`, 403);
    await becomes(`company = 'Somewhere'`, 200);
    await server.db.query(`delete from users where user_name = 'guest'`);
    await expect.poll(async () => (await callApi(server, '/AcarsMessage/allUsers', { token })).status).toBe(401);
  });
});

describe('SES-07: a login in progress', () => {
  const waiting = () =>
    server.db.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  /** Response to a login with the correct password while a change of the account is not committed yet. */
  async function logInDuring(username: string, change: string): Promise<ApiResponse> {
    const body = { username, password: demoPassword, role: '', terms: 0, company: '' };
    const { response } = await server.db.transaction(async (tx) => {
      await tx.query(`${change} where user_name = $1`, [username]);
      const under = { response: callApi(server, '/account/authenticate', { method: 'POST', body }) };
      await expect.poll(waiting).toHaveLength(1);
      return under;
    });
    return response;
  }
  const wrongPassword = { message: 'Wrong username or password.' };

  test('SES-07 C119: no session starts with a password that was changed during the login', async () => {
    const response = await logInDuring('feeder', `update users set password_hash = 'another'`);
    expect([response.status, response.json]).toMatchObject([401, wrongPassword]);
  });

  test('SES-07 C94: an account closed during the login is refused like a wrong password', async () => {
    const response = await logInDuring('newcomer', 'delete from users');
    expect([response.status, response.json]).toMatchObject([401, wrongPassword]);
  });

  test('SES-07: the new password of admin-reset applies to a login that verified the old one', async () => {
    const [account] = await server.db.query<{ id: string; hash: string }>(
      `select id, password_hash as hash from users where user_name = 'company'`,
    );
    const start = () =>
      server.services.sessions.start(
        { userId: account?.id ?? '', userName: 'parser', company: null, address: '127.0.0.1' },
        account?.hash ?? '',
        { userAgent: '', address: '' },
      );
    expect(await start()).not.toBeNull();
    await resetAdmin(server.db, 'company');
    expect(await start()).toBeNull();
  });
});

describe('SES-03: contents of the database', () => {
  test('SES-03: no token is stored in plain text', async () => {
    const token = await server.logIn('admin');
    const refreshToken = await refreshTokenOf(token);
    const dump = JSON.stringify(await server.db.query(`select s::text from sessions s`));
    for (const secret of [token, refreshToken]) {
      expect(dump).not.toContain(secret);
      expect(dump).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
    }
  });
});
