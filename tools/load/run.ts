/** `npm run bench -- load`: simulated stations and readers against an address, for owners to measure their own installation. */
import { setMaxListeners } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { api } from '../../contract/api.ts';
import { hourMs } from '../../contract/durations.ts';
import { Measures, measured, quantile } from './calls.ts';
import { type LoadOptions, readOptions, UsageError } from './options.ts';
import { type Counted, countBack, openSender, prepare, type Run, type Sender } from './stations.ts';

const tickMs = 100;
/** Of a station. */
const uploadEveryMs = 2000;
/** For what is not confirmed at the end. */
const drainMs = 60_000;
/** Rows of UDP, TCP and Beast are stored in batches. */
const settleMs = 5000;

/** Resolves to the exit code: 0 = nothing lost, nothing duplicated. */
export async function runLoad(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    return await run(readOptions(args, env));
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : `The load stopped: ${(error as Error).message}`);
    return 2;
  }
}

async function run(options: LoadOptions): Promise<number> {
  console.log(`Preparing ${options.stations} stations and ${options.readers} readers ...`);
  const prepared = await prepare(options);
  console.log(`Running for ${options.seconds} s. Ctrl-C ends it earlier, with a table.`);
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const onSignal = (): void => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    const measures = new Measures();
    const beganMs = Date.now();
    const ofRun: Run = { id: beganMs.toString(36), beganMs };
    const senders = prepared.stations.map((station, index) =>
      openSender(options.ways[index % options.ways.length] ?? 'http', {
        station,
        index,
        run: ofRun,
        options,
        measures,
      }),
    );
    void pause(options.seconds * 1000, stop.signal).then(() => stop.abort());
    const readers = Array.from({ length: options.readers }, (_, index) =>
      read(options, prepared.sessions, index, measures, stop.signal),
    );
    await sendUntil(senders, options, stop.signal);
    await Promise.all(readers);
    await drain(senders);
    const sentForMs = Date.now() - beganMs;
    for (const sender of senders) sender.close();
    if (senders.length > 0) await pause(settleMs);
    const [token = ''] = prepared.sessions;
    const counted =
      senders.length === 0
        ? new Map()
        : await countBack({ options, token, stationIds: prepared.stationIds, run: ofRun }, senders);
    for (const line of reportLines({ options, senders, counted, measures, sentForMs })) console.log(line);
    return [...counted.values()].every(({ lost, duplicated }) => lost === 0 && duplicated === 0) ? 0 : 1;
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await prepared.cleanUp();
  }
}

/** Each station sends evenly, and all of them at different moments. */
async function sendUntil(
  senders: readonly Sender[],
  { rate, seconds }: LoadOptions,
  signal: AbortSignal,
): Promise<void> {
  const began = performance.now();
  for (let tick = 0; !signal.aborted; tick++) {
    const elapsedS = Math.min(seconds, (performance.now() - began) / 1000);
    for (const [index, sender] of senders.entries()) {
      const due = Math.floor(elapsedS * rate + index / senders.length);
      if (due > sender.sent) sender.add(due - sender.sent);
      const isTurn = sender.way !== 'http' || tick % (uploadEveryMs / tickMs) === index % (uploadEveryMs / tickMs);
      if (isTurn) sender.flush();
    }
    await pause(tickMs);
  }
}

async function drain(senders: readonly Sender[]): Promise<void> {
  const until = performance.now() + drainMs;
  while (senders.some(({ waiting }) => waiting > 0) && performance.now() < until) {
    for (const sender of senders) sender.flush();
    await pause(tickMs);
  }
}

/** Ends early with the signal. */
const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => {});

/* Simulated users: each opens one screen after the other, with the requests of that screen. */

type Screen = { readonly name: string; readonly path: () => string };

/** `YYYY-MM-DD HH:mm:ss`, as the app writes it. */
const instant = (ms: number): string => encodeURIComponent(new Date(ms).toISOString().slice(0, 19).replace('T', ' '));
const windowOf = (hours: number, from: string, to: string): string => {
  const now = Date.now();
  return `${from}=${instant(now - hours * hourMs)}&${to}=${instant(now)}`;
};
const lastHours = (hours: number): string => windowOf(hours, 'acarsMessageDateTimeMin', 'acarsMessageDateTimeMax');

