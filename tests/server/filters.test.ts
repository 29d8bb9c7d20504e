import fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { api } from '../../contract/api.ts';
import { acarsFilters } from '../../contract/calls/messages.ts';
import { dayMs } from '../../contract/durations.ts';
import { rowEntity } from '../../contract/endpoint.ts';
import {
  decodedWords,
  decodeLevels,
  type Facts,
  type FaultFact,
  type Meaning,
  type MeaningKind,
} from '../../contract/entities/meaning.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { acarsMessage } from '../../contract/entities/messages.ts';
import { type Filter, type FilterParam, foldCase, paramOf } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { readAcarsLine } from '../../server/input/receive/acars-json.ts';
import { acarsColumns } from '../../server/messages/acars-columns.ts';
import { dayOf, partitionName } from '../../server/messages/day-partitions.ts';
import { indexFinishedDays, settleDays } from '../../server/messages/finished-days.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import type { Column } from '../../server/query/columns.ts';
import { filterSql, Values } from '../../server/query/filter-sql.ts';
import { allStationNames } from '../../server/statistics/station-query.ts';
import { rowTest } from '../../src/data/offline/filter-rows.ts';
import { stepLimitMs } from '../support/limits.ts';
import { planTest } from '../support/plan-test.ts';
import { addStation } from '../support/stations.ts';
import { acarsPage } from './acars-page.ts';
import { databaseForFile, emptyMessages, messageAt } from './fresh-database.ts';

const { filters } = api.acarsMessage.allUsers.list;
const entity = rowEntity(api.acarsMessage.allUsers.list);
type ListedMessage = AcarsMessage & { readonly meaning: Meaning | null };
const base = Date.UTC(2026, 10, 20, 12);
const fixture = databaseForFile();

// ---- values close to each other, so that random filters match random rows

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
/** So few that each occurs in several case variants, which are stored (decision 5). A block of one letter would be assembled at random. */
const fewWords = fc.constantFrom('a', 'A', 'ab', 'Ab', 'aB', 'ä', 'Ä', 'aä', 'Aä', '_A', '_a', 'not there', '');
const wordOf = (field: string): fc.Arbitrary<string> => {
  const { storedSpellings }: Column = acarsColumns[field as keyof AcarsMessage];
  return storedSpellings && field !== 'blockId' ? fewWords : word;
};
/** C118: stations with claimed receivers. */
const receiversOf: Readonly<Record<string, readonly string[]>> = {
  '1': ['aA', 'x', "'%", 'ä'],
  '2': ['ab', '✈', '\\'],
};
const fieldsOf = (kind: string): string[] =>
  Object.keys(acarsMessage).filter((field) => acarsMessage[field as keyof AcarsMessage].name === kind);

const rowArbitrary = moment.chain((ms) =>
  fc
    .record({
      ...Object.fromEntries(
        [...fieldsOf('code'), ...fieldsOf('text')].map((f) => [f, fc.option(wordOf(f), { freq: 2 })]),
      ),
      ...Object.fromEntries(fieldsOf('number').map((f) => [f, fc.option(numeral, { freq: 2 })])),
      ...Object.fromEntries(fieldsOf('flag').map((f) => [f, fc.option(fc.boolean(), { freq: 2 })])),
    })
    .map((fields) => messageAt(ms, fields as Partial<AcarsMessage>)),
);

const blankFault = { ata: null, source: null, class: null, severity: null, phase: null, persistence: null, at: null };
/** A meaning of few kinds, elements and chapters, so that filters find some. */
const meaningArbitrary: fc.Arbitrary<Meaning | null> = fc.option(
  fc.record({
    version: fc.constant(1),
    kind: fc.constantFrom<MeaningKind>('position', 'cpdlc', 'fault', 'other'),
    level: fc.constantFrom(...decodeLevels),
    words: word,
    by: fc.constant<'own'>('own'),
    facts: fc.constantFrom<Facts>(
      {},
      { cpdlc: cpdlcOf('UM20', 'UM3') },
      { cpdlc: cpdlcOf('DM6') },
      { faults: [faultOf('36'), faultOf('21')] },
      { faults: [faultOf(null)] },
    ),
  }),
  { freq: 4 },
);
function cpdlcOf(...codes: string[]): Facts['cpdlc'] {
  const elements = codes.map((code) => ({ code, words: code, response: null }));
  return { direction: 'up', what: 'message', ground: null, number: 1, reference: null, time: null, elements };
}
function faultOf(chapter: string | null): FaultFact {
  return { ...blankFault, what: 'failure', chapter, name: 'X', impacted: [], inferred: [] };
}
/** In place of what the texts say. */
async function writeMeanings(seed: number): Promise<void> {
  const rows = await fixture.db.query<{ id: string }>('select id::text as id from acars order by id');
  const meanings = fc.sample(meaningArbitrary, { numRuns: rows.length, seed });
  await fixture.db.query(
    `update acars a set meaning = m.meaning, decode_level = m.meaning ->> 'level',
       meaning_kind = case when m.meaning ->> 'level' <> 'none' then m.meaning ->> 'kind' end
     from unnest($1::bigint[], $2::jsonb[]) as m (id, meaning) where a.id = m.id`,
    [rows.map(({ id }) => id), meanings.map((one) => one && JSON.stringify(one))],
  );
}

