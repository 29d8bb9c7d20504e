import { expect, test } from 'vitest';
import { readStations } from './stations.ts';
import { joinPercentages, readCounts, readFeedingPerType, readFeedingTimes, readRanges } from './statistics.ts';

test('STAT-19: any map of keys and numbers becomes a table', () => {
  const counts = { acars: 3, vdlm2: 0, adsb: 12, total: 15 };
  expect(readCounts({ messagesNumber: [{ stationId: '1042', ...counts }] })).toEqual({
    kinds: ['acars', 'vdlm2', 'adsb', 'total'],
    rows: [{ name: '1042', counts }],
  });
  expect(readCounts({ messagesNumber: [{ stationId: 1042, n: 1 }, null, 'x'] }).rows).toEqual([
    { name: '1042', counts: { n: 1 } },
  ]);
  expect(readCounts({ messagesNumber: { ACARS: 5, HFDL: 2, note: 'x' } })).toEqual({
    kinds: ['total'],
    rows: [
      { name: 'ACARS', counts: { total: 5 } },
      { name: 'HFDL', counts: { total: 2 } },
    ],
  });
  expect(readCounts({ messagesNumber: { 1042: { ACARS: 5 } } }).rows).toEqual([{ name: '1042', counts: { ACARS: 5 } }]);
  for (const strange of [null, {}, { messagesNumber: null }, { messagesNumber: 7 }, [], 'x'])
    expect(readCounts(strange), JSON.stringify(strange)).toEqual({ kinds: [], rows: [] });
});

test('STAT-09: ranges are angle and distance; anything else is skipped', () => {
  expect(
    readRanges({
      directionalRangesStorages: [
        { angle: 0, distance: 12.5 },
        { angle: 'x', distance: 1 },
        { angle: 1, distance: -3 },
        { distance: 4 },
        null,
      ],
    }),
  ).toEqual([{ angleDeg: 0, distanceNmi: 12.5 }]);
  expect(readRanges({ directionalRangesStorages: {} })).toEqual([]);
});

test('STAT-07 STAT-08 C64: times and percentages are joined on stationId; a missing number is no value', () => {
  const times = readFeedingTimes({
    feedingTimeDtos: [
      { stationId: '1', feedingTime: 5400, idleTime: 1800, totalEngagement: 7200, feedingPercentage: 1 },
      { stationId: 2, feedingTime: 'much', feedingPercentage: 9 },
    ],
  });
  expect(joinPercentages(times, { feedingWorkPercentageDtos: [{ stationId: '1', feedingPercentage: 75 }] })).toEqual([
    { stationId: '1', feedingTime: 5400, idleTime: 1800, totalEngagement: 7200, feedingPercentage: 75 },
    { stationId: '2', feedingTime: null, idleTime: null, totalEngagement: null, feedingPercentage: 9 },
  ]);
  expect(joinPercentages(times, null)[0]?.feedingPercentage).toBe(1);
  expect(
    readFeedingPerType({ feedingPercentagePerMessageType: [{ stationId: '1', feedingTimeADSB: 60 }] })[0],
  ).toMatchObject({ stationId: '1', feedingTimeADSB: 60, feedingPercentageVDLM2: null });
});

test('STAT-12 STAT-20: a station with missing fields stays in the list', () => {
  const [station, other] = readStations([
    { id: 7, stationId: '1042', latitude: 35.1, lastActiveTime: null, feederName: '' },
    {},
    null,
  ]);
  expect(station).toMatchObject({ id: '7', stationId: '1042', latitude: 35.1, longitude: null, lastActiveTime: null });
  expect(station?.feederName).toBeNull();
  expect(other).toMatchObject({ id: null, stationId: '' });
  expect(readStations({ stations: [] })).toEqual([]);
});
