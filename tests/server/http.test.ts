import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../../contract/api.ts';
import { errorBody } from '../../contract/endpoint.ts';
import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { unfinished } from '../support/abuse.ts';
import { type ApiResponse, callApi } from '../support/api-client.ts';
import { testServerForFile } from '../support/test-server.ts';

const server = testServerForFile({ CORS_ORIGINS: 'https://app.example http://127.0.0.1:5999' });

describe('security headers', () => {
  for (const path of ['/api/v1/health', '/api/v1/account/me', '/api/v1/none', '/API/v1/none'])
    test(`${path} is data: if opened as a page it loads nothing and cannot be framed`, async () => {
      const reply = await fetch(server.url + path);
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        // An origin of CORS_ORIGINS may call.
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'x-request-id': expect.stringMatching(/^[0-9a-f]{16}$/),
      });
      expect(reply.headers.get('strict-transport-security')).toBeNull();
      expect(reply.headers.get('x-powered-by')).toBeNull();
    });

  test('API responses are never cached', async () => {
    for (const path of ['/api/v1/health', '/api/v1/none', '/api/v1/account/me', '/config.json'])
      expect((await fetch(server.url + path)).headers.get('cache-control'), path).toBe('no-store');
  });

  test('/reset removes all data of this site from the browser after a click on its page, and links back; another site cannot do it', async () => {
    const page = await fetch(`${server.url}/reset`);
    expect([page.status, page.headers.get('clear-site-data')]).toEqual([200, null]);
    expect(await page.text()).toContain('<form method="post">');
    const click = (site: string) =>
      fetch(`${server.url}/reset`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
        body: '',
      });
    for (const site of ['cross-site', 'same-site', 'none']) {
      const refused = await click(site);
      expect([refused.status, refused.headers.get('clear-site-data')], site).toEqual([403, null]);
    }
    const reply = await click('same-origin');
    expect(reply.headers.get('clear-site-data')).toBe('"storage", "cache"');
    expect(await reply.text()).toContain('<a href="/">');
  });
});

describe('API-52 C27: paths', () => {
  test('C27: paths are case-insensitive, and path parameters keep their case', async () => {
    const token = await server.logIn('admin');
    for (const path of ['/account/me', '/Account/Me', '/ACCOUNT/ME'])
      expect((await callApi(server, path, { token })).status, path).toBe(200);
    const wrong = await callApi(server, '/ACCOUNT/acceptterms/AbC', { method: 'PUT', token });
    expect(wrong.status).toBe(403);
  });

  test('C27: fixed path segments take precedence over {id}', async () => {
    const token = await server.logIn('admin');
    expect((await callApi(server, '/account/users', { token })).json).toHaveProperty('usersCount');
    expect((await callApi(server, '/account/me', { token })).json).toHaveProperty('user');
  });

  test('unsupported methods return 405 with the list of supported ones', async () => {
    for (const endpoint of endpoints) {
      const path = endpoint.path.replace(/\{\w+\}/g, '1');
      const reply = await callApi(server, path, { method: 'PATCH' });
      expect(reply.status, path).toBe(405);
      expect(reply.headers.get('allow'), path).toContain(endpoint.method);
      expect(errorBody.safeParse(reply.json).success).toBe(true);
    }
  });

  test('an unknown call is a 404 in the common error format, never the page of the app', async () => {
    for (const path of ['/none', '/', '/account/1/2/3', '/../../etc/passwd']) {
      const reply = await callApi(server, path, { headers: { accept: 'text/html' } });
      expect(reply.status, path).toBe(404);
      expect(errorBody.safeParse(reply.json).success, path).toBe(true);
    }
  });
});

describe('other origins', () => {
  const ask = (origin: string, method = 'GET') =>
    fetch(`${server.apiBase}/health`, {
      method,
      headers: { origin, ...(method === 'OPTIONS' ? { 'access-control-request-method': 'GET' } : {}) },
    });

  test('origins of CORS_ORIGINS may call, with a preflight', async () => {
    const reply = await ask('https://app.example');
    expect(reply.headers.get('access-control-allow-origin')).toBe('https://app.example');
    const before = await ask('https://app.example', 'OPTIONS');
    expect(before.status).toBe(204);
    for (const header of ['authorization', 'if-none-match'])
      expect(before.headers.get('access-control-allow-headers')).toContain(header);
  });

  test('all others may not', async () => {
    for (const origin of ['https://evil.example', 'null', 'https://app.example.evil.example'])
      expect((await ask(origin)).headers.get('access-control-allow-origin'), origin).toBeNull();
  });
});

