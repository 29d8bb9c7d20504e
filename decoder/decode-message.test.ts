import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodingModel } from '../contract/entities/decoding.ts';
import { decodeMessage, longestText } from './decode-message.ts';

const itemOf = (label: string, text: string, item: string): string | undefined =>
  decodeMessage(label, text).items.find((one) => one.label === item)?.value;

describe('decoded content', () => {
  test('C63b: a fully decoded text has a description, items and no rest', () => {
    const model = decodeMessage('SQ', '02XALAXKLAX13356N11824WV136650/ARINC');
    expect(model).toMatchObject({ level: 'full', understoodPercent: 100, remaining: '', reason: null });
    expect(model.items).toContainEqual({ label: 'Network', value: 'ARINC', isUnverified: false });
    expect(itemOf('SQ', '02XALAXKLAX13356N11824WV136650/ARINC', 'ICAO')).toBe('KLAX');
  });

  test('a partly decoded text states the decoded share and the rest', () => {
    const text = '3N01 POSRPT 0123/15 KBOS/KSFO .N123XX/04H 11:02';
    const model = decodeMessage('80', text);
    expect(model).toMatchObject({ level: 'partial', reason: null });
    expect(itemOf('80', text, 'Destination')).toBe('KSFO');
    expect(model.remaining).not.toBe('');
    expect(model.remaining.length).toBeLessThan(text.length);
    expect(model.understoodPercent).toBe(Math.round((1 - model.remaining.length / text.length) * 100));
  });

  test('a decoded position is marked as unverified, in any item; other facts are not', () => {
    // Of 33 degrees 56 minutes the library makes 33.56: the reason for the mark.
    const marked = decodeMessage('SQ', '02XALAXKLAX13356N11824WV136650/ARINC').items.filter((one) => one.isUnverified);
    expect(marked.map(({ label }) => label)).toEqual(['Ground Station Location']);
  });

  test('a time with a day only says so', () => {
    const items = decodeMessage('QP', 'KBOSKSFO9999').items.map(({ value }) => value);
    expect(items.filter((value) => value.includes('YYYY'))).toEqual([]);
  });
});

describe('undecodable text is a normal response', () => {
  test.each([
    ['no known form', 'XX', '  hello  '],
    ['a known label in an unknown form', 'H1', 'POSN no position at all'],
    ['a text at which the library throws', 'QS', 'KBOSKSFOxxxx'],
  ])('C63b: %s', (_name, label, text) => {
    const model = decodeMessage(label, text);
    expect(model).toMatchObject({ description: 'Not decodable', level: 'none', items: [], remaining: text });
    expect(model.reason).toMatch(/^[A-Z].*\.$/);
  });

  test('DEC-05: a blank text cannot be decoded, a label is not trimmed', () => {
    expect(decodeMessage('', '').reason).toBe('Enter a text to decode.');
    expect(decodeMessage(' SQ', '02XALAXKLAX13356N11824WV136650/ARINC').level).toBe('none');
  });

  test('an invalid value is skipped, and the message does not count as fully decoded', () => {
    const model = decodeMessage('4A', 'DIS01,190009');
    expect(model.items.map(({ label }) => label)).toEqual(['Message Timestamp']);
    expect(model.level).toBe('partial');
  });
});

describe('bounds', () => {
  test('a text that is too long is refused with a sentence, whatever its length', () => {
    const model = decodeMessage('H1', 'A'.repeat(200_000));
    expect(model.reason).toBe('This text has 200,000 characters. The limit is 20,000.');
    expect(model.remaining.length).toBe(longestText);
  });

  test('never throws and always returns its own format, whatever was received', () => {
    const label = fc.oneof(
      fc.constantFrom('H1', 'QP', 'QQ', 'QR', 'QS', '4A', '21', '1M', '80', 'SQ', '44', '5Z', '15', '16', 'MA', '*'),
      fc.string({ maxLength: 3 }),
    );
    const start = fc.constantFrom(
      '',
      'POS',
      'FPN',
      'PRG',
      '/POS',
      'IN02',
      'ETA01,',
      'KBOSKSFO',
      '3N01 POSRPT',
      'OHMA',
      'T02!',
    );
    const body = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9A-Z,./ -]{0,80}$/));
    fc.assert(
      fc.property(label, start, body, (givenLabel, first, rest) => {
        const model = decodeMessage(givenLabel, first + rest);
        expect(decodingModel.safeParse(model).success).toBe(true);
        expect(model.items.filter(({ value }) => /NaN|undefined|Invalid Date/.test(value))).toEqual([]);
        expect(model.level === 'none').toBe(model.reason !== null);
      }),
      { numRuns: 2000 },
    );
  });
});
