import { beforeAll, expect, test } from 'vitest';
import { ensureTemporal } from '../../lib/time.ts';
import {
  backupText,
  dayText,
  intervalText,
  type Storage,
  shortageText,
  storageText,
  upgradeText,
} from './StoragePanel.tsx';

beforeAll(ensureTemporal);

const now = Date.UTC(2026, 10, 23, 18);
const at = { now, dataAt: now, isNow: true };

const storage: Storage = {
  bytes: 4_100_000_000,
  freeBytes: 64_000_000_000,
  maxBytes: null,
  measuredDays: 7,
  perDay: { messages: 12_000_000, frames: 1_200_000_000, rawFrames: 1_000_000_000 },
  forecast: { bytes: 38_000_000_000, days: 15 },
};

test('size, forecast and free space in one line', () => {
  expect(storageText(storage, at)).toBe(
    "Database 4.1\u00a0GB. At today's rate, 15 days need 38.0\u00a0GB. 64.0\u00a0GB free on the disk.",
  );
  expect(dayText(storage)).toBe('Per day: messages 12.0\u00a0MB, ADS-B rows 1.2\u00a0GB, packed frames 1.0\u00a0GB.');
  expect(dayText({ ...storage, perDay: { ...storage.perDay, rawFrames: 0 } })).not.toContain('packed');
  expect(shortageText(storage, at)).toBeNull();
  const limited = { ...storage, freeBytes: null, maxBytes: 5e9, forecast: { bytes: 5e9, days: 1 } };
  expect(storageText(limited, at)).toBe(
    "Database 4.1\u00a0GB. At today's rate, 1 day needs 5.0\u00a0GB (limit MAX_GB).",
  );
});

test('rows that are rarer than set are reported', () => {
  expect(intervalText(storage, at)).toBeNull();
  expect(intervalText({ ...storage, frameSeconds: 30, frameFactor: 1 }, at)).toBeNull();
  expect(intervalText({ ...storage, frameSeconds: 30, frameFactor: 4 }, at)).toBe(
    'Frames are stored every 120 s instead of 30 s (limit ADSB_MAX_GB).',
  );
});

test('the last backup, and the interval', () => {
  const backup = { lastAt: '2026-11-23T12:00:00Z', bytes: 2_500_000, files: 7, everyHours: 24, problem: null };
  expect(backupText(storage, at)).toBeNull();
  expect(backupText({ ...storage, backup: null }, at)).toBe('No backups are scheduled (BACKUP_DIR).');
  expect(backupText({ ...storage, backup }, at)).toBe(
    'A backup is made every 24 h. Last: 12:00Z, 2.5\u00a0MB. 7 kept.',
  );
  const none = { ...backup, lastAt: null, bytes: null, files: 0 };
  expect(backupText({ ...storage, backup: none }, at)).toBe('A backup is made every 24 h. No backup exists yet.');
});

test('an update of the data, with the backup made before', () => {
  const upgrade = { at: '2026-11-23T12:00:00Z', file: 'before-update-20261123T120000Z.tar', bytes: 2_500_000 };
  expect(upgradeText({ ...storage, upgrade: null }, now)).toBeNull();
  expect(upgradeText({ ...storage, upgrade }, now)).toBe(
    'The data was updated 12:00Z. The backup made before the update is before-update-20261123T120000Z.tar, 2.5\u00a0MB.',
  );
  expect(upgradeText({ ...storage, upgrade: { ...upgrade, file: null, bytes: null } }, now)).toBe(
    'The data was updated 12:00Z. There was no space for a backup before the update.',
  );
});

test('without a forecast: the first day, and growth without end', () => {
  const young = { ...storage, measuredDays: 0, forecast: null };
  expect(storageText(young, at)).toBe(
    'Database 4.1\u00a0GB. A forecast needs one full day. 64.0\u00a0GB free on the disk.',
  );
  expect([dayText(young), shortageText(young, at)]).toEqual([null, null]);
  expect(storageText({ ...storage, forecast: null }, at)).toContain('It grows by 2.2\u00a0GB a day.');
});

test('a disk that is too small is reported with the days that are left', () => {
  expect(shortageText({ ...storage, freeBytes: 11e9 }, at)).toBe(
    'The disk is full in about 4 days. Set MAX_GB or RETENTION_DAYS to keep less.',
  );
  expect(shortageText({ ...storage, freeBytes: 11e9, forecast: null }, at)).toContain('in about 4 days');
});
