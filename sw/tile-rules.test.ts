import { describe, expect, test } from 'vitest';
import { type OfflineArea, storingHeader } from '../contract/tile-keeper.ts';
import { freshMsOf, isPicture, markOf, selectEvictions, waitMsOf } from './tile-rules.ts';
import { added, bytesOf } from './tile-store.ts';

type Head = Parameters<typeof markOf>[0];
const head = (headers: Record<string, string>, more: Partial<Omit<Head, 'headers'>> = {}): Head => ({
  status: 200,
  type: 'basic',
  redirected: false,
  ...more,
  headers: new Headers(headers),
});
const png = { 'content-type': 'image/png', [storingHeader]: 'seen' };

describe('storable responses', () => {
  test('an image of our server with status 200, according to its terms', () => {
    expect(markOf(head(png))).toBe('seen');
    expect(markOf(head({ ...png, 'content-type': 'image/webp', [storingHeader]: 'areas' }))).toBe('areas');
    expect(markOf(head({ ...png, [storingHeader]: 'no' }))).toBe('no');
    expect(markOf(head({ ...png, 'cache-control': 'private, no-store' }))).toBe('no');
  });

  test('no page or picture of a portal, no part, nothing opaque or redirected', () => {
    const { [storingHeader]: _, ...unmarked } = png;
    expect(markOf(head(unmarked))).toBe('none');
    expect(markOf(head({ ...png, [storingHeader]: 'everything' }))).toBe('none');
    expect(markOf(head({ ...png, 'content-type': 'text/html' }))).toBe('none');
    expect(markOf(head({ ...png, 'content-type': 'image/svg+xml' }))).toBe('none');
    for (const status of [0, 203, 204, 206, 304, 404, 502])
      expect(markOf(head(png, { status })), String(status)).toBe('none');
    expect(markOf(head(png, { type: 'opaque' }))).toBe('none');
    expect(markOf(head(png, { type: 'opaqueredirect' }))).toBe('none');
    expect(markOf(head(png, { redirected: true }))).toBe('none');
  });

  test('only data with the header of an image is one', () => {
    const bytes = (...values: number[]): ArrayBuffer =>
      new Uint8Array([...values, ...new Array<number>(20).fill(0)]).buffer;
    expect(isPicture(bytes(0x89, 0x50, 0x4e, 0x47))).toBe(true);
    expect(isPicture(bytes(0xff, 0xd8, 0xff))).toBe(true);
    expect(isPicture(new TextEncoder().encode('RIFF\0\0\0\0WEBPVP8 ').buffer as ArrayBuffer)).toBe(true);
    expect(isPicture(new TextEncoder().encode('RIFF\0\0\0\0WAVEfmt ').buffer as ArrayBuffer)).toBe(false);
    expect(isPicture(new TextEncoder().encode('<!doctype html>').buffer as ArrayBuffer)).toBe(false);
    expect(isPicture(new ArrayBuffer(0))).toBe(false);
    expect(
      isPicture(new Uint8Array(3_000_000).fill(0x89, 0, 1).fill(0x50, 1, 2).fill(0x4e, 2, 3).fill(0x47, 3, 4).buffer),
    ).toBe(false);
  });

  test('fresh for as long as the source states, from a day to a month; a week without a statement', () => {
    const days = (text: string | null): number => freshMsOf(text) / 86_400_000;
    expect([null, 'public', 'max-age=0', 'public, max-age=172800', 'max-age=31536000'].map(days)).toEqual([
      7, 7, 1, 2, 30,
    ]);
  });

  test('Retry-After is seconds or a date, between a second and ten minutes', () => {
    const now = Date.parse('2026-11-21T10:00:00Z');
    const wait = (text: string | null): number => waitMsOf(text, now) / 1000;
    expect(['5', 'Sat, 21 Nov 2026 10:00:30 GMT', null, 'soon', '99999', '0'].map(wait)).toEqual([
      5, 30, 60, 60, 600, 1,
    ]);
  });
});

describe('which tiles are removed first', () => {
  const tile = (x: number, bytes = 100) => ({ path: `/tiles/main/5/${x}/11`, bytes });
  const area = { id: 'a', name: '', since: 0, layer: 'main', minZoom: 5, maxZoom: 5 } as const;
  /** Columns 18 and 19 at zoom 5. */
  const offlineArea: OfflineArea = { ...area, bounds: { west: 23, south: 45, east: 40, north: 46 } };

  test('the least recently used are evicted until there is space, no more', () => {
    const oldestFirst = [tile(3), tile(1), tile(2), tile(4)];
    expect(selectEvictions(oldestFirst, { bytes: 150, areas: [], spare: null })).toEqual({
      paths: [tile(3).path, tile(1).path],
      freed: 200,
    });
  });

  test('tiles of offline areas and the new one stay, however old', () => {
    const oldestFirst = [tile(18), tile(19), tile(17), tile(20)];
    expect(selectEvictions(oldestFirst, { bytes: 1000, areas: [offlineArea], spare: tile(20).path })).toEqual({
      paths: [tile(17).path],
      freed: 100,
    });
  });
});

describe('the books', () => {
  test('sums follow additions and removals, by layer and zoom', () => {
    const one = { path: '/tiles/main/5/18/11', bytes: 100 };
    const two = { path: '/tiles/main/5/19/11', bytes: 50 };
    const other = { path: '/tiles/ocean/3/1/1', bytes: 7 };
    const sums = added({}, [one, two, other], 1);
    expect(sums).toEqual({ main: { 5: { tiles: 2, bytes: 150 } }, ocean: { 3: { tiles: 1, bytes: 7 } } });
    expect(bytesOf(sums)).toBe(157);
    expect(added(sums, [two, other], -1)).toEqual({ main: { 5: { tiles: 1, bytes: 100 } } });
    expect(bytesOf(added(sums, [one, two, other], -1))).toBe(0);
  });
});
