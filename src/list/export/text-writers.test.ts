import { expect, test } from 'vitest';
import type { Sheet, SheetWriter } from './sheet.ts';
import { csvWriter, jsonLinesWriter } from './text-writers.ts';

const sheet: Sheet = {
  name: 'Test Messages',
  columns: [
    { key: 'at', header: 'UTC Date/Time', kind: 'instant', width: 20 },
    { key: 'day', header: 'Day', kind: 'day', width: 12 },
    { key: 'text', header: 'Text, all of it', kind: 'text', width: 60 },
    { key: 'freq', header: 'Frequency', kind: 'number', width: 12 },
    { key: 'isOnground', header: 'Is on Ground', kind: 'flag', width: 8 },
  ],
};
const rows = [
  { at: '2026-11-20T14:49:58Z', day: '2026-11-20', text: 'A "B", C\nD', freq: 131.55, isOnground: true, id: '7' },
  { at: null, text: '' },
];
async function written(make: (sheet: Sheet) => SheetWriter, some: readonly object[]): Promise<string> {
  const writer = make(sheet);
  for (const row of some) await writer.add([row as Readonly<Record<string, unknown>>]);
  return (await writer.finish([], '')).text();
}

test('CSV follows RFC 4180: header, CRLF, quotes where a text contains quote, comma or line break, empty cells', async () => {
  expect(await written(csvWriter, rows)).toBe(
    [
      'UTC Date/Time,Day,"Text, all of it",Frequency,Is on Ground',
      '2026-11-20T14:49:58Z,2026-11-20,"A ""B"", C\nD",131.55,true',
      ',,,,',
      '',
    ].join('\r\n'),
  );
});

test('in CSV a text that starts like a formula gets an apostrophe; numbers do not', async () => {
  const texts = ['=1+1', '+1', '-12', '@SUM(A1)', ' =1', '＝1', '\t=1', '12', '1=1', 'plain'];
  const lines = (
    await written(
      csvWriter,
      texts.map((text) => ({ text, freq: -1.5 })),
    )
  ).split('\r\n');
  expect(lines.slice(1, -1)).toEqual(
    ["'=1+1", "'+1", "'-12", "'@SUM(A1)", "' =1", "'＝1", "'\t'=1", '12', '1=1', 'plain'].map(
      (text) => `,,${text},-1.5,`,
    ),
  );
});

test('in CSV a formula behind a semicolon, tab or line break gets an apostrophe, also behind quotes; JSON lines have the text as it is', async () => {
  const texts = ['a;=1+1', 'a\t@b', 'a;"=1"', 'a; +1;b', 'a\n-1', ';=1\t=2', 'a;b=1', 'a,=1', 'a|=1', '1;2\t3'];
  const rowsOf = texts.map((text) => ({ text }));
  const csv = await written(csvWriter, rowsOf);
  const expected = [
    "a;'=1+1",
    "a\t'@b",
    'a;\'"=1"',
    "a;' +1;b",
    "a\n'-1",
    ";'=1\t'=2",
    'a;b=1',
    'a,=1',
    'a|=1',
    '1;2\t3',
  ];
  expect(csv).toBe(
    `${['UTC Date/Time,Day,"Text, all of it",Frequency,Is on Ground', ...expected.map((text) => `,,${/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text},,`)].join('\r\n')}\r\n`,
  );
  const lines = (await written(jsonLinesWriter, rowsOf)).trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { text: string }).text)).toEqual(texts);
});

test('JSON lines have the names and values of the API for the columns of the list, null where a value is missing', async () => {
  const lines = (await written(jsonLinesWriter, [...rows, { text: '=1+1\u0000' }])).split('\n');
  expect(lines.pop()).toBe('');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { at: '2026-11-20T14:49:58Z', day: '2026-11-20', text: 'A "B", C\nD', freq: 131.55, isOnground: true },
    { at: null, day: null, text: '', freq: null, isOnground: null },
    { at: null, day: null, text: '=1+1\u0000', freq: null, isOnground: null },
  ]);
});

test('a file larger than a piece is complete and in order', async () => {
  const many = Array.from({ length: 30_000 }, (_, at) => ({ text: `message ${at} ${'x'.repeat(40)}` }));
  const lines = (await written(jsonLinesWriter, many)).trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { text: string }).text)).toEqual(many.map(({ text }) => text));
});
