import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '../../contract/api.ts';
import { dayMs } from '../../contract/durations.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { acarsMeaning, acarsMessage } from '../../contract/entities/messages.ts';
import { rowSchema } from '../../contract/kinds.ts';
import { maxExactCount, maxRows } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { companyOf } from '../../server/http/company-scope.ts';
import { Preserialised } from '../../server/http/response.ts';
import { dayOf, partitionDays, partitionName } from '../../server/messages/day-partitions.ts';
import type { MessageRequest } from '../../server/messages/message-page.ts';
import { openMessages } from '../../server/messages/messages.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { newestFrom, rowsInEachShard } from '../../server/messages/window-estimates.ts';
import { copyLine } from '../../server/query/columns.ts';
import { type CopyType, type CopyValue, inBinary } from '../../server/query/copy-rows.ts';
import { acarsTable } from '../../server/query/message-tables.ts';
import { claimReceivers } from '../../server/stations/receivers.ts';
import { planTest } from '../support/plan-test.ts';
import { acarsPage } from './acars-page.ts';
import { databaseForFile, emptyMessages, messageAt } from './fresh-database.ts';

const { filters } = api.acarsMessage.allUsers.list;
const fixture = databaseForFile();
const now = Date.now();
beforeEach(() => emptyMessages(fixture.db));
afterEach(() => {
  vi.restoreAllMocks();
});

async function page(query: MessageRequest['query'] = {}, company: string | null = null) {
  const found = await acarsPage(fixture.db, { filters, query, company });
  return { count: found.count, rows: JSON.parse(found.rowsJson) as (AcarsMessage & { id: string })[] };
}
const numbered = (count: number, stepMs = 1000) =>
  Array.from({ length: count }, (_, i) => ({ row: messageAt(now - i * stepMs, { msgno: `M${i}`, stationId: 'S' }) }));

