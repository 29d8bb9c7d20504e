import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Api } from '../../contract/api.ts';
import { baseLayerNames } from '../../contract/base-layer-names.ts';
import { errorBody, type Reads } from '../../contract/endpoint.ts';
import { clock } from '../../server/base/clock.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { png, type StandIn, startStandIn, tileReply } from '../support/stand-in.ts';
import { type InProcessServer, startTestServer } from '../support/test-server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'downlink-tiles-'));
const key = 'secret-of-the-owner';
let source: StandIn;
let other: StandIn;
let server: InProcessServer;
let cookie: string;
beforeAll(async () => {
  source = await startStandIn();
  other = await startStandIn();
  server = await startTestServer({
    DATA_DIR: dataDir,
    TILES_MAIN_URL: `${source.url}/main/{z}/{x}/{y}.png?key={key}`,
    TILES_MAIN_KEY: key,
    TILES_MAIN_ATTRIBUTION: 'Loopback',
    TILES_MAIN_ZOOMS: '0-12',
    TILES_OCEAN_URL: `${source.url}/ocean/{z}/{y}/{x}`,
    TILES_OPENAIP_URL: `${other.url}/{z}/{x}/{y}`,
    TILES_OPENAIP_STORING: 'areas',
  });
  ({ cookie } = await logIn(server, 'parser'));
});
afterAll(async () => {
  await server.stop();
  await source.stop();
  await other.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  source.requested.length = 0;
  other.requested.length = 0;
});

