/** CPDLC of FANS-1/A: bytes worked out by hand, all elements written by an encoder of our own, and damaged bytes. */
import { describe, expect, test } from 'vitest';
import { meaning } from '../contract/entities/meaning.ts';
import { type CpdlcPayload, decodeCpdlc, readCpdlc } from '../decoder/fans/cpdlc.ts';
import { downlinks, uplinks } from '../decoder/fans/cpdlc-elements.ts';
import { BitWriter, writeValue } from '../server/demo/per-writer.ts';
import { drawValue } from './support/per-values.ts';

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/[0-9A-F]{2}/g) ?? [], (octet) => Number.parseInt(octet, 16));
const read = (hex: string, payload: Partial<CpdlcPayload> = {}) =>
  readCpdlc({
    bytes: bytesOf(hex),
    imi: 'AT1',
    direction: 'down',
    ground: 'XXXCAYA',
    isDamaged: false,
    atMs: null,
    ...payload,
  });
const seeded = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

describe('bytes worked out by hand', () => {
  // Bits: more elements, reference, time; number (6), reference (6), hours (5), minutes (6), seconds (6), element (8), arguments.
  test.each([
    ['WILCO to 5', '0 1 1 001001 000101 01100 100010 111000 00000000', 'down'],
    // Flight level = alternative 6 of 8, 350 - 30 in 10 bits.
    ['Climb to and maintain FL350', '0 0 0 000011 00010100 110 0101000000', 'up'],
    ['UNABLE to 2; Due to weather', '1 1 0 000111 000010 00000001 00 01000001', 'down'],
    // 17 reasons take 5 bits.
    ['Error: invalid data', '0 0 0 000000 00111110 01010', 'down'],
    // Alternative 0, 300 tens of feet in 12 bits.
    ['Request climb to 3,000 ft QNH (answer to 1)', '0 1 0 000010 000001 00001001 000 000100101100', 'down'],
    // Two characters of 7 bits, among them a line feed.
    ['"A B"', '0 0 0 000001 01000011 00000010 1000001 0001010 1000010', 'down'],
    // Alternative 3 of a position; one bit announces minutes; 45 N in 7 + 1 bits, 30 W in 8 + 1 bits.
    ['Proceed direct to 45.00 N 30.00 W', '0 0 0 000001 01001010 011 0 0101101 0 0 00011110 1', 'up'],
    // Alternative 1 of a frequency, 132,450 - 117,000 kHz in 15 bits; a code of four characters; function 0.
    [
      'Contact EGGX centre on 132.450 MHz',
      '0 0 0 000001 01110101 0 1000101 1000111 1000111 1011000 000 01 011110001011010',
      'up',
    ],
  ] as const)('%s', (words, bits, direction) => {
    const writer = new BitWriter();
    for (const bit of bits.replaceAll(' ', '')) writer.write(Number(bit), 1);
    const reading = readCpdlc({
      bytes: writer.bytes,
      imi: 'AT1',
      direction,
      ground: 'XXXCAYA',
      isDamaged: false,
      atMs: null,
    });
    expect(reading).toMatchObject({ words, level: 'full', kind: 'cpdlc', remaining: '' });
  });

  test('facts name the element, its words, the wanted answer, number, reference and time', () => {
    expect(read('648AC8B800').facts).toEqual({
      time: '12:34:56',
      cpdlc: {
        direction: 'down',
        what: 'message',
        ground: 'XXXCAYA',
        number: 9,
        reference: 5,
        time: '12:34:56',
        elements: [{ code: 'DM0', words: 'WILCO', response: 'N' }],
      },
    });
    expect(read('018A6500', { direction: 'up' }).facts.cpdlc?.elements[0]?.response).toBe('W/U');
  });

  test('connections need no message', () => {
    expect(read('', { imi: 'DR1' })).toMatchObject({ level: 'full', words: 'CPDLC disconnect to XXXCAYA' });
    expect(read('', { imi: 'CR1', direction: 'up' }).words).toBe('CPDLC connection request from XXXCAYA');
    expect(read('').level).toBe('none');
  });

  test('what is damaged is marked, and impossible values are no facts', () => {
    // 25:10:20 in place of 12:34:56.
    const impossible = read('20E4A50000');
    expect(impossible).toMatchObject({ level: 'partial', facts: { isDamaged: true, cpdlc: { time: null } } });
    expect(impossible.items).toContainEqual({
      label: 'Message time',
      value: '25:10:20 (impossible)',
      isUnverified: false,
    });
    expect(read('648AC8B800', { isDamaged: true }).words).toBe('WILCO to 5, checksum wrong');
    // An octet too many, and the end missing.
    expect(read('648AC8B80000')).toMatchObject({ level: 'partial', words: 'WILCO to 5 (rest unreadable)' });
    expect(read('648AC8')).toMatchObject({ level: 'none', remaining: '648AC8' });
  });
});

test('each of the 183 uplink and 129 downlink elements is read back with its arguments', () => {
  expect([uplinks.length, downlinks.length]).toEqual([183, 129]);
  const random = seeded(1);
  for (const table of [uplinks, downlinks])
    for (const [at, { code, phrase, slots }] of table.entries())
      for (let round = 0; round < 4; round++) {
        const values = slots.map(({ type }) => drawValue(type, random));
        const writer = new BitWriter().write(0, 3).write(round, 6).write(at, 8);
        for (const [index, { type }] of slots.entries()) writeValue(type, values[index] ?? '', writer);
        const direction = table === uplinks ? 'up' : 'down';
        const message = decodeCpdlc(writer.bytes, direction, false);
        const found = message.elements.map((one) => ({ code: one.element.code, values: one.values }));
        expect(found).toEqual([{ code, values }]);
        expect(message).toMatchObject({ isWhole: true, isImpossible: false, number: round });
        expect(slots.length, phrase).toBe(phrase.split('[').length - 1);
        const reading = read('', { bytes: writer.bytes, direction });
        expect(reading.level).toBe('full');
        expect(reading.words).not.toMatch(/\[(?:[a-z]+)\]|undefined|NaN|\[object/i);
        expect(meaning.parse({ version: 1, ...reading })).toBeTruthy();
      }
});

test('cut and mutated bytes are read without a throw, and never as more than five elements', () => {
  const random = seeded(2);
  for (let round = 0; round < 3000; round++) {
    const bytes = Uint8Array.from({ length: Math.floor(random() * 60) }, () => Math.floor(random() * 256));
    const { facts } = read('', { bytes, direction: random() < 0.5 ? 'up' : 'down' });
    expect(facts.cpdlc?.elements.length).toBeLessThanOrEqual(5);
  }
  expect(read('', { bytes: new Uint8Array(10_000).fill(0xa5) }).level).not.toBe('full');
});
