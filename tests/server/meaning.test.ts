/** What messages say: stored with them, corrected with their blocks, filtered, counted and decoded again. */
import { Worker } from 'node:worker_threads';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '../../contract/api.ts';
import { hourMs } from '../../contract/durations.ts';
import { decoderVersion, type Meaning } from '../../contract/entities/meaning.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { writeInstant } from '../../contract/params.ts';
import type { Json } from '../../server/base/json-values.ts';
import { readAcarsObject } from '../../server/input/receive/acars-json.ts';
import { acarsList } from '../../server/messages/acars-columns.ts';
import { countKinds } from '../../server/messages/kind-counts.ts';
import { sentValues } from '../../server/messages/meanings/meanings.ts';
import { redecodeCommand } from '../../server/messages/redecode.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { fillWaiting } from '../../server/messages/waiting-meanings.ts';
import { type Sent, vdl2Frame } from '../recordings/decoders.ts';
import { callApi, type LoggedIn, logIn } from '../support/api-client.ts';
import { type InProcessServer, startTestServer } from '../support/test-server.ts';
import { acarsPage } from './acars-page.ts';
import { databaseForFile, emptyMessages, messageAt } from './fresh-database.ts';

const fixture = databaseForFile();
beforeEach(() => emptyMessages(fixture.db));

const now = Math.floor(Date.now() / 1000) * 1000;
/** Took off from LROP 07:12Z, to EGLL. */
const takeoff = { label: 'QQ', text: 'LROPEGLL0712' } as const;
const message = (secondsAgo: number, fields: Partial<AcarsMessage>): AcarsMessage =>
  messageAt(now - secondsAgo * 1000, {
    tail: 'N900XX',
    stationId: 'S1',
    type: 'ACARS',
    mode: '2',
    blockId: '5',
    ...fields,
  });
const store = (rows: readonly AcarsMessage[], extra: object | null = null) =>
  storeAcars(
    fixture.db,
    rows.map((row) => ({ row, extra: extra && JSON.stringify(extra) })),
  );
type Stored = { meaning: Meaning | null; kind: string | null; level: string | null; version: number | null };
const stored = (): Promise<Stored[]> =>
  fixture.db.query<Stored>(
    'select meaning, meaning_kind as kind, decode_level as level, decoder_version as version from acars order by acars_date_time, id',
  );

