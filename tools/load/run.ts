/** `npm run bench -- load`: simulated stations and readers against an address, for owners to measure their own installation. */
import { setMaxListeners } from 'node:events';
import { prepare } from './admin.ts';
import { countBack } from './count-back.ts';
import { Measures } from './measured-calls.ts';
import { type LoadOptions, readOptions, UsageError } from './options.ts';
import { read } from './readers.ts';
import { reportLines } from './report.ts';
import { openSender, type Run, type Sender } from './stations.ts';

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
    const end = setTimeout(() => stop.abort(), options.seconds * 1000);
    const readers = Array.from({ length: options.readers }, (_, index) =>
      read(options, prepared.sessions, index, measures, stop.signal),
    );
    await sendUntil(senders, options, stop.signal);
    clearTimeout(end);
    await Promise.all(readers);
    await drain(senders);
    const sentForMs = Date.now() - beganMs;
    for (const sender of senders) sender.close();
    if (senders.length > 0) await wait(settleMs);
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
    await wait(tickMs);
  }
}

async function drain(senders: readonly Sender[]): Promise<void> {
  const until = performance.now() + drainMs;
  while (senders.some(({ waiting }) => waiting > 0) && performance.now() < until) {
    for (const sender of senders) sender.flush();
    await wait(tickMs);
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
