import fc from 'fast-check';
import { expect, test } from 'vitest';
import { airport } from '../../../contract/entities/reference.ts';
import { atOnce } from '../../lib/in-pieces.ts';
import { isColumnRecord, numbersOf, readColumns, textsOf, writeColumns } from './column-record.ts';

const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
// biome-ignore lint/suspicious/noControlCharactersInRegex: no text of the wire contains these two
const anyText = fc.string({ unit: 'binary' }).map((text) => text.replace(/[\u0000\u001f]/g, ''));
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const field = (name: string, kind: string) =>
  kind === 'number'
    ? name === 'elevationFt'
      ? orNull(number)
      : number
    : name === 'airportName' || name === 'airportType'
      ? anyText
      : orNull(anyText);
const anyAirport = fc.record({
  ...Object.fromEntries(Object.entries(airport).map(([name, kind]) => [name, field(name, kind.name)])),
  id: fc.nat().map(String),
});

test('OFF-03: rows of a full copy are unchanged, in their order, with nulls and blanks', () => {
  fc.assert(
    fc.property(fc.array(anyAirport, { maxLength: 20 }), (rows) => {
      const record = writeColumns(airport, rows);
      expect(isColumnRecord(record)).toBe(true);
      expect(atOnce(readColumns(airport, record))).toEqual(rows);
      expect([...numbersOf(record, 'latitudeDeg')]).toEqual(
        rows.map((row) => (row as { latitudeDeg?: number }).latitudeDeg),
      );
      expect(textsOf(record, 'city')).toEqual(rows.map((row) => (row as { city?: string | null }).city));
    }),
  );
});

test('a text that contains the separators moves no row', () => {
  const rows = [{ airportName: 'A\u001fB\u0000' }, { airportName: 'C' }];
  expect(textsOf(writeColumns(airport, rows), 'airportName')).toEqual(['AB', 'C']);
});

test('S08: an invalid full copy is detected', () => {
  const record = writeColumns(airport, [{ airportName: 'A', latitudeDeg: 1 }]);
  for (const damaged of [
    null,
    'text',
    {},
    { ...record, n: 2 },
    { ...record, n: -0.5 },
    { ...record, numbers: null },
    { ...record, numbers: { latitudeDeg: [1] } },
    { ...record, texts: { airportName: 7 } },
  ])
    expect(isColumnRecord(damaged), JSON.stringify(damaged)).toBe(false);
});

test('S08: a text column with missing rows is empty, instead of naming airports wrongly', () => {
  const record = {
    ...writeColumns(airport, [{ airportName: 'A' }, { airportName: 'B' }]),
    texts: { airportName: 'B' },
  };
  expect(textsOf(record, 'airportName')).toEqual([null, null]);
});
