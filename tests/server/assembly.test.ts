import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '../../contract/api.ts';
import { hourMs } from '../../contract/durations.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { clock } from '../../server/base/clock.ts';
import { openDatabase, type Query } from '../../server/database/pool.ts';
import { readAcarsLine } from '../../server/input/receive/acars-json.ts';
import { type Messages, openMessages } from '../../server/messages/messages.ts';
import { type MessageReceptions, readMessageReceptions } from '../../server/messages/receptions.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { lookUpReceptions } from '../../server/messages/stored-receptions.ts';
import { runRetention } from '../../server/ops/retention.ts';
import { recordings } from '../recordings/recording.ts';
import { callApi } from '../support/api-client.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { type InProcessServer, startTestServer } from '../support/test-server.ts';
import { acarsPage } from './acars-page.ts';
import { databaseForFile, emptyMessages, keptDays, messageAt } from './fresh-database.ts';

const fixture = databaseForFile();
beforeEach(() => emptyMessages(fixture.db));
rightClockAfterEach();

const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
/** `at` seconds after the last midnight UTC. */
const block = (msgno: string, at: number, more: Partial<AcarsMessage> = {}): AcarsMessage =>
  messageAt(midnight + at * 1000, {
    tail: 'N8560Z',
    type: 'ACARS',
    label: 'H1',
    mode: '2',
    blockId: String((msgno.charCodeAt(3) - 63) % 10),
    msgno,
    end: true,
    stationId: 'S1',
    error: 0,
    level: -20,
    ...more,
    acarsDateTime: new Date(midnight + Math.floor(at) * 1000).toISOString().replace('.000Z', 'Z'),
  });
const store = (db: Messages, ...rows: AcarsMessage[]) =>
  storeAcars(
    db,
    rows.map((row) => ({ row })),
  );

type Found = AcarsMessage & { id: string; meaning: unknown };
async function stored(query: Record<string, unknown> = {}, db = fixture.db): Promise<Found[]> {
  const { filters } = api.acarsMessage.allUsers.list;
  return JSON.parse((await acarsPage(db, { filters, query, company: null })).rowsJson) as Found[];
}
/** The four fields by the values from the receiver. */
async function fields(db = fixture.db): Promise<Record<string, unknown>> {
  const rows = await db.query<Record<string, unknown>>(
    `select concat_ws(' ', station_id, epoch_seconds, msgno, block_id, freq_mhz, receiver_status) as sent,
       aggregated_text, aggregation_status, consensus_status, consensus_result from acars order by 1`,
  );
  return Object.fromEntries(rows.map(({ sent, ...made }) => [sent, made]));
}

describe.each(recordings)('$name', ({ lines, joined }) => {
  const rows = lines.flatMap((line) => {
    const result = readAcarsLine(line, Date.now());
    return 'row' in result ? [result.row] : [];
  });

  test('blocks by VHF, VDL2 and HF, to and from the aircraft, are joined in each of their rows', async () => {
    await store(fixture.db, ...rows);
    expect(joined.length).toBeGreaterThan(3);
    for (const { tail, text, receptions } of joined) {
      expect(text.length).toBeGreaterThan(60);
      const found = await stored({ aggregatedText: text.slice(-40), tail, limit: -1 });
      expect(found.filter(({ aggregatedText }) => aggregatedText === text)).toHaveLength(receptions);
      for (const row of found) expect(row).toMatchObject({ aggregationStatus: 'complete' });
    }
  });

  test('the values are the same, line by line in reverse or all at once', async () => {
    await store(fixture.db, ...rows);
    const atOnce = await fields();
    expect(Object.keys(atOnce).length).toBeGreaterThan(600);
    await emptyMessages(fixture.db);
    const backwards = [...rows].reverse();
    for (let i = 0; i < backwards.length; i += 20) await store(fixture.db, ...backwards.slice(i, i + 20));
    expect(await fields()).toEqual(atOnce);
  });
});

