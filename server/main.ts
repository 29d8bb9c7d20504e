/** The server program: `main.js [--no-demo | --demo]` serves. Commands: `main.js import | backup | restore | station-key | distribute | audit-purge | erase | redecode | admin-reset | demo-remove`. */

import { diskFullError, StartupError } from './base/startup-error.ts';
import { runCommand } from './commands.ts';
import { type Config, readConfig } from './config.ts';
import type { StopServer } from './serve.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
/** After the last request, the program ends within this time even if something hangs. */
const stopLimitMs = 4800;

async function main(args: readonly string[]): Promise<void> {
  const config = readConfig(process.env, args);
  const [first, ...rest] = args;
  if (first && !first.startsWith('--')) {
    outliveReaders();
    process.exitCode = await runCommand(first, rest, config);
    return;
  }
  await run(config);
}

/** A reader that closes early (`npm run import -- FILE | head`) changes neither the work nor the exit code: further output is dropped. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}

/** Serves until a signal. A signal during the start cancels it. */
async function run(config: Config): Promise<void> {
  const starting = new AbortController();
  let stop: StopServer | null = null;
  let finishMs = 0;
  const limit = (ms: number): void => void setTimeout(() => process.exit(1), ms).unref();
  const stopIn = (): void => limit(stopLimitMs);
  const end = (code: number): void => {
    if (starting.signal.aborted) return;
    starting.abort();
    process.exitCode = code;
    limit(stop ? finishMs + stopLimitMs : stopLimitMs);
    stop?.(stopIn).then(() => process.exit(code), fail);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
  process.on('uncaughtException', (error) => {
    console.error(error);
    end(1);
  });
  try {
    // Commands do without it, which is half of their time to start.
    const { finishRequestsMs, serve } = await import('./serve.ts');
    finishMs = finishRequestsMs;
    stop = await serve(config, say, starting.signal);
  } catch (error) {
    if (!starting.signal.aborted) throw error;
    process.exit();
  }
  if (starting.signal.aborted) await stop(stopIn).then(() => process.exit(), fail);
}

function fail(error: unknown): void {
  const expected = error instanceof StartupError ? error : diskFullError(error);
  console.error(expected ? `\n${expected.message}` : error);
  process.exit(1);
}

main(process.argv.slice(2)).catch(fail);
