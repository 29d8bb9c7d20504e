/** A real nginx as a reverse proxy: optional (CONTRIBUTING, "Tests"). */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programHost, reservePort } from './reserved-ports.ts';

export const hasNginx = spawnSync('nginx', ['-v']).error === undefined;

/** Reports that the extra does not run. */
export function reportNginx(): void {
  if (!hasNginx) process.stdout.write('Not run: the tests with a real nginx, which is not installed.\n');
}

async function responds(port: number): Promise<boolean> {
  const socket = createConnection(port, programHost);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).then((isThere) => {
    socket.destroy();
    return isThere as boolean;
  });
}

/** Runs nginx with these lines in its `server` block, and `outside` before it. Resolves to its address when it accepts connections. */
export async function startNginx(lines: string, outside = ''): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'downlink-nginx-'));
  const port = await reservePort();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\naccess_log off;\n${paths}\n${outside}\nserver {\nlisten ${programHost}:${port};\n${lines}\n}\n}\n`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  while (!(await responds(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return {
    url: `http://${programHost}:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
