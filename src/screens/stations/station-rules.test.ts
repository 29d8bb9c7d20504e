import { expect, test } from 'vitest';
import { latitude, longitude, start, stationId, user, userIdOf } from './station-rules.ts';

const now = (): number => Date.UTC(2026, 10, 20);

test('STN-05 C67: each rule has its specified sentence', () => {
  expect(stationId('', 'x')).toBe('Station Id is required');
  expect(stationId('12a', 'x')).toBe('Station Id must be a valid integer.');
  for (const bad of ['', '91', '-90.0001', 'x'])
    expect(latitude(bad, 'x'), bad).toBe('Latitude must be between -90 and 90.');
  for (const bad of ['', '-181', '180.0001'])
    expect(longitude(bad, 'x'), bad).toBe('Longitude must be between -180 and 180.');
  expect([latitude('-90', 'x'), latitude('90', 'x'), longitude('180', 'x'), longitude('-180', 'x')]).toEqual(
    Array(4).fill(null),
  );
  expect(user('', 'x')).toBe('User is required');
  const begin = start('Feeder start date is required', now);
  expect(begin('', 'x')).toBe('Feeder start date is required');
  expect(begin('2026-11-', 'x')).toBe('Please enter complete date & time or use DatePicker');
  expect(begin('2026-11-20 14:00', 'x')).toBeNull();
});

test('STN-07: a start is a whole hour; minutes stored by another client may stay', () => {
  const begin = start('Feeder start date is required', now, '2026-05-01 13:37');
  for (const text of ['2026-11-20 14:30', '2026-11-20T14:00:30Z', '2026-05-01 13:38'])
    expect(begin(text, 'x'), text).toBe('Enter a whole hour, such as 13:00.');
  expect([begin('2026-05-01 13:37', 'x'), begin('2026-05-01T14:00:00Z', 'x')]).toEqual([null, null]);
});

test('STN-02: only a complete user line is valid; its id is sent, whatever characters the names contain', () => {
  expect(userIdOf('7f-1, ana.pop, a@b.co, Ana, Pop')).toBe('7f-1');
  expect(userIdOf('7f-1, ana.pop, , , ')).toBe('7f-1');
  expect(userIdOf('7f-1, ana, a@b.co, Ana, Maria, Pop, jr.')).toBe('7f-1');
  for (const text of ['ana', 'Pop, Ana', '7f-1, ana, a@b.co']) expect(userIdOf(text), text).toBeNull();
});
