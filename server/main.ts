/**
 * The server program: `main.js [--no-demo | --demo]` serves, `main.js import | admin-reset | demo-remove` are its commands.
 * Must not: do more than choose, and tell in words what went wrong.
 */
import { runCommand } from './commands.ts';
import { readConfig } from './config.ts';
import { serve } from './serve.ts';
import { StartupError } from './startup-error.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
/** After this the program ends even if something hangs. */
const stopLimitMs = 4800;

async function main(args: readonly string[]): Promise<void> {
  const config = readConfig(process.env, args);
  const [first, ...rest] = args;
  if (first && !first.startsWith('--')) {
    process.exitCode = await runCommand(first, rest, config);
    return;
  }
  stopOnSignals(await serve(config, say));
}

function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false;
  const end = (code: number): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), stopLimitMs).unref();
    stop().then(
      () => process.exit(code),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGINT', () => end(0));
  process.on('SIGTERM', () => end(0));
  process.on('SIGHUP', () => end(0));
  process.on('uncaughtException', (error) => {
    console.error(error);
    end(1);
  });
}

function fail(error: unknown): void {
  console.error(error instanceof StartupError ? `\n${error.message}` : error);
  process.exit(1);
}

main(process.argv.slice(2)).catch(fail);
