import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dayMs } from '../../contract/durations.ts';
import { LogFiles } from './log.ts';

const start = Date.UTC(2026, 10, 20, 12);
let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'downlink-log-')), 'logs');
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});
const isTrusted = (): boolean => true;
const earlier = (): string[] => readdirSync(folder).filter((name) => name !== 'downlink.log');
const total = (): number => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

test('all files together stay below the limit, and the newest lines remain', () => {
  const files = new LogFiles({ folder, maxBytes: 10_000, days: 14 }, isTrusted);
  for (let n = 0; n < 1000; n++) {
    vi.setSystemTime(start + n * 1000);
    files.write(`${String(n).padStart(99, '.')}\n`);
    expect(total()).toBeLessThanOrEqual(10_000);
  }
  expect(earlier()).toHaveLength(9);
  expect(readFileSync(join(folder, 'downlink.log'), 'utf8')).toContain('.999\n');
  expect(statSync(join(folder, 'downlink.log')).mode & 0o777).toBe(0o600);
});

test('a file ends with its day, and is deleted after its days; other files stay', () => {
  const files = new LogFiles({ folder, maxBytes: 10_000, days: 2 }, isTrusted);
  writeFileSync(join(folder, 'notes.txt'), 'of the operator');
  const days = (n: number): void => {
    vi.setSystemTime(start + n * dayMs);
    files.write(`day ${n}\n`);
  };
  for (const n of [0, 1, 2, 3, 4]) days(n);
  expect(earlier().sort()).toEqual([
    'downlink-20261122T120000000Z.log',
    'downlink-20261123T120000000Z.log',
    'downlink-20261124T120000000Z.log',
    'notes.txt',
  ]);
  expect(readFileSync(join(folder, 'downlink.log'), 'utf8')).toBe('day 4\n');
});

test('with a clock in doubt no file is deleted by its age, only by the size of all', () => {
  let isDoubted = true;
  const files = new LogFiles({ folder, maxBytes: 10_000, days: 2 }, () => !isDoubted);
  for (const day of [0, 1, 3650, 3651]) {
    vi.setSystemTime(start + day * dayMs);
    files.write('a line\n');
  }
  expect(earlier()).toHaveLength(3);
  isDoubted = false;
  vi.setSystemTime(start + 3652 * dayMs);
  files.write('a line\n');
  expect(earlier().sort()).toEqual([
    'downlink-20361117T120000000Z.log',
    'downlink-20361118T120000000Z.log',
    'downlink-20361119T120000000Z.log',
  ]);
});

test('a folder that disappears loses no later line, and one that is not writable prevents the start', () => {
  const files = new LogFiles({ folder, maxBytes: 1000, days: 2 }, isTrusted);
  files.write(`${'a'.repeat(90)}\n`);
  rmSync(folder, { recursive: true });
  files.write(`${'b'.repeat(90)}\n`);
  files.write('after\n');
  expect(readFileSync(join(folder, 'downlink.log'), 'utf8')).toBe('after\n');
  const file = join(folder, 'downlink.log');
  expect(() => new LogFiles({ folder: file, maxBytes: 1000, days: 2 }, isTrusted)).toThrow('LOG_DIR: ');
});
