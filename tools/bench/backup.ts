/** 1,000,000 messages of each kind (BENCH_ROWS) to a file and into another database: every table by count and hash. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBackup } from '../../server/backup/make-backup.ts';
import { restoreBackup } from '../../server/backup/restore.ts';
import { verifyBackup } from '../../server/backup/verify.ts';
import { type Launched, launchPostgres } from '../../server/database/launch.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { tableHashes } from '../../tests/support/table-hashes.ts';
import { openMillion } from './million-data.ts';

type Figure = {
  name: string;
  value: number;
  limit: number;
  unit: string;
  isExact?: true;
  isReported?: true;
  detail: string;
};
type Opened = { readonly launched: Launched; readonly db: Database };

export async function measure(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'downlink-bench-backup-'));
  // Beside it: the database's user must be able to enter it.
  const dataDir = mkdtempSync(join(tmpdir(), 'downlink-bench-restore-'));
  const file = join(folder, 'backup.tar');
  const opened: Opened[] = [];
  const open = (launched: Launched): Database => {
    const db = openDatabase(launched.place, { max: 4 });
    opened.push({ launched, db });
    return db;
  };
  try {
    const from = open((await openMillion()).launched);
    const saved = await secondsOf(() => makeBackup(from, file, 'bench'));
    const verified = await secondsOf(() => verifyBackup(file));
    const to = open(await launchPostgres(dataDir, () => {}));
    const restored = await secondsOf(() => restoreBackup(to, file));
    const [before, after] = [await tableHashes(from), await tableHashes(to)];
    const names = Object.keys({ ...before, ...after });
    const different = names.filter((name) => before[name] !== after[name]);
    const rows = Object.values(before).reduce((sum, text) => sum + Number(text.split(' ')[0]), 0);
    const detail = `${rows.toLocaleString('en')} rows of ${names.length} tables${different.length > 0 ? `: ${different.join(', ')}` : ''}`;
    const sizes = `${mb(statSync(file).size)} MB from a database of ${mb(await sizeOf(from))} MB`;
    return [
      {
        name: 'tables that differ after a backup and restore',
        value: different.length,
        limit: 0,
        unit: '',
        isExact: true,
        detail,
      },
      {
        name: 'restore against backup, of the same rows',
        value: restored / saved,
        limit: 3,
        unit: ' x',
        isReported: true,
        detail: `backup ${saved.toFixed(0)} s, verify ${verified.toFixed(0)} s, restore ${restored.toFixed(0)} s; ${sizes}`,
      },
    ];
  } finally {
    for (const { db, launched } of opened) {
      await db.close();
      await launched.stop();
    }
    for (const one of [folder, dataDir]) rmSync(one, { recursive: true, force: true });
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

const mb = (bytes: number): string => Math.round(bytes / 1e6).toLocaleString('en');

async function sizeOf(db: Database): Promise<number> {
  const [row] = await db.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes');
  return Number(row?.bytes ?? 0);
}
