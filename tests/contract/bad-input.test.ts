import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../contract/api.ts';
import { errorBody } from '../../contract/endpoint.ts';
import { anyText } from '../support/any-text.ts';
import { type ApiResponse, callApi, type LoggedIn, logIn } from '../support/api-client.ts';
import { serverForFile } from '../support/file-server.ts';
import { series } from '../support/messages.ts';

const server = serverForFile({ prepare: (it) => it.import(series(5)) });
let admin: LoggedIn;
beforeAll(async () => {
  admin = await logIn(server.current, 'admin');
});
const get = (path: string): Promise<ApiResponse> => callApi(server.current, path, { token: admin.token });
const lists = ['/AcarsMessage/allUsers', '/AcarsMessage'];

function expectRefused(response: ApiResponse, field: string | null, what: string): void {
  expect(response.status, `${what}: ${response.text.slice(0, 200)}`).toBe(400);
  const body = errorBody.parse(response.json);
  expect(body.message.length, what).toBeGreaterThan(5);
  if (field !== null) expect(Object.keys((response.json as { errors?: object }).errors ?? {}), what).toContain(field);
}

describe('query parameters', () => {
  for (const path of lists) {
    test(`${path}: an unknown parameter is named in a 400`, async () => {
      for (const name of ['tial', 'constructor', '__proto__', 'toString', 'filters[__proto__]', 'TAIL'])
        expectRefused(await get(`${path}?${encodeURIComponent(name)}=x`), name, name);
    });

    test(`${path}: a repeated parameter is named in a 400`, async () => {
      expectRefused(await get(`${path}?limit=1&limit=99999`), 'limit', 'limit twice');
      expectRefused(await get(`${path}?tail=A&tail=B`), 'tail', 'tail twice');
    });

    test(`${path}: malformed and absurd values are named in a 400`, async () => {
      const bad: [string, string][] = [
        ['limit', 'NaN'],
        ['limit', '1e309'],
        ['limit', '-2'],
        ['limit', '1.5'],
        ['limit', '99999999999999999999'],
        ['offset', '-1'],
        ['offset', '[]'],
        ['freqMin', 'Infinity'],
        ['freqMin', '0x10'],
        ['levelMax', '1,5'],
        ['channel', 'one'],
        ['end', 'yes'],
        ['isOnground', '1'],
        ['acarsMessageDateTimeMin', '2026-02-30 00:00:00'],
        ['acarsMessageDateTimeMin', 'yesterday'],
        ['acarsMessageDateTimeMax', '0001-01-01T00:00'],
        ['acarsMessageDateTimeMax', '2026-02-01T23:59:60Z'],
        ['tail', 'a\0b'],
        ['text', 'x'.repeat(1001)],
      ];
      for (const [name, value] of bad)
        expectRefused(await get(`${path}?${name}=${encodeURIComponent(value)}`), name, `${name}=${value.slice(0, 30)}`);
    });

    test(`${path}: a huge limit returns the existing rows`, async () => {
      expect((await get(`${path}?limit=1000000000`)).status).toBe(200);
    });

    test(`${path}: any parameters give 200 or a 400 in the error format`, async () => {
      const endpoint = endpoints.find((one) => one.path === path);
      const names = Object.keys(endpoint?.query ?? {});
      const value = fc.oneof(
        anyText(40),
        fc.constantFrom(
          '',
          ' ',
          'null',
          'undefined',
          '0',
          '-0',
          '1e400',
          'true',
          "';drop table acars;--",
          '%',
          '\\',
          '٣',
          '2026-01-01T00:00',
        ),
        fc.double().map(String),
      );
      await fc.assert(
        fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 }), async (query) => {
          const text = Object.entries(query)
            .map(([name, one]) => `${name}=${encodeURIComponent(one)}`)
            .join('&');
          const response = await get(`${path}?${text}`);
          expect([200, 400], `${text}: ${response.text.slice(0, 200)}`).toContain(response.status);
          if (response.status === 400) expect(errorBody.safeParse(response.json).success).toBe(true);
        }),
        { numRuns: 150, seed: 29000 },
      );
    });
  }

  test('a query of a megabyte and broken percent signs are refused without a server error', async () => {
    for (const query of [`text=${'x'.repeat(1_000_000)}`, 'text=%E0%A4%A', 'text=%', '=', '&&&', '%00=1']) {
      const response = await get(`/AcarsMessage/allUsers?${query}`).catch(() => null);
      if (response) expect(response.status, query.slice(0, 20)).toBeLessThan(500);
    }
    expect((await get('/health')).status).toBe(200);
  });
});

