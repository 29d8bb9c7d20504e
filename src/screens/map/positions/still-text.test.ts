import { beforeAll, expect, test } from 'vitest';
import { ensureTemporal } from '../../../lib/time.ts';
import { stillText } from './still-text.ts';

beforeAll(ensureTemporal);

const now = Date.UTC(2026, 10, 20, 14, 50, 7);
const seen = (...minutesAgo: number[]) => minutesAgo.map((minutes) => ({ fixAt: now - minutes * 60_000 }));

test('positions that all are old are said to stand still, with the time of the oldest and the newest', () => {
  expect(stillText(seen(20, 26, 18), now)).toMatch(/^Positions do not move: last seen 14:24Z to 14:32Z$/);
  expect(stillText(seen(5), now)).toMatch(/^Positions do not move: last seen 14:45Z$/);
});

test('one that is live, or none at all, says nothing', () => {
  expect(stillText(seen(20, 0.5), now)).toBeNull();
  expect(stillText([], now)).toBeNull();
});
