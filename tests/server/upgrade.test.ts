/** Data of an older version, updated after a backup. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { schemaOf } from '../../server/backup/tables.ts';
import { upgradeDatabase } from '../../server/backup/upgrade.ts';
import { verifyBackup } from '../../server/backup/verify.ts';
import { clock } from '../../server/base/clock.ts';
import { migrate, migrationNames } from '../../server/database/migrate.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { createDatabase, dropDatabase, seeded } from '../support/cluster.ts';
import { startServer } from '../support/server.ts';

const top = mkdtempSync(join(tmpdir(), 'downlink-upgrade-'));
const opened: { url: string; db: Database }[] = [];
const realOffsetMs = clock.offsetMs;
afterEach(() => {
  clock.offsetMs = realOffsetMs;
});
afterAll(async () => {
  for (const { url, db } of opened) {
    await db.close();
    await dropDatabase(url);
  }
  rmSync(top, { recursive: true, force: true });
});
async function database(template: typeof seeded | null): Promise<Database> {
  const url = await createDatabase(template);
  const db = openDatabase({ url }, { max: 4 });
  opened.push({ url, db });
  return db;
}
/** The newest migration before the audit trail. */
const older = migrationNames().filter((name) => name < '0045');
async function olderData(): Promise<Database> {
  const db = await database(null);
  await migrate(db, { upTo: older.at(-1) ?? '' });
  await db.query("insert into users (user_name, password_hash) values ('someone', 'x')");
  return db;
}
const output: string[] = [];
const options = (name: string, more: object = {}) => ({
  folder: join(top, name),
  version: '2.0.0',
  say: (line: string) => void output.push(line),
  ...more,
});
const filesOf = (name: string): string[] => readdirSync(join(top, name)).sort();

test('before data of an older version is changed, it is saved to a verified backup; the newest two backups are retained', async () => {
  for (let round = 0; round < 3; round += 1) {
    clock.offsetMs += 1000;
    const db = await olderData();
    const upgrade = await upgradeDatabase(db, options('kept'));
    expect(await schemaOf(db)).toEqual(migrationNames());
    const { head, tables } = await verifyBackup(join(top, 'kept', upgrade?.file ?? ''));
    expect(head.schema).toEqual(older);
    expect(tables.find(({ name }) => name === 'users')?.rows).toBe(1);
    expect(await upgradeDatabase(db, options('kept'))).toBeNull();
    if (round === 0) writeFileSync(join(top, 'kept', 'before-update-20200101T000000Z.tar.part'), 'x');
  }
  expect(filesOf('kept').every((name) => /^before-update-\d{8}T\d{6}Z\.tar$/.test(name))).toBe(true);
  expect(filesOf('kept')).toHaveLength(2);
});

test('an empty installation gets its schema without a backup', async () => {
  const db = await database(null);
  expect(await upgradeDatabase(db, options('none'))).toBeNull();
  expect(await schemaOf(db)).toEqual(migrationNames());
  expect(() => filesOf('none')).toThrow('ENOENT');
});

test('without enough space the update runs without a backup and reports that; a folder that cannot be written stops it', async () => {
  const db = await olderData();
  writeFileSync(join(top, 'a-file'), '');
  await expect(upgradeDatabase(db, options('a-file'))).rejects.toThrow(
    /backup before the update failed: .*Nothing was changed/,
  );
  expect(await schemaOf(db)).toEqual(older);
  expect(await upgradeDatabase(db, options('small', { freeBytes: 1000 }))).toMatchObject({ file: null });
  expect(output.join()).toContain('There is no space for a backup');
  expect(await schemaOf(db)).toEqual(migrationNames());
});

test('a failed update leaves the old data and schema untouched, and names the backup', async () => {
  const db = await olderData();
  // The last statements of a migration conflict with an existing table.
  await db.query('create table server_setting (other int)');
  await expect(upgradeDatabase(db, options('failed'))).rejects.toThrow(
    /update of the data failed: .*server_setting.* Nothing was changed: .*before-update-\d+T\d+Z\.tar has the same data/,
  );
  expect(await schemaOf(db)).toEqual(older);
  expect(await db.query("select to_regclass('audit_entry')::text as name")).toEqual([{ name: null }]);
  expect(await db.query('select user_name from users')).toEqual([{ user_name: 'someone' }]);
  expect(filesOf('failed')).toHaveLength(1);
});

test('the server reports the update and its backup to the Admin', async () => {
  const db = await database(seeded);
  // The state left by the version before this migration.
  await db.query("drop table adsb_keep; delete from schema_migration where name = '0043-adsb-keep.sql'");
  const server = await startServer({ database: opened.at(-1)?.url ?? '', env: { BACKUP_DIR: join(top, 'server') } });
  const { token } = await logIn(server, 'admin');
  const { upgrade } = (await callApi(server, '/storage', { token })).json as { upgrade: { file: string } };
  await server.dispose();
  expect(filesOf('server')).toContain(upgrade.file);
  expect(await schemaOf(db)).toEqual(migrationNames());
});