describe('storing', () => {
  test('a row in the binary format of COPY is the row in its text format', async () => {
    const types: CopyType[] = ['text', 'number', 'flag', 'instant', 'json', 'bigint', 'integer'];
    const instant = '1999-12-31T23:59:59Z';
    const rows: CopyValue[][] = [
      ['tab\there, \\N, ✈ 😀', -16.620939, true, '2026-11-30 01:02:03', '{"a": [1, "é"]}', 2 ** 52 - 1, 7],
      ['', Number.MAX_VALUE, false, instant, '{}', -(2 ** 40) - 1, -1],
      ['x'.repeat(24), 1e-300, true, instant, 'null', 0, 0],
      ['é'.repeat(200_000), -0, false, instant, `"${'y'.repeat(70_000)}"`, 4_294_967_295, 2_147_483_647],
      [null, null, null, null, null, null, null],
    ];
    const values = await fixture.db.transaction(async (tx) => {
      for (const table of ['as_text', 'as_binary'])
        await tx.query(
          `create temp table ${table} (t text, n float8, f boolean, i timestamptz, j jsonb, b bigint, k int) on commit drop`,
        );
      await tx.copyIn('copy as_text from stdin', rows.map(copyLine));
      expect(await tx.copyIn('copy as_binary from stdin (format binary)', inBinary(types, rows))).toBe(rows.length);
      return tx.query(
        '(select * from as_text except all select * from as_binary) union all (select * from as_binary except all select * from as_text)',
      );
    });
    expect(values).toEqual([]);
  });

  test('RAW-04: a stored row is returned unchanged, in the order of the columns, with its own id', async () => {
    const full = messageAt(Date.UTC(2026, 10, 20, 23, 59, 59), {
      timestamp: Date.UTC(2026, 10, 20, 23, 59, 59) / 1000 + 0.123456,
      tail: 'YR-ABC',
      flight: 'RO0123',
      text: 'tab\there, back\\slash, \\N, CR\r\nLF, quote " \', ✈ 😀, \u2400',
      aggregationStatus: 'complete',
      freq: 136.65,
      stationId: 'RX',
      channel: 3,
      level: -16.620939,
      error: 0,
      mode: '2',
      label: '_d',
      blockId: '\\',
      ack: '!',
      msgno: 'D01A',
      end: false,
      alt: 35000,
      dsta: 'LROP',
      icao: '4A08D1',
      isOnground: true,
      isResponse: false,
      lat: -33.9,
      lon: 151.2,
      toAddr: '10911C',
      type: 'VDLM2',
    });
    await storeAcars(fixture.db, [{ row: full }]);
    const { rows } = await page();
    const { id, ...row } = rows[0] ?? ({} as AcarsMessage & { id: string });
    expect(row).toEqual({ ...full, meaning: expect.objectContaining({ level: 'none' }) });
    expect(id).toMatch(/^\d+$/);
    expect(Object.keys(row)).toEqual([...Object.keys(acarsMessage), 'meaning']);
    expect(rowSchema({ ...acarsMessage, ...acarsMeaning }).safeParse(rows[0]).error).toBeUndefined();
  });

  test('missing values are null on the wire, also the name of the receiver', async () => {
    const empty = messageAt(now);
    await storeAcars(fixture.db, [{ row: empty }]);
    const { id: _, ...row } = (await page()).rows[0] ?? ({} as AcarsMessage & { id: string });
    expect(row).toEqual({ ...empty, meaning: expect.objectContaining({ words: 'No text', facts: {} }) });
    expect((await page({ stationId: '' })).count).toBe(0);
  });

  test('the same reception is stored once: in one batch, again, and shifted in time', async () => {
    const row = messageAt(now, { stationId: 'S', text: 'x' });
    const shifted = { ...row, acarsDateTime: '2026-11-01T00:00:00Z', timestamp: 1 };
    expect(await storeAcars(fixture.db, [{ row }, { row }])).toEqual({ stored: 1, duplicates: 1 });
    expect(await storeAcars(fixture.db, [{ row: shifted, originalSeconds: row.timestamp }])).toEqual({
      stored: 0,
      duplicates: 1,
    });
    const others = ['stationId', 'freq', 'tail', 'flight', 'label', 'blockId', 'msgno', 'text'] as const;
    for (const field of others) {
      const other = { ...row, [field]: field === 'freq' ? 1 : 'other' };
      expect(await storeAcars(fixture.db, [{ row: other }]), field).toEqual({ stored: 1, duplicates: 0 });
    }
    expect((await page()).count).toBe(1 + others.length);
  });

  test('parallel writers with the same messages in different order store each once, without deadlock', async () => {
    const messages = numbered(2500, 60_000);
    const orders = [
      messages,
      [...messages].reverse(),
      [...messages].sort((a, b) => ((a.row.msgno ?? '') < (b.row.msgno ?? '') ? -1 : 1)),
    ];
    const results = await Promise.all(orders.map((order) => storeAcars(fixture.db, order)));
    expect(results.reduce((sum, { stored }) => sum + stored, 0)).toBe(2500);
    expect((await page({ limit: 1 })).count).toBe(2500);
  });

  test('the first message of a day creates its partition; a day long ago uses the default partition', async () => {
    const days = [now, now - 86_400_000, Date.UTC(1999, 0, 1)];
    await storeAcars(
      fixture.db,
      days.map((ms) => ({ row: messageAt(ms) })),
    );
    const there = await partitionDays(fixture.db);
    expect(there).toContain(new Date(now).toISOString().slice(0, 10));
    expect(there).toContain(new Date(now - 86_400_000).toISOString().slice(0, 10));
    expect(there).not.toContain('1999-01-01');
    expect((await fixture.db.query('select 1 from acars_default')).length).toBe(1);
    expect((await page()).count).toBe(3);
  });

  test('a failed batch leaves no rows and no keys', async () => {
    const good = messageAt(now, { text: 'good' });
    const bad = messageAt(now, { text: 'nul \u0000' }); // the database refuses it; receivers' lines are cleaned before
    await expect(storeAcars(fixture.db, [{ row: good }, { row: bad }])).rejects.toThrow();
    expect((await page()).count).toBe(0);
    expect(await storeAcars(fixture.db, [{ row: good }])).toEqual({ stored: 1, duplicates: 0 });
  });
});

