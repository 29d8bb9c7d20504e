/** Backup and restore between databases of a real PostgreSQL, and with the built program. */

import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '../../contract/durations.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { migrate, migrationNames, schemaOf } from '../../server/database/migrate.ts';
import { type Database, type Frozen, openDatabase } from '../../server/database/pool.ts';
import { type Messages, openMessages } from '../../server/messages/messages.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';
import { backupCommand, restoreCommand } from '../../server/ops/backup/backup-commands.ts';
import { makeBackup } from '../../server/ops/backup/make-backup.ts';
import { restoreBackup } from '../../server/ops/backup/restore.ts';
import { verifyBackup } from '../../server/ops/backup/verify.ts';
import { logIn } from '../support/api-client.ts';
import { createDatabase, dropDatabase, seeded } from '../support/cluster.ts';
import { laterMigration, laterMigrations } from '../support/later-version.ts';
import { runProgram } from '../support/program.ts';
import { startServer } from '../support/server.ts';
import { tableHashes } from '../support/table-hashes.ts';
import { blankFrame, messageAt, migrated } from './fresh-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'downlink-backup-'));
const file = (name: string): string => join(folder, name);
const databases: { url: string; db: Messages }[] = [];
async function database(template: typeof seeded | null): Promise<{ url: string; db: Messages }> {
  const url = await createDatabase(template);
  const made = { url, db: openMessages(openDatabase({ url })) };
  databases.push(made);
  return made;
}
let full: { url: string; db: Messages };
const days = [0, 1, 2, 500];
beforeAll(async () => {
  full = await database(seeded);
  const now = clock.now();
  // Texts with all characters that COPY escapes in a row.
  const texts = Array.from({ length: 1000 }, (_, at) => `text ${at}\n\t\\N \\. "quoted" é ${'x'.repeat(at % 200)}`);
  for (const day of days)
    await storeAcars(
      full.db,
      texts.map((text, at) => ({ row: messageAt(now - day * dayMs - at * 1000, { text, tail: `N${at}` }) })),
    );
  await storeAdsb(full.db, [
    { row: { ...blankFrame, icao: 'ABCDEF', timestamp: now / 1000, adsbDateTime: writeInstant(now) } },
  ]);
  await makeBackup(full.db, file('full'), '1.2.3');
});
afterAll(async () => {
  for (const { url, db } of databases) {
    await db.close();
    await dropDatabase(url);
  }
  rmSync(folder, { recursive: true, force: true });
});

const wordsOf = (error: unknown): string => (error as Error).message;
const refusal = (work: Promise<unknown>): Promise<string> => work.then(() => 'was not refused', wordsOf);

test('every table, with the next number of each sequence, is the same in a new database, and a server starts on it', async () => {
  const restored = await database(null);
  const manifest = await restoreBackup(restored.db, file('full'));
  const before = await tableHashes(full.db);
  expect(await tableHashes(restored.db)).toEqual(before);
  expect(before.acars?.split(' ')[0]).toBe('4000');
  expect(manifest.head).toMatchObject({ version: '1.2.3', schema: migrationNames() });
  expect(statSync(file('full')).mode & 0o777).toBe(0o600);

  await storeAcars(restored.db, [{ row: messageAt(clock.now(), { text: 'after the restore', tail: 'NEW' }) }]);
  const [row] = await restored.db.query<{ ids: number; rows: number }>(
    'select count(distinct id)::int as ids, count(*)::int as rows from acars',
  );
  expect(row).toEqual({ ids: 4001, rows: 4001 });

  const server = await startServer({ database: restored.url });
  expect((await logIn(server, 'admin')).token).not.toBe('');
  await server.dispose();
});

test('a backup is one snapshot: rows stored during the backup are not in it, and storing does not wait for it', async () => {
  const { url, db } = await database(migrated);
  const now = clock.now();
  await storeAcars(db, [{ row: messageAt(now, { text: 'before', tail: 'N1' }) }]);
  const before = await tableHashes(db);
  let isStored = false;
  const watched: Database = {
    ...db,
    frozen: (read) =>
      db.frozen((from) =>
        read({
          ...from,
          async *copyOut(sql) {
            for await (const chunk of from.copyOut(sql)) {
              if (sql.includes('"acars_') && !isStored) {
                isStored = true;
                // A day without a partition until now, and a new station: both lock tables of the backup.
                await storeAcars(db, [{ row: messageAt(now - 50 * dayMs, { text: 'meanwhile', tail: 'N2' }) }]);
              }
              yield chunk;
            }
          },
        } satisfies Frozen),
      ),
  };
  await makeBackup(watched, file('snapshot'), '1.0.0');
  expect(isStored).toBe(true);
  const restored = await database(null);
  await restoreBackup(restored.db, file('snapshot'));
  expect(await tableHashes(restored.db)).toEqual(before);
  expect(url).not.toBe(restored.url);
});

