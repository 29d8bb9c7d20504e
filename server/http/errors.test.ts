import { expect, test } from 'vitest';
import { OutageLog } from './errors.ts';

test('an outage is one entry, then one a minute with the number of requests refused since', () => {
  const entries: object[] = [];
  const log = { error: (entry: object) => entries.push(entry) } as unknown as Parameters<OutageLog['refuse']>[0];
  const outages = new OutageLog();
  const away = new Error('connect ECONNREFUSED');
  for (let s = 0; s <= 60; s++) outages.refuse(log, `r${s}`, away, s * 1000);
  expect(entries).toEqual([
    { requestId: 'r0', refused: 1, reason: 'connect ECONNREFUSED' },
    { requestId: 'r60', refused: 60, reason: 'connect ECONNREFUSED' },
  ]);
});