describe('pages', () => {
  test('PAGE-05: newest first, equal seconds by id; pages do not overlap and together contain all rows', async () => {
    await storeAcars(fixture.db, numbered(95, 300));
    const all = (await page()).rows;
    const paged: string[] = [];
    for (let offset = 0; offset < 95; offset += 10)
      paged.push(...(await page({ offset, limit: 10 })).rows.map(({ id }) => id));
    expect(paged).toEqual(all.map(({ id }) => id));
    const order = [...all].sort((a, b) =>
      a.acarsDateTime === b.acarsDateTime ? Number(b.id) - Number(a.id) : a.acarsDateTime < b.acarsDateTime ? 1 : -1,
    );
    expect(all.map(({ id }) => id)).toEqual(order.map(({ id }) => id));
  });

  test('C22: limit 0, -1, absent and huge; an offset beyond the end; the count is the same in all', async () => {
    await storeAcars(fixture.db, numbered(30));
    const counts = await Promise.all(
      [
        { limit: 0 },
        { limit: -1 },
        {},
        { limit: 1_000_000_000 },
        { offset: 1_000_000_000, limit: 10 },
        { offset: 1_000_000_000 },
        { offset: 25, limit: -1 },
      ].map((query) => page(query)),
    );
    expect(counts.map(({ rows }) => rows.length)).toEqual([0, 30, 30, 30, 0, 0, 5]);
    expect(counts.map(({ count }) => count)).toEqual([30, 30, 30, 30, 30, 30, 30]);
  });

  test('C22: the count is exact on the first and on later pages, also if the page ends before the list', async () => {
    await storeAcars(fixture.db, numbered(300));
    for (const matches of [1, 9, 10, 11, 249, 250, 251, 259, 260, 261, 300]) {
      const from = now - (matches - 1) * 1000;
      const query = { acarsMessageDateTimeMin: Math.floor(from / 1000) * 1000 };
      expect((await page({ ...query, limit: 10 })).count, `${matches}`).toBe(matches);
      const last = await page({ ...query, limit: 10, offset: matches - 1 });
      expect([last.rows.length, last.count], `${matches}, last row`).toEqual([1, matches]);
      expect((await page({ ...query, limit: 10, offset: matches })).count, `${matches}, beyond`).toBe(matches);
    }
  });

  planTest(
    'C22: more than 100,000 rows are counted as 100,001, at most 50,000 are returned, and counts are exact in windows of few and of many messages',
    async () => {
      const few = 2000;
      // At noon: a window from midnight to now has the same length at any time of the day.
      const midnight = Math.floor(now / dayMs) * dayMs;
      const noon = midnight + dayMs / 2;
      vi.spyOn(clock, 'now').mockReturnValue(noon);
      await fixture.db.query(
        `insert into acars (acars_date_time, station_id) select to_timestamp(${noon / 1000}), case when n <= ${few} then 'FEW' else 'MANY' end
       from generate_series(1, ${maxExactCount + 5000}) n`,
      );
      expect((await page({ limit: 1 })).count).toBe(maxExactCount + 1);
      const all = await page();
      expect(all.rows.length).toBe(maxRows);
      expect(all.count).toBe(maxExactCount + 1);
      const deep = await page({ offset: maxExactCount + 4999 });
      expect(deep.rows.length).toBe(1);
      expect(deep.count).toBe(maxExactCount + 1);

      // Estimates are cached for a minute: each query uses a new connection.
      const estimatedAndCounted = async (...stations: string[]) => {
        const db = openMessages(openDatabase({ url: fixture.url }));
        try {
          const from = noon - 3_600_000;
          const counts = stations.map(async (stationId) => {
            const query = { acarsMessageDateTimeMin: from, stationId, limit: 1 };
            return (await acarsPage(db, { filters, query, company: null })).count;
          });
          return { estimated: await rowsInEachShard(db, acarsTable, { from }), counts: await Promise.all(counts) };
        } finally {
          await db.close();
        }
      };
      await fixture.db.query('analyze acars');
      const counts = [few, maxExactCount + 1, 0];
      expect(await estimatedAndCounted('FEW', 'MANY', 'NONE')).toEqual({ estimated: maxExactCount + 5000, counts });
      // The estimate of the day alone decides.
      const estimated = 300_000;
      const today = partitionName(dayOf(noon), acarsTable);
      await fixture.db.query(`update pg_class set reltuples = ${estimated} where oid = '${today}'::regclass`);
      expect(await estimatedAndCounted('FEW', 'MANY', 'NONE')).toEqual({ estimated, counts });
      expect(await rowsInEachShard(fixture.db, acarsTable, { to: Date.UTC(2020, 0) })).toBe(0);

      // The newest part of a window is counted first. Wrong estimates do not change a count.
      const unfiltered = async (from: number) => {
        const db = openMessages(openDatabase({ url: fixture.url }));
        try {
          const query = { acarsMessageDateTimeMin: from, limit: 1 };
          const { count } = await acarsPage(db, { filters, query, company: null });
          return { count, partFrom: await newestFrom(db, acarsTable, { from }, 1.25 * maxExactCount) };
        } finally {
          await db.close();
        }
      };
      for (const rows of [10_000_000, 1000]) {
        await fixture.db.query(`update pg_class set reltuples = ${rows} where oid = '${today}'::regclass`);
        const { count, partFrom } = await unfiltered(midnight);
        expect(count, `${rows}`).toBe(maxExactCount + 1);
        if (rows === 1000) expect(partFrom).toBeNull();
        else expect((noon - (partFrom ?? 0)) / (noon - midnight)).toBeCloseTo(0.0125, 3);
      }
      await fixture.db.query(`update pg_class set reltuples = 10000000 where oid = '${today}'::regclass`);
      await fixture.db.query(
        `delete from acars where station_id = 'MANY' and id in (select id from acars where station_id = 'MANY' offset 500)`,
      );
      expect((await unfiltered(midnight)).count).toBe(few + 500);
      await fixture.db.query(`update pg_class set reltuples = ${estimated} where oid = '${today}'::regclass`);

      // Each shard counts separately, so the estimate is for one shard.
      await fixture.db.query(`alter function message_shards() rename to real_message_shards;
        create function message_shards() returns integer language plpgsql as $$ begin return 4; end $$`);
      try {
        expect((await estimatedAndCounted('FEW')).estimated).toBe(estimated / 4);
      } finally {
        await fixture.db.query(
          'drop function message_shards(); alter function real_message_shards() rename to message_shards',
        );
      }
    },
  );
});

