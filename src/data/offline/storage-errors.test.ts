import { afterEach, expect, test } from 'vitest';
import { clearNotices, noticesStore } from '../../ui/notices.ts';
import { reportStorageError, storageError, storageErrorOf } from './storage-errors.ts';

afterEach(clearNotices);
const named = (name: string, inner?: unknown): unknown => Object.assign(new Error(name), { name, inner });

test('a full disk is known under the name that Dexie gives it', () => {
  expect(storageErrorOf(named('QuotaExceededError'))).toBe('full');
  expect(storageErrorOf(named('AbortError', named('QuotaExceededError')))).toBe('full');
  expect(storageErrorOf(named('OpenFailedError', named('AbortError', named('QuotaExceededError'))))).toBe('full');
});
test('refused, closed and broken storage are distinguished', () => {
  for (const name of ['MissingAPIError', 'SecurityError', 'NotAllowedError'])
    expect(storageErrorOf(named('OpenFailedError', named(name))), name).toBe('absent');
  for (const name of ['DatabaseClosedError', 'InvalidStateError', 'TransactionInactiveError'])
    expect(storageErrorOf(named(name)), name).toBe('closed');
  for (const error of [named('UnknownError'), named('VersionError'), undefined, 'text', null, 7])
    expect(storageErrorOf(error), String(error)).toBe('damaged');
  const circle = { name: 'AbortError', inner: {} };
  circle.inner = circle;
  expect(storageErrorOf(circle)).toBe('damaged');
});
test('each storage error is reported once in a visit, with a repair link if possible; dropped rows are added up', () => {
  reportStorageError('dropped', 3);
  reportStorageError('dropped', 4);
  reportStorageError('wedged');
  expect(storageError.get()).toMatchObject({ kind: 'wedged', dropped: 7 });
  expect(noticesStore.get().map(({ title, link }) => [title, link?.href])).toEqual([
    ['Some stored rows could not be read', undefined],
    ['Stored data cannot be opened', '/reset'],
  ]);
  clearNotices();
  reportStorageError('wedged');
  expect(noticesStore.get()).toEqual([]);
});
