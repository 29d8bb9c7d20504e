/** Data of PostgreSQL 17, moved to the version of the program, with the published programs of both. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { majorVersion } from '../../server/database/binaries.ts';
import { launchPostgres } from '../../server/database/launch.ts';
import { adoptOlderData, hasOlderData, replaceOlderData } from '../../server/ops/backup/adopt-older.ts';
import { fill, inDatabase, launch17 } from '../support/older-data.ts';
import { runProgram } from '../support/program.ts';
import { tableHashes } from '../support/table-hashes.ts';
import { killed, killsLimitMs, moments, whole } from './kills-for-file.ts';

const top = mkdtempSync(join(tmpdir(), 'downlink-adopt-'));
chmodSync(top, 0o755);
afterAll(() => rmSync(top, { recursive: true, force: true }));

const dataDir = join(top, 'data');
/** The data before the move. */
const old = join(top, 'old');
/** Owners of files stay: the database runs as another user. */
const copy = (from: string, to: string): void => void execFileSync('cp', ['-a', from, to]);
const place = { databaseUrl: null, dataDir };
const silent = (): void => {};
const options = { folder: join(dataDir, 'backups'), version: '2.0.0', say: silent };
const version = (): string => readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8').trim();
const setAside = (): string[] => readdirSync(dataDir).filter((name) => name.startsWith('postgres-1'));
const leftOver = (): string[] => readdirSync(dataDir).filter((name) => name.includes('.adopt'));

let before: Record<string, string>;
beforeAll(async () => {
  before = await inDatabase(launch17(dataDir), async (db) => {
    await fill(db);
    const hashes = await tableHashes(db);
    await db.query('create table other as select 1 as one');
    return hashes;
  });
  expect(version()).toBe('17');
});

test('a failed adoption leaves the old data unchanged, and a server of the older version that still runs is not disturbed', async () => {
  await expect(adoptOlderData(place, options)).rejects.toThrow('"other" is not a table of Downlink');
  expect(version()).toBe('17');
  expect(leftOver()).toEqual([]);
  await inDatabase(launch17(dataDir), async (db) => {
    await db.query('alter table schema_migration rename to recorded');
    await db.query('create table schema_migration (like recorded including all)');
    await db.query("insert into schema_migration (name) values ('0001-accounts.sql')");
  });
  await expect(adoptOlderData(place, options)).rejects.toThrow(
    /older version of Downlink \(schema 0001.* start it once/,
  );
  await inDatabase(launch17(dataDir), async (db) => {
    await db.query('drop table schema_migration');
    await db.query('alter table recorded rename to schema_migration');
  });
  await inDatabase(launch17(dataDir), async (db) => {
    await db.query('drop table other');
    expect(await tableHashes(db)).toEqual(before);
    await db.query('select pg_advisory_lock($1)', [0x646c6e6b]);
    await expect(adoptOlderData(place, options)).rejects.toThrow('already running on the data folder');
    expect(await tableHashes(db)).toEqual(before);
  });
});

const move = (name: string) => ['backup', join(top, `${name}.tar`)];
/** Of one undisturbed move. */
let moveMs = 0;

test('a command of the new version adopts the data: every table by count and hash; the old files and a backup stay', async () => {
  copy(dataDir, old);
  const startedAt = performance.now();
  const program = runProgram(move('after'), { DATA_DIR: dataDir });
  expect(await program.ended, program.output()).toBe(0);
  moveMs = performance.now() - startedAt;
  expect(program.output()).toContain('The data is from PostgreSQL 17. Moving it');
  expect(version()).toBe(String(majorVersion));
  expect(setAside()).toHaveLength(1);
  expect(readFileSync(join(dataDir, setAside()[0] ?? '', 'PG_VERSION'), 'utf8').trim()).toBe('17');
  expect(leftOver()).toEqual([]);
  expect(await inDatabase(launchPostgres(dataDir, silent), tableHashes)).toEqual(before);
  expect(hasOlderData(place)).toBe(false);
  expect(readdirSync(options.folder).some((name) => name.startsWith('before-update-'))).toBe(true);
});

test('a killed move to a new PostgreSQL leaves the old data or all of the new data', {
  timeout: killsLimitMs * 2,
}, async () => {
  for (const [at, atMs] of moments(moveMs).entries()) {
    const name = `killed-${at}`;
    const killedDir = join(top, name);
    copy(old, killedDir);
    await killed(move(name), { DATA_DIR: killedDir }, atMs);
    await whole(move(`${name}-next`), { DATA_DIR: killedDir });
    expect(readFileSync(join(killedDir, 'postgres', 'PG_VERSION'), 'utf8').trim()).toBe(String(majorVersion));
    expect(await inDatabase(launchPostgres(killedDir, silent), tableHashes)).toEqual(before);
    rmSync(killedDir, { recursive: true, force: true });
  }
});

test('an exchange that was interrupted between its two renames is completed', () => {
  const cluster = join(dataDir, 'postgres');
  renameSync(cluster, `${cluster}.adopted`);
  expect(hasOlderData(place)).toBe(false);
  expect(version()).toBe(String(majorVersion));
});

test('without the programs of its version the start explains both ways and changes nothing; a backup can be restored instead', async () => {
  const other = join(top, 'other');
  const cluster = join(other, 'postgres');
  mkdirSync(cluster, { recursive: true });
  writeFileSync(join(cluster, 'PG_VERSION'), '12\n');
  const at = { databaseUrl: null, dataDir: other };
  const file = join(top, 'after.tar');
  await expect(adoptOlderData(at, { ...options, folder: top })).rejects.toThrow(
    /from PostgreSQL 12, and its programs are not installed. Nothing was changed.*\n.*npm run restore -- FILE/,
  );
  expect(readdirSync(cluster)).toEqual(['PG_VERSION']);
  await replaceOlderData(at, file, options);
  expect(await inDatabase(launchPostgres(other, silent), tableHashes)).toEqual(before);
  const [stored = ''] = readdirSync(other).filter((name) => name.startsWith('postgres-12-'));
  expect(existsSync(join(other, stored, 'PG_VERSION'))).toBe(true);
});

test('data of a later version of PostgreSQL is refused', () => {
  const other = join(top, 'later');
  const cluster = join(other, 'postgres');
  mkdirSync(cluster, { recursive: true });
  writeFileSync(join(cluster, 'PG_VERSION'), '99\n');
  expect(() => hasOlderData({ databaseUrl: null, dataDir: other })).toThrow(/is from PostgreSQL 99.*newer version/);
});
