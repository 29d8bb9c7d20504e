import { expect, test } from 'vitest';
import { SourceMeter } from './source-meter.ts';

test('the rate covers the last minute, also after a pause and a clock that was set back', () => {
  const meter = new SourceMeter();
  const startMs = 1_700_000_000_000;
  for (let second = 0; second < 120; second++) meter.receive(startMs + second * 1000, 10);
  expect(meter.received).toBe(1200);
  // Whole buckets of 5 s.
  expect(meter.lastMinute(startMs + 119_000)).toBe(600);
  expect(meter.lastMinute(startMs + 149_999)).toBe(300);
  expect(meter.lastMinute(startMs + 400_000)).toBe(0);
  meter.receive(startMs + 1000);
  expect(meter.lastMinute(startMs + 1000)).toBe(1);
});

test('reasons are listed with their kind, the most frequent first', () => {
  const meter = new SourceMeter();
  meter.add('refused', 'a');
  meter.add('thinned', 'b', 5);
  meter.add('refused', 'a', 2);
  meter.add('dropped', 'c', 0);
  expect(meter.reasons()).toEqual([
    { kind: 'thinned', reason: 'b', count: 5 },
    { kind: 'refused', reason: 'a', count: 3 },
  ]);
});
