import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonObjects, type Piece } from './json-objects.ts';
import { DatagramObjects } from './listeners/udp-listener.ts';

/** The objects as values, and the reasons of what is none. */
function read(stream: string | Uint8Array, size = 1_000_000, maxLength = 100_000): unknown[] {
  const reader = new JsonObjects(maxLength);
  const bytes = typeof stream === 'string' ? new TextEncoder().encode(stream) : stream;
  const found: Piece[] = [];
  for (let at = 0; at < bytes.length; at += size)
    for (const piece of reader.readBytes(bytes.subarray(at, at + size))) found.push(piece);
  return [...found, ...reader.end()].map((piece) => ('broken' in piece ? piece.broken : piece.value));
}
const texts = ['{"a":"}{ \\" \\\\"}', '{"b":{"c":[{}]},"ä":"😀"}', '{}', '{"d":[1,{"e":-1.5e3}],"f":null}'];
const values = texts.map((text) => JSON.parse(text));
const broken = 'not JSON';
const line = (n: number): string =>
  `{"timestamp":${n},"label":"5Z","app":{"name":"acarsdec","ver":"4.1"},"text":"T${n}"}`;
const lineOf = (n: number): unknown => JSON.parse(line(n));
const pretty = JSON.stringify(values[1], null, 1);

describe.each([1, 7, 1_000_000])('C120: objects in pieces of %i bytes', (size) => {
  test.each([
    ['a line each', texts.join('\n')],
    ['CRLF and blank lines', `\r\n${texts.join('\r\n\r\n')}\r\n`],
    ['nothing between', texts.join('')],
    ['blanks between', ` ${texts.join('  ')} `],
    ['NUL between', `${texts.join('\0')}\0`],
    ['NUL and a line end', texts.map((text) => `${text}\0\n`).join('')],
    ['an array', `[${texts.join(',')}]`],
    ['a pretty array', JSON.stringify(values, null, 2)],
    ['arrays in arrays', `[[${texts[0]},${texts[1]}],[],[[[${texts[2]}]],[${texts[3]}]]]`],
    ['a byte order mark', `\ufeff${texts.join('\n')}`],
  ])('%s', (_name, stream) => {
    expect(read(stream, size)).toEqual(values);
  });

  test('line ends within an object', () => {
    expect(read(`${pretty}\n${pretty}${pretty}\n`, size)).toEqual([values[1], values[1], values[1]]);
  });

  test('a line that is cut anywhere loses itself only', () => {
    for (let at = 1; at < line(1).length; at++)
      for (const between of ['', '\n', '\0']) {
        const found = read(`${line(0)}\n${line(1).slice(0, at)}${between}${line(2)}\n${line(3)}`, size);
        const lines = found.filter((one) => typeof one === 'object' && one !== null && 'timestamp' in one);
        expect(lines, line(1).slice(0, at)).toEqual([0, 2, 3].map(lineOf));
        expect(found.filter((one) => one === broken).length).toBe(at === 1 ? 0 : 1);
      }
  });

  test('text between objects is counted by line, and never takes an object with it', () => {
    expect(read(`hello ${line(1)}\nno JSON\n[]\n\u0001\n${line(2)}} \n"}"\n${line(3)}`, size)).toEqual([
      broken,
      lineOf(1),
      broken,
      'not a JSON object',
      broken,
      lineOf(2),
      broken,
      'not a JSON object',
      lineOf(3),
    ]);
  });

  test('the parts of an unusable object are not read as objects', () => {
    expect(read(`{"a":tru e,"app":{"name":"x"},"b":[{"c":1},{"d":2}]}\n${line(1)}`, size)).toEqual([broken, lineOf(1)]);
  });

  test('numbers that are none, and control characters as received, lose no object', () => {
    expect(read('{"l":-inf,"m":nan,"n":[NaN,-Infinity,+inf],"o":-nan,"t":"nan, \\"inf\\" : -inf"}', size)).toEqual([
      { l: null, m: null, n: [null, null, null], o: null, t: 'nan, "inf" : -inf' },
    ]);
    expect(read(`{"text":"A\u0001B\nC\r\n\tD\u0000"}\n${line(1)}`, size)).toEqual([
      { text: 'A\u0001B\nC\r\n\tD\u0000' },
      lineOf(1),
    ]);
  });

  test('an object over the limit is skipped and reported', () => {
    const long = JSON.stringify({ a: 'x'.repeat(500), b: { c: 1 } });
    expect(read(`${long}\n${line(1)}`, size, 200)).toEqual(['the line is longer than 200 characters', lineOf(1)]);
    expect(read(`${'x'.repeat(500)}\n${line(1)}`, size, 200)).toEqual([
      'the line is longer than 200 characters',
      lineOf(1),
    ]);
  });
});

test('C120: an object of two datagrams can be cut within a character, between datagrams of another sender', () => {
  const [one, other] = [Buffer.from('{"text":"é€😀 {\\"} ü"}'), Buffer.from('{"text":"\\\\€}{"}')];
  for (let at = 1; at < one.length; at++) {
    const datagrams = new DatagramObjects(1000);
    const sent = [one.subarray(0, at), other.subarray(0, at), one.subarray(at), other.subarray(at)];
    const found = sent.flatMap((bytes, i) => datagrams.read(i % 2, bytes));
    const read = found.map((piece) => ('broken' in piece ? piece.broken : piece.value));
    expect(read).toEqual(expect.arrayContaining([{ text: 'é€😀 {"} ü' }, { text: '\\€}{' }]));
    expect(read).toHaveLength(2);
  }
});

test('each has the number of the line where it begins', () => {
  const reader = new JsonObjects(1000);
  const pieces = [...reader.read(`${line(1)}\n\n${pretty}\nx\n${line(2)}${line(3)}\n{"a`), ...reader.end()];
  expect(pieces.map(({ number }) => number)).toEqual([
    1,
    3,
    3 + pretty.split('\n').length,
    4 + pretty.split('\n').length,
    4 + pretty.split('\n').length,
    5 + pretty.split('\n').length,
  ]);
});

test('the text of a repaired object is strict JSON', () => {
  const [piece] = new JsonObjects(1000).read('{"level":-inf,"text":"A\u0007"}\n');
  expect(piece).toMatchObject({ text: '{"level":null,"text":"A\\u0007"}' });
});

test('any bytes between lines lose none of the lines after the next line end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (bytes, size) => {
      const noise = bytes.filter((byte) => byte !== 0x22 && byte !== 0x7b);
      const stream = Buffer.concat([Buffer.from(`${line(1)}\n`), noise, Buffer.from(`\n${line(2)}\n`)]);
      const found = read(stream, size).filter((one) => typeof one === 'object');
      expect(found).toEqual([lineOf(1), lineOf(2)]);
    }),
  );
});

// Work that is quadratic, for each character, does not end before the time limit of a test.
test.each(['{', '{"a":', '[', '{"a', '{   ', '{}', '{"{"', '{"a":[', '{"a":{}', '\\"{', '{"a":1}x'])(
  'a hostile stream of %j ends with its line, in linear time',
  (unit) => {
    const stream = `${unit.repeat(Math.ceil(300_000 / unit.length))}\n"}\n${line(1)}\n`;
    expect(read(stream, 1448).at(-1)).toEqual(lineOf(1));
  },
);
