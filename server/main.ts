/**
 * The server program: `main.js [--no-demo | --demo]` serves, `main.js import | station-key | erase | admin-reset | demo-remove` are its commands.
 * Must not: do more than choose, and tell in words what went wrong.
 */
import { runCommand } from './commands.ts';
import { type Config, readConfig } from './config.ts';
import { serve } from './serve.ts';
import { diskFullError, StartupError } from './startup-error.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
/** After this the program ends even if something hangs. */
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

/** Whoever reads the beginning only (`npm run import -- FILE | head`) ends neither the work nor its exit code: the rest is said to nobody. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}

/** Serves until a signal; one that comes while it starts gives the start up. */
async function run(config: Config): Promise<void> {
  const starting = new AbortController();
  let stop: (() => Promise<void>) | null = null;
  const end = (code: number): void => {
    if (starting.signal.aborted) return;
    starting.abort();
    process.exitCode = code;
    setTimeout(() => process.exit(1), stopLimitMs).unref();
    stop?.().then(() => process.exit(code), fail);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0));
  process.on('uncaughtException', (error) => {
    console.error(error);
    end(1);
  });
  try {
    stop = await serve(config, say, starting.signal);
  } catch (error) {
    if (!starting.signal.aborted) throw error;
    process.exit();
  }
  if (starting.signal.aborted) await stop().then(() => process.exit(), fail);
}

function fail(error: unknown): void {
  const told = error instanceof StartupError ? error : diskFullError(error);
  console.error(told ? `\n${told.message}` : error);
  process.exit(1);
}

main(process.argv.slice(2)).catch(fail);
