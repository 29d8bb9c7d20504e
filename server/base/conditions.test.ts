import { expect, test } from 'vitest';
import { clock } from './clock.ts';
import { Conditions } from './conditions.ts';

test('a condition is listed from its first report until it is cleared, with its latest message and first time', () => {
  const conditions = new Conditions();
  expect(conditions.list()).toEqual([]);
  clock.offsetMs = Date.parse('2026-02-01T12:00:00Z') - Date.now();
  conditions.report('disk', 'The disk is nearly full.');
  clock.offsetMs += 60_000;
  conditions.report('receivers', 'The receiver port is closed.');
  conditions.report('disk', 'The disk is full.');
  expect(conditions.list()).toMatchObject([
    { name: 'disk', message: 'The disk is full.', since: expect.stringMatching(/^2026-02-01T12:00/) },
    { name: 'receivers', message: 'The receiver port is closed.', since: expect.stringMatching(/^2026-02-01T12:01/) },
  ]);
  conditions.report('disk', null);
  expect(conditions.list().map(({ name }) => name)).toEqual(['receivers']);
  clock.offsetMs = 0;
});
