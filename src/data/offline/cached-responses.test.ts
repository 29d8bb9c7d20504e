import { expect, test } from 'vitest';
import { selectEvictions } from './cached-responses.ts';
import { policy } from './policy.ts';
import type { ResponseRecord } from './records.ts';

const now = 100 * policy.maxPageAgeMs;
const record = (id: string, kind: ResponseRecord['kind'], ageMs: number, bytes = 10): ResponseRecord =>
  ({ id, part: id, kind, storedAt: now - ageMs, bytes, rowCount: 1, version: '1' }) as unknown as ResponseRecord;
const evictions = (stored: readonly ResponseRecord[], maxBytes = 1000, spare: string | null = null) =>
  selectEvictions(stored, { maxBytes, now, spare });

test('OFF-03: pages beyond their age leave, whatever the space; other responses have no age limit', () => {
  const old = policy.maxPageAgeMs;
  const stored = [record('new page', 'page', old - 1), record('old page', 'page', old), record('old', 'response', old)];
  expect(evictions(stored)).toEqual(['old page']);
});

test('OFF-03: the oldest of a kind leave beyond its number', () => {
  const responses = Array.from({ length: policy.maxResponses + 2 }, (_, at) => record(`r${at}`, 'response', at));
  const page = record('page', 'page', policy.maxResponses * 10);
  expect(evictions([page, ...responses], 1e9)).toEqual([`r${policy.maxResponses + 1}`, `r${policy.maxResponses}`]);
});

test('pages of one aircraft have a number of their own', () => {
  const pages = Array.from({ length: policy.maxObjectPages + 1 }, (_, at) =>
    record(`ADD-tail N${at} 1`, 'response', at),
  );
  const response = record('r', 'response', 1000);
  const station = record('ADD-stationPage 1001', 'response', 2000);
  expect(evictions([response, station, ...pages], 1e9)).toEqual([`ADD-tail N${policy.maxObjectPages} 1`]);
});

test('OFF-03: beyond the limit the oldest records of every kind are evicted, full copies last, and the newest record stays', () => {
  const stored = [
    record('full', 'full', 900, 500),
    record('page', 'page', 800, 300),
    record('positions', 'positions', 700, 300),
    record('response', 'response', 600, 300),
  ];
  expect(evictions(stored, 1100)).toEqual(['page']);
  expect(evictions(stored, 550)).toEqual(['page', 'positions', 'response']);
  expect(evictions(stored, 100)).toEqual(['page', 'positions', 'response', 'full']);
  expect(evictions(stored, 800, 'page')).toEqual(['positions', 'response']);
});

test('OFF-03: what was taken along has neither an age nor a number, and leaves after everything else', () => {
  const old = policy.maxPageAgeMs;
  const pages = Array.from({ length: policy.maxObjectPages + 1 }, (_, at) =>
    record(`ADD-tail N${at} 1`, 'response', at, 300),
  );
  const taken = new Set([...pages.map(({ id }) => id), 'old page']);
  const stored = [...pages, record('old page', 'page', old, 300), record('full', 'full', 0, 300)];
  const bytes = 300 * stored.length;
  const evicted = (maxBytes: number) => selectEvictions(stored, { maxBytes, now, spare: null, taken });
  expect(evicted(bytes)).toEqual([]);
  expect(evicted(bytes - 300)).toEqual(['full']);
  expect(evicted(bytes - 600)).toEqual(['full', 'old page']);
});