describe('company', () => {
  test('C38, C38b, C117: the messages that a caller sees', () => {
    const admin = { audience: 'admin', company: 'Own' } as const;
    const parser = { audience: 'parser', company: ' Carpatair ' } as const;
    const customer = { audience: 'customer', company: null } as const;
    expect(companyOf(customer, 'Carpatair', true)).toBeNull();
    expect(companyOf(parser, 'Other', true)).toBe('Carpatair');
    expect(companyOf(parser, undefined, false)).toBeNull();
    expect(companyOf(parser, 'Other', false, 'all')).toBe('Carpatair');
    expect(companyOf(admin, 'Requested', true)).toBe('Requested');
    expect(companyOf(admin, ' ', true)).toBeNull();
    expect(companyOf(admin, undefined, true)).toBeNull();
    expect(companyOf(admin, 'Requested', false, 'all')).toBeNull();
    expect(companyOf(null, 'Requested', true)).toBeNull();
  });

  test('C38b, C118: a company sees messages of receivers claimed by its feeders, also earlier ones, in any case', async () => {
    const { db } = fixture;
    await storeAcars(
      db,
      ['RX-One', 'RX-TWO', 'RX-THREE', null].map((stationId, i) => ({ row: messageAt(now - i * 1000, { stationId }) })),
    );
    await db.query(
      `insert into users (id, user_name, company, password_hash) values ('u1', 'one', ' CARPATAIR', ''), ('u2', 'two', 'Other', '')`,
    );
    await db.query(
      `insert into stations (station_id, latitude, longitude, feeder_user_id) values ('11', 0, 0, 'u1'), ('12', 0, 0, 'u2'), ('13', 0, 0, null)`,
    );
    expect((await page({}, 'Carpatair')).rows).toEqual([]);
    await claimReceivers(db, '11', ['rx-one']);
    await claimReceivers(db, '12', ['RX-TWO']);
    await claimReceivers(db, '13', ['RX-THREE']);
    const mine = await page({}, 'Carpatair');
    expect(mine.rows.map(({ stationId }) => stationId)).toEqual(['RX-One']);
    expect(mine.count).toBe(1);
    expect(await claimReceivers(db, '12', ['RX-ONE'])).toEqual(['the receiver RX-ONE belongs to station 11 already']);
    expect(await claimReceivers(db, '99', ['RX-ONE'])).toEqual([expect.stringContaining('There is no station 99')]);
    // The number of a station is a receiver name of that station only, even if it claimed none.
    expect(await claimReceivers(db, '12', ['11'])).toEqual(['the receiver 11 belongs to station 11 already']);
    expect(await claimReceivers(db, '11', ['11'])).toEqual(['station 11 has the receiver 11']);
  });
});

