/**
 * Five stations with 1,000 frames/s each while clients read a list and the map: nothing is lost, the responses are little slower than
 * without, and a position is on the map within a second. BENCH_SECONDS = how long, 60 unless set.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Receiver } from '../../contract/entities/receivers.ts';
import { writeInstant } from '../../contract/params.ts';
import { callApi, logIn } from '../../tests/support/api-client.ts';
import type { TestProgram } from '../../tests/support/server.ts';
import type { SenderMessage } from './antenna-sender.ts';
import { median } from './median.mjs';
import { withServer } from './with-server.ts';

const stations = 5;
const probe = 0x4f_fff0;
const seconds = Number(process.env.BENCH_SECONDS ?? 60);
/** Caches and decoders of the server fill. */
const warmMs = 10_000;
const aloneMs = 20_000;
const readEveryMs = 100;
const file = join(import.meta.dirname, 'antenna-sender.ts');

type Times = { readonly list: number[]; readonly map: number[] };
type Ask = (path: string) => Promise<string>;

export async function measure(): Promise<object[]> {
  const sender = spawn(process.execPath, ['--import', 'tsx', file, String(stations), String(probe)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const { ports } = await message(sender, 'ports');
    const radio = ports.map((port, at) => `${1001 + at}=beast://127.0.0.1:${port}`).join();
    return await withServer({ env: { RADIO: radio } }, (server) => watch(server, sender));
  } finally {
    sender.kill('SIGKILL');
  }
}

async function watch(server: TestProgram, sender: ChildProcess): Promise<object[]> {
  const { token } = await logIn(server, 'admin');
  const ask: Ask = async (path) => {
    const { status, text } = await callApi(server, path, { token });
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`);
    return text;
  };
  await pause(warmMs);
  const sentAt = new Map<number, number>();
  sender.on('message', (report: SenderMessage) => {
    if ('altitudeFt' in report) sentAt.set(report.altitudeFt, report.atMs);
  });
  const delays: number[] = [];
  const beside = await readFor(ask, seconds * 1000, (map) => {
    const altitudeFt = map.currentLocations.find(({ icao }) => Number.parseInt(icao, 16) === probe)?.altitudeFt ?? -1;
    const atMs = sentAt.get(altitudeFt);
    if (atMs !== undefined) delays.push(Date.now() - atMs);
    sentAt.delete(altitudeFt);
  });
  const load = loadavg()[0] ?? 0;
  const report = message(sender, 'sent');
  sender.send('stop');
  const { sent } = await report;
  // The last batch is stored.
  await pause(2000);
  const { receivers } = JSON.parse(await ask('/receivers')) as { receivers: Receiver[] };
  const alone = await readFor(ask, aloneMs, () => {});
  const counted = (kind: string): number =>
    receivers.flatMap(({ counts }) => counts).reduce((sum, one) => sum + (one.kind === kind ? one.count : 0), 0);
  const received = receivers.reduce((sum, one) => sum + one.received, 0);
  const flow = `${seconds} s, ${stations} stations, ${Math.round(sent / (seconds + warmMs / 1000))} frames/s, load ${load.toFixed(1)}`;
  const slower = (name: keyof Times): object => {
    const [during, before] = [median(beside[name]), median(alone[name])];
    return {
      name: `the ${name} while frames arrive, against the same without`,
      value: during / before,
      limit: 1.5,
      detail: `medians ${during.toFixed(1)} and ${before.toFixed(1)} ms of ${beside[name].length} and ${alone[name].length} requests; ${flow}`,
    };
  };
  return [
    {
      name: 'frames that were sent and neither stored nor thinned out',
      value: sent - received + counted('dropped'),
      limit: 0,
      isExact: true,
      detail: `${sent} sent, ${received} received, ${counted('refused')} refused, ${counted('dropped')} dropped, ${counted('thinned')} thinned out; ${flow}`,
    },
    slower('list'),
    slower('map'),
    {
      name: 'from a frame to the map, p95',
      value: quantile(delays, 0.95) / 1000,
      limit: 1,
      unit: ' s',
      detail: `median ${median(delays)} ms, slowest ${Math.max(...delays)} ms of ${delays.length} positions, read each ${readEveryMs} ms`,
    },
  ];
}

type MapResponse = {
  readonly currentLocations: readonly { readonly icao: string; readonly altitudeFt: number | null }[];
};

/** A page of frames and the map, in turns. Resolves to the milliseconds of each. */
async function readFor(ask: Ask, forMs: number, onMap: (map: MapResponse) => void): Promise<Times> {
  const times: Times = { list: [], map: [] };
  const timed = async (name: keyof Times, path: string): Promise<string> => {
    const began = performance.now();
    const text = await ask(path);
    times[name].push(performance.now() - began);
    return text;
  };
  for (const endMs = Date.now() + forMs; Date.now() < endMs; await pause(readEveryMs)) {
    // The window of the screen, another one each time: nothing is cached.
    const [from, to] = [Date.now() - 7_200_000, Date.now()].map((ms) => encodeURIComponent(writeInstant(ms)));
    await timed('list', `/AcarsMessage/adsb?limit=10&acarsMessageDateTimeMin=${from}&acarsMessageDateTimeMax=${to}`);
    onMap(JSON.parse(await timed('map', '/CurrentLocation/GetCurrentLocation2')) as MapResponse);
  }
  return times;
}

const quantile = (numbers: readonly number[], share: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN;

/** The next message with this key. */
function message<K extends 'ports' | 'sent'>(
  sender: ChildProcess,
  key: K,
): Promise<Extract<SenderMessage, { [key in K]: unknown }>> {
  return new Promise((resolve, reject) => {
    sender.once('exit', () => reject(new Error('The sender ended.')));
    sender.on('message', (report: SenderMessage) => {
      if (key in report) resolve(report as Extract<SenderMessage, { [key in K]: unknown }>);
    });
  });
}
