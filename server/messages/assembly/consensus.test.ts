import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { consensusOf, type Voter } from './consensus.ts';

const received = (text: string, fields: Partial<Voter> = {}): Voter => ({
  text,
  station: null,
  error: 0,
  level: -20,
  ...fields,
});
/** As many stations as texts. */
const stations = (...texts: string[]): Voter[] => texts.map((text, i) => received(text, { station: `S${i}` }));
const replaced = (text: string, at: number, by: string): string => text.slice(0, at) + by + text.slice(at + 1);

const report = 'POSN34420W108077,SJN,144906,350,ZUN,145412,,M47,26471,532';

describe('consensus of several receptions', () => {
  test('three receivers with one wrong character each give the right text', () => {
    const found = consensusOf(stations(replaced(report, 3, 'X'), replaced(report, 20, '?'), replaced(report, 40, '1')));
    expect(found).toEqual({ status: 'majority', text: report });
  });

  test('also with missing or inserted characters', () => {
    const missing = replaced(report, 7, '');
    const inserted = `${report.slice(0, 30)}W${report.slice(30)}`;
    expect(consensusOf(stations(missing, inserted, replaced(report, 45, '9')))).toEqual({
      status: 'majority',
      text: report,
    });
    expect(consensusOf(stations(report.slice(1), report.slice(0, -1), report)).text).toBe(report);
  });

  test('three receptions with one error each, in different places, give the right text', () => {
    const fault = fc.record({
      kind: fc.constantFrom('wrong', 'missing', 'inserted'),
      by: fc.constantFrom('A', '0', ' ', '\u2400'),
      jitter: fc.nat(9),
    });
    const text = fc.string({ unit: fc.constantFrom(...'ABC 123,'), minLength: 80, maxLength: 120 });
    fc.assert(
      fc.property(text, fc.tuple(fault, fault, fault), (right, faults) => {
        const damaged = faults.map(({ kind, by, jitter }, i) => {
          const at = 5 + i * 25 + jitter;
          if (kind === 'inserted') return right.slice(0, at) + by + right.slice(at);
          return replaced(right, at, kind === 'missing' ? '' : by);
        });
        expect(consensusOf(stations(...damaged)).text).toBe(right);
      }),
    );
  });

  test('the order of receptions does not matter', () => {
    const voter = fc.record({
      text: fc.string({ unit: fc.constantFrom('A', 'B', '\ufffd'), maxLength: 12 }),
      station: fc.constantFrom(null, 'S1', 'S2', 'S3'),
      error: fc.constantFrom(null, 0, 1, 3),
      level: fc.constantFrom(null, -20, -30),
    });
    fc.assert(
      fc.property(
        fc
          .array(voter, { minLength: 1, maxLength: 8 })
          .chain((voters) => fc.tuple(fc.constant(voters), fc.shuffledSubarray(voters, { minLength: voters.length }))),
        ([voters, shuffled]) => {
          expect(consensusOf(shuffled)).toEqual(consensusOf(voters));
        },
      ),
    );
  });

  test('one reception is single, equal texts are agreed, also empty ones', () => {
    expect(consensusOf(stations(report))).toEqual({ status: 'single', text: report });
    expect(consensusOf(stations(report, report))).toEqual({ status: 'agreed', text: report });
    expect(consensusOf(stations('', ''))).toEqual({ status: 'agreed', text: '' });
  });

  test('of two different texts the one with fewer errors wins, then the stronger; the status is disputed', () => {
    const other = replaced(report, 3, 'X');
    const clean = received(report, { station: 'A', error: 0, level: -30 });
    const faulty = received(other, { station: 'B', error: 2, level: -3 });
    expect(consensusOf([faulty, clean])).toEqual({ status: 'disputed', text: report });
    const [weak, strong] = [
      received(other, { station: 'A', level: -30 }),
      received(report, { station: 'B', level: -5 }),
    ];
    expect(consensusOf([weak, strong])).toEqual({ status: 'disputed', text: report });
  });

  test('an unreadable character is not a vote against the other text', () => {
    const blind = replaced(replaced(report, 3, '\u2400'), 9, '\ufffd');
    expect(consensusOf(stations(blind, replaced(report, 30, '\u2421')))).toEqual({ status: 'majority', text: report });
  });

  test('a station has one vote, however many receptions it has', () => {
    const wrong = replaced(report, 3, 'X');
    const twice = [received(wrong, { station: 'A' }), received(wrong, { station: 'A', level: -21 })];
    const found = consensusOf([
      ...twice,
      received(report, { station: 'B', level: -1 }),
      received(report, { station: 'C' }),
    ]);
    expect(found).toEqual({ status: 'majority', text: report });
  });

  test('an unrelated text does not spoil the others, and counts against them', () => {
    expect(consensusOf(stations(report, 'SOMETHING ELSE', report))).toEqual({ status: 'majority', text: report });
    expect(consensusOf(stations(report, 'x'.repeat(200), 'y'.repeat(300), report)).status).toBe('disputed');
  });

  test('many long receptions with different errors: the right text, in bounded time', () => {
    const long = report.repeat(40);
    const voters = Array.from({ length: 200 }, (_, i) => received(replaced(long, i * 10, '#'), { station: `S${i}` }));
    expect(consensusOf(voters).text).toBe(long);
  });

  test('a flood of overlong texts: as many are compared as the bound allows, never all of them', () => {
    const long = report.repeat(330);
    const voters = Array.from({ length: 60 }, (_, i) => received(replaced(long, i * 80, '#'), { station: `S${i}` }));
    // Compared in full, the majority of clean places would win everywhere.
    expect(consensusOf(voters).status).toBe('disputed');
  });
});
