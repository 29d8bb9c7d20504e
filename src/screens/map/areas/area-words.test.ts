import { beforeAll, expect, test } from 'vitest';
import { type BaseLayer, defaultSources } from '../../../../contract/base-layers.ts';
import type { AreaFacts } from '../../../../contract/tile-keeper.ts';
import { ensureTemporal } from '../../../lib/time.ts';
import { areaState, areaWords, choiceWords, keepableWords, runWords, storedWords, whyNotKept } from './area-words.ts';
import type { KeepRun } from './keep-run.ts';

beforeAll(ensureTemporal);

const area: AreaFacts = {
  id: 'a',
  name: 'Around Bucharest',
  layer: 'main',
  bounds: { west: 23, south: 44, east: 27, north: 46 },
  minZoom: 0,
  maxZoom: 9,
  since: 0,
  tiles: 1240,
  held: 1240,
  current: 1240,
  bytes: 18_200_000,
  oldestAt: Date.parse('2026-11-20T14:32:00Z'),
};
const run: KeepRun = { area, tiles: 1240, done: 400, missing: 0, bytes: 5_000_000, phase: 'running', stopped: null };

test('C57: a layer whose terms forbid it says so, and whose terms they are', () => {
  const layer = (name: 'main' | 'ocean' | 'worldAtNight'): BaseLayer => ({ ...defaultSources[name], name });
  expect(whyNotKept(layer('worldAtNight'))).toBeNull();
  expect(whyNotKept(layer('main'))).toBe(
    'The terms of its source (© OpenStreetMap contributors) do not allow fetching areas of main ahead. What you look at is kept by itself.',
  );
  expect(whyNotKept(layer('ocean'))).toContain('Esri');
  expect(whyNotKept(layer('ocean'))).toContain('do not allow tiles of ocean to be kept');
  expect(whyNotKept({ ...layer('worldAtNight'), unavailable: 'Turned off.' })).toBe('Turned off.');
  expect(keepableWords([layer('main'), layer('worldAtNight')])).toBe(
    'Areas can be kept of worldAtNight: choose one as the base layer first.',
  );
  expect(keepableWords([layer('main'), { ...layer('worldAtNight'), unavailable: 'Turned off.' }])).toBe(
    'No layer of this server allows it. The base map of this app needs no tiles.',
  );
});

test('a layer says which zooms are stored', () => {
  const one = { tiles: 1, bytes: 1 };
  expect(storedWords({ main: { 0: one, 4: one, 9: one } }, 'main')).toBe('stored, zoom 0 to 9');
  expect(storedWords({ main: { 4: one } }, 'main')).toBe('stored, zoom 4');
  expect(storedWords({ main: { 4: one } }, 'ocean')).toBe('not stored');
});

test('a choice says what it costs, or that it cannot be', () => {
  const choice = { zoom: 9, tiles: 340, bytes: 5_100_000, isMeasured: true, limit: null };
  expect(choiceWords(choice)).toBe('9: 340 tiles, ≈ 5.1 MB');
  expect(choiceWords({ ...choice, zoom: 12, tiles: 20_001, limit: 'tiles' })).toBe('12: 20,001 tiles, too many');
});

test('an area says its size, its age, and what is missing', () => {
  const now = Date.parse('2026-11-20T14:50:00Z');
  expect(areaWords(area)).toBe('main, zoom 0 to 9, 1,240 tiles, 18.2 MB');
  expect(areaState(area, now)).toEqual({ kind: 'whole', text: 'Whole, from 14:32Z, 18 min ago' });
  expect(areaState({ ...area, held: 812, current: 812 }, now).text).toBe(
    '812 of 1,240 tiles are here, from 14:32Z, 18 min ago',
  );
  expect(areaState({ ...area, current: 1000 }, now)).toEqual({
    kind: 'old',
    text: 'Whole; 240 still to be refreshed, from 14:32Z, 18 min ago',
  });
  expect(areaState({ ...area, held: 0, current: 0, oldestAt: null }, now).text).toBe('0 of 1,240 tiles are here');
});

test('a run says how far it is, what it could not get, and why it ended', () => {
  expect(runWords(run)).toBe('400 of 1,240 tiles, 5.0 MB.');
  expect(runWords({ ...run, missing: 1 })).toBe('400 of 1,240 tiles, 5.0 MB. 1 tile could not be had.');
  expect(runWords({ ...run, done: 1240, phase: 'ended' })).toBe('Kept: 1,240 of 1,240 tiles, 5.0 MB.');
  expect(runWords({ ...run, phase: 'ended', stopped: 'cancelled' })).toBe(
    'Cancelled. 400 of 1,240 tiles are here and stay; Continue fetches the others.',
  );
  expect(runWords({ ...run, phase: 'waiting' })).toContain('goes on by itself');
});