describe('bodies', () => {
  const logInBody = { username: 'admin', password: 'downlink', role: '', terms: 0, company: '' };
  const authenticate = (call: Parameters<typeof callApi>[2]) =>
    callApi(server.current, '/account/authenticate', { method: 'POST', ...call });

  test('API-01: a body other than the JSON object of the contract is refused with a sentence', async () => {
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '1',
      '{"username":1}',
      '{"username":{"$ne":1},"password":"downlink"}',
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    ];
    for (const rawBody of bodies) {
      const response = await authenticate({ rawBody });
      expect(response.status, rawBody.slice(0, 40)).toBeGreaterThanOrEqual(400);
      expect(response.status, rawBody.slice(0, 40)).toBeLessThan(500);
      expect(errorBody.safeParse(response.json).success, rawBody.slice(0, 40)).toBe(true);
    }
  });

  test('a body with more than 32 levels is refused before it is parsed', async () => {
    const response = await authenticate({ rawBody: `${'['.repeat(33)}${']'.repeat(33)}` });
    expect(response).toMatchObject({ status: 400, json: { message: 'The body has more than 32 levels.' } });
  });

  test('a NUL is refused at its field, at any depth, and an unknown field as well', async () => {
    const put = (path: string, body: object) =>
      callApi(server.current, path, { method: 'PUT', token: admin.token, body });
    const preference = { name: 'units', value: 'a\0b', version: 0 };
    expectRefused(await put('/Preferences', { preferences: [preference] }), 'preferences.0.value', 'value');
    expectRefused(await put('/Report/Mail', { day: false, week: false, tails: ['D\0'] }), 'tails.0', 'tails');
    const quiet = { from: 0, to: 60, days: [], passEmergencies: true, passAll: true };
    const settings = { zone: 'UTC', quiet, email: 'none' };
    expectRefused(await put('/Notices/Settings', settings), 'quiet.passAll', 'quiet');
    const condition = { field: 'tail', values: ['D-ABCD'], isExact: true };
    const ways = { push: false, email: 'none', webhooks: [], mqtt: false };
    const rule = { name: 'R', owner: 'user', isEnabled: true, all: [condition], not: [], scope: 'every', quiet: null };
    expectRefused(await put('/Rules/1', { ...rule, ways, version: 1 }), 'all.0.isExact', 'condition');
  });

  test('another content type, broken UTF-8 and a body of two megabytes are refused', async () => {
    const calls: Parameters<typeof callApi>[2][] = [
      { rawBody: JSON.stringify(logInBody), headers: { 'content-type': 'text/plain' } },
      { rawBody: 'username=admin', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      { rawBody: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]) },
      { rawBody: JSON.stringify({ ...logInBody, username: 'x'.repeat(2_000_000) }) },
    ];
    for (const call of calls) {
      const response = await authenticate(call).catch(() => null);
      if (!response) continue;
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    }
  });

  test('keys of the prototype change nothing', async () => {
    const rawBody =
      '{"username":"parser","password":"downlink","role":"","terms":0,"company":"","__proto__":{"role":"Admin"},"constructor":{"prototype":{"role":"Admin"}}}';
    const response = await authenticate({ rawBody });
    expect([200, 400]).toContain(response.status);
    if (response.status === 200) {
      const me = await callApi(server.current, '/account/me', { token: (response.json as { token: string }).token });
      expect((me.json as { user: { role: string } }).user.role).toBe('Parser');
    }
  });

  test('C03: role, terms and company sent by a client at login are not trusted', async () => {
    const response = await authenticate({
      body: { ...logInBody, username: 'guest', role: 'Admin', terms: 1, company: 'Any' },
    });
    expect(response.status).toBe(200);
    const { token } = response.json as { token: string };
    expect((await callApi(server.current, '/Account/Users', { token })).status).toBe(403);
  });

  test('every call with a body refuses anything but an object, before any other check', async () => {
    for (const endpoint of endpoints.filter((one) => one.body !== null && one.sends === 'json')) {
      const path = endpoint.path.replace(/\{[^}]+\}/, '1');
      const response = await callApi(server.current, path, {
        method: endpoint.method,
        token: admin.token,
        rawBody: '[1,2',
      });
      expect(response.status, endpoint.id).toBeGreaterThanOrEqual(400);
      expect([400, 415], endpoint.id).toContain(response.status);
    }
  });
});

test('afterwards the server responds normally, and no response revealed internals', async () => {
  expect((await get('/AcarsMessage/allUsers?limit=5')).status).toBe(200);
  const response = await get("/AcarsMessage/allUsers?tail='");
  expect(response.text).not.toMatch(/at .*\.(js|ts):\d+|node_modules|select |syntax error/i);
  expect(Object.hasOwn(Object.prototype, 'role')).toBe(false);
});