describe('one transmission on several channels of one station', () => {
  const at = (freq: number, level: number, seconds: number, more: Partial<AcarsMessage> = {}) =>
    block('M01A', seconds, { freq, channel: freq === 131.55 ? 0 : 1, level, text: 'POS', end: false, ...more });
  const heard = [at(131.55, -9, 0.02), at(131.525, -31, 0), at(131.725, -24, 0.3)];
  const counted = async () =>
    (await fixture.db.query<{ messages: number }>('select sum(messages)::int as messages from rx_hour'))[0]?.messages;

  test.each([
    ['at once', [[0, 1, 2]]],
    ['the strongest first', [[0], [2], [1]]],
    ['the strongest last', [[1], [2], [0]]],
    ['in between', [[1, 2], [0]]],
  ])(
    'RAW-04: is one message with several receptions, the strongest first, and counts once: %s',
    async (_name, batches) => {
      for (const batch of batches)
        expect(await store(fixture.db, ...batch.flatMap((n) => heard[n] ?? []))).toMatchObject({
          stored: batch.length,
        });
      const [row, ...more] = await stored();
      expect(more).toEqual([]);
      expect(row).toMatchObject({ freq: 131.55, level: -9, channel: 0, consensusStatus: 'single' });
      const found = await readMessageReceptions(fixture.db, row?.id ?? '', null);
      expect(found?.blocks.map(({ receptions }) => receptions.map(({ freq, level }) => [freq, level]))).toEqual([
        [
          [131.55, -9],
          [131.725, -24],
          [131.525, -31],
        ],
      ]);
      expect(await counted()).toBe(1);
      // Sent again, they are duplicates.
      expect(await store(fixture.db, ...heard)).toEqual({ stored: 0, duplicates: 3 });
      expect(await stored()).toHaveLength(1);
    },
  );

  test('another text, another station and a retransmission stay messages of their own', async () => {
    const [strong] = heard as [AcarsMessage];
    await store(
      fixture.db,
      strong,
      at(131.725, -24, 0.1, { text: 'POX' }),
      at(131.725, -24, 0.2, { stationId: 'S2' }),
      at(131.725, -24, 12),
    );
    expect(await stored()).toHaveLength(4);
    expect(await counted()).toBe(4);
  });

  test('a squitter, which is not compared, is one message as well', async () => {
    const squitter = { msgno: null, blockId: null, tail: null, label: 'SQ' };
    await store(fixture.db, at(136.975, -20, 0, squitter), at(136.725, -28, 0.1, squitter));
    expect(await stored()).toMatchObject([{ freq: 136.975, consensusStatus: null }]);
    expect(await counted()).toBe(1);
  });
});

