import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPostmaster, removeLeftOver } from './postmaster.ts';

let cluster: string;
beforeEach(() => {
  cluster = mkdtempSync(join(tmpdir(), 'downlink-postmaster-'));
});
afterEach(() => rmSync(cluster, { recursive: true, force: true }));
const file = () => join(cluster, 'postmaster.pid');

test('looking for a server leaves the file alone that one is just writing', () => {
  for (const text of ['', String(process.pid)]) {
    writeFileSync(file(), text);
    expect(findPostmaster(cluster)).toBeNull();
    expect(existsSync(file())).toBe(true);
  }
});

test('what a server left that is gone is taken away before a start, and nothing there is no fault', () => {
  for (const text of ['', 'rubbish', `${process.pid}\n${cluster}\n1\n5432\n\n\n\nready\n`]) {
    writeFileSync(file(), text);
    removeLeftOver(cluster);
    expect(existsSync(file()), text).toBe(false);
  }
  removeLeftOver(cluster);
});
