import { expect, test } from 'vitest';
import { SeenLately } from './forward.ts';
import { Outbox, OutCounts } from './outputs.ts';

test('a full queue drops the oldest and counts it, by items and by bytes', () => {
  const counts = new OutCounts();
  const outbox = new Outbox(counts, { items: 3, bytes: 10 });
  for (const text of ['1', '2', '3', '4']) outbox.add(Buffer.from(text));
  expect([counts.waiting, counts.dropped]).toEqual([3, 1]);
  outbox.add(Buffer.from('123456789'));
  expect(outbox.take(100).map(String)).toEqual(['4', '123456789']);
  expect([counts.waiting, counts.dropped]).toEqual([2, 3]);
  outbox.settled(2, true);
  expect([counts.waiting, counts.sent]).toEqual([0, 2]);
});

test('items are taken in order, up to a size, through many rounds', () => {
  const outbox = new Outbox(new OutCounts(), { items: 5000, bytes: 1_000_000 });
  const taken: string[] = [];
  for (let at = 0; at < 5000; at++) {
    outbox.add(Buffer.from(String(at)));
    if (at % 3 === 0) taken.push(...outbox.take(1).map(String));
  }
  while (outbox.length > 0) taken.push(...outbox.take(64).map(String));
  expect(taken).toEqual(Array.from({ length: 5000 }, (_, at) => String(at)));
});

test('a text is known for the time that was set', () => {
  let nowMs = 0;
  const seen = new SeenLately(2000, () => nowMs);
  expect(seen.wasSeen('a')).toBe(false);
  nowMs = 1999;
  expect(seen.wasSeen('a')).toBe(true);
  expect(seen.wasSeen('b')).toBe(false);
  nowMs = 2100;
  expect(seen.wasSeen('a')).toBe(false);
  expect(seen.wasSeen('b')).toBe(true);
});
