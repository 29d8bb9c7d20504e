import { expect, test } from 'vitest';
import { isOutOfOrder, keepOrder, matching, type Orderable, worstFirst } from './StationList.tsx';

const one = (stationId: string, state: Orderable['state'], lastMessageAt: string | null = null): Orderable => ({
  stationId,
  state,
  lastMessageAt,
});
const ids = (stations: readonly Orderable[]): string => stations.map(({ stationId }) => stationId).join(' ');

test('worst first; the most recent of silent ones, the lowest number of feeding ones', () => {
  const stations = [
    one('3', 'feeding', '2026-02-01T14:49:00Z'),
    one('20', 'feeding', '2026-02-01T14:50:00Z'),
    one('5', 'never'),
    one('6', 'silent', '2026-01-01T00:00:00Z'),
    one('7', 'silent', '2026-02-01T00:00:00Z'),
    one('8', 'partly'),
    one('9', 'late'),
  ];
  expect(ids(worstFirst(stations))).toBe('7 6 9 8 5 3 20');
});

test('the next response moves nothing: new ones are last, removed ones disappear', () => {
  const before = ['1', '2', '3'];
  const ordered = keepOrder(before, [one('3', 'silent'), one('1', 'feeding'), one('4', 'silent')]);
  expect(ids(ordered)).toBe('1 3 4');
  expect(isOutOfOrder(ordered)).toBe(true);
  expect(isOutOfOrder(worstFirst(ordered))).toBe(false);
});

test('every typed word counts', () => {
  const words = (station: Orderable): string => `${station.stationId} ${station.state} Albuquerque`;
  const stations = [one('1042', 'silent'), one('1043', 'feeding')];
  expect(ids(matching(stations, words, ' albu SILENT '))).toBe('1042');
  expect(ids(matching(stations, words, '104'))).toBe('1042 1043');
  expect(matching(stations, words, '  ')).toBe(stations);
});
