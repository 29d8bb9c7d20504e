/** The font files of the app contain what the app writes (decision 40). */
import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { read, sources } from './support/repository.ts';

const css = read('src/ui/fonts.css').text;
const faces = [
  ...css.matchAll(
    /font-family: "([^"]+)";\s*font-weight: (\d+)[^}]*fonts\/([\w-]+\.woff2)[^}]*unicode-range:\s*([^;]+);/g,
  ),
].map(([, family = '', weight = '', file = '', ranges = '']) => ({ face: `${family} ${weight}`, file, ranges }));

function codesOf(ranges: string): number[] {
  return [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].flatMap(([, first = '', last = first]) => {
    const from = Number.parseInt(first, 16);
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, at) => from + at);
  });
}

/** Code points of a WOFF2 file: its table `cmap`, format 4. */
function codesIn(file: string): Set<number> {
  const bytes = readFileSync(new URL(`../src/ui/fonts/${file}`, import.meta.url));
  let at = 48;
  const number = (): number => {
    for (let value = 0; ; ) {
      const byte = bytes[at++] ?? 0;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let offset = 0;
  let cmap = { from: 0, length: 0 };
  for (let table = bytes.readUInt16BE(12); table > 0; table--) {
    const flags = bytes[at++] ?? 0;
    const tag = flags & 63;
    if (tag === 63) at += 4;
    const length = number();
    // The outlines (10, 11) are transformed in version 0, all others in any other version.
    const isTransformed = tag === 10 || tag === 11 ? flags >> 6 !== 3 : flags >> 6 !== 0;
    if (tag === 0) cmap = { from: offset, length };
    offset += isTransformed ? number() : length;
  }
  const tables = brotliDecompressSync(bytes.subarray(at, at + bytes.readUInt32BE(20)));
  const map = tables.subarray(cmap.from, cmap.from + cmap.length);
  const codes = new Set<number>();
  for (let entry = 0; entry < map.readUInt16BE(2); entry++) {
    const from = map.readUInt32BE(8 + 8 * entry);
    if (map.readUInt16BE(from) !== 4) continue;
    const doubled = map.readUInt16BE(from + 6);
    for (let segment = 0; segment < doubled; segment += 2) {
      const last = map.readUInt16BE(from + 14 + segment);
      for (let code = map.readUInt16BE(from + 16 + doubled + segment); code <= last && code < 0xffff; code++)
        codes.add(code);
    }
  }
  return codes;
}

const shown = (codes: Iterable<number>): string => [...codes].map((code) => String.fromCodePoint(code)).join('');

test.each(faces)('$file contains every character of its range', ({ file, ranges }) => {
  const inFile = codesIn(file);
  expect(shown(codesOf(ranges).filter((code) => !inFile.has(code)))).toBe('');
});

describe.each(['Downlink Sans 400', 'Downlink Sans 600', 'Downlink Mono 400', 'Downlink Mono 600'])('%s', (face) => {
  const [first = [], second = []] = faces.filter((one) => one.face === face).map(({ ranges }) => codesOf(ranges));

  test('writes signs of the interface and the languages of Europe with Latin letters', () => {
    const needed = '−↲°·→↑↓–…×©≥≤≈€„“ĄĆĘŁŃÓŚŹŻąćęłńóśźżČĎĚŇŘŠŤŮŽčďěňřšťůžĞİŞğışÄÖÜßéèçñåøæőűășțÞð';
    expect([...needed].filter((one) => ![...first, ...second].includes(one.codePointAt(0) ?? 0))).toEqual([]);
  });
  test('has each character in one file', () => {
    expect(shown(first.filter((code) => second.includes(code)))).toBe('');
  });
});

test('what the interface writes is in the first file of its font', () => {
  const first = new Set(codesOf(faces.find(({ file }) => file === 'sans-400.woff2')?.ranges ?? ''));
  const outside = sources(/^(index\.html|src\/.*(?<!test)\.tsx)$/).flatMap(({ file, text }) =>
    [...new Set(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''))]
      .filter((one) => (one.codePointAt(0) ?? 0) > 0x7e && !first.has(one.codePointAt(0) ?? 0))
      .map((one) => `${file}: ${one}`),
  );
  expect(outside).toEqual([]);
});

test('there is no file without a face, and no weight without a file', () => {
  const files = readdirSync(new URL('../src/ui/fonts/', import.meta.url));
  expect(files.sort()).toEqual(faces.map(({ file }) => file).sort());
  const weights = sources(/^(src|docs)\/.*\.css$/).flatMap(({ file, text }) =>
    [...text.matchAll(/font-weight: (\d+)[^;]*;/g)]
      .filter(([, weight]) => !['400', '600'].includes(weight ?? ''))
      .map(([line]) => `${file}: ${line}`),
  );
  expect(weights).toEqual([]);
});
