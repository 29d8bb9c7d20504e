import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import readExcelFile, { readSheet } from 'read-excel-file/universal';
import { describe, expect, test } from 'vitest';
import { escapeSequences } from './cells.ts';
import { libraryWriter } from './library-writer.ts';
import type { AboutLine, Sheet, SheetWriter } from './sheet.ts';
import { streamWriter } from './stream-writer.ts';

const sheet: Sheet = {
  name: 'Test Messages',
  columns: [
    { key: 'at', header: 'UTC Date/Time', kind: 'instant', width: 20 },
    { key: 'day', header: 'Day', kind: 'day', width: 12 },
    { key: 'tail', header: 'Tail', kind: 'code', width: 12 },
    { key: 'text', header: 'Text', kind: 'text', width: 60 },
    { key: 'freq', header: 'Frequency', kind: 'number', decimals: 3, width: 12 },
    { key: 'lat', header: 'Latitude', kind: 'number', width: 12 },
    { key: 'isOnground', header: 'Is on Ground', kind: 'flag', width: 8 },
  ],
};
type Row = Readonly<Record<string, unknown>>;
const writers: Readonly<Record<string, (sheet: Sheet) => SheetWriter>> = { streamWriter, libraryWriter };

async function written(make: (sheet: Sheet) => SheetWriter, rows: readonly Row[], about: readonly AboutLine[] = []) {
  const writer = make(sheet);
  await writer.add(rows);
  return writer.finish(about, 'Test Messages');
}
/** The rows below the header, as a reader of workbooks sees them. */
async function readBack(file: Blob): Promise<unknown[][]> {
  const [, ...rows] = await readSheet(file, { trim: false });
  return rows as unknown[][];
}
async function filesIn(file: Blob): Promise<Record<string, string>> {
  const files = unzipSync(new Uint8Array(await file.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}
const full: Row = {
  at: '2026-11-20T14:49:58Z',
  day: '2026-11-20',
  tail: '0012',
  text: 'POSN34420\nW108077',
  freq: 131.55,
  lat: -34.70125,
  isOnground: true,
};
const readable = [
  new Date('2026-11-20T14:49:58Z'),
  new Date('2026-11-20T00:00:00Z'),
  '0012',
  'POSN34420\nW108077',
  131.55,
  -34.70125,
  true,
];

for (const [name, make] of Object.entries(writers))
  describe(name, () => {
    test('XLS-01 C79: headers, then dates, numbers, flags and texts with their types; missing values are empty cells', async () => {
      const file = await written(make, [full, { text: 'alone', tail: null, freq: null }]);
      const [header] = await readSheet(file);
      expect(header).toEqual(sheet.columns.map((column) => column.header));
      expect(await readBack(file)).toEqual([readable, [null, null, null, 'alone', null, null, null]]);
    });

    test('codes that look like numbers stay texts, and numbers of a code column become texts', async () => {
      const codes = ['0012', '1E5', '00', '3-4', 'TRUE', 'SEP1', 4711];
      const rows = await readBack(
        await written(
          make,
          codes.map((tail) => ({ tail })),
        ),
      );
      expect(rows.map((row) => row[2])).toEqual(codes.map(String));
    });

    test('formula-like texts are unchanged and carry the text mark', async () => {
      const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '  =cmd|x', '\u3000＝1', 'plain'];
      const file = await written(
        make,
        texts.map((text) => ({ text })),
      );
      expect((await readBack(file)).map((row) => row[3])).toEqual(texts);
      const files = await filesIn(file);
      expect(files['xl/worksheets/sheet1.xml']).not.toContain('<f>');
      const styles = [...((files['xl/styles.xml'] ?? '').split('<cellXfs')[1]?.matchAll(/<xf [^>]*>/g) ?? [])].map(
        String,
      );
      const styleOf = (row: number) =>
        Number(new RegExp(`r="D${row}"(?: s="(\\d+)")?`).exec(files['xl/worksheets/sheet1.xml'] ?? '')?.[1] ?? 0);
      const isMarked = texts.map((_, at) => styles[styleOf(at + 2)]?.includes('quotePrefix="1"'));
      expect(isMarked).toEqual([true, true, true, true, true, true, true, false]);
    });

    test('ADSB-04: a number that means a word is written as the word, other numbers stay numbers', async () => {
      const named = { value: -9999, name: 'not valid' };
      const writer = make({
        ...sheet,
        columns: [{ key: 'offset', header: 'Offset', kind: 'number', width: 12, named }],
      });
      await writer.add([{ offset: -9999 }, { offset: 25 }]);
      expect((await readBack(await writer.finish([], 'Test Messages'))).map((row) => row[0])).toEqual([
        'not valid',
        25,
      ]);
    });

    test('the mark of unreadable bytes is in the file itself: LibreOffice 7.4 shows its escape _xFFFD_', async () => {
      const file = await written(make, [{ text: 'a\ufffdb _xFFFD_ _x005F\ufffd' }]);
      expect(Object.values(await filesIn(file)).join('')).toContain('a\ufffdb _x005F_xFFFD_ _x005F\ufffd');
      expect((await readBack(file)).map((row) => row[3])).toEqual(['a\ufffdb _xFFFD_ _x005F\ufffd']);
    });

    test('names of built-in JavaScript properties are ordinary texts', async () => {
      const texts = ['constructor', 'toString', '__proto__', 'valueOf'];
      const file = await written(
        make,
        texts.map((text) => ({ text })),
      );
      expect((await readBack(file)).map((row) => row[3])).toEqual(texts);
      // LibreOffice 7.4 and Gnumeric 1.12 show escapes as they are.
      expect(Object.values(await filesIn(file)).join('')).not.toContain('_x0063_');
    });

    test('a sheet with the header frozen, a filter over all rows, and widths', async () => {
      const files = await filesIn(await written(make, [full, full]));
      const xml = files['xl/worksheets/sheet1.xml'] ?? '';
      expect(xml).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
      expect(xml).toContain('<autoFilter ref="A1:G3"/>');
      expect(xml).toContain('<col min="4" max="4" width="60" customWidth="1"/>');
      expect(xml).toContain('<c r="E2" s=');
      expect(files['xl/styles.xml']).toContain('formatCode="0.000"');
      expect(files['xl/styles.xml']).toContain('formatCode="yyyy-mm-dd hh:mm:ss"');
    });

    test('the second sheet describes the export', async () => {
      const at = Date.UTC(2026, 10, 20, 14, 49, 58);
      const about: AboutLine[] = [
        ['Rows', 2],
        ['Exported at (UTC)', { instantMs: at }],
        ['Text', '=HYPERLINK("x")'],
      ];
      const sheets = await readExcelFile(await written(make, [full], about));
      expect(sheets.map((one) => one.sheet)).toEqual(['Test Messages', 'About this export']);
      expect(sheets[1]?.data).toEqual([
        ['Rows', 2],
        ['Exported at (UTC)', new Date(at)],
        ['Text', '=HYPERLINK("x")'],
      ]);
    });

    test('an export without rows is a workbook with its header', async () => {
      expect(await readSheet(await written(make, []))).toEqual([sheet.columns.map((column) => column.header)]);
    });
  });

describe('both writers', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
    fc.stringMatching(/^[_x0-9a-fA-F<>&"' \n\t]{0,40}$/),
    fc.constantFrom('_x0041_', '_x005F_x0041_', ']]>', '&amp;', '<c>', ' leading and trailing ', '\ufffd', '\u0000'),
  );
  const anyRow = fc.record({
    at: fc.oneof(fc.constant('2026-11-20T14:49:58Z'), anyText),
    tail: anyText,
    text: fc.option(anyText),
    freq: fc.oneof(fc.double(), fc.integer(), anyText),
    isOnground: fc.oneof(fc.boolean(), anyText),
  });

  test('for any text in a row, both write valid workbooks with the same content', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 60 }), async (rows) => {
        const [ours, theirs] = await Promise.all([written(streamWriter, rows), written(libraryWriter, rows)]);
        expect(await readBack(ours)).toEqual(await readBack(theirs));
      }),
      { numRuns: 15 },
    );
  }, 20_000);

  test('an ordinary text is unchanged', async () => {
    const usual = fc.string({ unit: fc.constantFrom(...'AZ09 ./-+=@<>&"\'_x\n\täöü日本é'), minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(usual, { minLength: 1, maxLength: 60 }), async (texts) => {
        const rows = await readBack(
          await written(
            streamWriter,
            texts.map((text) => ({ text })),
          ),
        );
        expect(rows.map((row) => row[3])).toEqual(texts);
      }),
      { numRuns: 15 },
    );
  }, 20_000);

  test('escapes are added only where Excel would decode', () => {
    expect(escapeSequences('_x0041_ _x41_ a_xFFFF_x0041_')).toBe('_x005F_x0041_ _x41_ a_x005F_xFFFF_x005F_x0041_');
  });
});
