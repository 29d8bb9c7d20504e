import { expect, test } from 'vitest';
import { bidFault, bidStartFault, readGlog } from './bid-rules.ts';

test.each([
  ['', null],
  ['  ', null],
  ['12.5', 12.5],
  ['12,5', 12.5],
  [' 7 ', 7],
  ['−1', -1],
  ['.5', 0.5],
])('BID-07: %j is typed for %s', (text, glog) => {
  expect(readGlog(text)).toBe(glog);
});
test.each(['abc', '1e2', 'NaN', 'Infinity', '0x10', '1.2.3', '٣'])('BID-07: %j is no number', (text) => {
  expect(readGlog(text)).toBeNaN();
});

test.each([
  [null, 'Overall bid is required.'],
  [undefined, 'Overall bid is required.'],
  [Number.NaN, 'Overall bid value must be between 0 and 100 Glog.'],
  [-1, 'Overall bid value must be between 0 and 100 Glog.'],
  [100.01, 'Overall bid value must be between 0 and 100 Glog.'],
  [101, 'Overall bid value must be between 0 and 100 Glog.'],
  [0, null],
  [100, null],
])('BID-07: a bid of %s gives %j', (glog, sentence) => {
  expect(bidFault(glog)).toBe(sentence);
});

const today = '2026-11-21';
test.each([
  ['', 'Start date is required.'],
  [null, 'Start date is required.'],
  ['2026-11-21', null],
  ['2036-11-21', null],
  ['2000-01-01', null],
  ['0001-01-01', 'Start date must be between 2000-01-01 and 2036-11-21.'],
  ['2036-11-22', 'Start date must be between 2000-01-01 and 2036-11-21.'],
  ['2026-02-30', 'Enter the start date as YYYY-MM-DD, such as 2026-02-01.'],
  ['21.11.2026', 'Enter the start date as YYYY-MM-DD, such as 2026-02-01.'],
  ['12026-01-01', 'Enter the start date as YYYY-MM-DD, such as 2026-02-01.'],
])('BID-07, C69: a start on %j gives %j', (day, sentence) => {
  expect(bidStartFault(day, today)).toBe(sentence);
});
