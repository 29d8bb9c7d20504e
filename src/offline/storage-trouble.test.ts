import { afterEach, expect, test } from 'vitest';
import { clearNotices, noticesStore } from '../ui/notices.ts';
import { reportTrouble, storageTrouble, troubleOf } from './storage-trouble.ts';

afterEach(clearNotices);
const named = (name: string, inner?: unknown): unknown => Object.assign(new Error(name), { name, inner });

test('a full disk is known under the name that Dexie gives it', () => {
  expect(troubleOf(named('QuotaExceededError'))).toBe('full');
  expect(troubleOf(named('AbortError', named('QuotaExceededError')))).toBe('full');
  expect(troubleOf(named('OpenFailedError', named('AbortError', named('QuotaExceededError'))))).toBe('full');
});
test('storage that is refused, closed or broken is told apart', () => {
  for (const name of ['MissingAPIError', 'SecurityError', 'NotAllowedError'])
    expect(troubleOf(named('OpenFailedError', named(name))), name).toBe('absent');
  for (const name of ['DatabaseClosedError', 'InvalidStateError', 'TransactionInactiveError'])
    expect(troubleOf(named(name)), name).toBe('closed');
  for (const error of [named('UnknownError'), named('VersionError'), undefined, 'text', null, 7])
    expect(troubleOf(error), String(error)).toBe('damaged');
  const circle = { name: 'AbortError', inner: {} };
  circle.inner = circle;
  expect(troubleOf(circle)).toBe('damaged');
});
test('each trouble is said once in a visit, with the way to a repair where there is one; dropped rows are added up', () => {
  reportTrouble('dropped', 3);
  reportTrouble('dropped', 4);
  reportTrouble('wedged');
  expect(storageTrouble.get()).toMatchObject({ kind: 'wedged', dropped: 7 });
  expect(noticesStore.get().map(({ title, link }) => [title, link?.href])).toEqual([
    ['Some stored rows could not be read', undefined],
    ['The stored copies cannot be opened', '/reset'],
  ]);
  clearNotices();
  reportTrouble('wedged');
  expect(noticesStore.get()).toEqual([]);
});
