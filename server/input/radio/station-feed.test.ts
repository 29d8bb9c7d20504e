import { expect, test } from 'vitest';
import { FrameCounts } from './station-feed.ts';

const startMs = Date.UTC(2026, 10, 23, 12, 0, 30);
const station = { lat: 45, lon: 20 };

test('frames are counted by minute, with the farthest position of each direction', () => {
  const counts = new FrameCounts();
  counts.add(startMs, null, station);
  counts.add(startMs + 1000, { lat: 46, lon: 20 }, station);
  counts.add(startMs + 2000, { lat: 47, lon: 20 }, station);
  counts.add(startMs + 3000, { lat: 45.5, lon: 20 }, station);
  counts.add(startMs + 4000, { lat: 44, lon: 20 }, station);
  counts.add(startMs + 31_000, { lat: 45, lon: 21 }, null);
  const receptions = counts.take('1001');
  const head = { receiver: '1001', messageType: 'ADSB', isDemo: false };
  expect(receptions).toEqual([
    { ...head, at: '2026-11-23T12:00:34Z', lat: null, lon: null, count: 5 },
    { ...head, at: '2026-11-23T12:00:34Z', lat: 47, lon: 20, count: 0 },
    { ...head, at: '2026-11-23T12:00:34Z', lat: 44, lon: 20, count: 0 },
    { ...head, at: '2026-11-23T12:01:01Z', lat: null, lon: null, count: 1 },
  ]);
  expect(counts.take('1001')).toEqual([]);
});
