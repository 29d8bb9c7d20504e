import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type StoredTile, TileStore } from './tile-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'downlink-store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const key = (n: number): string => `${n}`.padStart(2, '0').repeat(4);
const tile = (bytes: number): StoredTile => ({
  type: 'image/png',
  etag: '"e"',
  validators: { etag: '"theirs"' },
  freshUntilMs: 5,
  bytes: Buffer.alloc(bytes, '\n'),
});
const storedIn = async (store: TileStore, upTo: number): Promise<number[]> => {
  const found = await Promise.all(Array.from({ length: upTo }, (_, n) => store.read(key(n))));
  return found.flatMap((one, n) => (one ? [n] : []));
};

describe('tiles on the disk', () => {
  test('are returned unchanged, also after a restart', async () => {
    await new TileStore(folder, 100_000).write(key(1), tile(5000));
    expect(await new TileStore(folder, 100_000).read(key(1))).toEqual(tile(5000));
    expect(await new TileStore(folder, 100_000).read(key(2))).toBeNull();
  });

  test('stay within the limit: the least recently used is removed first', async () => {
    const store = new TileStore(folder, 50_000);
    for (const n of [0, 1, 2, 3]) await store.write(key(n), tile(10_000));
    await store.read(key(0));
    await store.write(key(4), tile(10_000));
    expect(await storedIn(store, 5)).toEqual([0, 2, 3, 4]);
  });

  test('the limit includes files of an earlier run, oldest first; unfinished files are removed', async () => {
    const before = new TileStore(folder, 50_000);
    for (const n of [0, 1, 2, 3]) await before.write(key(n), tile(10_000));
    const path = (n: number): string => join(folder, key(n).slice(0, 2), key(n));
    for (const [n, usedAtS] of [
      [0, 4000],
      [1, 1000],
      [2, 3000],
      [3, 2000],
    ] as const)
      utimesSync(path(n), usedAtS, usedAtS);
    writeFileSync(`${path(0)}.abcd`, 'half a tile');
    const after = new TileStore(folder, 36_000);
    await after.write(key(4), tile(10_000));
    expect(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .flatMap((one) => (one.isFile() ? [one.name] : []))
        .sort(),
    ).toEqual([key(0), key(2), key(4)]);
  });

  test('a damaged file is not a tile, a full disk is not an error, and without a limit nothing is written', async () => {
    const store = new TileStore(folder, 100_000);
    await store.write(key(1), tile(100));
    writeFileSync(join(folder, '01', key(1)), '{"type":"text/html"}\n<html>');
    expect(await store.read(key(1))).toBeNull();
    writeFileSync(join(folder, '02'), 'a file where a folder should be');
    await store.write(key(2), tile(100));
    expect(await store.read(key(2))).toBeNull();
    await new TileStore(folder, 0).write(key(3), tile(100));
    expect(await store.read(key(3))).toBeNull();
  });
});