const { acarsMessage, map, overview, statistics, station } = api;
const page = 'offset=0&limit=50';
const screens: readonly Screen[] = [
  { name: 'list of messages', path: () => `${acarsMessage.allUsers.path}?${page}&${lastHours(2)}` },
  { name: 'map', path: () => map.currentLocation.path },
  { name: 'overview', path: () => overview.mine.path },
  { name: 'list of frames', path: () => `${acarsMessage.adsb.path}?${page}&${lastHours(2)}` },
  { name: 'filtered list', path: () => `${acarsMessage.allUsers.path}?${page}&label=H1&${lastHours(24)}` },
  { name: 'message counts', path: () => `${statistics.messagesNumber.path}?${windowOf(2, 'timeMin', 'timeMax')}` },
  { name: 'map', path: () => map.currentLocation.path },
  { name: 'list per aircraft', path: () => `${acarsMessage.withExtData.path}?${page}&${lastHours(2)}` },
  { name: 'time band', path: () => `${statistics.band.path}?from=${instant(Date.now() - 24 * hourMs)}` },
  { name: 'station status', path: () => station.health.path },
];

/** Reads until `signal`. Resolves when the last response is there. */
async function read(
  options: LoadOptions,
  sessions: readonly string[],
  index: number,
  measures: Measures,
  signal: AbortSignal,
): Promise<void> {
  const token = sessions[index % sessions.length] ?? '';
  const etags = new Map<string, string | null>();
  const pauseMs = options.pauseS * 1000;
  // Readers begin evenly over the pause, each with another screen.
  await pause((index / Math.max(1, options.readers)) * pauseMs, signal);
  for (let turn = index; !signal.aborted; turn++) {
    const screen = screens[turn % screens.length];
    if (!screen) return;
    const began = performance.now();
    const path = screen.path();
    const etag = etags.get(path) ?? null;
    const response = await measured(measures, screen.name, `${options.apiBase}${path}`, { token, etag });
    if (response?.etag) etags.set(path, response.etag);
    await pause(Math.max(0, pauseMs - (performance.now() - began)), signal);
  }
}

/* The table of a run. */

type Outcome = {
  readonly options: LoadOptions;
  readonly senders: readonly Sender[];
  readonly counted: ReadonlyMap<Sender['way'], Counted>;
  readonly measures: Measures;
  /** From the first message to the last confirmation. */
  readonly sentForMs: number;
};

function reportLines({ options, senders, counted, measures, sentForMs }: Outcome): string[] {
  const { stations, readers, seconds } = options;
  const lines = [
    `${stations} stations and ${readers} readers for ${seconds} s, load of this machine ${(loadavg()[0] ?? 0).toFixed(1)}`,
  ];
  if (counted.size > 0) {
    lines.push('', row(['messages', 'sent', 'stored', 'rows/s', 'lost', 'duplicated', 'undelivered']));
    for (const [way, { found, lost, duplicated, undelivered }] of counted) {
      const sent = senders.reduce((sum, one) => sum + (one.way === way ? one.sent : 0), 0);
      lines.push(row([way, sent, found, (found / (sentForMs / 1000)).toFixed(1), lost, duplicated, undelivered]));
    }
  }
  if (measures.times.size > 0) {
    lines.push('', row(['calls', 'number', 'p50 ms', 'p95 ms', 'p99 ms', 'slowest']));
    for (const [call, times] of [...measures.times].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number): string => quantile(sorted, share).toFixed(0);
      lines.push(row([call, sorted.length, at(0.5), at(0.95), at(0.99), at(1)]));
    }
  }
  lines.push('', measures.errors.size === 0 ? 'No errors.' : 'Errors:');
  for (const [reason, count] of measures.errors) lines.push(`  ${count} x ${reason}`);
  return lines;
}

const row = ([first, ...others]: readonly (string | number)[]): string =>
  String(first).padEnd(20) + others.map((value) => String(value).padStart(12)).join('');
