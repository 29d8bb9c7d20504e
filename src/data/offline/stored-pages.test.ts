import { expect, test } from 'vitest';
import { api } from '../../../contract/api.ts';
import type { StoredRows } from './stored-pages.ts';
import { partOf } from './stored-pages.ts';

const of = (airlineId: string) => ({ endpoint: api.aircraft.inAirline, scope: { airlineId } });
const page = (asked: Record<string, string>, rowCount: number, count: number): StoredRows['pages'][number] => ({
  asked,
  offset: 0,
  windowHours: null,
  storedAt: 1,
  count,
  rowCount,
});
const plane = (registration: string, airlineId: number | null) => ({
  registration,
  airline: airlineId === null ? null : { airlineId, airlineName: 'X', iata: null, icao: null, fleet: 1 },
});
const rows = [plane('A', 7), plane('B', 8), plane('C', null), plane('D', 7)] as unknown as StoredRows['rows'];
const names = (stored: StoredRows | null): unknown => stored?.rows.map((row) => row.registration) ?? null;

test('OFF-03 REF-08: the aircraft of an airline are those of all aircraft that name it', () => {
  const all = { pages: [page({}, 4, 4)], rows };
  expect(names(partOf(all, of('7')))).toEqual(['A', 'D']);
  expect(names(partOf(all, of('9'))), 'all are known, and none is of it').toEqual([]);
});
test('where only some of them are known, there is no response', () => {
  const all = { pages: [page({}, 4, 400)], rows };
  expect(names(partOf(all, of('7')))).toEqual(['A', 'D']);
  expect(partOf(all, of('9'))).toBeNull();
  expect(
    partOf({ pages: [page({ typeCode: 'B738' }, 4, 4)], rows }, of('7')),
    'a search contains no others',
  ).toBeNull();
});