describe('storing', () => {
  test('a message is stored with what it says, and every reception of it', async () => {
    await store([message(20, takeoff), message(19, { ...takeoff, stationId: 'S2' })]);
    const rows = await stored();
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toMatchObject({ kind: 'gateTimes', version: decoderVersion });
      expect(row.meaning).toMatchObject({ kind: 'gateTimes', level: row.level, facts: { from: 'LROP', to: 'EGLL' } });
    }
  });

  test('CPDLC over ATN is stored with its words, each message of a burst once, and read by its direction', async () => {
    const seconds = now / 1000 - 60;
    const packet = (isUplink: boolean, layer: Json): Json => {
      const sent = { seconds, isUplink, icao: 'A40001', level: -20 } as Sent;
      return vdl2Frame(sent, { frame_type: 'I', x25: { err: false, clnp: { cotp: layer } } });
    };
    const climb = (msg_id: number, flight_level: number): Json => {
      const data = {
        level: { choice: 'singleLevel', data: { level_type: { choice: 'levelFlightLevel', data: { flight_level } } } },
      };
      const msg_elements = [{ msg_element: { choice_label: 'CLIMB TO [level]', choice: 'uM20Level', data } }];
      return packet(true, { cpdlc: { atc_uplink_message: { header: { msg_id }, msg_data: { msg_elements } } } });
    };
    const confirmed = { acse_apdu: { choice: 'aare', data: { assoc_response: { assoc_result: { value: 0 } } } } };
    const lines = [climb(3, 240), climb(4, 260), packet(false, { x227_apdu: { ...confirmed, cpdlc: {} } })];
    const received = lines.map((line) => readAcarsObject(line, now)).filter((one) => 'row' in one);
    expect(await storeAcars(fixture.db, received)).toMatchObject({ stored: 3, duplicates: 0 });
    expect(await storeAcars(fixture.db, received)).toMatchObject({ stored: 0, duplicates: 3 });
    const { filters } = api.acarsMessage.allUsers.list;
    const { rowsJson } = await acarsPage(fixture.db, {
      filters,
      query: { icao: 'A40001' },
      company: null,
    });
    const rows = JSON.parse(rowsJson) as (AcarsMessage & { meaning: Meaning })[];
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toMatchObject({ label: null, text: null, tail: null, type: 'VDLM2' });
    const words = rows.map(({ meaning }) => meaning.words);
    expect(words.sort()).toEqual(['CPDLC connection confirmed', 'Climb to FL240', 'Climb to FL260']);
    expect(await stored()).toEqual(Array(3).fill(expect.objectContaining({ kind: 'cpdlc', level: 'full' })));
  });

  test('an entry of the maintenance log is in the ledger', async () => {
    const log =
      'AML46M01170001XXX695  EHAMCYYZ:LN10000001:AT2545\n:DBN:INN\n:FNLAV L62 FLAP\nTOO STIFF\n:LOL62\n:DS\n.';
    await store([message(5, { label: '43', text: log })]);
    const [found] = await fixture.db.query('select chapter, ata, name, source, what, is_timed from faults');
    expect(found).toEqual({
      ...{ chapter: '25', ata: '2545', name: 'LAV L62 FLAP TOO STIFF', source: 'Maintenance log', what: 'failure' },
      is_timed: false,
    });
  });

  test('a text that nobody reads has a level and no kind', async () => {
    await store([message(1, { label: 'ZZ', text: 'JUST SOME WORDS' })]);
    expect(await stored()).toEqual([expect.objectContaining({ kind: null, level: 'none', version: decoderVersion })]);
  });

  test('a message in two blocks says what both say together, also in the block that was stored before', async () => {
    const first = { label: 'QQ', text: 'LROPEG', msgno: 'M01A', blockId: '2', end: true };
    const second = { label: 'QQ', text: 'LL0712', msgno: 'M01B', blockId: '3', end: false };
    await store([message(10, first)]);
    const [alone] = await stored();
    const later = { label: 'H1', text: '05171,0112/V103', msgno: 'M02B', blockId: '4', end: false };
    await store([message(60, later)]);
    expect((await stored()).map(({ meaning }) => meaning?.words)).toContain('Block 2 of a message that is not joined');
    await fixture.db.query(`delete from acars where msgno = 'M02B'`);
    await store([message(9, second)]);
    const both = await stored();
    expect(alone?.meaning?.facts.to).toBeUndefined();
    expect(both[0]?.meaning).toMatchObject({ kind: 'gateTimes', facts: { from: 'LROP', to: 'EGLL' } });
    expect(both[1]?.meaning).toEqual(both[0]?.meaning);
  });

  test('hostile text and a hostile object of the receiver are stored, and nothing is invented', async () => {
    let deep: unknown = 1;
    for (let at = 0; at < 15; at++) deep = { arinc622: [deep] };
    const texts = ['x'.repeat(20_000), '/AKLCDYA.AT1.N900XX\ud800', '#DFB(POS'.repeat(400), '\u0001\u007f'];
    for (const [at, text] of texts.entries())
      await store([message(at + 1, { label: 'H1', text: text.replace(/[\ud800]/g, '') })], {
        decoded: { cpdlc: deep, lat: '999', __proto__: null, text: 'a\u0001\\u0000' },
      });
    // Not what libacars sends, deeper and longer than it.
    let deeper: unknown = 1;
    for (let at = 0; at < 1000; at++) deeper = { acars: { arinc622: { cpdlc: deeper } } };
    const long = Array.from({ length: 20_000 }, () => ({ label: 'x'.repeat(20) }));
    const objects = [5, true, 'text', [], [[]], {}, { cpdlc: 'x', adsc: [null], lat: {} }, deeper, long];
    for (const [at, decoded] of objects.entries())
      await store([message(100 + at, { label: 'A6', text: 'JUST SOME WORDS' })], { decoded });
    const rows = await stored();
    expect(rows).toHaveLength(texts.length + objects.length);
    for (const { level, meaning } of rows) {
      expect(level).not.toBeNull();
      expect(meaning?.facts.position).toBeUndefined();
    }
  });
});

