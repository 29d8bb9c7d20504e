import { expect, test } from 'vitest';
import { advance, chunkMs, chunksOf, seek, startReplay } from './replay.ts';

const now = Date.UTC(2026, 10, 23, 12, 0, 30);
const minute = 60_000;

test('a replay covers 24 hours, begins an hour before now and stops at its end', () => {
  const replay = startReplay(now);
  expect(replay.to - replay.from).toBe(24 * 60 * minute);
  expect(replay.to - replay.at).toBe(60 * minute);
  expect(advance(replay, 1000).at - replay.at).toBe(minute);
  expect(advance({ ...replay, isPlaying: false }, 1000).at).toBe(replay.at);
  const ended = advance({ ...replay, speed: 300 }, 60_000);
  expect([ended.at, ended.isPlaying]).toEqual([replay.to, false]);
  expect(seek(replay, 0).at).toBe(replay.from);
});

test('it needs the chunk of its time and the one before, while it plays the next one, never beyond its ends', () => {
  const replay = startReplay(now);
  const starts = (one: typeof replay) => chunksOf(one).map(({ from }) => (from - replay.from) / chunkMs);
  expect(starts(replay)).toEqual([45, 46, 47]);
  expect(starts({ ...replay, isPlaying: false })).toEqual([45, 46]);
  expect(starts({ ...replay, at: replay.from })).toEqual([0, 1]);
  expect(starts({ ...replay, at: replay.to })).toEqual([46, 47]);
});
