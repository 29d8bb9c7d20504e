import { expect, test } from 'vitest';
import type { StationOutline } from '../../../../contract/entities/map.ts';
import { rangeFeatures, rangeFindings, rangeTitle } from './ranges.ts';

const all = (nmi: number) => new Array<number>(72).fill(nmi);
const station = (stationId: string, day: number[], month: number[]): StationOutline => ({
  stationId,
  city: 'Bucharest',
  latitude: 44.5,
  longitude: 26,
  day,
  month,
});

test('a station has two closed areas and a point; without receptions a point only', () => {
  const { features } = rangeFeatures([station('1001', all(60), all(120)), station('1002', [], all(0))]);
  expect(features.map(({ properties }) => properties?.is)).toEqual(['month', 'day', 'station', 'station']);
  const ring = features[1]?.geometry.type === 'Polygon' ? (features[1].geometry.coordinates[0] ?? []) : [];
  expect(ring[0]).toEqual(ring.at(-1));
  expect(ring[0]?.[1]).toBeCloseTo(45.5, 2);
  expect(features[2]?.properties).toMatchObject({ label: '1001 Bucharest' });
});

test('three neighbouring bearings of 10 degrees more than 25 % below the month are a finding', () => {
  const short = (sectors: number) => all(100).fill(74, 0, sectors);
  expect(rangeFindings([station('1001', short(6), all(100)), station('1002', short(4), all(100))])).toEqual([
    'Range of 1001 is less than in 30 days: 0° to 30°.',
  ]);
  expect(rangeFindings([station('1001', all(76), all(100))])).toEqual([]);
});

test('the title names up to three stations', () => {
  const of = (count: number) => rangeTitle(['1', '2', '3', '4'].slice(0, count).map((id) => station(id, [], [])));
  expect([of(1), of(2), of(4)]).toEqual(['Range of 1, 24 h', 'Ranges of 1, 2, 24 h', 'Ranges of 4 stations, 24 h']);
});
