import { beforeAll, describe, expect, test, vi } from 'vitest';
import { api } from '../../contract/api.ts';
import { blankRow } from '../../contract/blank-row.ts';
import { dayMs } from '../../contract/durations.ts';
import { type AdsbMessage, adsbMessage } from '../../contract/entities/messages.ts';
import type { Filter } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { demoFrames } from '../../server/demo/adsb-traffic.ts';
import { adsbColumns, adsbList } from '../../server/messages/adsb-columns.ts';
import { dayOf, partitionName } from '../../server/messages/day-partitions.ts';
import { indexFinishedDays, settleDays } from '../../server/messages/finished-days.ts';
import { messagePage } from '../../server/messages/message-page.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';
import { filterSql, Values } from '../../server/query/filter-sql.ts';
import { adsbTable } from '../../server/query/message-tables.ts';
import { rowTest } from '../../src/data/offline/filter-rows.ts';
import { stepLimitMs } from '../support/limits.ts';
import { planTest } from '../support/plan-test.ts';
import { databaseForFile } from './fresh-database.ts';

const filters: readonly Filter[] = api.acarsMessage.adsb.list.filters;
const base = Date.UTC(2026, 10, 20, 12);
const day = dayOf(base);
const partition = partitionName(day, adsbTable);
const fixture = databaseForFile();

/** Texts of decoders, of people, and similar ones. */
const phrases = [
  'Global CPR decoding used.',
  'global cpr decoding used.',
  'GLOBAL CPR DECODING USED.',
  'gLoBaL CPR dEcOdInG uSeD.',
  'Global CPR decoding used!',
  'Global CPR decoding used',
  'Global CPR decoding used..',
  'Local CPR decoding used.',
  'Überall CPR decoding used.',
  'überall CPR decoding used.',
  'ÜBERALL CPR DECODING USED.',
  'Bad position data, not decoded.',
  'zzz',
];
const frames: AdsbMessage[] = phrases.flatMap((posDecoding, i) =>
  [0, 1].map((turn) => {
    const seconds = base / 1000 + 2 * i + turn;
    return {
      ...blankRow(adsbMessage),
      posDecoding,
      adsbDateTime: writeInstant(seconds * 1000),
      timestamp: seconds,
    };
  }),
);

beforeAll(async () => {
  await storeAdsb(
    fixture.db,
    frames.map((row) => ({ row })),
  );
});

test('C80: a phrase matches each of its case variants and nothing else, as on the device', async () => {
  for (const requested of [...phrases, 'GLOBAL', 'bad position DATA, not decoded.']) {
    const page = await messagePage(fixture.db, adsbList, { filters, query: { posDecoding: requested }, company: null });
    const expected = frames.filter(rowTest(filters, { posDecoding: requested }));
    expect(page.count, requested).toBe(expected.length);
    const found = (JSON.parse(page.rowsJson) as AdsbMessage[]).map(({ timestamp }) => timestamp);
    expect(found, requested).toEqual(expected.map(({ timestamp }) => timestamp).reverse());
  }
});

describe('query plans (docs/decisions/0005)', () => {
  /** Frames of all kinds of the demo: the rarely filled column decides. */
  beforeAll(async () => {
    clock.offsetMs = base + 3_600_000 - Date.now();
    const heard = demoFrames(base, base + 900_000, 'live');
    await storeAdsb(
      fixture.db,
      heard.map((row) => ({ row })),
    );
    await fixture.db.query('checkpoint'); // this cluster writes its log late, and vacuum waits for it
    // Vacuum skips a page that is being written: repeats until all are marked.
    const hidden = async (): Promise<unknown> => {
      await settleDays(fixture.db, [day], adsbTable);
      const sql = `select relpages - relallvisible as pages from pg_class where relname = $1`;
      return (await fixture.db.query<{ pages: number }>(sql, [partition]))[0]?.pages;
    };
    // A hook has no expect.poll.
    await vi.waitUntil(async () => (await hidden()) === 0, { timeout: stepLimitMs });
  });

  const requested = { text: 'CODE and more words', number: 1, flag: true, instant: base } as const;

  /** Small tables are cheaper to read whole: the test is whether an index can be used at all. */
  async function planOf(what: string, query: Record<string, unknown>): Promise<string> {
    const values = new Values();
    const window = { acarsMessageDateTimeMin: base, acarsMessageDateTimeMax: base + 3_600_000 };
    const where = filterSql(filters, adsbColumns, { ...window, ...query }, values).join(' and ');
    const plan = await fixture.db.transaction(async (tx) => {
      await tx.query('set local enable_seqscan = off; set local enable_bitmapscan = off');
      return tx.query<{ 'QUERY PLAN': string }>(`explain select ${what} from ${partition} where ${where}`, values.list);
    });
    return plan.map((line) => line['QUERY PLAN']).join('\n');
  }

  planTest('ADSB-10 ADSB-11: every parameter is counted from one index, without the rows, also today', async () => {
    for (const filter of filters)
      for (const param of filter.params) {
        if (!(param.value in requested) || param.value === 'instant') continue;
        const plan = await planOf('1', { [param.name]: requested[param.value as keyof typeof requested] });
        expect(plan, param.name).toMatch(/^Index Only Scan/);
        expect(plan, param.name).toContain('Index Cond: ((adsb_date_time >=');
      }
  });

  planTest('ADSB-10: every filter is tested within the index: short codes, phrases, numbers and flags', async () => {
    const conditions: readonly [query: Record<string, unknown>, condition: string][] = [
      [{ squawk: '7700' }, `squawk = '7700'`],
      [{ icao: '4b1801' }, 'icao = ANY ('],
      [{ flightStatus: 'Normal, Airborne' }, `flight_status >= 'NORMAL, AIRBORNE'`],
      [{ latMin: 50 }, `lat >= '50'`],
      [{ commBMb2: true }, 'comm_b_mb IS NOT NULL'],
    ];
    for (const [query, condition] of conditions) {
      const [, line = ''] = (await planOf('1', query)).split('Index Cond: ');
      expect(line.split('\n')[0]).toContain(condition);
    }
  });

  planTest('ADSB-10: an aircraft or a station of a day that is over is looked up, and only then', async () => {
    const looked = [{ address: '4B1801' }, { icao: '4b1801' }, { stationId: 'rx-7' }];
    const plans = () => Promise.all(looked.map((query) => planOf('1', query)));
    for (const plan of await plans()) expect(plan, 'today').toContain('Index Cond: ((adsb_date_time >=');
    clock.offsetMs = base + 2 * dayMs - Date.now();
    expect(await indexFinishedDays(fixture.db)).toContain(day);
    expect(await indexFinishedDays(fixture.db), 'once').toEqual([]);
    await fixture.db.query(`vacuum (analyze) ${partition}`);
    for (const plan of await plans()) {
      expect(plan, 'over').toMatch(/^Index Only Scan/);
      expect(plan, 'over').toMatch(/Index Cond: \(\((address|icao|\(lower\(station_id\)\)) = /);
    }
  });
});
