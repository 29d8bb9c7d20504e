import { expect, test } from 'vitest';
import { DiskNearlyFull, reserveOf } from '../../base/disk-reserve.ts';
import { storeUsable } from './store-usable.ts';

test('the reserve is a tenth of the volume, between 64 and 256 MB', () => {
  const megabyte = 1_048_576;
  expect(reserveOf(400 * megabyte)).toBe(64 * megabyte);
  expect(reserveOf(1000 * megabyte)).toBe(100 * megabyte);
  expect(reserveOf(1_000_000 * megabyte)).toBe(256 * megabyte);
});

test('messages refused by a full disk are not broken: they wait', async () => {
  let tries = 0;
  const store = async () => {
    tries++;
    throw new DiskNearlyFull();
  };
  await expect(storeUsable(store, [1, 2, 3, 4])).rejects.toThrow(DiskNearlyFull);
  expect(tries).toBe(1);
});
