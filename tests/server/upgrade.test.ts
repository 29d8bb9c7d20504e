/** Data of an older version, updated after a backup. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clock } from '../../server/base/clock.ts';
import { migrate, migrationNames, schemaOf } from '../../server/database/migrate.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { upgradeDatabase } from '../../server/ops/backup/upgrade.ts';
import { verifyBackup } from '../../server/ops/backup/verify.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { createDatabase, dropDatabase, seeded } from '../support/cluster.ts';
import { laterMigration, laterMigrations, laterProgram } from '../support/later-version.ts';
import { runProgram } from '../support/program.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';

const top = mkdtempSync(join(tmpdir(), 'downlink-upgrade-'));
const opened: { url: string; db: Database }[] = [];
rightClockAfterEach();
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
/** The schema of this version, which is older than that of the next one. */
const older = migrationNames();
const newer = [...older, laterMigration];
const migrations = laterMigrations(join(top, 'migrations'));
async function olderData(): Promise<Database> {
  const db = await database(null);
  await migrate(db);
  await db.query("insert into users (user_name, password_hash) values ('someone', 'x')");
  return db;
}
const output: string[] = [];
const options = (name: string, more: object = {}) => ({
  folder: join(top, name),
  version: '2.0.0',
  say: (line: string) => void output.push(line),
  migrations,
  ...more,
});
const filesOf = (name: string): string[] => readdirSync(join(top, name)).sort();

test('before data of an older version is changed, it is saved to a verified backup; the newest two backups are retained', async () => {
  for (let round = 0; round < 3; round += 1) {
    clock.offsetMs += 1000;
    const db = await olderData();
    const upgrade = await upgradeDatabase(db, options('kept'));
    expect(await schemaOf(db)).toEqual(newer);
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
  expect(await schemaOf(db)).toEqual(newer);
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
  expect(await schemaOf(db)).toEqual(newer);
});

test('a failed update leaves the old data and schema untouched, and names the backup', async () => {
  const db = await olderData();
  // The last statement of the migration conflicts with an existing table.
  await db.query('create table later_table (other int)');
  await expect(upgradeDatabase(db, options('failed'))).rejects.toThrow(
    /update of the data failed: .*later_table.* Nothing was changed: .*before-update-\d+T\d+Z\.tar has the same data/,
  );
  expect(await schemaOf(db)).toEqual(older);
  expect(await db.query("select * from users where user_name = 'someone'")).toEqual([
    expect.not.objectContaining({ nickname: null }),
  ]);
  expect(filesOf('failed')).toHaveLength(1);
});

test('the server reports the update and its backup to the Admin', async () => {
  const db = await database(seeded);
  const env = { DATABASE_URL: opened.at(-1)?.url ?? '', DATA_DIR: join(top, 'data'), BACKUP_DIR: join(top, 'server') };
  const program = runProgram(['--no-demo-traffic'], { ...env, HOST: '127.0.0.1' }, laterProgram(join(top, 'later')));
  const server = { apiBase: `${(await program.ready).replace(/\/$/, '')}/api/v1` };
  const { token } = await logIn(server, 'admin');
  const { upgrade } = (await callApi(server, '/storage', { token })).json as { upgrade: { file: string } };
  program.child.kill('SIGINT');
  await program.ended;
  expect(filesOf('server')).toContain(upgrade.file);
  expect(await schemaOf(db)).toEqual(newer);
});
