/** Database with 1,000,000 ACARS messages and ADS-B frames over 15 days and 40 stations, cached in .cache. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clock } from '../../server/base/clock.ts';
import { type Launched, launchPostgres } from '../../server/database/launch.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { withoutIndexes } from '../../server/database/without-indexes.ts';
import { dayMs, dayOf, ensureDays } from '../../server/messages/day-partitions.ts';
import { indexFinishedDays } from '../../server/messages/finished-days.ts';
import { type Messages, openMessages } from '../../server/messages/messages.ts';
import type { MessageTable } from '../../server/query/message-tables.ts';
import { root } from '../../tests/support/repository.ts';
import { acarsData } from './million-acars.ts';
import { adsbData } from './million-adsb.ts';
import { days, messages } from './million-size.ts';

/** One kind of message: `insert` = the messages $1 to $2, the last of all at $3; `before` and `after` run around all of them. */
export type DataSet = {
  readonly table: MessageTable;
  readonly before?: string;
  readonly insert: string;
  readonly after?: string;
};
const dataSets = [acarsData, adsbData];
/** Increase it with every change of the generated data: the cached database becomes invalid. */
const generatorVersion = 2;
/** The days of the default windows grow message by message, like live ones. Earlier days are filled at once. */
const liveMessages = 140_000;
const liveBatch = 2_000;
/** Stored after the last vacuum. */
const unvacuumed = 8_000;

const folder = join(root, '.cache', messages === 1_000_000 ? 'million' : `million-${messages}`);
const stampFile = join(folder, 'stamp.json');
type Stamp = {
  readonly generator: number;
  /** Epoch ms of the last message. */
  readonly endMs: number;
  readonly migrations: Readonly<Record<string, string>>;
};
export type Million = { readonly launched: Launched; readonly dataDir: string; readonly endMs: number };

/** Starts the product's embedded PostgreSQL on it. Generates it if missing or invalid. */
export async function openMillion(): Promise<Million> {
  const kept = readStamp();
  if (!kept) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const launched = await launchPostgres(folder, () => {});
  const db = openMessages(openDatabase(launched.place, { max: 2 }));
  try {
    const endMs = kept?.endMs ?? Math.floor(Date.now() / 1000) * 1000;
    await migrate(db);
    if (!kept) await generate(db, endMs);
    writeFileSync(stampFile, JSON.stringify({ generator: generatorVersion, endMs, migrations: migrations() }));
    return { launched, dataDir: folder, endMs };
  } catch (error) {
    await launched.stop();
    throw error;
  } finally {
    await db.close();
  }
}

/** null = created by another generator version, or with a migration that has changed. */
function readStamp(): Stamp | null {
  if (!existsSync(stampFile)) return null;
  const stamp = JSON.parse(readFileSync(stampFile, 'utf8')) as Stamp;
  const now = migrations();
  const isSame = Object.entries(stamp.migrations).every(([name, hash]) => now[name] === hash);
  return isSame && stamp.generator === generatorVersion ? stamp : null;
}

function migrations(): Record<string, string> {
  const place = join(root, 'server/database/migrations');
  const hash = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(join(place, name)))
      .digest('hex');
  return Object.fromEntries(readdirSync(place).map((name) => [name, hash(name)]));
}

async function generate(db: Messages, endMs: number): Promise<void> {
  const started = performance.now();
  console.log(`Generating ${messages.toLocaleString('en')} messages of each kind (once, cached in .cache/million) ...`);
  for (const dataSet of dataSets) await generateOne(db, dataSet, endMs);
  await db.query('select add_stored_spellings()');
  clock.offsetMs = endMs - Date.now();
  await indexFinishedDays(db);
  clock.offsetMs = 0;
  console.log(`Generated in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
}

async function generateOne(db: Messages, { table, before, insert, after }: DataSet, endMs: number): Promise<void> {
  const oldest = endMs - (days + 1) * dayMs;
  const required = Array.from({ length: days + 2 }, (_, day) => dayOf(oldest + day * dayMs));
  await ensureDays(db, required, endMs, table);
  if (before) await db.query(before);
  const end = new Date(endMs).toISOString();
  const bulk = messages - liveMessages;
  await db.query(`set maintenance_work_mem = '512MB'`);
  await withoutIndexes(db, table.name, () => db.query(insert, [0, bulk - 1, end]));
  await db.query(`vacuum (analyze) ${table.name}`);
  for (let from = bulk; from < messages; from += liveBatch) {
    if (from === messages - unvacuumed) await db.query(`vacuum (analyze) ${table.name}`);
    await db.query(insert, [from, from + liveBatch - 1, end]);
  }
  if (after) await db.query(after);
}
