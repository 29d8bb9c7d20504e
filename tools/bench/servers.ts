/** Two servers on one database (decisions 106 to 109): how long until one knows what the other was told. */
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Location } from '../../contract/entities/map.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { callApi, logIn } from '../../tests/support/api-client.ts';
import { startProgram, type TestProgram } from '../../tests/support/server.ts';
import { addStation, makeKey } from '../../tests/support/stations.ts';
import { benchEnv, withServer } from './with-server.ts';

const samples = 30;
const askEveryMs = 20;
const deadlineMs = 60_000;

export function measure(): Promise<object[]> {
  const env = { SESSION_SECRET: 'a secret of the bench, 32 characters' };
  return withServer({ env: { ...env, SERVER_NAME: 'one' } }, async (one) => {
    const two = await startProgram({
      env: { ...benchEnv, ...env, SERVER_NAME: 'two' },
      database: one.databaseUrl,
    });
    try {
      return [
        figureOf('a position that one server received is on the map of the other', 2, await positions(one, two)),
        figureOf('a session ended on one server is refused by the other', 1, await sessions(one, two)),
        figureOf('another server leads after the leader was killed', 10, [await handover(one, two)]),
      ];
    } finally {
      await two.dispose();
    }
  });
}

/** Each of another aircraft: a position far from the last one would be doubtful. */
async function positions(one: TestProgram, two: TestProgram): Promise<number[]> {
  const { token } = await logIn(two, 'admin');
  const db = openDatabase({ url: one.databaseUrl }, { max: 1 });
  const { key } = await makeKey(one, token, await addStation(db, '8001', ['RX-ONE'])).finally(() => db.close());
  const took: number[] = [];
  for (let n = 0; n < samples; n++) {
    const icao = (0x4a_1000 + n).toString(16).toUpperCase();
    const frame = { timestamp: Date.now() / 1000, icao, df: 17, tc: 11, altitude: '35000', lat: 45, lon: 25 + n / 10 };
    const from = performance.now();
    const { text } = await callApi(one, '/ingest/adsb', {
      method: 'POST',
      token: key,
      rawBody: JSON.stringify(frame),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    if (!text.includes('"stored":1')) throw new Error(text);
    await until(async () => {
      const { json } = await callApi(two, '/CurrentLocation/GetCurrentLocation2', { token });
      return (json as { currentLocations: Location[] }).currentLocations.some((it) => it.icao === icao);
    });
    took.push(performance.now() - from);
  }
  return took;
}

async function sessions(one: TestProgram, two: TestProgram): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < samples; n++) {
    const { token } = await logIn(one, 'guest');
    const status = async (): Promise<number> => (await callApi(two, '/account/me', { token })).status;
    // The other server has it in its memory.
    if ((await status()) !== 200) throw new Error('The other server does not know the session.');
    const from = performance.now();
    await callApi(one, '/account/logout', { method: 'POST', token });
    await until(async () => (await status()) === 401);
    took.push(performance.now() - from);
  }
  return took;
}

async function handover(one: TestProgram, two: TestProgram): Promise<number> {
  const { token } = await logIn(two, 'admin');
  const isLeader = async (): Promise<boolean> => {
    const { json } = await callApi(two, '/ServerStatus', { token });
    const { servers } = json as { servers: { name: string; isLeader: boolean }[] };
    return servers.some(({ name, isLeader }) => name === 'two' && isLeader);
  };
  if (await isLeader()) throw new Error('The first server does not lead.');
  const from = performance.now();
  await one.kill();
  await until(isLeader);
  return performance.now() - from;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + deadlineMs;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error('It did not happen within a minute.');
    await pause(askEveryMs);
  }
}

function figureOf(name: string, limit: number, tookMs: readonly number[]): object {
  const sorted = [...tookMs].sort((a, b) => a - b);
  const seconds = (at: number): number =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? 0) / 1000;
  return {
    name: `${name}: p95`,
    value: seconds(0.95),
    limit,
    unit: ' s',
    detail: `median ${seconds(0.5).toFixed(2)} s, longest ${seconds(1).toFixed(2)} s of ${sorted.length}, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  };
}
