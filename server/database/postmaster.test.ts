import { spawn } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPostmaster, limitLogSize, removeLeftOver } from './postmaster.ts';

let cluster: string;
beforeEach(() => {
  cluster = mkdtempSync(join(tmpdir(), 'downlink-postmaster-'));
});
afterEach(() => rmSync(cluster, { recursive: true, force: true }));
const file = () => join(cluster, 'postmaster.pid');

test('the search for a server ignores a file that is being written', () => {
  for (const text of ['', String(process.pid)]) {
    writeFileSync(file(), text);
    expect(findPostmaster(cluster)).toBeNull();
    expect(existsSync(file())).toBe(true);
  }
});

test('a server that starts has no address until it listens', () => {
  const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'postgres', cluster]);
  try {
    const hostAfter = (end: string) => {
      writeFileSync(file(), `${server.pid}\n${cluster}\n1\n5432\n${end}`);
      return findPostmaster(cluster)?.host;
    };
    expect(hostAfter('\n')).toBeNull();
    expect(hostAfter('/run/of/it\n\n 1 2\nready\n')).toBe('/run/of/it');
    expect(hostAfter('\n127.0.0.1\n 1 2\nready\n')).toBe('127.0.0.1');
  } finally {
    server.kill();
  }
});

test('files of a killed server are removed before a start, and a clean folder is fine', () => {
  for (const text of ['', 'rubbish', `${process.pid}\n${cluster}\n1\n5432\n\n\n\nready\n`]) {
    writeFileSync(file(), text);
    removeLeftOver(cluster);
    expect(existsSync(file()), text).toBe(false);
  }
  removeLeftOver(cluster);
});

test('the log of a running server is private and has two parts of limited size; what it writes next is kept', () => {
  const log = join(cluster, 'postgres.log');
  const server = openSync(log, 'a', 0o600);
  for (let part = 0; part < 3; part++) {
    appendFileSync(log, 'x'.repeat(5_000_001));
    limitLogSize(log);
    writeSync(server, `line ${part}\n`);
  }
  limitLogSize(log);
  closeSync(server);
  expect(readFileSync(log, 'utf8')).toBe('line 2\n');
  expect(statSync(`${log}.old`).size).toBe(5_000_001 + 'line 1\n'.length);
  expect([log, `${log}.old`].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
});
