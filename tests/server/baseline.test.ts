/** The baseline of the schema, and the bridge that takes over the data of the last version before it. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { StartupError } from '../../server/base/startup-error.ts';
import { migrate, migrationNames, pendingMigrations, schemaOf } from '../../server/database/migrate.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { makeBackup } from '../../server/ops/backup/make-backup.ts';
import { restoreBackup } from '../../server/ops/backup/restore.ts';
import { upgradeDatabase } from '../../server/ops/backup/upgrade.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { createDatabase, dropDatabase } from '../support/cluster.ts';
import { laterMigration, laterMigrations } from '../support/later-version.ts';
import { root } from '../support/repository.ts';
import { schemaListing } from '../support/schema-listing.ts';
import { startServer } from '../support/server.ts';
import { tableHashes } from '../support/table-hashes.ts';

/** Both made by the last version before the baseline: never changed again. */
const recordings = join(root, 'tests/recordings');
const listed = readFileSync(join(recordings, 'schema-0107.txt'), 'utf8');
const backup = join(recordings, 'backup-0107.tar');

const [baseline = '', ...later] = migrationNames();
const { migrations: before, lastVersion } = JSON.parse(
  readFileSync(join(root, 'server/database/migrations', baseline, 'replaces.json'), 'utf8'),
) as { migrations: string[]; lastVersion: string };

const top = mkdtempSync(join(tmpdir(), 'downlink-baseline-'));
const opened: { url: string; db: Database }[] = [];
afterAll(async () => {
  for (const { url, db } of opened) {
    await db.close();
    await dropDatabase(url);
  }
  rmSync(top, { recursive: true, force: true });
});
async function database(): Promise<{ url: string; db: Database }> {
  const url = await createDatabase(null);
  const one = { url, db: openDatabase({ url }, { max: 4 }) };
  opened.push(one);
  return one;
}
/** As versions before the baseline record it. The schema is the same: the first test compares them. */
async function recordAs(db: Database, names: readonly string[]): Promise<void> {
  await db.query('delete from schema_migration');
  await db.query('insert into schema_migration (name) select unnest($1::text[])', [names]);
}
async function dataOf(names: readonly string[]) {
  const one = await database();
  await migrate(one.db, { upTo: baseline });
  await one.db.query("insert into users (user_name, password_hash) values ('someone', 'x')");
  await recordAs(one.db, names);
  return one;
}
const recordOf = async (db: Database): Promise<string[]> =>
  (await db.query<{ name: string }>('select name from schema_migration order by name')).map(({ name }) => name);
const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartupError);
  return (error as StartupError).message;
};

test('the baseline makes the schema of the 59 migrations that it replaces', async () => {
  const { db } = await database();
  await migrate(db, { upTo: baseline });
  expect(await schemaListing(db)).toBe(listed);
  expect(before).toHaveLength(59);
});

test('data of the last version before the baseline is taken over as it is: no backup, no change', async () => {
  const { db } = await dataOf(before);
  const hashes = await tableHashes(db);
  const migrations = join(top, 'baseline');
  cpSync(join(root, 'server/database/migrations', baseline), join(migrations, baseline), { recursive: true });
  expect(await pendingMigrations(db, migrations)).toEqual([]);
  const upgrade = { folder: join(top, 'none'), version: '2.0.0', say: () => {}, migrations };
  expect(await upgradeDatabase(db, upgrade)).toBeNull();
  expect(await tableHashes(db)).toEqual(hashes);
  expect(await schemaOf(db)).toEqual([baseline]);
  // The last version before the baseline starts on this data as before.
  expect(await recordOf(db)).toEqual(before);
  expect(readdirSync(top)).toEqual(['baseline']);
});

test('with the first later migration the data is saved, and the record names the baseline', async () => {
  const { db } = await dataOf(before);
  const migrations = laterMigrations(join(top, 'migrations'));
  const folder = join(top, 'backups');
  expect(await pendingMigrations(db, migrations)).toEqual([...later, laterMigration]);
  const upgrade = await upgradeDatabase(db, { folder, version: '2.0.0', say: () => {}, migrations });
  expect(readdirSync(folder)).toEqual([upgrade?.file]);
  expect(await recordOf(db)).toEqual([baseline, ...later, laterMigration]);
  expect(await db.query('select user_name, nickname from users')).toEqual([{ user_name: 'someone', nickname: null }]);
  const restored = await database();
  await restoreBackup(restored.db, join(folder, upgrade?.file ?? ''));
  expect(await recordOf(restored.db)).toEqual([baseline, ...later]);
});

