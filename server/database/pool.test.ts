import { expect, test } from 'vitest';
import { stateOf } from './pool.ts';

const ofCopy = (message: string) => stateOf({ code: 'XX000', message, routine: 'ReportCopyError' });

test('a worker that is lost within a transaction is an outage', () => {
  expect(
    stateOf({ code: 'XX000', message: 'failure on connection marked as essential: 10.0.0.2:5432', routine: 'Handle' }),
  ).toBe('08006');
});

test('a row that a worker refuses is refused, whatever may pass is not', () => {
  expect(ofCopy('new row for relation "acars_20261101_102013" violates check constraint "c"')).toBe('23000');
  expect(ofCopy('null value in column "id" of relation "acars" violates not-null constraint')).toBe('23000');
  expect(ofCopy('row is too big: size 9000, maximum size 8160')).toBe('54000');
  expect(ofCopy('index row size 3000 exceeds btree version 4 maximum 2704 for index "acars_tail"')).toBe('54000');
  for (const message of ['could not extend file "base/1": No space left on device', 'deadlock detected'])
    expect(ofCopy(message)).toBe('XX000');
  expect(stateOf({ code: 'XX000', message: 'a violates check constraint', routine: 'other' })).toBe('XX000');
});

test('other states stay as they are', () => {
  expect(stateOf({ code: '23505', message: 'failure on connection marked as essential' })).toBe('23505');
  expect(stateOf({ message: 'no state' })).toBeNull();
});
