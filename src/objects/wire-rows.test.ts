import { expect, test } from 'vitest';
import type { MeaningKind } from '../../contract/entities/meaning.ts';
import type { WireRow } from '../../contract/entities/overview.ts';
import { newText, wireOf } from './Wire.tsx';

const row = (id: number, kind: MeaningKind = 'position'): WireRow => ({
  id: String(id),
  at: new Date(Date.UTC(2026, 10, 22, 17, 0, id)).toISOString(),
  tail: 'YR-BGX',
  flight: null,
  label: 'H1',
  kind,
  words: 'Position',
  heardBy: 1,
});

test('OVW-06: new rows wait and are counted by the chosen kind; link messages show with All only', () => {
  const taken = [row(2), row(1, 'link')];
  const latest = [row(5, 'link'), row(4, 'gateTimes'), row(3), ...taken];
  expect(wireOf(taken, latest, null)).toEqual({ rows: [taken[0]], waiting: 2 });
  expect(wireOf(taken, latest, 'All')).toEqual({ rows: taken, waiting: 3 });
  expect(wireOf(taken, latest, 'Gate and air')).toEqual({ rows: [], waiting: 1 });
  expect(wireOf(taken, latest, 'Faults')).toEqual({ rows: [], waiting: 0 });
});

test('OVW-06: 16 rows at most; a response with new rows only says so', () => {
  const many = Array.from({ length: 30 }, (_, n) => row(59 - n));
  expect(wireOf(many, many, null).rows).toHaveLength(16);
  expect([newText(4, 60), newText(100, 100)]).toEqual(['4 new', '100 or more new']);
});
