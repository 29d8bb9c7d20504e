import { expect, test } from 'vitest';
import { ReplayAge } from './reads.ts';

test('a replica is as old as the newest position of the primary that it has replayed', () => {
  const age = new ReplayAge();
  expect(age.ageMs(0)).toBe(Number.POSITIVE_INFINITY);
  age.notePrimary(1000, 50);
  age.notePrimary(2000, 70);
  age.noteReplica(49);
  expect(age.ageMs(2500)).toBe(Number.POSITIVE_INFINITY);
  age.noteReplica(60);
  expect(age.ageMs(2500)).toBe(1500);
  age.noteReplica(70);
  expect(age.ageMs(2500)).toBe(500);
});

test('an idle primary does not make its replica older, a replay that stops does', () => {
  const age = new ReplayAge();
  age.notePrimary(0, 50);
  age.noteReplica(50);
  age.notePrimary(60_000, 50);
  expect(age.ageMs(60_100)).toBe(100);
  for (let n = 1; n <= 5000; n++) age.notePrimary(60_000 + n * 1000, 50 + n);
  expect(age.ageMs(5_060_000)).toBe(5_000_000);
  age.noteReplica(5050);
  expect(age.ageMs(5_060_000)).toBe(0);
});
