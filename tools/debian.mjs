/** Installs Debian packages for tests, only as root on Debian. */
import { existsSync } from 'node:fs';
import { run } from './steps.mjs';

export const isDebian = existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
export const mayInstall = isDebian && process.getuid?.() === 0;

/** Installs packages, silently unless it fails. The caller checks what is there afterwards. */
export async function installPackages(names) {
  // In this run level Debian starts no service of a package: nginx would listen on port 80.
  const apt = { env: { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }, quiet: true };
  await run('apt-get', ['update'], apt);
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...names], apt);
}
