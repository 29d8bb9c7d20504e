/** Backups at an interval: their times, number and reports. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { hourMs } from '../../contract/durations.ts';
import { clock } from '../../server/base/clock.ts';
import type { Database } from '../../server/database/pool.ts';
import { lateText, ScheduledBackups } from '../../server/ops/backup/scheduled-backups.ts';
import { verifyBackup } from '../../server/ops/backup/verify.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { startServer } from '../support/server.ts';
import { databaseForFile } from './fresh-database.ts';

const top = mkdtempSync(join(tmpdir(), 'downlink-backups-'));
const fixture = databaseForFile();
rightClockAfterEach();
afterAll(() => rmSync(top, { recursive: true, force: true }));

const scheduled = (folder: string | null, over: Database = fixture.db): ScheduledBackups =>
  new ScheduledBackups(over, { folder, everyHours: 24, keep: 2 }, '1.0.0', async () => clock.now());
const filesOf = (folder: string): string[] => readdirSync(folder).sort();

test('a backup is created each interval and verified, and the newest are retained; other files of the folder stay', async () => {
  const folder = join(top, 'kept');
  mkdirSync(folder);
  for (const name of ['notes.txt', 'downlink-20200101T000000Z.tar.part', 'downlink-before-update.tar'])
    writeFileSync(join(folder, name), 'x');
  const backups = scheduled(folder);
  await Promise.all([backups.run(), backups.run()]);
  await backups.run();
  const [first = ''] = filesOf(folder).filter((name) => /^downlink-\d/.test(name));
  expect(filesOf(folder)).toEqual([first, 'downlink-before-update.tar', 'notes.txt'].sort());
  expect((await verifyBackup(join(folder, first))).head.version).toBe('1.0.0');
  expect(backups.state()).toMatchObject({ files: 1, everyHours: 24, isLate: false });

  clock.offsetMs += 23 * hourMs;
  // A restarted server reads the time of the last backup.
  await scheduled(folder).run();
  expect(filesOf(folder)).toHaveLength(3);
  for (let day = 0; day < 2; day++) {
    clock.offsetMs += 24 * hourMs;
    await scheduled(folder).run();
  }
  expect(filesOf(folder)).toHaveLength(4);
  expect(filesOf(folder)).not.toContain(first);
});

test('a failure is reported at once if there is no backup, otherwise after two intervals, and the backup is repeated after an hour', async () => {
  const folder = join(top, 'taken');
  writeFileSync(folder, 'a file where the folder should be');
  const backups = scheduled(folder);
  await expect(backups.run()).rejects.toThrow(/EEXIST|ENOTDIR/);
  expect(lateText(backups.state())).toBe('No backup has succeeded. The log of the server has the reason.');
  rmSync(folder);
  clock.offsetMs += hourMs - 60_000;
  await backups.run();
  expect(filesOf(folder)).toEqual([]);
  clock.offsetMs += 60_000;
  await backups.run();
  expect(filesOf(folder)).toHaveLength(1);
  expect(lateText(backups.state())).toBeNull();
  clock.offsetMs += 48 * hourMs + 60_000;
  expect(lateText(backups.state())).toContain('older than two intervals');
});

test('a backup is created at once on request of the Admin, one for two requests; a failure is reported with its time', async () => {
  const folder = join(top, 'requested');
  const backups = scheduled(folder);
  await backups.run();
  clock.offsetMs += 60_000;
  await backups.run();
  expect(filesOf(folder)).toHaveLength(1);
  const requested = [backups.run(), backups.runNow(), backups.runNow()];
  expect(backups.state()?.isRunning).toBe(true);
  await Promise.all(requested);
  expect(filesOf(folder)).toHaveLength(2);
  expect(backups.state()).toMatchObject({ files: 2, isRunning: false, failedAtMs: null });

  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'a file where the folder should be');
  await expect(backups.runNow()).rejects.toThrow(/EEXIST|ENOTDIR/);
  expect(backups.state()).toMatchObject({ isRunning: false, failedAtMs: expect.any(Number) });
});

test('a server that stops ends a running backup and leaves no part of it', async () => {
  const folder = join(top, 'stopped');
  let stopped: Promise<void> | null = null;
  const backups: ScheduledBackups = scheduled(folder, {
    ...fixture.db,
    frozen: (read) =>
      fixture.db.frozen((from) => {
        stopped = backups.stop();
        return read(from);
      }),
  });
  await backups.run();
  await stopped;
  expect(stopped).not.toBeNull();
  expect(filesOf(folder)).toEqual([]);
});

test('without BACKUP_DIR no backup is created; with it the Admin sees the last one, which contains the whole database', async () => {
  expect(scheduled(null).state()).toBeNull();
  await scheduled(null).run();
  const folder = join(top, 'server');
  const server = await startServer({ env: { BACKUP_DIR: folder, BACKUP_HOURS: '1' } });
  try {
    const { token } = await logIn(server, 'admin');
    const backup = async () =>
      ((await callApi(server, '/storage', { token })).json as { backup: { lastAt: string | null } }).backup;
    await expect.poll(async () => (await backup()).lastAt).not.toBeNull();
    expect(await backup()).toMatchObject({ files: 1, everyHours: 1, problem: null });
    type Status = { backup: { files: number; isRunning: boolean; nextAt: string }; audit: { action: string }[] };
    const status = async () => (await callApi(server, '/ServerStatus', { token })).json as Status;
    const { audit, backup: first } = await status();
    expect(audit[0]).toMatchObject({ action: 'logged in', subject: 'login', userName: 'admin' });
    expect(first).toMatchObject({ files: 1, isRunning: false, failedAt: null });
    expect(Date.parse(first.nextAt)).toBeGreaterThan(Date.now() + hourMs / 2);
    // Names of files contain seconds.
    await expect.poll(async () => Date.now() - Date.parse((await backup()).lastAt ?? '')).toBeGreaterThan(1000);
    expect((await callApi(server, '/ServerStatus/Backup', { method: 'POST', token })).status).toBe(204);
    await expect.poll(async () => (await status()).backup).toMatchObject({ files: 2, isRunning: false });
    const parser = (await logIn(server, 'parser')).token;
    expect((await callApi(server, '/ServerStatus', { token: parser })).status).toBe(403);
    expect((await callApi(server, '/ServerStatus/Backup', { method: 'POST', token: parser })).status).toBe(403);
    const [name = ''] = filesOf(folder);
    expect((await verifyBackup(join(folder, name))).tables.find((table) => table.name === 'users')?.rows).toBe(7);
    expect((await callApi(server, '/storage', { token: (await logIn(server, 'parser')).token })).status).toBe(403);
  } finally {
    await server.dispose();
  }
});