describe('an incomplete backup file is refused before anything is written', () => {
  const bytesOf = (): Buffer => readFileSync(file('full'));
  let db: Database;
  beforeAll(async () => {
    ({ db } = await database(null));
  });
  const tried = async (name: string): Promise<{ refused: string; tables: string[] }> => {
    return { refused: await refusal(restoreBackup(db, file(name))), tables: await schemaOf(db) };
  };

  // The last 1,472 bytes are padding: a file without them is complete.
  test.each([0, 1, 511, 512, 600, 5000, 0.3, 0.6, 0.9, -1600])('truncated to %d', async (length) => {
    const total = bytesOf().length;
    copyFileSync(file('full'), file('cut'));
    const part = length > 0 && length < 1 ? Math.floor(total * length) : length;
    truncateSync(file('cut'), part < 0 ? total + part : part);
    const { refused, tables } = await tried('cut');
    expect(refused).toMatch(/cut was refused: it is (not a backup of Downlink|incomplete)/);
    expect(tables).toEqual([]);
  });

  test.each([0.001, 0.2, 0.4, 0.6, 0.8, 0.95, 0.97, 0.99])('a damaged byte at %d of its length', async (at) => {
    const bytes = bytesOf();
    let place = Math.floor(bytes.length * at);
    // Zeros pad the parts of the file: another byte there changes nothing.
    while (bytes[place] === 0) place--;
    bytes[place] = (bytes[place] ?? 0) ^ 0x10;
    writeFileSync(file('damaged'), bytes);
    const { refused, tables } = await tried('damaged');
    expect(refused).toMatch(/damaged was refused: .*(damaged|not a backup|newer|list|incomplete)/);
    expect(tables).toEqual([]);
  });

  test('a foreign file, a folder, and no file', async () => {
    writeFileSync(file('foreign'), 'PGDMP and whatever follows\n'.repeat(100));
    expect((await tried('foreign')).refused).toContain('it is not a backup of Downlink');
    expect((await tried('absent')).refused).toContain('there is no such file');
    expect((await tried('.')).refused).toContain('it cannot be read (EISDIR)');
  });
});

test('an interrupted restore leaves an empty database, which accepts the next restore', async () => {
  const { db } = await database(null);
  const interrupted: Database = {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const result = await work(tx);
        if ((await tx.query("select 1 from users where user_name = 'admin'")).length > 0) throw new Error('power cut');
        return result;
      }),
  };
  expect(await refusal(restoreBackup(interrupted, file('full')))).toBe('power cut');
  expect(await db.query('select 1 from users')).toEqual([]);
  await restoreBackup(db, file('full'));
  expect(await tableHashes(db)).toEqual(await tableHashes(full.db));
});

test('a database with data is refused and stays unchanged', async () => {
  const before = await tableHashes(full.db);
  expect(await refusal(restoreBackup(full.db, file('full')))).toContain('this one has data. Nothing was changed.');
  expect(await tableHashes(full.db)).toEqual(before);
});

test('the backup of an older schema is brought up to date; one of a newer schema is refused', async () => {
  const older = await database(null);
  const migrations = laterMigrations(file('migrations'));
  await migrate(older.db);
  await older.db.query("insert into users (id, user_name, password_hash) values ('u1', 'kept', '')");
  await makeBackup(older.db, file('older'), '0.0.9');
  const restored = await database(null);
  expect((await restoreBackup(restored.db, file('older'), migrations)).head.schema).toEqual(migrationNames());
  expect(await schemaOf(restored.db)).toEqual([...migrationNames(), laterMigration]);
  expect(await restored.db.query('select user_name as name, nickname from users')).toEqual([
    { name: 'kept', nickname: null },
  ]);

  await older.db.query("insert into schema_migration (name) values ('9999-later.sql')");
  await makeBackup(older.db, file('newer'), '9.0.0');
  expect(await refusal(restoreBackup((await database(null)).db, file('newer')))).toContain(
    'it needs a newer version of Downlink (schema 9999-later.sql)',
  );
});

test('npm run backup and npm run restore: no file is replaced, --verify writes nothing', async () => {
  const source = await database(seeded);
  const env = { DATABASE_URL: source.url, DATA_DIR: file('data') };
  const run = async (args: readonly string[], to = env) => {
    const program = runProgram(args, to);
    return { code: await program.ended, printed: program.output() };
  };
  const saved = await run(['backup', file('saved')]);
  expect(saved).toMatchObject({
    code: 0,
    printed: expect.stringMatching(/^Saved 0 messages, .* no archive, .* users of \S+Z \(Downlink /),
  });
  expect(existsSync(file('saved.part'))).toBe(false);
  const printed: string[] = [];
  const say = (line: string): void => void printed.push(line);
  const opens = (): Promise<never> => Promise.reject(new Error('opened'));
  expect(await refusal(backupCommand(opens, [file('saved')], '1.0.0', say))).toContain(
    'already exists. A backup never replaces a file.',
  );
  expect(await backupCommand(opens, [], '1.0.0', say)).toBe(1);
  expect(printed.join()).toContain('Usage: npm run backup');
  const restore = (from: string) => restoreBackup(source.db, from);
  expect(await refusal(restoreCommand(restore, [file('saved')], say))).toContain('this one has data');
  expect(await restoreCommand(opens, ['--verify', file('saved')], say)).toBe(0);
  expect(printed.join()).toContain('saved is complete: 0 messages');

  const target = await database(null);
  expect(await run(['restore', file('saved')], { ...env, DATABASE_URL: target.url })).toMatchObject({ code: 0 });
  expect(await tableHashes(target.db)).toEqual(await tableHashes(source.db));
  expect((await verifyBackup(file('saved'))).tables.length).toBeGreaterThan(30);
});
