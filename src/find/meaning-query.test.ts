import { beforeAll, expect, test } from 'vitest';
import { ensureTemporal } from '../lib/time.ts';
import { restRank } from './entries.ts';
import { readMeaningQuery } from './meaning-query.ts';

beforeAll(ensureTemporal);
const now = Date.UTC(2026, 10, 29, 14, 52, 7);
const entry = {
  kind: 'aircraft',
  id: 'PH-ZXB',
  codes: ' phzxb ',
  words: '',
  isNamed: false,
  live: restRank,
  item: { tail: 'PH-ZXB', flight: 'KL1763', airline: 'KLM Royal Dutch Airlines' },
} as const;
const read = (typed: string) => readMeaningQuery(typed, [[entry]], now);

test.each([
  [
    'cpdlc klm yesterday',
    ['CPDLC', 'KLM', '28 Nov 2026'],
    {
      kind: 'cpdlc',
      airlineName: 'klm',
      acarsMessageDateTimeMin: '2026-11-28T00:00:00Z',
      acarsMessageDateTimeMax: '2026-11-28T23:59:59Z',
    },
    null,
  ],
  ['ata 36 hb-jcs', ['ATA 36', 'HB-JCS'], { ata: '36', tail: 'HB-JCS' }, 24],
  ['faults phzxb 7 d', ['Fault', 'PH-ZXB', 'last 7 d'], { kind: 'fault', tail: 'PH-ZXB' }, 168],
  ['not decoded label h1', ['Not decoded', 'Label H1'], { decoded: 'none', label: 'H1' }, 24],
  [
    'ADS-C gate times KL1763 12h',
    ['ADS-C', 'Gate times', 'KL1763', 'last 12 h'],
    { kind: 'adsc,gateTimes', flight: 'KL1763' },
    12,
  ],
  ['um20 station 1001', ['UM20', 'Station 1001'], { element: 'UM20', stationId: '1001' }, 24],
] as const)('%s', (typed, pills, filters, lastHours) => {
  expect(read(typed)).toMatchObject({ pills, filters, lastHours });
});

test('without a kind, or with a word that is not understood, it is a search for things', () => {
  for (const typed of [
    '',
    'hb-jcs',
    'klm yesterday',
    'cpdlc nonsense',
    'label h1',
    'ata',
    'weather zzz',
    'fault '.repeat(50),
  ])
    expect(read(typed)).toBeNull();
});
