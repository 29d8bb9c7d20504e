import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/pool.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { serverForFile } from '../support/file-server.ts';
import { root } from '../support/repository.ts';
import { startProgram, startServer, type TestProgram } from '../support/server.ts';

const server = serverForFile({ env: { LOG_LEVEL: 'info' } });
const app = join(root, 'dist/app');
const get = (path: string, headers: Record<string, string> = {}) => fetch(server.current.url + path, { headers });
const page = { accept: 'text/html,application/xhtml+xml' };

describe('the app', () => {
  test('NAV-01: every route of the app returns the page, without caching and without a warning of Node', async () => {
    const warnings: string[] = [];
    const onWarning = ({ message }: Error): void => void warnings.push(message);
    process.on('warning', onWarning);
    const html = readFileSync(join(app, 'index.html'), 'utf8');
    for (const path of ['/', '/auth', '/akrxAll?page=2', '/stationDetails/7', '/index.html']) {
      const response = await get(path, page);
      expect([response.status, response.headers.get('cache-control')], path).toEqual([200, 'no-store']);
      expect(await response.text(), path).toBe(html);
    }
    expect((await get('/service-worker.js')).headers.get('cache-control')).toBe('no-store');
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  test('files with a hash in their name are cached permanently and compressed', async () => {
    const files = readdirSync(join(app, 'assets'));
    const script = files.find((name) => files.includes(`${name}.br`)) ?? '';
    for (const coding of ['br', 'gzip']) {
      const response = await get(`/assets/${script}`, { 'accept-encoding': coding });
      expect(response.headers.get('content-encoding')).toBe(coding);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(await response.text()).toBe(readFileSync(join(app, 'assets', script), 'utf8'));
    }
  });

  test('an unknown path is a 404, and files outside the app are never served', async () => {
    for (const path of [
      '/assets/gone.js',
      '/tiles/1/2/3',
      '/favicon.xyz',
      '/..%2f..%2fpackage.json',
      '/%2e%2e/package.json',
    ])
      expect((await get(path, page)).status, path).toBeGreaterThanOrEqual(400);
    expect((await get('/auth', { accept: 'image/png' })).status).toBe(404);
  });

  test('only inline scripts of the page run: their hashes are in the policy', async () => {
    const response = await get('/', page);
    const policy = response.headers.get('content-security-policy') ?? '';
    const scripts = [...(await response.text()).matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
      ([, text]) => text ?? '',
    );
    const hashes = scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    expect(policy.split(';').find((part) => part.startsWith('script-src'))).toBe(
      ["script-src 'self'", ...hashes].join(' '),
    );
    expect(policy).not.toContain('upgrade-insecure-requests');
  });

  test('/config.json contains the API base for the app', async () => {
    expect(await (await get('/config.json')).json()).toEqual({ apiBase: '/api/v1' });
    const other = await startServer({ env: { API_BASE: 'https://api.example/api/v1/', API_COOKIES: 'true' } });
    const response = await fetch(`${other.url}/config.json`);
    expect(await response.json()).toEqual({ apiBase: 'https://api.example/api/v1', apiCookies: true });
    expect(response.headers.get('content-security-policy')).toContain("connect-src 'self' https://api.example;");
    await other.dispose();
  });
});

describe('HTTPS', () => {
  test('with TLS_CERT and TLS_KEY it speaks HTTPS: strict transport, secure cookie', async () => {
    const pem = (name: string): string => join(root, 'tests/support/tls', `test-only.${name}.pem`);
    const secure = await startServer({ env: { TLS_CERT: pem('cert'), TLS_KEY: pem('key') } });
    expect(secure.url).toMatch(/^https:/);
    const body = JSON.stringify({ username: 'admin', password: 'downlink', role: '', terms: 0, company: '' });
    const headers = await new Promise<NodeJS.Dict<string | string[]>>((resolve, reject) => {
      const call = request(
        `${secure.url}/api/v1/account/authenticate`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          agent: new Agent({ ca: readFileSync(pem('cert')) }),
        },
        (response) => {
          response.resume();
          resolve(response.headers);
        },
      );
      call.on('error', reject);
      call.end(body);
    });
    expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    expect(headers['set-cookie']?.[0]).toContain('; Secure');
    const [policy, endpoints] = await new Promise<(string | undefined)[]>((resolve, reject) => {
      const agent = new Agent({ ca: readFileSync(pem('cert')) });
      request(`${secure.url}/reset`, { agent }, (response) => {
        response.resume();
        resolve([String(response.headers['content-security-policy']), String(response.headers['reporting-endpoints'])]);
      })
        .on('error', reject)
        .end();
    });
    expect(policy).toMatch(/;report-to policy$/);
    expect(endpoints).toBe('policy="/api/v1/policy-reports"');
    await secure.dispose();
  });
});

describe('the log', () => {
  test('contains no passwords, tokens or queries, and a client cannot forge a line', async () => {
    const { token } = await logIn(server.current, 'admin');
    const evil = 'x\r\n{"level":30,"msg":"forged"}\u001b[31m';
    await callApi(server.current, '/account/authenticate', {
      method: 'POST',
      body: { username: evil, password: 'a-secret-password', role: '', terms: 0, company: '' },
    });
    const reply = await callApi(server.current, `/none/${encodeURIComponent(evil)}?token=${token}`, {
      headers: { 'user-agent': 'spoof', 'x-request-id': 'forged' },
    });
    await expect.poll(() => server.current.log()).toContain(reply.headers.get('x-request-id') ?? 'missing');
    const log = server.current.log();
    for (const secret of [token, 'a-secret-password', '"downlink"', '\u001b'])
      expect(log.includes(secret), secret).toBe(false);
    expect(log.split('\n').filter((line) => line.startsWith('{"level":30,"msg":"forged"'))).toEqual([]);
    for (const line of log.split('\n').filter((text) => text.startsWith('{')))
      expect(JSON.parse(line)).toHaveProperty('time');
    expect(reply.headers.get('x-request-id')).not.toBe('forged');
  });

  test('a client that disconnects within its body causes no server error', async () => {
    const body = httpRequest(`${server.current.url}/api/v1/account/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '100' },
    });
    const gone = new Promise((resolve) => body.once('error', resolve));
    body.write('{', () => body.destroy(new Error('gone')));
    await gone;
    const next = await callApi(server.current, '/health');
    await expect.poll(() => server.current.log()).toContain(next.headers.get('x-request-id') ?? 'missing');
    expect(server.current.log()).not.toContain('"msg":"a request failed"');
  });
});

describe('the program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'downlink-log-'));
  let other: TestProgram;
  beforeAll(async () => {
    other = await startProgram({ env: { LOG_LEVEL: 'info', LOG_DIR: folder } });
  });
  afterAll(async () => {
    await other.dispose();
    rmSync(folder, { recursive: true });
  });

  test('with LOG_DIR, entries are in its file, and standard output has none', async () => {
    const { headers } = await callApi(other, '/health');
    await expect
      .poll(() => readFileSync(join(folder, 'downlink.log'), 'utf8'))
      .toContain(headers.get('x-request-id') ?? 'missing');
    expect(other.log()).not.toContain('"msg"');
  });

  test('SIGTERM under load: running requests finish, new ones are refused with 503, then the server ends within 5 s', async () => {
    const { token } = await logIn(other, 'admin');
    let isEnding = false;
    const statuses: number[] = [];
    const client = async (): Promise<void> => {
      for (;;) {
        const wasAskedBefore = !isEnding;
        try {
          const response = await callApi(other, '/AcarsMessage/allUsers?limit=100', { token });
          statuses.push(response.status);
        } catch (error) {
          // Refused connections are correct after the signal, and only then.
          if (wasAskedBefore && !isEnding) throw error;
          return;
        }
        if (isEnding) return;
      }
    };
    const clients = Array.from({ length: 10 }, client);
    await expect.poll(() => statuses.length).toBeGreaterThan(10);
    const db = openDatabase({ url: other.databaseUrl }, { max: 1 });
    // A request of the time before the signal is running for as long as the table is locked.
    const running = await db.transaction(async (tx) => {
      await tx.query('lock table adsb in access exclusive mode');
      const response = callApi(other, '/AcarsMessage/adsb?limit=10', { token });
      const waiting = "select 1 from pg_locks where relation = 'adsb'::regclass and not granted";
      await expect.poll(() => tx.query(waiting)).not.toHaveLength(0);
      isEnding = true;
      process.kill(other.pid, 'SIGTERM');
      await expect
        .poll(() => callApi(other, '/health/live'))
        .toMatchObject({ status: 503, json: { message: 'The server is stopping. Try again shortly.' } });
      return { response };
    });
    expect(await running.response).toMatchObject({ status: 200 });
    await db.close();
    await Promise.all(clients);
    // 1 = it was ended by its own limit of 4.8 s after the last request.
    expect(await other.stop()).toBe(0);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });
});