describe('absurd requests', () => {
  test('an address of a megabyte gets 431, a body of a megabyte 413, and another content type 415', async () => {
    expect((await callApi(server, `/health?x=${'a'.repeat(1_000_000)}`)).status).toBe(431);
    const post = (rawBody: string, headers: Record<string, string> = {}) =>
      callApi(server, '/account/authenticate', { method: 'POST', rawBody, headers });
    expect((await post(`"${'a'.repeat(1_100_000)}"`)).status).toBe(413);
    expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post('{}', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await post(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)).status).toBe(400);
  });

  test('any body of the login gets a status below 500 in the common error format', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (rawBody) => {
        const reply = await callApi(server, '/account/authenticate', { method: 'POST', rawBody });
        expect(reply.status).toBeGreaterThanOrEqual(400);
        expect(reply.status).toBeLessThan(500);
        expect(errorBody.safeParse(reply.json).success).toBe(true);
      }),
      { numRuns: 150 },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('an unknown key of a body is named in the refusal', async () => {
    const reply = await callApi(server, '/account/refreshToken', {
      method: 'POST',
      body: { refreshToken: 'x', id: '1', terms: 1 },
    });
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({
      errors: { id: ['Unknown field.'], terms: ['Unknown field.'] },
    });
  });

  test('any bytes as path or query get a status below 500', async () => {
    const token = await server.logIn('admin');
    const visible = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('/account/', '/AcarsMessage/allUsers?', '/'), visible, async (path, rest) => {
        expect(await rawStatus(`/api/v1${path}${rest}`, token)).toBeLessThan(500);
      }),
      {
        numRuns: 200,
        examples: [
          ['/account/', '%00'],
          ['/account/', '%'],
          ['/AcarsMessage/allUsers?', '__proto__=1'],
        ],
      },
    );
  });

  test('a non-HTTP connection gets a 400 and is closed', async () => {
    const { port } = new URL(server.url);
    const text = await new Promise<string>((resolve) => {
      let read = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('BLAH\r\n\r\n'));
      socket.on('data', (data) => {
        read += data.toString();
      });
      socket.on('close', () => resolve(read));
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(errorBody.safeParse(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).success).toBe(true);
  });
});

/** An unchanged path: fetch would normalise it. */
function rawStatus(path: string, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const request = httpRequest({ hostname, port, path, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 999));
    });
    request.on('error', reject);
    request.end();
  });
}