describe('npm run redecode', () => {
  test('decodes what has no meaning or an older one, says gains by label, changes nothing with --dry, and continues', async () => {
    await store([
      message(30, takeoff),
      message(20, { ...takeoff, stationId: 'S2' }),
      message(10, { label: 'ZZ', text: 'JUST SOME WORDS' }),
    ]);
    const before = await stored();
    await fixture.db.query(
      'update acars set meaning = null, meaning_kind = null, decode_level = null, decoder_version = null',
    );
    const run = async (...args: string[]) => {
      const lines: string[] = [];
      expect(await redecodeCommand(fixture.db, args, (line) => lines.push(line))).toBe(0);
      return lines.join('\n');
    };
    const dry = await run('--dry');
    expect(dry).toMatch(/"QQ": 0 full, 0 partial, 0 none, 2 not decoded -> .*\(\+2\)/);
    expect(dry).toMatch(
      /"ZZ": 0 full, 0 partial, 0 none, 1 not decoded -> 0 full, 0 partial, 1 none, 0 not decoded \(\+0\)/,
    );
    expect((await stored()).every(({ version }) => version === null)).toBe(true);
    expect(await run()).toContain('(+2)');
    expect(await stored()).toEqual(before);
    // As after an interruption: the rest is decoded, what is current stays.
    await fixture.db.query(`update acars set decoder_version = 0 where station_id = 'S2'`);
    expect(await run()).toContain('1 messages decoded again');
    expect(await stored()).toEqual(before);
    expect(await run()).toBe(`Every stored message is decoded by version ${decoderVersion}.`);
  });
});

const forget = () =>
  fixture.db.query('update acars set meaning = null, meaning_kind = null, decode_level = null, decoder_version = null');
type Ledger = { name: string; chapter: string | null; receptions: number };
const ledger = (): Promise<Ledger[]> =>
  fixture.db.query<Ledger>(
    `select f.name, f.chapter, count(*)::int as receptions from faults f join fault_receptions r on r.fault_id = f.id group by f.id order by f.chapter`,
  );
/** Two failures, as a maintenance computer reports them. */
const failures = {
  label: 'H1',
  flight: 'ZZ0100',
  text: '#CFBFLR/FR2611291446 ZZ0100 N900XX\r\n36293806 BLEED VALVE 2/IDENT 11AA PHASE 6 HARD\r\n24460006 GALLEY COOLING/IDENT 5EB8 PHASE 5 HARD\r\n',
} as const;
const bothFailures: readonly Ledger[] = [
  { name: 'GALLEY COOLING', chapter: '24', receptions: 2 },
  { name: 'BLEED VALVE 2', chapter: '36', receptions: 2 },
];

