import { beforeAll, expect, test } from 'vitest';
import { type BaseLayer, defaultSources } from '../../../../contract/base-layers.ts';
import type { AreaFacts } from '../../../../contract/tile-keeper.ts';
import type { AreaDownload } from '../../../data/area-download.ts';
import { ensureTemporal } from '../../../lib/time.ts';
import {
  areaState,
  areaText,
  choiceText,
  downloadableText,
  downloadRefusal,
  downloadText,
  storedText,
} from './area-text.ts';

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
const run: AreaDownload = {
  area,
  tiles: 1240,
  done: 400,
  missing: 0,
  bytes: 5_000_000,
  phase: 'running',
  stopped: null,
};

test('C57: the text for a layer whose terms forbid downloads names the terms', () => {
  const layer = (name: 'main' | 'ocean' | 'worldAtNight'): BaseLayer => ({ ...defaultSources[name], name });
  expect(downloadRefusal(layer('worldAtNight'))).toBeNull();
  expect(downloadRefusal(layer('main'))).toBe(
    'The terms of its source (© OpenStreetMap contributors) do not allow area downloads of main. Tiles you view are stored automatically.',
  );
  expect(downloadRefusal(layer('ocean'))).toContain('Esri');
  expect(downloadRefusal(layer('ocean'))).toContain('do not allow storing ocean tiles');
  expect(downloadRefusal({ ...layer('worldAtNight'), unavailable: 'Turned off.' })).toBe('Turned off.');
  expect(downloadableText([layer('main'), layer('worldAtNight')])).toBe(
    'Areas of worldAtNight can be downloaded. Choose one as the base layer first.',
  );
  expect(downloadableText([layer('main'), { ...layer('worldAtNight'), unavailable: 'Turned off.' }])).toBe(
    'No layer on this server allows it. The built-in map needs no tiles.',
  );
});

test('the text of a layer has its stored zooms', () => {
  const one = { tiles: 1, bytes: 1 };
  expect(storedText({ main: { 0: one, 4: one, 9: one } }, 'main')).toBe('stored, zoom 0 to 9');
  expect(storedText({ main: { 4: one } }, 'main')).toBe('stored, zoom 4');
  expect(storedText({ main: { 4: one } }, 'ocean')).toBe('not stored');
});

test('the text of a choice has its size, or why it is not available', () => {
  const choice = { zoom: 9, tiles: 340, bytes: 5_100_000, isMeasured: true, limit: null };
  expect(choiceText(choice)).toBe('9: 340 tiles, ≈ 5.1\u00a0MB');
  expect(choiceText({ ...choice, zoom: 12, tiles: 20_001, limit: 'tiles' })).toBe('12: 20,001 tiles, too many');
});

test('the text of an area has its size, its age, and what is missing', () => {
  const now = Date.parse('2026-11-20T14:50:00Z');
  expect(areaText(area)).toBe('main, zoom 0 to 9, 1,240 tiles, 18.2\u00a0MB');
  expect(areaState(area, now)).toEqual({ kind: 'whole', text: 'Complete, from 14:32Z, 18\u00a0min ago' });
  expect(areaState({ ...area, held: 812, current: 812 }, now).text).toBe(
    '812 of 1,240 tiles downloaded, from 14:32Z, 18\u00a0min ago',
  );
  expect(areaState({ ...area, current: 1000 }, now)).toEqual({
    kind: 'old',
    text: 'Complete, 240 to refresh, from 14:32Z, 18\u00a0min ago',
  });
  expect(areaState({ ...area, held: 0, current: 0, oldestAt: null }, now).text).toBe('0 of 1,240 tiles downloaded');
});

test('the text of a run has its progress, the failed tiles, and why it ended', () => {
  expect(downloadText(run)).toBe('400 of 1,240 tiles, 5.0\u00a0MB.');
  expect(downloadText({ ...run, missing: 1 })).toBe('400 of 1,240 tiles, 5.0\u00a0MB. 1 tile failed to download.');
  expect(downloadText({ ...run, done: 1240, phase: 'ended' })).toBe('Downloaded: 1,240 of 1,240 tiles, 5.0\u00a0MB.');
  expect(downloadText({ ...run, phase: 'ended', stopped: 'cancelled' })).toBe(
    'Cancelled. 400 of 1,240 tiles downloaded and stored. Continue downloads the rest.',
  );
  expect(downloadText({ ...run, phase: 'waiting' })).toContain('continues automatically');
});
