import { beforeAll, expect, test } from 'vitest';
import { ensureTemporal } from '../../../lib/time.ts';
import { noLivePositionsText, storedPositionsText } from './no-live-positions.ts';

beforeAll(ensureTemporal);

const now = Date.UTC(2026, 10, 20, 14, 50, 7);
const seen = (...minutesAgo: number[]) => minutesAgo.map((minutes) => ({ fixAt: now - minutes * 60_000 }));

test('where all positions are old, the text has the time of the oldest and the newest', () => {
  expect(noLivePositionsText(seen(20, 26, 18), now)).toMatch(/^No live positions. Last received 14:24Z to 14:32Z$/);
  expect(noLivePositionsText(seen(5), now)).toMatch(/^No live positions. Last received 14:45Z$/);
});

test('one live position, or none at all, has no text', () => {
  expect(noLivePositionsText(seen(20, 0.5), now)).toBeNull();
  expect(noLivePositionsText([], now)).toBeNull();
});

test('stored positions are shown with their time, and with possible places as long as these are a fair guess', () => {
  const text = (minutes: number) => storedPositionsText({ source: 'stored', receivedAt: now - minutes * 60_000 }, now);
  expect(text(17)).toMatch(
    /^Positions of 14:33Z, 17 min old. They do not move. A dashed line shows where each could be now.$/,
  );
  expect(text(31)).toMatch(/^Positions of 14:19Z, 31 min old. They do not move.$/);
  expect(storedPositionsText({ source: 'live', receivedAt: now }, now)).toBeNull();
});
