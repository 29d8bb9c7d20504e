/** Polls of 5,000 aircraft from memory, against a bare node:http with the same bytes. No TLS, no compression. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { logIn } from '../../tests/support/api-client.ts';
import type { TestProgram } from '../../tests/support/server.ts';
import { requestsPerSecond, startBareServer } from './load.ts';
import { medians } from './median.mjs';
import { withServer } from './with-server.ts';

const rounds = 5;
const aircraft = 5000;
const path = '/CurrentLocation/GetCurrentLocation2';
/** More than the server caches. */
const views = 64;

export async function measure(): Promise<object[]> {
  const folder = mkdtempSync(join(tmpdir(), 'downlink-bench-positions-'));
  const file = join(folder, 'aircraft.json');
  writeFileSync(
    file,
    JSON.stringify({ now: Date.now() / 1000, aircraft: Array.from({ length: aircraft }, aircraftOf) }),
  );
  try {
    return await withServer({ env: { AIRCRAFT_JSON: file } }, async (server) => {
      const { token } = await logIn(server, 'parser');
      return compare(server, { authorization: `Bearer ${token}` });
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Evenly distributed from west to east, so that a smaller area contains fewer aircraft. */
const aircraftOf = (_: unknown, index: number): object => ({
  hex: (0x40_0000 + index).toString(16),
  flight: `DLH${index}`,
  lat: -60 + ((index * 37) % 1200) / 10,
  lon: -179.9 + (index * 359.8) / aircraft,
  track: (index * 7) % 360,
  gs: 430 + (index % 60),
  alt_baro: 30_000 + (index % 10) * 1000,
  baro_rate: 64,
  seen_pos: 1,
  seen: 1,
});

async function compare(server: TestProgram, headers: Record<string, string>): Promise<object[]> {
  const url = `${server.apiBase}${path}`;
  const { text, etag } = await whole(url, headers);
  const bare = await startBareServer(
    text,
    `(page) => (request, answer) => {
      const etag = 'W/"1"';
      const isKnown = request.headers['if-none-match'] === etag;
      answer.writeHead(isKnown ? 304 : 200, { etag, 'content-type': 'application/json; charset=utf-8' });
      answer.end(isKnown ? undefined : page);
    }`,
  );
  const paths = Array.from(
    { length: views },
    (_, view) => `${new URL(url).pathname}?lon1=-180&lon2=${180 - view / 10}`,
  );
  const perSecond = await medians(
    {
      same: () => requestsPerSecond(url, headers),
      views: () => requestsPerSecond(url, headers, { paths }),
      floor: () => requestsPerSecond(bare.url, headers),
      known: () => requestsPerSecond(url, { ...headers, 'if-none-match': etag }, { status: 304 }),
      knownFloor: () => requestsPerSecond(bare.url, { ...headers, 'if-none-match': 'W/"1"' }, { status: 304 }),
    },
    rounds,
  );
  bare.stop();
  const figure = (what: string, ours: keyof typeof perSecond, floor: keyof typeof perSecond, limit: number): object => {
    const [mine, least] = [perSecond[ours], perSecond[floor]];
    return {
      name: `positions of ${aircraft} aircraft, ${what}, against a bare node:http with the same response`,
      value: mine / least,
      limit,
      atLeast: true,
      detail: `${mine.toFixed(0)} against ${least.toFixed(0)} requests a second of ${(text.length / 1000).toFixed(0)} kB, medians of ${rounds} interleaved rounds`,
    };
  };
  return [
    figure('one part of the world', 'same', 'floor', 0.4),
    figure(`${views} parts of the world in turn`, 'views', 'floor', 0.4),
    // No body is sent: compares framework, headers and authentication with none of these.
    figure('already known (304)', 'known', 'knownFloor', 0.4),
  ];
}

/** The response that contains all aircraft. */
async function whole(url: string, headers: Record<string, string>): Promise<{ text: string; etag: string }> {
  for (let tries = 0; tries < 100; tries++) {
    const response = await fetch(url, { headers });
    const text = await response.text();
    const { currentLocations } = JSON.parse(text) as { currentLocations: unknown[] };
    if (currentLocations.length === aircraft) return { text, etag: response.headers.get('etag') ?? '' };
    await pause(100);
  }
  throw new Error('The aircraft did not appear.');
}