describe('decoding stored messages again', () => {
  beforeEach(() => fixture.db.query('delete from faults'));

  test('reads every row of a day, page by page in the order of the numbers of rows; what an earlier run changed stays', async () => {
    // Seven rows of one second, in the order of their ids, of which some have one digit more. One of the day before.
    await fixture.db.query(`select setval(pg_get_serial_sequence('acars', 'id'), 96)`);
    const stations = ['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7'];
    await store([
      ...stations.map((stationId) => message(60, { ...takeoff, stationId })),
      message(60 + 86_400, takeoff),
    ]);
    const before = await stored();
    await forget();
    const lines: string[] = [];
    const stopped = redecodeCommand(
      fixture.db,
      [],
      (line) => {
        lines.push(line);
        throw new Error('stopped');
      },
      2,
    );
    await expect(stopped).rejects.toThrow('stopped');
    expect(lines).toEqual([expect.stringContaining('7 messages decoded again')]);
    expect((await stored()).map(({ version }) => version)).toEqual([null, ...stations.map(() => decoderVersion)]);
    const rest: string[] = [];
    expect(await redecodeCommand(fixture.db, [], (line) => rest.push(line), 2)).toBe(0);
    expect(rest[0]).toContain(': 1 messages decoded again');
    expect(await stored()).toEqual(before);
  });

  test('faults follow: what an older version read is replaced, and nothing is counted twice', async () => {
    await store([message(60, failures), message(59, { ...failures, stationId: 'S2' })]);
    expect(await ledger()).toEqual(bothFailures);
    // An older version had read one of them, and cut its name.
    await fixture.db.query(`delete from faults where chapter = '24'`);
    await fixture.db.query(`update faults set name = 'BLEED', event_key = 'old', identity = 'old'`);
    await fixture.db.query('update acars set decoder_version = 0');
    // A fault that is recreated stays as long as its messages.
    await fixture.db.query(`update acars set stored_at = '2026-01-02T03:04:05Z'`);
    for (let run = 0; run < 2; run++) {
      await redecodeCommand(fixture.db, [], () => {});
      expect(await ledger()).toEqual(bothFailures);
      const times = await fixture.db.query<{ ms: number }>(
        'select extract(epoch from stored_at)::float8 * 1000 as ms from faults',
      );
      expect(times.map(({ ms }) => ms)).toEqual(bothFailures.map(() => Date.UTC(2026, 0, 2, 3, 4, 5)));
      await fixture.db.query('update acars set decoder_version = 0');
    }
    await fixture.db.query(`update acars set text = 'JUST SOME WORDS', label = 'ZZ'`);
    await redecodeCommand(fixture.db, [], () => {});
    expect(await ledger()).toEqual([]);
  });

  test('rows without a meaning are filled with their faults; others stay as they are', async () => {
    await store([message(60, failures), message(59, { ...failures, stationId: 'S2' }), message(58, takeoff)]);
    const before = await stored();
    await forget();
    await fixture.db.query('delete from faults');
    await fixture.db.query(`update acars set decoder_version = 0, decode_level = 'none' where label = 'QQ'`);
    expect(await fillWaiting(fixture.db)).toBe(2);
    expect(await ledger()).toEqual(bothFailures);
    expect((await stored()).slice(0, 2)).toEqual(before.slice(0, 2));
    expect((await stored())[2]).toMatchObject({ version: 0, meaning: null });
    expect(await fillWaiting(fixture.db)).toBe(0);
  });

  test('a text that ends its thread is marked and not tried again; without any thread nothing is marked', async () => {
    await store([message(3, takeoff), message(2, { label: 'H1', text: 'ENDS ITS THREAD' }), message(1, takeoff)]);
    await forget();
    let starts = 0;
    const thread = (code: string) => () => {
      starts++;
      return new Worker(code, { eval: true });
    };
    const broken = thread('process.exit(1)');
    expect(await fillWaiting(fixture.db, { start: broken })).toBe(0);
    expect((await stored()).every(({ level }) => level === null)).toBe(true);
    const fragile = thread(`const { parentPort } = require('node:worker_threads');
      parentPort.on('message', (sent) => {
        if (sent.some((value) => String(value).startsWith('ENDS'))) process.exit(1);
        const each = (value) => Array(sent.length / ${sentValues}).fill(value);
        const lines = each('{"words":"read"}').join('\\n');
        parentPort.postMessage({ lines, kinds: each('gateTimes'), levels: each('full'), disagreements: [] });
      });`);
    expect(await fillWaiting(fixture.db, { start: fragile })).toBe(3);
    expect((await stored()).map(({ level, kind, version }) => [level, kind, version])).toEqual([
      ['full', 'gateTimes', decoderVersion],
      ['none', null, decoderVersion],
      ['full', 'gateTimes', decoderVersion],
    ]);
    starts = 0;
    expect(await fillWaiting(fixture.db, { start: broken })).toBe(0);
    expect(starts).toBe(0);
  });
});