const params = filters.flatMap((filter: Filter) => filter.params);
const textOf = ({ name, value }: FilterParam) => {
  switch (value) {
    case 'number':
      return numeral.map(String);
    case 'instant':
      return moment.map(writeInstant);
    case 'flag':
      return fc.constantFrom('true', 'false');
    case 'kind':
      return fc.constantFrom('position', 'cpdlc,fault', 'OTHER', 'weather', 'fault, position,other');
    case 'element':
      return fc.constantFrom('UM20', 'um3', 'DM6', 'UM2');
    case 'chapter':
      return fc.constantFrom('36', '21', '49');
    case 'decoded':
      return fc.constantFrom(...decodedWords);
    default:
      return name === 'stationId' ? fc.oneof(word, fc.constantFrom(...Object.keys(receiversOf))) : wordOf(name);
  }
};
const queryArbitrary = fc
  .subarray(params, { minLength: 1, maxLength: 3 })
  .chain((chosen) => fc.record(Object.fromEntries(chosen.map((p) => [p.name, textOf(p)]))));

/** The text of the contract as simple code, to check both implementations. */
function isMeant(row: ListedMessage, query: Readonly<Record<string, string>>): boolean {
  return filters.every((filter: Filter) =>
    filter.params.every(({ name, op, value }) => {
      const requested = query[name];
      if (requested === undefined) return true;
      const found = row[filter.field as keyof AcarsMessage];
      if (found === null) return false;
      const { kind, level, facts } = (row.meaning ?? {}) as Partial<Meaning>;
      if (op === 'kind')
        return level !== 'none' && requested.split(',').some((one) => one.trim().toLowerCase() === kind);
      if (op === 'decoded') return requested === 'yes' ? level !== 'none' : level === requested;
      if (op === 'element') return facts?.cpdlc?.elements.some(({ code }) => code === requested.toUpperCase()) ?? false;
      if (op === 'chapter') return facts?.faults?.some(({ chapter }) => chapter === requested) ?? false;
      if (op === 'contains') return foldCase(String(found)).includes(foldCase(requested));
      if (op === 'receiver')
        return [requested, ...(receiversOf[requested] ?? [])].some(
          (name) => foldCase(name) === foldCase(String(found)),
        );
      if (op === 'equals')
        return value === 'text'
          ? foldCase(String(found)) === foldCase(requested)
          : String(found) === String(JSON.parse(requested));
      const [a, b] =
        value === 'instant' ? [Date.parse(String(found)), Date.parse(requested)] : [Number(found), Number(requested)];
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
  return JSON.stringify(Object.keys(entity).map((field) => rest[field] ?? null));
};

describe('one declaration for three readers', () => {
  test('C35, C80: SQL, the row test of the app and the text of the contract agree on random rows and random filters', async () => {
    const rows = new Map<string, AcarsMessage>();
    for (const [stationId, names] of Object.entries(receiversOf)) await addStation(fixture.db, stationId, names);
    const stations = await allStationNames(fixture.db, null);
    for (const row of fc.sample(rowArbitrary, { numRuns: 400, seed: 7 })) rows.set(bare(row), row);
    await storeAcars(
      fixture.db,
      [...rows.values()].map((row) => ({ row })),
    );
    await writeMeanings(7);
    const stored = await acarsPage(fixture.db, { filters, query: {}, company: null });
    const all = JSON.parse(stored.rowsJson) as ListedMessage[];
    expect(all.length).toBeGreaterThan(300);
    const [storedCount] = await fixture.db.query<{ count: number }>(
      `select count(*) as count from column_spellings where column_name like 'acars.%' and cardinality(spellings) > 10`,
    );
    expect(storedCount?.count).toBe(5);

    let met = 0;
    await fc.assert(
      fc.asyncProperty(queryArbitrary, async (query) => {
        const page = await acarsPage(fixture.db, { filters, query: valuesOf(query), company: null });
        const bySql = (JSON.parse(page.rowsJson) as ListedMessage[]).map(bare).sort();
        const isMatch = rowTest(filters, query, stations);
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
      { numRuns: 250, seed: 11 },
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

  test('names from Object.prototype are not a condition, and a filter without a column is an internal error', () => {
    const values = new Values();
    expect(filterSql(filters, acarsColumns, JSON.parse('{"__proto__":{"tail":"x"}}'), values)).toEqual([]);
    const stray: Filter = { field: 'constructor', way: 'equals', params: [] };
    expect(() => filterSql([stray], acarsColumns, {}, values)).toThrow('no column');
  });

  test('C34: a short code is compared with its case variants, a long one with case folding; both match every case', () => {
    const sqlOf = (query: Record<string, unknown>) => {
      const values = new Values();
      return [filterSql(filters, acarsColumns, query, values).join(' and '), values.list];
    };
    expect(sqlOf({ label: '_d' })).toEqual(['label = any($1::text[])', [['_d', '_D']]]);
    expect(sqlOf({ ack: '!' })).toEqual(['ack = $1::text', ['!']]);
    expect(sqlOf({ mode: 'aB' })).toEqual(['mode = any($1::text[])', [['ab', 'aB', 'Ab', 'AB']]]);
    const stations = [{ stationId: '1001', receivers: ['rx-1', 'rx-2'] }];
    const values = new Values();
    expect(filterSql(filters, acarsColumns, { stationId: '1001' }, values, undefined, stations)).toEqual([
      'lower(station_id) = any($1::text[])',
    ]);
    expect(values.list).toEqual([['1001', 'rx-1', 'rx-2']]);
    expect(sqlOf({ stationId: 'CS-KABQ' })).toEqual(['lower(station_id) = $1::text collate "C"', ['cs-kabq']]);
  });
});

describe('query plans (docs/decisions/0005)', () => {
  /** Small tables are cheaper to read whole: the test is whether an index can be used at all. */
  async function planOf(what: string, query: Record<string, unknown>, day: string): Promise<string> {
    const values = new Values();
    const stations = [{ stationId: '1001', receivers: ['s-77', 's-78'] }];
    const window = { acarsMessageDateTimeMin: base, acarsMessageDateTimeMax: base + 3_600_000 };
    const requested = { ...window, ...query };
    const where = filterSql(filters, acarsColumns, requested, values, undefined, stations).join(' and ');
    const plan = await fixture.db.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off; set local enable_bitmapscan = off');
      return tx.query<{ 'QUERY PLAN': string }>(`explain select ${what} from ${day} where ${where}`, values.list);
    });
    return plan.map((line) => line['QUERY PLAN']).join('\n');
  }
  const partition = partitionName(dayOf(base));

  beforeAll(async () => {
    await emptyMessages(fixture.db);
    const many = Array.from({ length: 1500 }, (_, i) => ({
      row: messageAt(base + i * 1000, {
        tail: `N${i}`,
        flight: `XX${i}`,
        label: String(i % 70),
        stationId: `S-${i % 90}`,
        icao: i.toString(16),
        text: `text number ${i}`,
      }),
    }));
    await storeAcars(fixture.db, many);
    clock.offsetMs = base - Date.now();
    await settleDays(fixture.db, [dayOf(base)]);
    // The databases of tests commit before the log is written: until then vacuum considers no row visible to all.
    const hidden = async (): Promise<unknown> => {
      await fixture.db.query('checkpoint');
      await fixture.db.query(`vacuum ${partition}`);
      const [pages] = await fixture.db.query<{ hidden: number }>(
        `select relpages - relallvisible as hidden from pg_class where oid = '${partition}'::regclass`,
      );
      return pages?.hidden;
    };
    // A hook has no expect.poll.
    await vi.waitUntil(async () => (await hidden()) === 0, { timeout: stepLimitMs });
  });

  planTest(
    'RAW-09: all filters of the company list but the text are counted from one index, without the rows, also today',
    async () => {
      const requested = {
        text: 'LONGER1',
        number: 1,
        flag: true,
        instant: base,
        day: '2026-11-20',
        kind: ['position', 'cpdlc'],
        decoded: 'yes',
      } as const;
      for (const filter of acarsFilters as readonly Filter[]) {
        if (filter.way === 'between' || filter.field === 'text') continue;
        // Elements and chapters are read in the meaning itself.
        if (filter.params.some(({ op }) => op === 'element' || op === 'chapter')) continue;
        const query = Object.fromEntries(
          filter.params.map((param) => [param.name, requested[param.value as keyof typeof requested]]),
        );
        const plan = await planOf('1', query, partition);
        expect(plan, filter.params[0]?.name).toMatch(/Index Only Scan using acars_20261120_acars_date_time_id_\S+/);
        expect(plan, filter.field).toContain('Index Cond: ((acars_date_time >=');
      }
    },
  );

  planTest(
    'RAW-09: aircraft, flight and station of a finished day use an index in any case, also right after a bulk import',
    async () => {
      const looked = [{ tail: 'n77' }, { flight: 'xx77' }, { icao: '4D' }, { stationId: 's-77' }];
      const plans = () => Promise.all(looked.map((query) => planOf('id', query, partition)));
      for (const plan of await plans()) expect(plan, 'today').toMatch(/Index Cond: \(\(acars_date_time >=/);
      clock.offsetMs = base + 2 * dayMs - Date.now();
      await settleDays(fixture.db, [dayOf(base)]);
      for (const plan of await plans()) expect(plan, 'over').toMatch(/Index Cond: \(\(lower\(/);
      // With so few rows the planner reads the whole window if an index contains all columns; no index contains the text.
      expect(await planOf('text', { stationId: '1001' }, partition), 'all receivers of a station').toMatch(
        /Index Cond: \(\(lower\(station_id/,
      );
    },
  );

  planTest(
    'RAW-09: words in texts of a finished day use trigrams, also for late messages; today has no such index',
    async () => {
      clock.offsetMs = base + 2 * dayMs - Date.now();
      await storeAcars(fixture.db, [{ row: messageAt(clock.now(), { text: 'TEXT NUMBER today' }) }]);
      const days = await indexFinishedDays(fixture.db);
      expect(days).toContain(dayOf(base));
      expect(days).not.toContain(dayOf(clock.now()));
      expect(await indexFinishedDays(fixture.db), 'once').toEqual([]);
      await storeAcars(fixture.db, [{ row: messageAt(base, { text: 'the late NUMBER 777' }) }]);
      const plan = await fixture.db.transaction(async (tx) => {
        await tx.query('set local enable_seqscan = off');
        return tx.query<{ 'QUERY PLAN': string }>(
          `explain select id from ${partition} where lower(text) like '%umber 777%'`,
        );
      });
      expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain(`Bitmap Index Scan on ${partition}_text`);
      const found = await acarsPage(fixture.db, { filters, query: { text: 'UMBER 777' }, company: null });
      expect(found.count).toBe(2);
    },
  );

  test('if a server stops while it indexes a day, the next start indexes that day', async () => {
    const stopping = new AbortController();
    stopping.abort();
    clock.offsetMs = base + 2 * dayMs - Date.now();
    await fixture.db.query(`drop index if exists ${partition}_text`);
    expect(await indexFinishedDays(fixture.db, stopping.signal)).toEqual([]);
    expect(await indexFinishedDays(fixture.db)).toEqual([dayOf(base)]);
  });

  test('the longest codes that a receiver may send fit into the index', async () => {
    const codes = 'tail flight station_id mode label block_id ack msgno dsta icao assstat toaddr'.split(' ');
    const longest = Object.fromEntries(codes.map((name, i) => [name, String.fromCodePoint(0x98db + i).repeat(66)]));
    const line = readAcarsLine(
      JSON.stringify({ ...longest, timestamp: clock.now() / 1000, freq: 131.55 }),
      clock.now(),
    );
    const row = 'row' in line ? line.row : undefined;
    expect(row?.tail, JSON.stringify(line)).toBe('飛'.repeat(66));
    expect(await storeAcars(fixture.db, row ? [{ row }] : [])).toEqual({ stored: 1, duplicates: 0 });
  });

  planTest(
    'after a bulk import the planner has statistics of all days, also without a partition of their own',
    async () => {
      const longAgo = Date.UTC(1999, 4, 5);
      await storeAcars(fixture.db, [{ row: messageAt(longAgo, { label: 'H1' }) }]);
      await settleDays(fixture.db, [dayOf(base), '1999-05-05']);
      const known = await fixture.db.query<{ name: string; rows: number }>(
        'select relname as name, reltuples::int as rows from pg_class where relname = any($1::text[]) order by 1',
        [[partition, 'acars_default']],
      );
      expect(known.map(({ name, rows }) => [name, rows])).toEqual([
        [partition, 1501],
        ['acars_default', 1],
      ]);
    },
  );
});
