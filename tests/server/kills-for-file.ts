/** Commands of the built program, undisturbed and killed. KILLS = how often each; `npm run test:kills` = ten times. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { expect } from 'vitest';
import { runProgram } from '../support/program.ts';

export const kills = Number(process.env.KILLS ?? 1);
export const killsLimitMs = 60_000 + kills * 30_000;
/** With a DATABASE_URL the data folder is not used. */
const noFolder = join(tmpdir(), 'downlink-none');

/** Runs it, and resolves to the time in ms. `of`: another program. */
export async function whole(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  of?: Parameters<typeof runProgram>[2],
): Promise<number> {
  const from = performance.now();
  const program = runProgram(args, { DATA_DIR: noFolder, ...env }, of);
  expect(await program.ended, program.output()).toBe(0);
  return performance.now() - from;
}
/** Runs the program and kills it at this time of its run. The moment is under test: it waits for no event. */
export async function killed(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  atMs: number,
  of?: Parameters<typeof runProgram>[2],
): Promise<void> {
  const program = runProgram(args, { DATA_DIR: noFolder, ...env }, of);
  await Promise.race([after(atMs), program.ended]);
  program.child.kill('SIGKILL');
  await program.ended;
}
/** Spread over the run: its first third is the start of Node.js. */
export const moments = (ms: number): number[] =>
  Array.from({ length: kills }, (_, at) => ms * (0.35 + (0.6 * (at + 0.5)) / kills));
