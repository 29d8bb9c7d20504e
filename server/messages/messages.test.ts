import { expect, test } from 'vitest';
import { StoredTypes } from './messages.ts';

test('counts rows by type; the lag is that of the newest message of the last batch, never negative', () => {
  const stored = new StoredTypes();
  const now = Date.UTC(2026, 10, 20, 12);
  const at = (ms: number): string => new Date(now + ms).toISOString();
  stored.add([{ messageType: 'ACARS', at: at(-9000) }], now - 5000);
  stored.add(
    [
      { messageType: 'ACARS', at: at(-3000) },
      { messageType: 'ACARS', at: at(-7000) },
      { messageType: 'ADSB', at: at(60_000) },
    ],
    now,
  );
  expect([...stored.list()]).toEqual([
    ['ACARS', { count: 3, lastMs: now, lagMs: 3000 }],
    ['ADSB', { count: 1, lastMs: now, lagMs: 0 }],
  ]);
});
