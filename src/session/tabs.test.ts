import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTabMessage, withLock } from './tabs.ts';

test('messages between tabs are read', () => {
  expect(parseTabMessage({ type: 'changed', more: 1 })).toEqual({ type: 'changed' });
  expect(parseTabMessage({ type: 'ended', sid: 'a', reason: 'expired' })).toEqual({
    type: 'ended',
    sid: 'a',
    reason: 'expired',
  });
});

test('any other message is nothing, and never an exception', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const message = parseTabMessage(value);
      expect(message === null || message.type === 'changed' || message.sid.length <= 64).toBe(true);
    }),
  );
  for (const value of [null, 'ended', { type: 'ended' }, { type: 'ended', sid: 'x'.repeat(65), reason: 'expired' }])
    expect(parseTabMessage(value)).toBeNull();
  expect(parseTabMessage({ type: 'ended', sid: 'a', reason: 'party' })).toBeNull();
});

test('without Web Locks the work is done all the same', async () => {
  expect(await withLock('x', async () => 7)).toBe(7);
});