test.each([
  ['one migration less', before.slice(0, -1), before.at(-2)],
  ['a gap', before.filter((name) => !name.startsWith('0086')), before.at(-1)],
  ['the first version', before.slice(0, 1), before[0]],
])(
  'an older schema is refused with the version to install first, and nothing is changed: %s',
  async (_, names, last) => {
    const { db, url } = await dataOf(names);
    const hashes = await tableHashes(db);
    const message = await refusal(startServer({ database: url }));
    expect(message).toBe(
      `This database is from an older version of Downlink (schema ${last}, this version updates from 0107-user-preferences.sql). ` +
        `Nothing was changed. Install ${lastVersion} and start it once, then install this version again.`,
    );
    expect(await refusal(migrate(db))).toBe(message);
    expect(await tableHashes(db)).toEqual(hashes);
    expect(await recordOf(db)).toEqual(names);
    const file = join(top, `older-${names.length}.tar`);
    await makeBackup(db, file, '0.0.9');
    const empty = await database();
    expect(await refusal(restoreBackup(empty.db, file))).toContain(
      `older-${names.length}.tar was refused: it is from an older version of Downlink (schema ${last}). Nothing was changed. Restore it with ${lastVersion},`,
    );
    expect(await schemaOf(empty.db)).toEqual([]);
  },
);

test.each([
  ['a migration that no version has', [...before, '0050-of-someone-else.sql'], '0050-of-someone-else.sql'],
  ['a later migration without the baseline', [laterMigration], '0108-baseline is missing before 9000-later.sql'],
  ['a later migration over an incomplete schema', [...before.slice(0, 9), laterMigration], '0108-baseline is missing'],
])('a record that no version leaves is refused, and nothing is changed: %s', async (name, names, reported) => {
  const { db } = await dataOf(names);
  const hashes = await tableHashes(db);
  const folder = laterMigrations(join(top, name));
  const message = await refusal(migrate(db, { folder }));
  expect(message).toContain(`are not those of a version of Downlink (${reported}`);
  expect(message).toContain('Nothing was changed. Check that DATABASE_URL or DATA_DIR names the right database');
  expect(await tableHashes(db)).toEqual(hashes);
  expect(await recordOf(db)).toEqual([...names].sort());
});

test('a backup of the last version before the baseline is restored: rows, login, history, audit trail', async () => {
  const { db, url } = await database();
  const { head, tables } = await restoreBackup(db, backup);
  expect(head.schema).toEqual(before);
  expect(await recordOf(db)).toEqual([baseline, ...later]);
  // Days that an update counts again (0125) wait in text_due.
  for (const { name, rows } of tables.filter((table) => table.name !== 'text_due')) {
    const [row] = await db.query<{ rows: number }>(`select count(*)::int as rows from "${name}"`);
    expect(row?.rows, name).toBe(rows);
  }
  // Days without limit: retention would delete the messages of the backup one day.
  const server = await startServer({ database: url, env: { RETENTION_DAYS: '0' } });
  try {
    const { token } = await logIn(server, 'admin');
    const read = async (path: string): Promise<unknown> => (await callApi(server, path, { token })).json;
    const range = 'acarsMessageDateTimeMin=2026-11-26T00:00:00Z&acarsMessageDateTimeMax=2026-11-30T00:00:00Z';
    expect(await read(`/AcarsMessage/allUsers?${range}&tail=YR-ABC`)).toMatchObject({
      acarsMessages: [{ flight: 'RO0301', text: 'three days ago', stationId: 'CS-TEST-ACARS' }],
    });
    expect(await read('/Station/GetStationLocationHistory/21')).toMatchObject([
      { latitude: 46.8 },
      { latitude: 46.77 },
    ]);
    expect(await read('/Audit?subject=bid&limit=1')).toMatchObject({
      entries: [{ userName: 'admin', details: expect.stringContaining('bid value: 10') }],
    });
  } finally {
    await server.dispose();
  }
});
