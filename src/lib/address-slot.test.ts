import { expect, test } from 'vitest';
import { slotSearch, withSlot } from './address-slot.ts';

test('each part of a screen reads and writes its own names in the address, and keeps those of others', () => {
  const search = { only: 'status', 'status.page': '2', 'frames.page': '3', 'statuses.page': '4' };
  expect(slotSearch(search, 'status')).toEqual({ page: '2' });
  expect(withSlot(search, 'status', { size: '25' })).toEqual({
    only: 'status',
    'frames.page': '3',
    'statuses.page': '4',
    'status.size': '25',
  });
  expect(slotSearch(withSlot({}, 'a', { b: 'c' }), 'a')).toEqual({ b: 'c' });
});
