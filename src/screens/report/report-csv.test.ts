import { expect, test } from 'vitest';
import type { Report } from '../../../contract/entities/report.ts';
import { reportCsv } from './report-csv.ts';

const report: Report = {
  asOf: '2026-11-29T00:00:00Z',
  period: 'day',
  from: '2026-11-28T00:00:00Z',
  to: '2026-11-29T00:00:00Z',
  messages: {
    total: 5,
    before: 0,
    aircraft: 2,
    notDecoded: 1,
    kinds: [{ kind: 'gateTimes', messages: 4 }],
    days: [{ day: '2026-11-28', messages: 5 }],
  },
  faults: {
    total: 1,
    open: 1,
    rows: [{ tail: '=N1', state: 'open', ata: null, name: 'BLEED, "A"', legs: 2, last: '2026-11-28T10:00:00Z' }],
  },
  stations: [{ stationId: '1001', messages: 5, before: 0, fedPercent: null }],
  aircraft: [],
};

test('every table has its heads and an empty line before it; received texts are no formulas and stay in their cell', () => {
  const tables = reportCsv(report)
    .split('\r\n\r\n')
    .map((table) => table.split('\r\n').filter((line) => line !== ''));
  expect(tables.map(([head]) => head)).toEqual([
    'From,To,Messages,Before,Aircraft,Not decoded',
    'Day,Messages',
    'Kind,Messages',
    'Tail,State,ATA,Fault,Legs,Last',
    'Station,Messages,Before,"Feeding time, %"',
    'Tail,Messages,Flights,Faults,Last message',
  ]);
  expect(tables[3]?.[1]).toBe(`'=N1,open,,"BLEED, ""A""",2,2026-11-28T10:00:00Z`);
  expect(tables[4]?.[1]).toBe('1001,5,0,');
});

test('an account without faults has no table of them', () => {
  expect(reportCsv({ ...report, faults: null })).not.toContain('ATA');
});
