/** kill -9 during backup, restore and upgrade (kills-for-file.ts). */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, migrationNames, schemaOf } from '../../server/database/migrate.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { verifyBackup } from '../../server/ops/backup/verify.ts';
import { createDatabase, dropDatabase } from '../support/cluster.ts';
import { laterMigration, laterProgram } from '../support/later-version.ts';
import { fill } from '../support/older-data.ts';
import { tableHashes } from '../support/table-hashes.ts';
import { killed, killsLimitMs, moments, whole } from './kills-for-file.ts';

const top = mkdtempSync(join(tmpdir(), 'downlink-killed-'));
const made: { url: string; db: Database }[] = [];
async function database(): Promise<{ url: string; db: Database }> {
  const url = await createDatabase(null);
  made.push({ url, db: openDatabase({ url }, { max: 3 }) });
  return made.at(-1) as { url: string; db: Database };
}
afterAll(async () => {
  for (const { url, db } of made) {
    await db.close();
    await dropDatabase(url);
  }
  rmSync(top, { recursive: true, force: true });
});

const file = join(top, 'whole.tar');
let source: { url: string; db: Database };
let before: Record<string, string>;
/** Of one undisturbed backup and restore. */
const takenMs = { backup: 0, restore: 0 };
/** PostgreSQL ends the work of a killed program a moment later. */
const alone = (db: Database): Promise<void> =>
  expect
    .poll(async () => {
      const [row] = await db.query<{ others: number }>(
        `select count(*)::int as others from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
      );
      return row?.others;
    })
    .toBe(0);

beforeAll(async () => {
  source = await database();
  await fill(source.db);
  before = await tableHashes(source.db);
  takenMs.backup = await whole(['backup', file], { DATABASE_URL: source.url });
});

test('a killed backup leaves no file that looks complete, and the next backup is complete', {
  timeout: killsLimitMs,
}, async () => {
  const again = join(top, 'again.tar');
  for (const atMs of moments(takenMs.backup)) {
    await killed(['backup', again], { DATABASE_URL: source.url }, atMs);
    if (existsSync(again)) await verifyBackup(again);
    rmSync(again, { force: true });
  }
  await whole(['backup', again], { DATABASE_URL: source.url });
  await verifyBackup(again);
  expect(await tableHashes(source.db)).toEqual(before);
});

test('a killed restore leaves an empty or a complete installation', { timeout: killsLimitMs }, async () => {
  let target = await database();
  takenMs.restore = await whole(['restore', file], { DATABASE_URL: target.url });
  expect(await tableHashes(target.db)).toEqual(before);
  target = await database();
  for (const atMs of moments(takenMs.restore)) {
    await killed(['restore', file], { DATABASE_URL: target.url }, atMs);
    await alone(target.db);
    const isEmpty =
      (await schemaOf(target.db)).length === 0 || !(await target.db.query('select from users limit 1'))[0];
    if (isEmpty) continue;
    expect(await tableHashes(target.db)).toEqual(before);
    target = await database();
  }
  await whole(['restore', file], { DATABASE_URL: target.url });
  expect(await tableHashes(target.db)).toEqual(before);
});

test('a killed update of the schema leaves the old schema or the new one', { timeout: killsLimitMs }, async () => {
  const older = migrationNames();
  const newer = [...older, laterMigration];
  const later = laterProgram(join(top, 'later'));
  const reset = ['admin-reset', 'someone'];
  const olderData = async (): Promise<{ url: string; db: Database }> => {
    const one = await database();
    await migrate(one.db);
    await one.db.query("insert into users (user_name, password_hash) values ('someone', 'x')");
    return one;
  };
  const env = ({ url }: { url: string }) => ({ DATABASE_URL: url, BACKUP_DIR: join(top, 'updates') });
  let target = await olderData();
  const updateMs = await whole(reset, env(target), later);
  target = await olderData();
  for (const atMs of moments(updateMs)) {
    await killed(reset, env(target), atMs, later);
    await alone(target.db);
    const schema = await schemaOf(target.db);
    expect([older, newer]).toContainEqual(schema);
    expect(await target.db.query('select user_name as name from users')).toEqual([{ name: 'someone' }]);
    if (schema.length > older.length) target = await olderData();
  }
  await whole(reset, env(target), later);
  expect(await schemaOf(target.db)).toEqual(newer);
});