describe('arrival', () => {
  /** Few values, so that receptions match: around midnight, within reach of each other and beyond. */
  const reception = fc
    .record({
      letter: fc.constantFrom('A', 'A', 'B', 'C'),
      at: fc.constantFrom(-1500, -700, -400, -2, 0, 0.4, 3, 8, 12, 300, 655, 900, 1380, 2800),
      number: fc.constantFrom('D50', 'D50', 'D50', 'D51'),
      blockId: fc.constantFrom('1', '2', '2'),
      stationId: fc.constantFrom('S1', 'S2', null),
      end: fc.constantFrom(true, false, null),
      text: fc.constantFrom(
        'ONE',
        'TWO',
        'TWQ',
        'A BLOCK OF MORE THAN 24 CHARACTERS',
        'A BLOCK OF MORE THAN 24 CHARACTERSTWO',
      ),
      aggregationStatus: fc.constantFrom(null, 'complete', 'in progress', 'duplicate'),
      error: fc.constantFrom(0, 1),
      isUp: fc.boolean(),
    })
    .map(({ letter, number, at, isUp, ...more }) => {
      const row = block(`${number}${letter}`, at, more);
      return isUp ? { ...row, msgno: null, blockId: letter } : row;
    });

  test('in any order and in any batches the same receptions lead to the same values', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(reception, { minLength: 2, maxLength: 12 }).chain((rows) => {
          const repeated = rows.map((row, i) => ({ ...row, freq: 130 + i }));
          return fc.tuple(
            fc.constant(repeated),
            fc.shuffledSubarray(repeated, { minLength: repeated.length }),
            fc.array(fc.integer({ min: 1, max: 4 }), { minLength: repeated.length, maxLength: repeated.length }),
          );
        }),
        async ([rows, shuffled, sizes]) => {
          await emptyMessages(fixture.db);
          await store(fixture.db, ...rows);
          const atOnce = await fields();
          await emptyMessages(fixture.db);
          let from = 0;
          for (const size of sizes) {
            await store(fixture.db, ...shuffled.slice(from, from + size));
            from += size;
          }
          expect(await fields()).toEqual(atOnce);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('two writers at once lead to the same values as one after the other', async () => {
    const other = openMessages(openDatabase({ url: fixture.url }));
    try {
      const messages = Array.from({ length: 60 }, (_, i) =>
        ['A', 'B', 'C'].flatMap((letter, n) =>
          ['S1', 'S2'].map((stationId, s) =>
            block(`M${String(i).padStart(2, '0')}${letter}`, i * 3 + n * 4 + s / 10, {
              stationId,
              tail: `N${i % 7}`,
              text: `PART ${letter} OF MESSAGE ${i} `,
              end: letter !== 'C',
            }),
          ),
        ),
      );
      const all = messages.flat();
      await store(fixture.db, ...all);
      const oneByOne = await fields();
      await emptyMessages(fixture.db);
      const halves = [all.filter((_, i) => i % 2 === 0), all.filter((_, i) => i % 2 === 1).reverse()];
      const writers = halves.map(async (rows, w) => {
        for (let i = 0; i < rows.length; i += 10) await store(w ? other : fixture.db, ...rows.slice(i, i + 10));
      });
      await Promise.all(writers);
      expect(await fields()).toEqual(oneByOne);
      expect(Object.values(oneByOne)).toHaveLength(360);
      for (const made of Object.values(oneByOne)) expect(made).toMatchObject({ aggregation_status: 'complete' });
    } finally {
      await other.close();
    }
  });

  test('a batch needs a few queries, independent of the number of messages and matches', async () => {
    let queries = 0;
    const counting: Messages = {
      ...fixture.db,
      transaction: (work) =>
        fixture.db.transaction((tx) =>
          work({
            ...tx,
            query: (sql, values) => {
              queries++;
              return tx.query(sql, values);
            },
          }),
        ),
    };
    const heardBy = (stationId: string) =>
      Array.from({ length: 500 }, (_, i) =>
        block(`M${String(i % 100).padStart(2, '0')}A`, i, { stationId, tail: `N${i}`, lat: 47 + i / 1000, lon: 8 }),
      );
    await store(counting, ...heardBy('S1'));
    queries = 0;
    await store(counting, ...heardBy('S2'));
    // Its keys, locks, existing parts of the same messages between two settings, their changes; the last message of each
    // aircraft; then a lock and a statement that count the receptions.
    expect(queries).toBeLessThanOrEqual(9);
    expect((await stored({ consensusStatus: 'agreed', limit: -1 })).length).toBe(1000);
  });

  test('a batch reads no rows of other messages, even on a day without statistics', async () => {
    await store(fixture.db, block('M00A', 0));
    await fixture.db.query(
      `insert into acars (acars_date_time, assembly_key)
       select $1::timestamptz + n * interval '1 second', n from generate_series(1, 5000) n`,
      [new Date(midnight)],
    );
    const span = { fromMs: midnight, toMs: midnight + 2 * hourMs };
    const windows = Array.from({ length: 2000 }, (_, i) => ({ ...span, key: 1_000_000 + i }));
    const rowsRead = async (tx: Query) =>
      (
        await tx.query<{ rows: number }>(
          `select sum(seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname like 'acars_2%'`,
        )
      )[0]?.rows ?? 0;
    const read = await fixture.db.transaction(async (tx) => {
      const before = await rowsRead(tx);
      await lookUpReceptions(tx, windows);
      return (await rowsRead(tx)) - before;
    });
    expect(read).toBe(0);
  });
});

describe('existing messages', () => {
  test('the parts stay unchanged, including the text of the receiver', async () => {
    const first = block('D50A', 0, { text: 'ONE ', end: null, aggregationStatus: 'in progress' });
    const last = block('D50B', 5, { text: 'ONE TWO', end: null, aggregationStatus: 'complete' });
    await store(fixture.db, first);
    await store(fixture.db, last);
    const rows = (await stored()).map(({ id: _, meaning: __, ...row }) => row);
    const made = { aggregatedText: 'ONE TWO', aggregationStatus: 'complete', consensusStatus: 'single' };
    expect(rows).toEqual([
      { ...last, ...made },
      { ...first, ...made },
    ]);
    expect(await fixture.db.query('select receiver_status as status from acars order by msgno')).toEqual([
      { status: 'in progress' },
      { status: 'complete' },
    ]);
  });

  test('a message across midnight is one message; the later part retains the text when the earlier day expires', async () => {
    clock.offsetMs = midnight - Date.now() + 60_000;
    await store(fixture.db, block('D50A', -3, { text: 'BEFORE ' }));
    await store(fixture.db, block('D50B', 4, { text: 'AFTER', end: false }));
    expect((await stored()).map(({ aggregatedText }) => aggregatedText)).toEqual(['BEFORE AFTER', 'BEFORE AFTER']);
    clock.offsetMs += 15 * 86_400_000 + 3_600_000;
    expect(await runRetention(fixture.db, keptDays(15))).toContain(
      new Date(midnight - 1000).toISOString().slice(0, 10),
    );
    const [left] = await stored();
    expect(left).toMatchObject({ msgno: 'D50B', aggregatedText: 'BEFORE AFTER' });
    const seen = (await readMessageReceptions(fixture.db, left?.id ?? '', null)) as MessageReceptions;
    expect(seen.aggregatedText).toBe('BEFORE AFTER');
    expect(seen.blocks.map(({ msgno }) => msgno)).toEqual(['D50B']);
    await store(fixture.db, block('D50B', 4.5, { text: 'AFTER', end: false, stationId: 'S2' }));
    expect((await stored({ stationId: 'S2' }))[0]).toMatchObject({ consensusStatus: 'agreed' });
  });

  test('rows of an earlier version stay unchanged', async () => {
    await store(fixture.db, block('D50A', 0, { text: 'ONE ' }));
    await fixture.db.query('update acars set assembly_key = null, consensus_status = null, aggregation_status = null');
    await store(fixture.db, block('D50B', 5, { text: 'TWO', end: false }));
    const [last, first] = await stored();
    expect(last?.aggregationStatus).toBe('out of sequence');
    expect(first).toMatchObject({ aggregationStatus: null, aggregatedText: null, consensusStatus: null });
    const seen = await readMessageReceptions(fixture.db, first?.id ?? '', null);
    expect(seen?.blocks).toMatchObject([
      { msgno: 'D50A', text: 'ONE ', isAsked: true, receptions: [{ isWinner: true }] },
    ]);
  });

  test('a flood of messages with one number is stored unchanged', async () => {
    const flood = Array.from({ length: 1200 }, (_, i) => block('D50A', i / 10, { text: `TEXT ${i}` }));
    await store(fixture.db, ...flood.slice(0, 600));
    await store(fixture.db, ...flood.slice(600));
    const [row] = await stored({ text: 'TEXT 1199' });
    expect(row).toMatchObject({ aggregatedText: null, consensusStatus: null, consensusResult: null });
    const seen = await readMessageReceptions(fixture.db, row?.id ?? '', null);
    expect(seen?.blocks.map(({ receptions }) => receptions.length)).toEqual([1]);
  });
});

describe('GET /AcarsMessage/{id}/heard', () => {
  /** The demo's user `company` feeds this receiver. */
  const own = 'DL-LRTR-ACARS';
  const rows = [
    block('D50A', 0, { text: 'FIRST ', stationId: own }),
    block('D50A', 0.2, { text: 'FI*ST ', stationId: 'SOMEBODY-ELSE', error: 3, level: -30 }),
    block('D50B', 6, { text: 'SECOND', stationId: 'SOMEBODY-ELSE', end: false }),
  ];
  const servers: InProcessServer[] = [];
  beforeAll(async () => {
    servers.push(await startTestServer(), await startTestServer({ COMPANY_SCOPE: 'all' }));
    for (const { db } of servers) await store(db, ...rows);
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  async function heard(scope: 'company' | 'all', user: string, stationId: string, msgno = 'D50A') {
    const server = servers[scope === 'all' ? 1 : 0] as InProcessServer;
    const [row] = await stored({ stationId, msgno }, server.db);
    const response = await callApi(server, `/AcarsMessage/${row?.id}/heard`, { token: await server.logIn(user) });
    return response.status === 200 ? (response.json as MessageReceptions) : response.status;
  }
  const stationsOf = (response: MessageReceptions | number) =>
    typeof response === 'number'
      ? response
      : response.blocks.map((one) => one.receptions.map(({ stationId }) => stationId));

  test('returns receivers, times, levels and the winning text', async () => {
    const response = await heard('company', 'parser', 'SOMEBODY-ELSE');
    expect(response).toMatchObject({
      aggregatedText: 'FIRST SECOND',
      aggregationStatus: 'complete',
      consensusStatus: 'disputed',
      consensusResult: 'FIRST ',
      blocks: [
        {
          msgno: 'D50A',
          text: 'FIRST ',
          isAsked: true,
          receptions: [
            { stationId: own, text: 'FIRST ', error: 0, level: -20, isWinner: true, timestamp: midnight / 1000 },
            { stationId: 'SOMEBODY-ELSE', text: 'FI*ST ', error: 3, level: -30, isWinner: false },
          ],
        },
        { msgno: 'D50B', text: 'SECOND', isAsked: false, receptions: [{ stationId: 'SOMEBODY-ELSE', isWinner: true }] },
      ],
    });
  });

  test('C117: without COMPANY_SCOPE, access to a row includes all of its receptions', async () => {
    const all = [[own, 'SOMEBODY-ELSE'], ['SOMEBODY-ELSE']];
    for (const user of ['admin', 'parser', 'company', 'customer'])
      expect(stationsOf(await heard('company', user, 'SOMEBODY-ELSE')), user).toEqual(all);
  });

  test('C117: COMPANY_SCOPE=all: a company user sees receptions of own stations, and no row of others', async () => {
    expect(stationsOf(await heard('all', 'company', own))).toEqual([[own], []]);
    expect(await heard('all', 'company', 'SOMEBODY-ELSE')).toBe(404);
    expect(stationsOf(await heard('all', 'admin', 'SOMEBODY-ELSE'))).toEqual([
      [own, 'SOMEBODY-ELSE'],
      ['SOMEBODY-ELSE'],
    ]);
  });

  test.each([
    ['999999999999', 404],
    ['abc', 400],
    ['-1', 400],
    ['1.5', 400],
    ['9'.repeat(40), 400],
  ])('invalid id: %s', async (id, status) => {
    const server = servers[0] as InProcessServer;
    const response = await callApi(server, `/AcarsMessage/${id}/heard`, { token: await server.logIn('admin') });
    expect(response.status).toBe(status);
    expect((response.json as { message: string }).message).toMatch(/^[A-Z].*\.$/);
    expect((await callApi(server, `/AcarsMessage/${id}/heard`)).status).toBe(401);
  });
});