describe('lists', () => {
  let server: InProcessServer;
  let parser: LoggedIn;
  let customer: LoggedIn;
  beforeAll(async () => {
    server = await startTestServer({ COMPANY_SCOPE: 'all' });
    [parser, customer] = [await logIn(server, 'parser'), await logIn(server, 'customer')];
    return () => server.stop();
  });
  const read = async <T>(path: string, query: Record<string, string> = {}, who = parser): Promise<T> => {
    const response = await callApi(server, `${path}?${new URLSearchParams(query)}`, { token: who.token });
    expect(response.status, response.text.slice(0, 300)).toBe(200);
    return response.json as T;
  };
  const window = { acarsMessageDateTimeMin: writeInstant(now - hourMs) };

  test('rows carry their meaning; kinds are counted as the filters find them', async () => {
    await emptyMessages(server.db);
    const rows = [
      message(1, takeoff),
      message(2, { label: 'ZZ', text: 'JUST SOME WORDS' }),
      message(3, { label: 'ZZ', text: 'OTHER WORDS 123', tail: 'N901XX' }),
    ];
    await storeAcars(
      server.db,
      rows.map((row) => ({ row })),
    );
    await server.db.query(
      `update acars set meaning = null, meaning_kind = null, decode_level = null, decoder_version = null where tail = 'N901XX'`,
    );
    const { allUsers, kinds } = api.acarsMessage;
    const page = await read<{ acarsMessages: { meaning: Meaning | null }[] }>(allUsers.path, window);
    expect(allUsers.response.safeParse(page).success).toBe(true);
    expect(page.acarsMessages.map(({ meaning }) => meaning?.level ?? null)).toEqual([expect.any(String), 'none', null]);
    const counts = await read<Record<string, unknown>>(kinds.path, window);
    expect(kinds.response.safeParse(counts).success).toBe(true);
    expect(counts).toMatchObject({
      counts: { gateTimes: 1, position: 0, other: 0 },
      notDecoded: 1,
      waiting: 1,
      isCut: false,
    });
    expect(await read(kinds.path, { ...window, decoded: 'none' })).toMatchObject({
      counts: { gateTimes: 0 },
      notDecoded: 1,
      waiting: 0,
    });
    for (const [query, found] of [
      [{ kind: 'gateTimes,fault' }, 1],
      [{ kind: 'other' }, 0],
      [{ decoded: 'none' }, 1],
      [{ decoded: 'yes' }, 1],
    ] as const) {
      for (const path of [allUsers.path, api.acarsMessage.withExtData.path]) {
        const response = await read<Record<string, unknown[]>>(path, { ...window, ...query });
        expect(Object.values(response).find(Array.isArray), `${path} ${JSON.stringify(query)}`).toHaveLength(found);
      }
    }
    for (const query of ['kind=nothing', 'kind=', 'element=XX1', 'ata=3', 'decoded=maybe'])
      expect((await callApi(server, `${allUsers.path}?${query}`, { token: parser.token })).status, query).toBe(400);
  });

  test('C38: counts have the scope of their list', async () => {
    await emptyMessages(server.db);
    await storeAcars(server.db, [{ row: message(1, takeoff) }]);
    await server.db.query(`update users set company = 'Nobody Air' where lower(user_name) = 'customer'`);
    const scoped = await logIn(server, 'customer');
    const { allUsers, kinds, kindsCompany, coverage } = api.acarsMessage;
    const count = async (path: string, who: LoggedIn) => (await callApi(server, path, { token: who.token })).status;
    expect(await count(kindsCompany.path, customer)).toBe(await count(api.acarsMessage.company.path, customer));
    expect(await count(kinds.path, scoped)).toBe(await count(allUsers.path, scoped));
    expect(await count(coverage.path, scoped)).toBe(403);
  });

  test('C38, C117: with COMPANY_SCOPE=all a company counts its own messages only, Admins those of the company they name, Parsers all', async () => {
    await emptyMessages(server.db);
    await server.db.query(
      `insert into aircraft (registration, mode_s, operator_name, source)
       values ('N900AA', 'A90001', 'Alpha Air', 'import'), ('N900BB', 'A90002', 'Beta Wings', 'import')`,
    );
    const [alpha, beta] = [{ tail: 'N900AA' }, { tail: '.N900BB' }];
    const unread = { label: 'ZZ', text: 'JUST SOME WORDS' };
    await storeAcars(
      server.db,
      [
        message(1, { ...takeoff, ...alpha }),
        message(2, { ...unread, ...alpha }),
        message(3, { ...takeoff, ...beta }),
        message(4, { ...takeoff, ...beta, text: 'LROPEGLL0713' }),
      ].map((row) => ({ row })),
    );
    const { kinds, kindsCompany, kindsPerAircraftCompany, coverage } = api.acarsMessage;
    const admin = await logIn(server, 'admin');
    type Counts = { counts: { gateTimes: number }; notDecoded: number };
    const counted = async (path: string, who: LoggedIn, query: Record<string, string> = {}) => {
      const { counts, notDecoded } = await read<Counts>(path, { ...window, ...query }, who);
      return [counts.gateTimes, notDecoded];
    };
    for (const [company, expected] of [
      ['Alpha Air', [1, 1]],
      ['Beta Wings', [2, 0]],
      ['Nobody Air', [0, 0]],
    ] as const) {
      await server.db.query(`update users set company = $1 where lower(user_name) = 'customer'`, [company]);
      const scoped = await logIn(server, 'customer');
      expect(await counted(kinds.path, scoped), company).toEqual(expected);
      for (const path of [kindsCompany.path, kindsPerAircraftCompany.path]) {
        expect((await callApi(server, path, { token: scoped.token })).status).toBe(403);
        expect(await counted(path, admin, { company }), company).toEqual(expected);
      }
    }
    expect(await counted(kinds.path, parser)).toEqual([3, 1]);
    const { labels } = await read<{ labels: unknown[] }>(coverage.path);
    expect(labels).toMatchObject([
      { label: 'QQ', messages: 3 },
      { label: 'ZZ', messages: 1 },
    ]);
  });

  test('an aircraft page and the overview read a message whose stored meaning is of a newer version', async () => {
    await emptyMessages(server.db);
    await storeAcars(server.db, [{ row: message(1, { ...takeoff, tail: 'N900NV' }) }]);
    const newer = { version: 99, kind: 'turbulence', level: 'more', words: 5, by: 'own', facts: [] };
    await server.db.query(`update acars set meaning = $1, meaning_kind = 'turbulence', decode_level = 'more'`, [newer]);
    const page = JSON.stringify(await read('/Tail/N900NV'));
    expect(page).toContain('07:12');
    expect(page).not.toContain('turbulence');
    expect(JSON.stringify(await read('/Overview'))).not.toContain('turbulence');
    expect(await read(api.acarsMessage.kinds.path, window)).toMatchObject({ notDecoded: 0, waiting: 0 });
  });

  test('a meaning of a newer version is served as it is stored, and the app reads it as not decoded', async () => {
    await store([message(1, takeoff)]);
    const newer = {
      version: 99,
      kind: 'turbulence',
      level: 'full',
      words: 'Turbulence',
      by: 'own',
      facts: { severe: [1] },
    };
    await fixture.db.query('update acars set meaning = $1, meaning_kind = $2', [JSON.stringify(newer), newer.kind]);
    const { filters, more } = api.acarsMessage.allUsers.list;
    const { rowsJson } = await acarsPage(fixture.db, { filters, query: {}, company: null });
    expect(JSON.parse(rowsJson)).toMatchObject([{ tail: 'N900XX', meaning: newer }]);
    expect(more?.meaning?.tolerant(newer)).toBeNull();
    const counted = await countKinds(fixture.db, acarsList, { filters, query: {}, company: null });
    expect(counted).toMatchObject({ counts: { gateTimes: 0 }, notDecoded: 0, waiting: 0 });
  });

  test('the coverage board counts by label, and shows shapes of undecoded texts without their letters and digits', async () => {
    await emptyMessages(server.db);
    const texts = ['AB12 x', 'CD34 y', 'EF5 Z'];
    await storeAcars(server.db, [
      { row: message(1, takeoff) },
      ...texts.map((text, at) => ({ row: message(2 + at, { label: 'ZZ', text }) })),
    ]);
    const board = await read<{ labels: { label: string }[] }>(api.acarsMessage.coverage.path);
    expect(api.acarsMessage.coverage.response.safeParse(board).success).toBe(true);
    expect(board.labels).toMatchObject([
      {
        label: 'ZZ',
        messages: 3,
        none: 3,
        full: 0,
        partial: 0,
        withFacts: 0,
        shapes: [
          { shape: 'AA99 A', messages: 2 },
          { shape: 'AA9 A', messages: 1 },
        ],
      },
      { label: 'QQ', messages: 1, none: 0, withFacts: 1, shapes: [] },
    ]);
  });
});
