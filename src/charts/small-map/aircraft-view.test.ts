import { expect, test } from 'vitest';
import { type MapAircraft, newMessages } from './aircraft-view.ts';

const now = Date.UTC(2026, 10, 23, 12);
const ago = (seconds: number): string => new Date(now - seconds * 1000).toISOString();
const one = (icao: string, lastMessageAt: string | null): MapAircraft => ({
  icao,
  lat: 45,
  lon: 25,
  angle: null,
  altitudeFt: null,
  isOnGround: null,
  lastMessageAt,
});

test('new messages are those since the last response, newest first, none at first', () => {
  const before = [one('A', null), one('B', ago(90)), one('C', ago(20))];
  const next = [one('A', ago(9)), one('B', ago(3)), one('C', ago(20)), one('D', ago(1))];
  expect(newMessages(before, next, now).map(({ icao }) => icao)).toEqual(['B', 'A']);
  expect(newMessages(null, next, now)).toEqual([]);
});