describe('hot pages', () => {
  const offsetMs = clock.offsetMs;
  afterEach(() => {
    clock.offsetMs = offsetMs;
  });

  test('the same request is served from memory within a second, until a message is stored', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const pages = openMessages(fixture.db).memory.pages;
    let made = 0;
    const ask = async (key: string): Promise<string> => {
      const page = await pages.respond(key, async () => new Preserialised(`${key} ${++made}`));
      return String(page?.bytes);
    };
    expect(await Promise.all([ask('a'), ask('a'), ask('b')])).toEqual(['a 1', 'a 1', 'b 2']);
    expect(await ask('a')).toBe('a 1');
    pages.clear();
    expect(await ask('a')).toBe('a 3');
    clock.offsetMs += 1000;
    expect(await ask('a')).toBe('a 4');
  });

  test('expired responses are removed from memory', async () => {
    vi.useFakeTimers();
    try {
      const pages = openMessages(fixture.db).memory.pages;
      for (let n = 0; n < 5; n++) await pages.respond(`page ${n}`, async () => new Preserialised('x'.repeat(1000)));
      expect(pages.size).toBe(5);
      vi.advanceTimersByTime(1000);
      expect(pages.size).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a failure is reported to every requester and not stored; a huge response is not stored', async () => {
    const pages = openMessages(fixture.db).memory.pages;
    await expect(pages.respond('x', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    const page = (length: number) => new Preserialised('x'.repeat(length));
    const small = page(5);
    expect(await pages.respond('x', async () => small)).toBe(small);
    const huge = page(3_200_001);
    expect(await pages.respond('y', async () => huge)).toBe(huge);
    expect(await pages.respond('y', async () => small)).toBe(small);
  });

  test('pages in memory have 32 MB at most: older ones are evicted', async () => {
    const pages = openMessages(fixture.db).memory.pages;
    const large = new Preserialised('x'.repeat(3_000_000));
    for (let n = 0; n < 15; n++) await pages.respond(`page ${n}`, async () => large);
    expect(pages.size).toBe(10);
  });
});
