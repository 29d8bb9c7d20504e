import { beforeEach, expect, test } from 'vitest';
import type { UnreachableReason } from './api-error.ts';
import { storageError } from './offline/storage-errors.ts';
import { nothingStoredText, waitText } from './waiting.ts';

beforeEach(() => storageError.set(null));

const reasons: readonly UnreachableReason[] = ['no-network', 'refused', 'timeout', 'portal', 'mismatch', 'unavailable'];

test('OFF-03 C53: not stored, still being read and a late server are three sentences, for each reason', () => {
  for (const why of reasons) {
    expect(nothingStoredText(why, 'this list')).toMatch(/ and this list is not stored yet\.$/);
    expect(waitText({ server: why, isReading: true })).toMatch(/\. Data stored on this device is still being read\.$/);
  }
  expect(waitText({ server: 'slow', isReading: false })).toBe(
    'The server has not answered yet. The request continues.',
  );
  expect(waitText({ server: 'slow', isReading: true })).toMatch(/^The server has not answered yet\. Data stored/);
});

test('OFF-03 C53: no network, a server that is down, a timeout and a gateway differ', () => {
  const starts = reasons.map((why) => nothingStoredText(why, 'these charts').replace(/ and these charts are.*/, ''));
  expect(starts).toEqual([
    'No network connection',
    'The server is unreachable',
    'The server did not respond in time',
    'The network intercepted the request',
    'The response does not match this version of the app',
    'The server is temporarily unavailable',
  ]);
});

test('OFF-03: data that cannot be opened is not called absent', () => {
  storageError.set({ kind: 'wedged', title: '', text: '', repairHref: null, dropped: 0 });
  expect(nothingStoredText('refused', 'this list')).toBe(
    'The server is unreachable, and data stored on this device cannot be opened.',
  );
});