describe('limits', () => {
  test('a flood gets 429 with the time to wait; invented tokens do not circumvent it', async () => {
    const config = readConfig({
      RATE_LIMIT_PER_MINUTE: '20',
      RATE_LIMIT_LOOPBACK: 'true',
      LOG_LEVEL: 'silent',
      APP_DIR: 'none',
    });
    const { app } = await createApp(config, server.db, server.db);
    const replies = [];
    for (let n = 0; n < 25; n += 1)
      replies.push(
        await app.inject({
          url: '/api/v1/account/me',
          headers: { authorization: `Bearer ${'a'.repeat(42)}${n % 10}` },
        }),
      );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
    expect(Number(replies.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    expect(errorBody.safeParse(replies.at(-1)?.json()).success).toBe(true);
    await app.close();
  });

  test('a caller with many refusals must wait, callers from another network need not', async () => {
    const env = { RATE_LIMIT_PER_MINUTE: '100', RATE_LIMIT_LOOPBACK: 'true', LOG_LEVEL: 'silent', APP_DIR: 'none' };
    const { app, services } = await createApp(readConfig(env), server.db, server.db);
    const url = '/api/v1/account/me';
    const refused = async (remoteAddress: string, count: number): Promise<Set<number>> =>
      new Set(
        (await Promise.all(Array.from({ length: count }, () => app.inject({ url, remoteAddress })))).map(
          ({ statusCode }) => statusCode,
        ),
      );
    expect(await refused('192.0.2.2', 40)).toEqual(new Set([401]));
    expect(services.refusals.delayed).toBe(0);
    expect(await refused('192.0.2.1', 300)).toEqual(new Set([401, 429]));
    expect(services.refusals.delayed).toBeGreaterThan(0);
    const before = services.refusals.delayed;
    expect(await refused('192.0.2.3', 40)).toEqual(new Set([401]));
    expect(services.refusals.delayed).toBe(before);
    await app.close();
  });

  test('a body sent a byte at a time is cut off with 408, and connections are not held open', async () => {
    const { app } = await createApp(readConfig({ LOG_LEVEL: 'silent', APP_DIR: 'none' }), server.db, server.db);
    await app.listen({ port: 0, host: '127.0.0.1' });
    // The configured timeout, but only a moment in this test. Node uses the shorter of the two for the headers.
    app.server.headersTimeout = Math.min(app.server.headersTimeout, 200);
    app.server.requestTimeout = Math.min(app.server.requestTimeout, 300);
    const { port } = app.server.address() as AddressInfo;
    const head = 'POST /api/v1/account/authenticate HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    const { socket, ended } = unfinished(`http://127.0.0.1:${port}`, `${head}content-length: 99999\r\n\r\n{`);
    // Each byte is progress, and does not extend the time.
    const drip = setInterval(() => void socket.write(' '), 20);
    socket.once('data', () => clearInterval(drip)).once('close', () => clearInterval(drip));
    const reply = await ended;
    expect(reply).toMatch(/^HTTP\/1\.1 408 /);
    await app.close();
  });

  test('after a statement timeout a search returns 422, and a write 503 with the time to wait, so that the client sends it again', async () => {
    const token = await server.logIn('admin');
    const cancelled = async (call: () => Promise<ApiResponse>): Promise<ApiResponse> => {
      const { reply } = await server.db.transaction(async (tx) => {
        await tx.query('lock table overall_bids in access exclusive mode');
        const requested = call();
        const cancel = `select pg_cancel_backend(pid) from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`;
        await expect.poll(() => server.db.query(cancel)).toHaveLength(1);
        return { reply: requested };
      });
      return reply;
    };
    const search = await cancelled(() => callApi(server, '/OverallBid/GetOverallBidHistory', { token }));
    expect(search).toMatchObject({ status: 422, json: { message: expect.stringContaining('search timed out') } });
    const body = { bidValue: 5, startDate: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) };
    const write = await cancelled(() => callApi(server, '/OverallBid/Upsert', { method: 'POST', token, body }));
    expect(write.status).toBe(503);
    expect(write.headers.get('retry-after')).toBe('5');
  });

  test('an encoded path is counted and cached like the route that it resolves to', async () => {
    const config = readConfig({
      RATE_LIMIT_PER_MINUTE: '2',
      RATE_LIMIT_LOOPBACK: 'true',
      LOG_LEVEL: 'silent',
      APP_DIR: 'none',
    });
    const { app } = await createApp(config, server.db, server.db);
    const replies = [];
    for (const url of ['/%61pi/v1/account/me', '/API/v1/account/me', '/ap%69/v1/account/me'])
      replies.push(await app.inject({ url }));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 401, 429]);
    for (const { headers } of replies) {
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
    await app.close();
  });

  test('a client that sends too much gets the reason, and may continue on the same connection', async () => {
    const { app } = await createApp(readConfig({ LOG_LEVEL: 'silent', APP_DIR: 'none' }), server.db, server.db);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const length = 10_000_000;
    const received = (text: RegExp) =>
      new Promise<void>((done, fail) => {
        let reply = '';
        const read = (chunk: Buffer): void => {
          reply += String(chunk);
          if (!text.test(reply)) return;
          socket.off('data', read);
          done();
        };
        socket.on('data', read).once('close', () => fail(new Error(`closed after: ${reply}`)));
      });
    const head = 'host: x\r\ncontent-type: application/json\r\n';
    socket.write(`POST /api/v1/account/authenticate HTTP/1.1\r\n${head}content-length: ${length}\r\n\r\n`);
    await received(/^HTTP\/1\.1 413 [\s\S]*The request is too large/);
    socket.write(Buffer.alloc(length, ' '));
    socket.write('GET /api/v1/account/me HTTP/1.1\r\nhost: x\r\n\r\n');
    await received(/HTTP\/1\.1 401 /);
    socket.destroy();
    await app.close();
  });

  test('limits count tiles separately from calls', async () => {
    const config = readConfig({
      RATE_LIMIT_PER_MINUTE: '5',
      RATE_LIMIT_LOOPBACK: 'true',
      OPEN_COOKIE_CALLS: 'true',
      LOG_LEVEL: 'silent',
      APP_DIR: 'none',
      TILES: 'off',
    });
    const { app } = await createApp(config, server.db, server.db);
    const statuses = async (url: string) => {
      const replies = [];
      for (let n = 0; n < 6; n += 1) replies.push((await app.inject({ url })).statusCode);
      return replies;
    };
    expect(await statuses('/tiles/main/1/1/1')).toEqual([404, 404, 404, 404, 404, 429]);
    expect(await statuses('/api/v1/account/me')).toEqual([401, 401, 401, 401, 401, 429]);
    await app.close();
  });
});
