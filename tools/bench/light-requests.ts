/** Light requests, alone and next to heavy ones. */
import { loadavg } from 'node:os';
import { writeInstant } from '../../contract/params.ts';
import { callApi } from '../../tests/support/api-client.ts';
import type { TestProgram } from '../../tests/support/server.ts';
import { medians } from './median.mjs';

const requests = 400;
const rounds = 3;
const limit = 3;

/** Requests, and throws unless the status is 200. */
export const asking =
  (server: TestProgram, token: string) =>
  async (path: string): Promise<void> => {
    const { status, text } = await callApi(server, path, { token });
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 200)}`);
  };

/** A page of ten of two hours up to `endMs`; another window each time, so that nothing is cached. */
export function lightPages(ask: (path: string) => Promise<void>, endMs: number): () => Promise<void> {
  let turn = 0;
  return () => {
    const toMs = endMs - (turn++ % 600) * 1000;
    const [from, to] = [toMs - 7_200_000, toMs].map((ms) => encodeURIComponent(writeInstant(ms)));
    return ask(`/AcarsMessage/allUsers?limit=10&acarsMessageDateTimeMin=${from}&acarsMessageDateTimeMax=${to}`);
  };
}

/** Load next to the light requests. `stop` resolves to its amount. */
export type Heavy = { start(): Promise<void>; stop(): Promise<number> };

/** Runs `ask` repeatedly, `atOnce` at the same time. */
export function repeated(atOnce: number, ask: (n: number) => Promise<void> | undefined): Heavy {
  let isStopping = false;
  let done = 0;
  let running: Promise<unknown> = Promise.resolve();
  const repeat = async (_: unknown, n: number): Promise<void> => {
    for (; !isStopping; done++) await ask(n);
  };
  return {
    start: async () => {
      isStopping = false;
      running = Promise.all(Array.from({ length: atOnce }, repeat));
    },
    stop: async () => {
      isStopping = true;
      await running;
      return done;
    },
  };
}

/** The p99 of light requests, one after another, while `heavy` runs all the time, against the same alone. */
export async function underLoad(name: string, light: () => Promise<void>, heavy: Heavy): Promise<object> {
  let done = 0;
  let slowest = 0;
  const p99 = async (): Promise<number> => {
    const took: number[] = [];
    for (let n = 0; n < requests; n++) {
      const started = performance.now();
      await light();
      took.push(performance.now() - started);
    }
    took.sort((a, b) => a - b);
    slowest = took.at(-1) ?? 0;
    return took[Math.floor(took.length * 0.99)] ?? Number.NaN;
  };
  const besides = async (): Promise<number> => {
    await heavy.start();
    try {
      return await p99();
    } finally {
      done = await heavy.stop();
    }
  };
  const { alone, beside } = await medians({ alone: p99, beside: besides }, rounds);
  return {
    name: `p99 of ${requests} light requests while ${name} run at once, against the same alone`,
    value: beside / alone,
    limit,
    detail: `${beside.toFixed(1)} ms against ${alone.toFixed(1)} ms, medians of ${rounds} rounds; slowest ${slowest.toFixed(0)} ms ${done} (lists: MB; calls) at the same time; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  };
}
