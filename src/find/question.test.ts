import { beforeAll, describe, expect, test } from 'vitest';
import { ensureTemporal } from '../lib/time.ts';
import { type Entry, restRank } from './entries.ts';
import { type Question, readQuestion, withoutLastPill } from './question.ts';
import { readWhen } from './when.ts';

beforeAll(ensureTemporal);
/** A Sunday. */
const now = Date.UTC(2026, 10, 29, 14, 52, 7);
const entry = (kind: Entry['kind'], id: string, codes: string, item: unknown = null): Entry => ({
  kind,
  id,
  codes,
  words: '',
  isNamed: false,
  live: restRank,
  item,
});
const klm = { tail: 'PH-ZXB', address: '485A35', flight: 'KL1763', airline: 'KLM Royal Dutch Airlines' };
const groups = [
  [
    entry('aircraft', 'PH-ZXB', ' phzxb ', klm),
    entry('aircraft', 'F-GKXA', ' fgkxa ', { tail: 'F-GKXA', address: '', flight: '', airline: 'Air France' }),
  ],
  [entry('station', '1001', ' 1001 cluj ')],
  [entry('airport', 'LROP', ' lrop otp ')],
];
const read = (typed: string): Question | null => readQuestion(typed, groups, now);

const engineChapters = '70,71,72,73,74,75,76,77,78,79,80';

describe('questions', () => {
  test.each([
    ['cpdlc klm 7 d', 'cpdlc klm'],
    ['cpdlc klm ', 'cpdlc'],
    ['cpdlc', ''],
    ['phzxb label h1', 'phzxb'],
    ['fault nav light', null],
  ])('removing the last pill of %s', (typed, left) => {
    expect(withoutLastPill(typed, read(typed) as Question)).toBe(left);
  });

  test.each<[string, readonly string[], Partial<Question>]>([
    ['cpdlc klm yesterday', ['CPDLC', 'KLM', '28 Nov 2026'], { kinds: ['cpdlc'], airline: 'klm' }],
    ['cpdlc of kl', ['CPDLC', 'KL'], { airline: 'KLM Royal Dutch Airlines' }],
    ['weather LROP', ['Weather', 'LROP'], { kinds: ['weather'], text: 'LROP' }],
    ['metar otp today', ['Weather', 'OTP', '29 Nov 2026'], { kinds: ['weather'], text: 'OTP' }],
    ['weather at LROP now', ['Weather', 'LROP'], { kinds: ['weather'], text: 'LROP' }],
    ['messages of phzxb', ['PH-ZXB'], { tail: 'PH-ZXB' }],
    ['messages of phzxb for three days', ['PH-ZXB', 'last 3\u00a0d'], { tail: 'PH-ZXB' }],
    ['7700', ['Squawk 7700'], { squawk: '7700' }],
    ['squawk 1001', ['Squawk 1001'], { squawk: '1001' }],
    ['ata 36 hb-jcs', ['ATA 36', 'HB-JCS'], { chapter: '36', tail: 'HB-JCS' }],
    [
      'engine faults phzxb',
      ['Engine', 'Fault', 'PH-ZXB'],
      { kinds: ['fault'], chapter: engineChapters, tail: 'PH-ZXB' },
    ],
    ['faults phzxb 7 d', ['Fault', 'PH-ZXB', 'last 7\u00a0d'], { kinds: ['fault'], tail: 'PH-ZXB' }],
    ['not decoded label h1', ['Not decoded', 'Label H1'], { decoded: 'none', messageLabel: 'H1' }],
    [
      'ADS-C gate times KL1763 12h',
      ['ADS-C', 'Gate times', 'KL1763', 'last 12\u00a0h'],
      { kinds: ['adsc', 'gateTimes'] },
    ],
    ['um20 station 1001', ['UM20', 'Station 1001'], { element: 'UM20', station: '1001' }],
    ['klm 131.725 MHz', ['KLM', '131.725 MHz'], { airline: 'klm', frequency: 131.725 }],
    ['air france monday', ['AIR FRANCE', '23 Nov 2026'], { airline: 'air france' }],
    ['485a35 today', ['485A35', '29 Nov 2026'], { hex: '485A35' }],
    ['messages of 1001 yesterday', ['Station 1001', '28 Nov 2026'], { station: '1001' }],
    ['fault nav light on', ['Fault', '“nav light”'], { text: 'nav light' }],
    ['fault light on please', ['Fault', '“light on please”'], { text: 'light on please' }],
  ])('%s', (typed, pills, parts) => {
    expect(read(typed)).toMatchObject({ pills, isWhole: true, ...parts });
  });

  test('the name of one thing is no question, and neither are words that belong to nothing', () => {
    for (const typed of ['hb-jcs', 'klm', 'label h1', 'kl1763', '1001', 'yesterday'])
      expect(read(typed)?.isWhole).not.toBe(true);
    for (const typed of [
      '',
      'henri coanda',
      'klm nonsense',
      'nav klm light yesterday',
      'monday 3 d',
      'fault '.repeat(50),
    ])
      expect(read(typed)).toBeNull();
  });
});

describe('times', () => {
  const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);
  test.each([
    ['today', '2026-11-29', 1],
    ['yesterday', '2026-11-28', 1],
    ['sunday', '2026-11-29', 1],
    ['last sunday', '2026-11-22', 1],
    ['friday', '2026-11-27', 1],
    ['last week', '2026-11-16', 7],
    ['this week', '2026-11-23', 7],
    ['28 nov', '2026-11-28', 1],
    ['30 november', '2025-11-30', 1],
    ['20261128', '2026-11-28', 1],
    ['2 feb 2024', '2024-02-02', 1],
  ])('%s', (typed, from, days) => {
    const words = typed.split(' ');
    const found = readWhen(words, now);
    expect(found).toMatchObject({ words: words.length, when: { from: day(from), to: day(from) + days * 86_400_000 } });
  });

  test.each([
    ['3 d', 72],
    ['12h', 12],
    ['last 2 weeks', 336],
    ['past 24 h', 24],
    ['three days', 72],
    ['last two weeks', 336],
  ])('%s', (typed, hours) => {
    expect(readWhen(typed.split(' '), now)).toMatchObject({ words: typed.split(' ').length, when: { hours } });
  });

  test('a longer time than a list shows is the longest, and says so', () => {
    expect(readWhen(['99', 'd'], now)).toMatchObject({
      words: 2,
      when: { pill: 'last 31 d, the longest', hours: 744 },
    });
  });
  test('invalid days and other words are no time', () => {
    for (const typed of ['31 feb', '0 h', 'last', 'h', '1001', 'may', '30 novice station', '20261341'])
      expect(readWhen(typed.split(' '), now), typed).toBeNull();
  });
});
