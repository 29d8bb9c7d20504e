/** Data folders of PostgreSQL 17, as left by an older Downlink. */
import { findOlderBinaries } from '../../server/database/binaries.ts';
import { prepareHome } from '../../server/database/cluster-home.ts';
import { type Launched, launchCluster } from '../../server/database/launch.ts';
import { migrate } from '../../server/database/migrate.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { openMessages } from '../../server/messages/messages.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { messageAt } from '../server/fresh-database.ts';

export function launch17(dataDir: string): Promise<Launched> {
  const home = prepareHome(dataDir);
  const binaries = findOlderBinaries(17, home.folder, home.user);
  if (!binaries) throw new Error('The package postgres-17 is not installed. Run: npm ci');
  return launchCluster(home, binaries, () => {});
}

/** Stops the database afterwards. */
export async function inDatabase<T>(launching: Promise<Launched>, work: (db: Database) => Promise<T>): Promise<T> {
  const launched = await launching;
  const db = openDatabase(launched.place, { max: 4 });
  try {
    return await work(db);
  } finally {
    await db.close();
    await launched.stop();
  }
}

/** The schema, a user and 2,000 messages. */
export async function fill(db: Database): Promise<void> {
  await migrate(db);
  await db.query("insert into users (user_name, password_hash) values ('someone', 'x')");
  const now = Date.now();
  const rows = Array.from({ length: 2000 }, (_, at) => messageAt(now - at * 60_000, { text: `t ${at}\n\\N é` }));
  await storeAcars(
    openMessages(db),
    rows.map((row) => ({ row })),
  );
}
