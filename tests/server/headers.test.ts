/** Checks every header of every kind of route, and that each call of the contract has those of its kind. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../contract/api.ts';
import { reportPath } from '../../server/http/violation-reports.ts';
import { type InProcessServer, startTestServer } from '../support/test-server.ts';

const app = mkdtempSync(join(tmpdir(), 'downlink-app-'));
let server: InProcessServer;
beforeAll(async () => {
  mkdirSync(join(app, 'assets'));
  const files = ['service-worker.js', 'manifest.webmanifest', 'assets/start-AbCd1234.js', 'icon.svg'];
  for (const file of files) writeFileSync(join(app, file), '');
  writeFileSync(join(app, 'index.html'), '<!doctype html><script>1</script>');
  server = await startTestServer({ APP_DIR: app });
});
afterAll(async () => {
  await server.stop();
  rmSync(app, { recursive: true });
});

/** Headers that differ in each response. */
const changing = /^(date|etag|last-modified|content-length|x-request-id|connection|keep-alive)$/;
const headersOf = async (path: string, init?: RequestInit): Promise<Record<string, string>> => {
  const { headers } = await fetch(server.url + path, init);
  return Object.fromEntries([...headers].filter(([name]) => !changing.test(name)));
};

const policy = [
  "default-src 'self'",
  "script-src 'self' 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "style-src-attr 'none'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types downlink default',
  'report-uri /api/v1/policy-reports',
].join(';');
const ofData = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
const ofPages = {
  ...ofData,
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'geolocation=(self), fullscreen=(self), screen-wake-lock=(self), clipboard-write=(self), ' +
    'publickey-credentials-create=(self), publickey-credentials-get=(self), accelerometer=(), autoplay=(), bluetooth=(), ' +
    'browsing-topics=(), camera=(), clipboard-read=(), display-capture=(), gyroscope=(), hid=(), idle-detection=(), ' +
    'local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), serial=(), usb=(), ' +
    'window-management=(), xr-spatial-tracking=()',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};
const html = 'text/html; charset=utf-8';
const script = 'application/javascript; charset=utf-8';

/** Headers that each kind of file adds to those of pages. */
const files: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/': { 'content-type': html, 'cache-control': 'no-store' },
  '/auth': { 'content-type': html, 'cache-control': 'no-store' },
  '/service-worker.js': { 'content-type': script, 'cache-control': 'no-store' },
  '/assets/start-AbCd1234.js': { 'content-type': script, 'cache-control': 'public, max-age=31536000, immutable' },
  '/manifest.webmanifest': { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' },
  '/icon.svg': { 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' },
  '/config.json': { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  '/reset': { 'content-type': html, 'cache-control': 'no-store' },
  '/none.png': { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
};

for (const [path, added] of Object.entries(files))
  test(`ASVS 3.4: ${path} has the headers of a page and no others`, async () => {
    const seen = await headersOf(path, { headers: { accept: 'text/html', 'accept-encoding': 'identity' } });
    for (const name of ['accept-ranges', 'vary', 'transfer-encoding']) delete seen[name];
    expect(seen).toEqual({ ...ofPages, ...added });
  });

test('ASVS 3.4: each call has the headers of data and is not cached, also without a login', async () => {
  for (const { method, path } of endpoints) {
    const seen = await headersOf(`/api/v1${path.replace(/\{\w+\}/g, '1')}`, { method });
    expect(seen, `${method} ${path}`).toMatchObject({ ...ofData, 'cache-control': 'no-store' });
    expect(seen['content-type'] ?? 'application/json; charset=utf-8', path).toMatch(/; charset=utf-8$/);
    for (const name of ['server', 'x-powered-by', 'strict-transport-security', 'access-control-allow-origin'])
      expect(seen, `${method} ${path}`).not.toHaveProperty(name);
  }
});

describe('reports of browsers', () => {
  const send = (body: string, type = 'application/reports+json') =>
    fetch(server.url + reportPath, { method: 'POST', body, headers: { 'content-type': type } });
  const violation = (effectiveDirective: string) => ({
    type: 'csp-violation',
    body: { effectiveDirective, blockedURL: 'https://evil.example/x?secret', documentURL: 'https://d.example/a?b' },
  });

  test('both forms are counted by rule, unknown rules are counted together', async () => {
    const before = new Map(server.services.violations.counts());
    const reports = [violation('script-src-elem'), violation('<invented>'), { type: 'deprecation', body: {} }];
    expect((await send(JSON.stringify(reports))).status).toBe(204);
    const single = { 'csp-report': { 'violated-directive': "img-src 'self'", 'blocked-uri': 'inline' } };
    expect((await send(JSON.stringify(single), 'application/csp-report')).status).toBe(204);
    const added = (rule: string) => (server.services.violations.counts().get(rule) ?? 0) - (before.get(rule) ?? 0);
    expect(['script-src-elem', 'other', 'img-src', 'style-src'].map(added)).toEqual([1, 1, 1, 0]);
  });

  test('a request is limited in size, number and type', async () => {
    expect((await send('x'.repeat(20_000))).status).toBe(413);
    expect((await send('[]', 'application/json')).status).toBe(415);
    for (const wrong of ['', '{', '{}', '[1]', '"x"']) expect((await send(wrong)).status, wrong).toBe(400);
    const before = server.services.violations.counts().get('font-src') ?? 0;
    await send(JSON.stringify(Array.from({ length: 60 }, () => violation('font-src'))));
    expect((server.services.violations.counts().get('font-src') ?? 0) - before).toBe(20);
  });
});
