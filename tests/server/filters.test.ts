import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { api } from '../../contract/api.ts';
import type { AcarsMessage } from '../../contract/entities.ts';
import { acarsMessage } from '../../contract/entities.ts';
import { type Filter, foldCase, paramOf } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';
import { acarsPage } from '../../server/store/acars.ts';
import { acarsColumns } from '../../server/store/columns.ts';
import { filterSql, Values } from '../../server/store/filter-sql.ts';
import { storeAcars } from '../../server/store/store-acars.ts';
import { rowTest } from '../../src/offline/filter-rows.ts';
import { databaseForFile, emptyMessages, messageAt } from './fresh-database.ts';

const { filters } = api.acarsMessage.allUsers.list;
const base = Date.UTC(2026, 10, 20, 12);
const held = databaseForFile();

// ---- values that are near each other, so that random filters meet random rows

const snippets = [
  'a',
  'A',
  'ab',
  'Ab',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '\\%',
  'ä',
  'Ä',
  'ß',
  '✈',
  '😀',
  ' ',
  '\n',
  '\t',
  '$1',
  'null',
  'x',
];
const word = fc.array(fc.constantFrom(...snippets), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const numeral = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0.1, 136.65, -0.5, 1e-7, 1e15, 130.025));
const moment = fc.integer({ min: -3, max: 3 }).map((s) => base + s * 1000);
const fieldsOf = (kind: string): string[] =>
  Object.keys(acarsMessage).filter((field) => acarsMessage[field as keyof AcarsMessage].name === kind);

const rowArbitrary = moment.chain((ms) =>
  fc
    .record({
      ...Object.fromEntries([...fieldsOf('code'), ...fieldsOf('text')].map((f) => [f, fc.option(word, { freq: 2 })])),
      ...Object.fromEntries(fieldsOf('number').map((f) => [f, fc.option(numeral, { freq: 2 })])),
      ...Object.fromEntries(fieldsOf('flag').map((f) => [f, fc.option(fc.boolean(), { freq: 2 })])),
    })
    .map((fields) => messageAt(ms, fields as Partial<AcarsMessage>)),
);

const params = filters.flatMap((filter: Filter) => filter.params);
const textOf = (value: string) => {
  switch (value) {
    case 'number':
      return numeral.map(String);
    case 'instant':
      return moment.map(writeInstant);
    case 'flag':
      return fc.constantFrom('true', 'false');
    default:
      return word;
  }
};
const queryArbitrary = fc
  .subarray(params, { minLength: 1, maxLength: 3 })
  .chain((chosen) => fc.record(Object.fromEntries(chosen.map((p) => [p.name, textOf(p.value)]))));

/** What the words of the contract say, as plainly as can be; a second opinion on both implementations. */
function isMeant(row: AcarsMessage, query: Readonly<Record<string, string>>): boolean {
  return filters.every((filter: Filter) =>
    filter.params.every(({ name, op, value }) => {
      const asked = query[name];
      if (asked === undefined) return true;
      const found = row[filter.field as keyof AcarsMessage];
      if (found === null) return false;
      if (op === 'contains') return foldCase(String(found)).includes(foldCase(asked));
      if (op === 'equals')
        return value === 'text'
          ? foldCase(String(found)) === foldCase(asked)
          : String(found) === String(JSON.parse(asked));
      const [a, b] =
        value === 'instant' ? [Date.parse(String(found)), Date.parse(asked)] : [Number(found), Number(asked)];
      return op === 'min' ? a >= b : a <= b;
    }),
  );
}

function valuesOf(query: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => {
      const param = params.find((p) => p.name === name);
      return [name, param ? paramOf(param.value).read(text) : text];
    }),
  );
}
const bare = (row: Record<string, unknown>): string => {
  const { id: _, ...rest } = row;
  return JSON.stringify(rest, Object.keys(acarsMessage));
};

describe('one declaration, three readers', () => {
  test('C35, C80: SQL, the row test of the app and the words of the contract agree on random rows and random filters', async () => {
    const rows = new Map<string, AcarsMessage>();
    for (const row of fc.sample(rowArbitrary, { numRuns: 400, seed: 7 })) rows.set(bare(row), row);
    await storeAcars(
      held.db,
      [...rows.values()].map((row) => ({ row })),
    );
    const stored = await acarsPage(held.db, { filters, query: {}, company: null });
    const all = JSON.parse(stored.rowsJson) as AcarsMessage[];
    expect(all.length).toBeGreaterThan(300);

    let met = 0;
    await fc.assert(
      fc.asyncProperty(queryArbitrary, async (query) => {
        const page = await acarsPage(held.db, { filters, query: valuesOf(query), company: null });
        const bySql = (JSON.parse(page.rowsJson) as AcarsMessage[]).map(bare).sort();
        const isMatch = rowTest(filters, query);
        expect(bySql).toEqual(all.filter(isMatch).map(bare).sort());
        expect(bySql).toEqual(
          all
            .filter((row) => isMeant(row, query))
            .map(bare)
            .sort(),
        );
        expect(page.count).toBe(bySql.length);
        met += bySql.length;
      }),
      { numRuns: 500, seed: 11 },
    );
    expect(met, 'the random filters find something').toBeGreaterThan(500);
  });

  test('C34: a value never becomes part of the SQL', () => {
    const values = new Values();
    const hostile = "x' or 1=1 --";
    const query = { tail: hostile, text: hostile, freqMin: 1 };
    const sql = filterSql(filters, acarsColumns, query, values).join(' and ');
    expect(sql).toBe(
      `lower(tail) = $1::text collate "C" and lower(text) like $2::text collate "C" escape '\\' and freq_mhz >= $3::float8`,
    );
    expect(values.list).toEqual([hostile, `%${hostile}%`, 1]);
  });

  test('names from Object.prototype ask nothing, and a filter without a column is a fault of ours', () => {
    const values = new Values();
    expect(filterSql(filters, acarsColumns, JSON.parse('{"__proto__":{"tail":"x"}}'), values)).toEqual([]);
    const stray: Filter = { field: 'constructor', way: 'equals', params: [] };
    expect(() => filterSql([stray], acarsColumns, {}, values)).toThrow('no column');
  });

  test('RAW-09: codes of the common filters are found through an index, whatever their letter case', async () => {
    await emptyMessages(held.db);
    const many = Array.from({ length: 3000 }, (_, i) => ({
      row: messageAt(base + i * 1000, {
        tail: `N${i}`,
        flight: `XX${i}`,
        label: String(i % 700),
        stationId: `S-${i % 900}`,
        icao: i.toString(16),
        text: `text number ${i}`,
      }),
    }));
    await storeAcars(held.db, many);
    await held.db.query('analyze acars');
    for (const query of [
      { tail: 'n77' },
      { flight: 'xx77' },
      { label: '77' },
      { stationId: 's-77' },
      { icao: '4D' },
      { text: 'NUMBER 777' },
    ]) {
      const values = new Values();
      const where = filterSql(filters, acarsColumns, query, values).join(' and ');
      // Small tables are cheaper to read whole: the question is whether an index fits the condition at all.
      const plan = await held.db.transaction(async (tx) => {
        await tx.query('set local enable_seqscan = off');
        return tx.query<{ 'QUERY PLAN': string }>(`explain select id from acars where ${where}`, values.list);
      });
      const text = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(text, JSON.stringify(query)).toMatch(
        /acars_20261120[^\n]*\n\s*(Recheck Cond[^\n]*\n[^\n]*\n\s*)?Index Cond: \(lower\(/,
      );
    }
  });
});
