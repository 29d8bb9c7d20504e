/** Bare node:http baseline in its own process, and load on either. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const secondsPerRound = 2;

/**
 * `listener` = source text of a function that makes the request listener out of the bytes of `page`. (An environment variable would be too small
 * for them.)
 */
export async function startBareServer(page: string, listener: string): Promise<{ url: string; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'downlink-bench-bare-'));
  const file = join(folder, 'page');
  writeFileSync(file, page);
  const program = `const listener = (${listener})(require('node:fs').readFileSync(process.argv[1]));
    require('node:http').createServer(listener).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;
  const child = spawn(process.execPath, ['-e', program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<string>((done) => child.stdout.once('data', (data) => done(String(data).trim())));
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () => {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `paths` = requested in turn in place of that of `url`. @throws for another status */
export async function requestsPerSecond(
  url: string,
  headers: Record<string, string>,
  { status = 200, paths }: { readonly status?: 200 | 304; readonly paths?: readonly string[] } = {},
): Promise<number> {
  const { default: autocannon } = await import('autocannon');
  const result = await autocannon({
    url,
    headers,
    connections: 32,
    duration: secondsPerRound,
    ...(paths ? { requests: paths.map((path) => ({ path })) } : {}),
  });
  const wrong = status === 200 ? result.non2xx : result['2xx'] + result.non2xx - result['3xx'];
  if (wrong > 0 || result.errors > 0)
    throw new Error(`${url}: ${wrong} answers were not ${status}, ${result.errors} errors`);
  return result.requests.average;
}
