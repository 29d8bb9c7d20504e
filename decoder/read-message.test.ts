import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodingModel } from '../contract/entities/decoding.ts';
import { decodeMessage, longestText } from './read-message.ts';
import type { LineRequest } from './reading.ts';

const decode = (label: string, text: string, known: LineRequest['known'] = null) =>
  decodeMessage({ label, text, known });

const itemOf = (label: string, text: string, item: string): string | undefined =>
  decode(label, text).items.find((one) => one.label === item)?.value;

describe('decoded content', () => {
  test('C63b: a fully decoded text has a description, items and no rest', () => {
    const model = decode('SQ', '02XALAXKLAX13356N11824WV136650/ARINC');
    expect(model).toMatchObject({ level: 'full', understoodPercent: 100, remaining: '', reason: null });
    expect(model.items).toContainEqual({ label: 'Network', value: 'ARINC', isUnverified: false });
    expect(itemOf('SQ', '02XALAXKLAX13356N11824WV136650/ARINC', 'ICAO')).toBe('KLAX');
  });

  test('a partly decoded text states the decoded share and the rest', () => {
    const text = '3N01 POSRPT 0123/15 KBOS/KSFO .N123XX/04H 11:02';
    const model = decode('80', text);
    expect(model).toMatchObject({ level: 'partial', reason: null });
    expect(itemOf('80', text, 'Destination')).toBe('KSFO');
    expect(model.remaining).not.toBe('');
    expect(model.remaining.length).toBeLessThan(text.length);
    expect(model.understoodPercent).toBe(Math.round((1 - model.remaining.length / text.length) * 100));
  });

  test('a decoded position is marked as unverified, in any item; other facts are not', () => {
    const marked = decode('SQ', '02XALAXKLAX13356N11824WV136650/ARINC').items.filter((one) => one.isUnverified);
    expect(marked.map(({ label }) => label)).toEqual(['Ground Station Location']);
  });

  test('a position report without coordinates says none, and the fuel of one is said', () => {
    const head = '3N01 POSRPT 0123/15 KBOS/KSFO .N123XX';
    // POSRPT: a report of that name, without coordinates.
    expect(decode('80', `${head}/04H 11:02`).meaning?.words).toBe('Position report, to KSFO');
    // Named after its label.
    expect(decode('5Z', '/UT EXP TIME       / EPWA EIDW 01 132102').meaning?.kind).toBe('other');
    expect(decode('80', `${head}\r\n/POS N41300W072150/ALT +37000/MCH 765/FOB 0096/ETA 1530`).meaning).toMatchObject({
      ...{ kind: 'position', words: 'Position 41.50 N 72.25 W, 37,000 ft, ETA KSFO 15:30Z, fuel 96' },
    });
  });

  test('a time with a day only says so', () => {
    const items = decode('QP', 'KBOSKSFO9999').items.map(({ value }) => value);
    expect(items.filter((value) => value.includes('YYYY'))).toEqual([]);
  });
});

describe('undecodable text is a normal response', () => {
  test.each([
    ['no known form', 'XX', '  hello  '],
    ['a known label in an unknown form', 'H1', 'POSN no position at all'],
    ['a known beginning without its fields', '30', '/EA1719'],
  ])('C63b: %s', (_name, label, text) => {
    const model = decode(label, text);
    expect(model).toMatchObject({ description: 'Not decodable', level: 'none', items: [], remaining: text });
    expect(model.reason).toMatch(/^[A-Z].*\.$/);
  });

  test('DEC-05: a blank text cannot be decoded, a label is not trimmed', () => {
    expect(decode('', '').reason).toBe('Enter a text to decode.');
    expect(decode(' SQ', '02XALAXKLAX13356N11824WV136650/ARINC').level).toBe('none');
  });

  test('an invalid value is skipped, and the message does not count as fully decoded', () => {
    const model = decode('80', '3N01 POSRPT 0123/15 KBOS/KSFO .N123XX\n/MCH ABC/HDG 233');
    expect(model.items.map(({ label }) => label)).toContain('Heading');
    expect(model.items.map(({ label }) => label)).not.toContain('Mach Number');
    expect(model.level).toBe('partial');
  });
});

describe('bounds', () => {
  test('a text that is too long is refused with a sentence, whatever its length', () => {
    const model = decode('H1', 'A'.repeat(200_000));
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
        const model = decode(givenLabel, first + rest);
        expect(decodingModel.safeParse(model).success).toBe(true);
        expect(model.items.filter(({ value }) => /NaN|undefined|Invalid Date/.test(value))).toEqual([]);
        expect(model.level === 'none').toBe(model.reason !== null);
      }),
      { numRuns: 1000 },
    );
  });
});