type Ask = { cookie?: string | null; headers?: Readonly<Record<string, string>> };
async function tile(path: string, { cookie: own = cookie, headers }: Ask = {}) {
  const response = await fetch(`${server.url}/tiles/${path}`, {
    redirect: 'manual',
    headers: { ...headers, ...(own ? { cookie: own } : {}) },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}
/** A refusal: JSON in the common error format, not cached, without text of the source. */
async function refusal(path: string, options?: Ask): Promise<{ status: number; message: string }> {
  const { status, headers, bytes } = await tile(path, options);
  const body = errorBody.parse(JSON.parse(bytes.toString()));
  expect(headers.get('cache-control')).toBe('no-store');
  expect(bytes.toString()).not.toMatch(/127\.0\.0\.1|secret|\/main\//);
  return { status, message: body.message };
}
/** Tiles that no test has requested before. */
let column = 0;
function fresh(layer: string): string {
  column += 1;
  return `${layer}/10/${column}/1`;
}

describe('MAP-18 C57: a tile through the server', () => {
  test('returns the image, its type, a tag and its cache time; the key goes to the source only', async () => {
    source.on('/main/', tileReply);
    const response = await tile('main/3/2/1');
    expect(response.status).toBe(200);
    expect(response.bytes.equals(tileReply.body)).toBe(true);
    expect(
      Object.fromEntries(
        ['content-type', 'x-tile-storing', 'x-content-type-options'].map((name) => [name, response.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'image/png',
      'x-tile-storing': 'seen',
      'x-content-type-options': 'nosniff',
    });
    expect(source.requested.map(({ path }) => path)).toEqual([`/main/3/2/1.png?key=${key}`]);
    const again = await tile('main/3/2/1', { headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  test('no personal data is forwarded; the source gets product name and version', async () => {
    source.on('/main/', tileReply);
    await tile(fresh('main'), {
      headers: { 'accept-language': 'ro', referer: 'https://secret.example/', authorization: 'Bearer x' },
    });
    const headers = source.requested[0]?.headers ?? {};
    expect(headers['user-agent']).toMatch(/^Downlink\/\d/);
    expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  });

  test('a caller without access to the map gets no tile', async () => {
    for (const [who, status] of [
      [null, 401],
      ['downlink-session=x', 401],
      [(await logIn(server, 'company')).cookie, 403],
      [(await logIn(server, 'newcomer')).cookie, 403],
      [(await logIn(server, 'customer')).cookie, 200],
    ] as const)
      expect((await tile('main/3/2/1', { cookie: who })).status, String(status)).toBe(status);
    const gone = await logIn(server, 'admin');
    await callApi(server, '/account/logout', { method: 'POST', token: gone.token });
    expect((await tile('main/3/2/1', { cookie: gone.cookie })).status).toBe(401);
  });

  test('only existing tiles are served: whole numbers within the zoom and the layer', async () => {
    for (const [path, status] of [
      ['none/1/1/1', 404],
      ['main/13/1/1', 404],
      ['main/3/8/1', 400],
      ['main/3/1/8', 400],
      ['main/3/-1/1', 400],
      ['main/3/1.5/1', 400],
      ['main/3/1e0/1', 400],
      ['main/3/1/1.png', 400],
      ['main/a/1/1', 400],
      ['main/23/1/1', 400],
      ['main/3/1/99999999', 400],
    ] as const)
      expect((await refusal(path)).status, path).toBe(status);
    expect(source.requested).toEqual([]);
  });
});

describe('the tile cache', () => {
  test('a stored tile is requested again only after it expired, with its tag', async () => {
    const path = fresh('main');
    source.on('/main/', {
      ...tileReply,
      headers: { ...tileReply.headers, etag: '"v1"', 'cache-control': 'max-age=7200' },
    });
    expect((await tile(path)).headers.get('cache-control')).toMatch(/^private, max-age=7(200|19\d)$/);
    await tile(path);
    expect(source.requested).toHaveLength(1);
    clock.offsetMs += 7_201_000;
    source.on('/main/', { status: 304, headers: { 'cache-control': 'max-age=7200' } });
    const response = await tile(path);
    expect(response.bytes.equals(tileReply.body)).toBe(true);
    expect(source.requested.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"']);
    await tile(path);
    expect(source.requested).toHaveLength(2);
  });

  test('when the source fails, an expired tile is served', async () => {
    const path = fresh('main');
    source.on('/main/', tileReply);
    await tile(path);
    clock.offsetMs += 31 * 86_400_000;
    ({ cookie } = await logIn(server, 'parser'));
    source.on('/main/', { status: 500 });
    const response = await tile(path);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, max-age=60']);
    source.on('/main/', tileReply);
    expect((await tile(fresh('main'))).status).toBe(200);
  });

  test('a layer whose terms forbid storing is not written to disk, and the response forbids storing, too', async () => {
    source.on('/ocean/', { ...tileReply, headers: { ...tileReply.headers, 'cache-control': 'max-age=86400' } });
    const files = () => readdirSync(join(dataDir, 'tiles'), { recursive: true }).length;
    await tile(fresh('main'));
    const before = files();
    const path = fresh('ocean');
    for (const _ of [1, 2]) expect((await tile(path)).headers.get('x-tile-storing')).toBe('no');
    expect(source.requested.filter(({ path: one }) => one.startsWith('/ocean/'))).toHaveLength(2);
    expect(files()).toBe(before);
  });

  test('a hundred concurrent viewers cause one request to the source', async () => {
    let respondNow = (): void => {};
    const ready = new Promise<void>((resolve) => {
      respondNow = resolve;
    });
    source.on('/main/', async () => {
      await ready;
      return tileReply;
    });
    const path = fresh('main');
    const all = Array.from({ length: 100 }, () => tile(path));
    await expect.poll(() => source.requested.length).toBe(1);
    respondNow();
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(source.requested).toHaveLength(1);
  });
});

describe('an unsuitable source', () => {
  const html = '<!doctype html><title>Sign in to the network</title>';
  const cases: readonly (readonly [name: string, reply: Parameters<StandIn['on']>[1], status: number])[] = [
    ['a page', { headers: { 'content-type': 'text/html' }, body: html }, 502],
    ['a page that calls itself a picture', { headers: { 'content-type': 'image/png' }, body: html }, 502],
    ['a picture that calls itself a page', { headers: { 'content-type': 'text/html' }, body: png(256) }, 502],
    ["a portal's counting pixel", { headers: { 'content-type': 'image/png' }, body: png(1) }, 502],
    ['a picture that is no tile', { headers: { 'content-type': 'image/png' }, body: png(2000) }, 502],
    ['a script in a picture', { headers: { 'content-type': 'image/svg+xml' }, body: '<svg/>' }, 502],
    ['an empty picture', { headers: { 'content-type': 'image/png' }, body: '' }, 502],
    ['nothing to show', { status: 204 }, 404],
    ['no such tile', { status: 404, headers: { 'content-type': 'text/html' }, body: html }, 404],
    ['a refusal', { status: 403, body: html }, 502],
    ['part of a picture', { status: 206, headers: { 'content-type': 'image/png' }, body: png(256) }, 502],
    [
      'more than a megabyte',
      { headers: { 'content-type': 'image/png' }, body: Buffer.concat([png(256), Buffer.alloc(1_000_001)]) },
      502,
    ],
    [
      'more than was announced',
      { headers: { 'content-type': 'image/png', 'transfer-encoding': 'chunked' }, body: Buffer.alloc(1_200_000, 1) },
      502,
    ],
    [
      'a picture that is packed',
      { headers: { 'content-type': 'image/png', 'content-encoding': 'gzip' }, body: 'x' },
      502,
    ],
  ];
  for (const [name, reply, status] of cases)
    test(`${name} returns ${status}, which is not cached`, async () => {
      const path = fresh('main');
      source.on('/main/', reply);
      expect((await refusal(path)).status).toBe(status);
      source.on('/main/', tileReply);
      if (status === 502) expect((await tile(path)).status).toBe(200);
    });

  test('its redirects are not followed', async () => {
    source.on('/main/', { status: 302, headers: { location: `${other.url}/1/1/1` } });
    expect((await refusal(fresh('main'))).status).toBe(502);
    expect(other.requested).toEqual([]);
  });

  test('a missing tile is not requested again for a while', async () => {
    const path = fresh('main');
    source.on('/main/', { status: 404 });
    await refusal(path);
    await refusal(path);
    expect(source.requested).toHaveLength(1);
  });
});

describe('a failing source', () => {
  test('after 429 the source gets no request for the requested time, and callers get that time', async () => {
    other.on('/', { status: 429, headers: { 'retry-after': '120' } });
    const path = fresh('openAIP');
    const limited = await refusal(path);
    const response = await tile(path);
    expect(limited.message).toMatch(/^The layer is limited until \d\d:\d\d UTC\.$/);
    expect([response.status, other.requested.length]).toEqual([503, 1]);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(110);
    clock.offsetMs += 121_000;
    other.on('/', tileReply);
    expect((await tile(path)).status).toBe(200);
  });

  test('a silent source times out after three seconds; a second failure starts a pause, a success ends it', async () => {
    other.on('/', 'hang');
    const startedAt = performance.now();
    expect((await refusal(fresh('openAIP'))).status).toBe(503);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    other.on('/', { status: 502, body: 'x' });
    const now = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    try {
      expect((await refusal(fresh('openAIP'))).status).toBe(503);
      const requested = other.requested.length;
      for (const _ of [1, 2, 3]) expect((await refusal(fresh('openAIP'))).status).toBe(503);
      expect(other.requested).toHaveLength(requested);
    } finally {
      now.mockRestore();
    }
    clock.offsetMs += 6000;
    other.on('/', tileReply);
    expect((await tile(fresh('openAIP'))).status).toBe(200);
  });
});

describe('MAP-01 ADD-mapLayers: layers of the map', () => {
  test('all eleven are listed with their settings; layers without a source have the reason, and addresses and keys stay private', async () => {
    const token = await server.logIn('parser');
    const response = await callApi(server, '/map/layers', { token });
    const { layers } = response.json as Reads<Api['map']['layers']>;
    expect(layers.map(({ name }) => name)).toEqual([...baseLayerNames]);
    expect(layers.find(({ name }) => name === 'main')).toEqual({
      name: 'main',
      attribution: 'Loopback',
      minZoom: 0,
      maxZoom: 12,
      storing: 'seen',
    });
    expect(layers.filter(({ unavailable }) => !unavailable).map(({ name }) => name)).toEqual([
      'main',
      'ocean',
      'openAIP',
    ]);
    expect(response.text).not.toMatch(/127\.0\.0\.1|secret|\{z\}|https?:/);
    expect(await refusal('streets/1/1/1')).toEqual({ status: 404, message: 'This layer is turned off on the server.' });
  });
});
