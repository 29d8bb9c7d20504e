import { expect, test } from 'vitest';
import { api } from '../../contract/api.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { acarsColumns } from '../../server/messages/acars-columns.ts';
import { adsbColumns } from '../../server/messages/adsb-columns.ts';
import { type Messages, openMessages } from '../../server/messages/messages.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import type { Column } from '../../server/query/columns.ts';
import { filterSql, Values } from '../../server/query/filter-sql.ts';
import { acarsPage } from './acars-page.ts';
import { databaseForFile, messageAt } from './fresh-database.ts';

const { filters } = api.acarsMessage.allUsers.list;
const fixture = databaseForFile();

let seconds = Date.UTC(2026, 10, 20, 12) / 1000;
/** One message for each, in a separate second. */
const messages = (...fields: readonly Partial<AcarsMessage>[]) =>
  fields.map((one) => ({ row: messageAt(++seconds * 1000, one) }));

async function found(query: Readonly<Record<string, string>>, field: keyof AcarsMessage): Promise<unknown[]> {
  const page = await acarsPage(fixture.db, { filters, query, company: null });
  const rows = JSON.parse(page.rowsJson) as AcarsMessage[];
  expect(page.count).toBe(rows.length);
  return rows.map((row) => row[field]).reverse();
}

/** The cache of a process belongs to its connections: other connections act as another process. */
async function inAnotherProcess<T>(work: (db: Messages) => Promise<T>): Promise<T> {
  const db = openMessages(openDatabase({ url: fixture.url }));
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const storedOf = async (column: string): Promise<readonly string[] | null | undefined> => {
  const [row] = await fixture.db.query<{ spellings: readonly string[] | null }>(
    'select spellings from column_spellings where column_name = $1',
    [column],
  );
  return row?.spellings;
};

test('C34: with known case variants only those in use are compared', () => {
  const sqlOf = (occurring: readonly string[] | null) => {
    const values = new Values();
    const adsb = api.acarsMessage.adsb.list.filters;
    const sql = filterSql(adsb, adsbColumns, { capability: '5 (LEVEL 2+, airborne)' }, values, (column) => {
      expect(column).toBe('adsb.capability');
      return occurring;
    });
    return [sql, values.list];
  };
  expect(sqlOf(['5 (Level 2+, airborne)'])).toEqual([['capability = $1::text'], ['5 (Level 2+, airborne)']]);
  expect(sqlOf(['5 (LEVEL', '5 (Level'])).toEqual([['capability = any($1::text[])'], [['5 (LEVEL', '5 (Level']]]);
  expect(sqlOf([])).toEqual([['false'], []]);
  expect(String(sqlOf(null)[0])).toContain('capability between');
});

test('only columns with stored case variants have a row', async () => {
  const columns: readonly Column[] = [...Object.values(acarsColumns), ...Object.values(adsbColumns)];
  const declared = columns.flatMap(({ storedSpellings }) => storedSpellings ?? []).sort();
  const rows = await fixture.db.query<{ name: string }>('select column_name as name from column_spellings');
  expect(rows.map(({ name }) => name).sort()).toEqual(declared);
});

test('C80: a case variant stored by another process is found at once', async () => {
  await storeAcars(fixture.db, messages({ mode: 'Xy' }));
  expect(await found({ mode: 'XY' }, 'mode')).toEqual(['Xy']);
  await inAnotherProcess((db) => storeAcars(db, messages({ mode: 'xY' }, { mode: 'Xy' }, { mode: 'z' })));
  expect(await found({ mode: 'XY' }, 'mode')).toEqual(['Xy', 'xY', 'Xy']);
  await storeAcars(fixture.db, messages({ mode: 'xY' }, { mode: 'XY' }));
  expect(await found({ mode: 'xy' }, 'mode')).toEqual(['Xy', 'xY', 'Xy', 'xY', 'XY']);
  expect(await found({ mode: 'nobody' }, 'mode')).toEqual([]);
});

test('C80: values of a rolled-back batch are stored when it is sent again', async () => {
  let isLost = true;
  const db: Messages = {
    ...fixture.db,
    transaction: (work) =>
      fixture.db.transaction(async (tx) => {
        const result = await work(tx);
        if (isLost) throw new Error('lost before the commit');
        return result;
      }),
  };
  const batch = messages({ ack: 'new' }, { ack: 'New' });
  await expect(storeAcars(db, batch)).rejects.toThrow('lost before the commit');
  expect(await found({ ack: 'NEW' }, 'ack')).toEqual([]);
  isLost = false;
  expect(await storeAcars(db, batch)).toEqual({ stored: 2, duplicates: 0 });
  expect(await found({ ack: 'NEW' }, 'ack')).toEqual(['new', 'New']);
});

test('C80: parallel writers lose no case variant', async () => {
  const writers = Array.from({ length: 4 }, (_, writer) =>
    inAnotherProcess(async (db) => {
      for (let turn = 0; turn < 5; turn++)
        await storeAcars(db, messages({ label: `q${writer}${turn}`, type: `T${turn}${writer}` }));
    }),
  );
  await Promise.all(writers);
  const expected = writers.flatMap((_, writer) => [0, 1, 2, 3, 4].map((turn) => [writer, turn] as const));
  expect(await storedOf('acars.label')).toEqual(expected.map(([writer, turn]) => `q${writer}${turn}`).sort());
  expect(await storedOf('acars.link')).toEqual(expected.map(([writer, turn]) => `T${turn}${writer}`).sort());
  expect(await found({ label: 'Q34', type: 't43' }, 'type')).toEqual(['T43']);
});

test('C80: a column with too many case variants stores none, and its filters match as before', async () => {
  const hostile = Array.from({ length: 201 }, (_, i) => ({ blockId: `B${i}` }));
  await storeAcars(fixture.db, messages(...hostile.slice(0, 200)));
  expect(await storedOf('acars.block_id')).toHaveLength(200);
  expect(await found({ blockId: 'b199' }, 'blockId')).toEqual(['B199']);
  await storeAcars(fixture.db, messages(...hostile.slice(200), { blockId: 'b199' }));
  expect(await storedOf('acars.block_id')).toBeNull();
  for (const db of [fixture.db, null]) {
    const more = messages({ blockId: 'b200' });
    await (db ? storeAcars(db, more) : inAnotherProcess((other) => storeAcars(other, more)));
  }
  expect(await found({ blockId: 'b199' }, 'blockId')).toEqual(['B199', 'b199']);
  expect(await found({ blockId: 'B200' }, 'blockId')).toEqual(['B200', 'b200', 'b200']);
  expect(await storedOf('acars.block_id')).toBeNull();
});

test('existing rows are retained, as in the migration', async () => {
  await fixture.db.query(
    `update column_spellings set spellings = '{}' where column_name in ('acars.mode', 'acars.ack')`,
  );
  await fixture.db.query('select add_stored_spellings()');
  expect(await storedOf('acars.mode')).toEqual(['XY', 'Xy', 'xY', 'z']);
  expect(await storedOf('acars.ack')).toEqual(['New', 'new']);
  expect(await storedOf('acars.block_id')).toBeNull();
});
