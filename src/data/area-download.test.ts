import { beforeEach, expect, test, vi } from 'vitest';
import { tilePath } from '../../contract/base-layers.ts';
import type { KeepOutcome, OfflineArea } from '../../contract/tile-keeper.ts';
import { areaDownload, cancelAreaDownload, forgetAreaDownload, startAreaDownload } from './area-download.ts';
import { sendToTileKeeper } from './offline/tile-keeper.ts';

/** 1 + 4 + 16 + 64 tiles. */
const area: OfflineArea = {
  id: 'a',
  name: 'Around Bucharest',
  since: 5,
  layer: 'main',
  bounds: { west: -180, south: -85, east: 180, north: 85 },
  minZoom: 0,
  maxZoom: 3,
};
const stored: KeepOutcome = { kind: 'kept', bytes: 10 };

beforeEach(() => forgetAreaDownload());

test('every tile is requested once, the widest zoom first, and counted', async () => {
  const requested: string[] = [];
  await startAreaDownload(area, {
    otherBytes: 0,
    keep: async (tile, since) => {
      requested.push(tilePath(tile.layer, tile));
      expect(since).toBe(5);
      return tile.z === 3 && tile.x === 0 && tile.y === 0 ? { kind: 'refused' } : stored;
    },
  });
  expect(new Set(requested).size).toBe(85);
  expect(requested[0]).toBe('/tiles/main/0/0/0');
  expect(areaDownload.get()).toMatchObject({
    tiles: 85,
    done: 85,
    missing: 1,
    bytes: 840,
    phase: 'ended',
    stopped: null,
  });
});

test('cancelled, it requests nothing more and counts the tiles received', async () => {
  let requested = 0;
  const run = startAreaDownload(area, {
    otherBytes: 0,
    keep: async () => {
      requested += 1;
      if (requested === 20) cancelAreaDownload();
      return stored;
    },
  });
  await run;
  expect(requested).toBeLessThan(30);
  expect(areaDownload.get(), 'with those that were on their way').toMatchObject({
    phase: 'ended',
    stopped: 'cancelled',
    done: requested,
    bytes: 10 * requested,
  });
});

test.each([
  ['unreached', 'unreached'],
  ['refused', 'refused'],
  ['full', 'full'],
  ['forbidden', 'forbidden'],
  ['signed out', 'signed out'],
] as const)('it gives up when tiles are %s, soon', async (kind, stopped) => {
  let requested = 0;
  await startAreaDownload(area, {
    otherBytes: 0,
    keep: async () => {
      requested += 1;
      return { kind };
    },
  });
  expect(areaDownload.get()).toMatchObject({ phase: 'ended', stopped });
  expect(requested).toBeLessThanOrEqual(20);
});

test('a worker that fails ends it', async () => {
  await startAreaDownload(area, { otherBytes: 0, keep: () => Promise.reject(new Error('gone')) });
  expect(areaDownload.get()).toMatchObject({ phase: 'ended', stopped: 'unreached' });
});

test('the room for areas is a limit, with what other areas take', async () => {
  let requested = 0;
  await startAreaDownload(area, {
    otherBytes: 149_999_900,
    keep: async () => {
      requested += 1;
      return stored;
    },
  });
  // 11 tiles are more than the 100 bytes that are left; those that were on their way by then are here, too.
  expect(areaDownload.get()).toMatchObject({ stopped: 'limit', bytes: 10 * requested });
  expect(requested).toBeGreaterThanOrEqual(11);
  expect(requested).toBeLessThan(20);
});

test('after a rate limit it waits as long as the server requires, and no tile is lost', async () => {
  vi.useFakeTimers();
  try {
    let limited = 3;
    const run = startAreaDownload(area, {
      otherBytes: 0,
      keep: async () => (limited-- > 0 ? { kind: 'limited', waitMs: 30_000 } : stored),
    });
    await vi.advanceTimersByTimeAsync(30_000);
    await run;
    expect(areaDownload.get()).toMatchObject({ done: 85, missing: 0, stopped: null });
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  [{ ask: 'remove', id: 'a' }, 'cancelled'],
  [{ ask: 'clear', areas: true }, 'cancelled'],
  [{ ask: 'remove', id: 'b' }, null],
  [{ ask: 'clear', areas: false }, null],
] as const)('C119: what is removed is not fetched on: after %o area a is stopped as %s', async (removal, stopped) => {
  let requested = 0;
  await startAreaDownload(area, {
    otherBytes: 0,
    keep: async () => {
      requested += 1;
      if (requested === 20) await sendToTileKeeper(removal).catch(() => undefined); // no worker here
      return stored;
    },
  });
  expect(areaDownload.get()).toMatchObject({ phase: 'ended', stopped });
});

test('a new run takes the place of the one under way', async () => {
  const never = startAreaDownload(area, { otherBytes: 0, keep: () => new Promise(() => undefined) });
  expect(areaDownload.get()).toMatchObject({ phase: 'running', area: { id: 'a' } });
  await startAreaDownload({ ...area, id: 'b' }, { otherBytes: 0, keep: async () => stored });
  expect(areaDownload.get()).toMatchObject({ phase: 'ended', area: { id: 'b' } });
  void never;
});
