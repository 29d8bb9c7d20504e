/** Creates the files of an embedded PostgreSQL. */
import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { type ClusterHome, give } from './cluster-home.ts';
import { explainText } from './explain-start.ts';
import { isAlive } from './postmaster.ts';

/** Creates the cluster in a temporary folder, then renames it: an interruption leaves nothing incomplete. */
export async function createCluster(
  home: ClusterHome,
  binaries: Binaries,
  databaseUser: string,
  say: (line: string) => void,
): Promise<void> {
  say('Creating the database (first start only) ...');
  removeUnfinished(home);
  const making = `${home.cluster}.new-${process.pid}`;
  const passwordFile = `${making}.password`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making);
  give(making, home.user);
  writeFileSync(passwordFile, home.password, { mode: 0o600 });
  if (home.user) chownSync(passwordFile, home.user.uid, home.user.gid);
  try {
    const { code, text } = await run(
      binaries.initdb,
      [
        '-D',
        making,
        `--username=${databaseUser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--no-instructions',
      ],
      home,
    );
    if (code !== 0) throw explainText(text, `initdb ended with ${code}`);
    // The faster process of ours wins. Both created the same.
    if (!existsSync(join(home.cluster, 'PG_VERSION'))) renameSync(making, home.cluster);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(making, { recursive: true, force: true });
  }
}

/** Left by an interrupted first start. */
function removeUnfinished(home: ClusterHome): void {
  for (const name of readdirSync(home.folder)) {
    const pid = Number(/^(?:cluster|postgres)(?:\.adopting)?\.new-(\d+)(?:\.password)?$/.exec(name)?.[1] ?? 0);
    if (pid && !isAlive(pid)) rmSync(join(home.folder, name), { recursive: true, force: true });
  }
}

function run(command: string, args: string[], home: ClusterHome): Promise<{ code: number | string; text: string }> {
  return new Promise((resolve) => {
    const user = home.user ? { uid: home.user.uid, gid: home.user.gid } : {};
    // LC_ALL: a locale that is set but not installed would stop it.
    const child = spawn(command, args, {
      cwd: home.folder,
      windowsHide: true,
      env: { ...process.env, LC_ALL: 'C' },
      ...user,
    });
    const end = (): void => void child.kill();
    process.once('exit', end);
    child.once('close', () => process.off('exit', end));
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (text += data.toString('utf8')));
    child.once('error', (error) => resolve({ code: error.message, text: `${text}\n${error.message}` }));
    child.once('close', (code, signal) => resolve({ code: code ?? signal ?? 'an error', text }));
  });
}
