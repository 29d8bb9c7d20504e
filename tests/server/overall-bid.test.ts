import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { dayMs } from '../../contract/durations.ts';
import type { BidHistory, BidSummary } from '../../contract/entities/overall-bid.ts';
import { clock } from '../../server/base/clock.ts';
import { type ApiResponse, callApi } from '../support/api-client.ts';
import { noonForFile } from '../support/right-clock.ts';
import { testServerForFile } from '../support/test-server.ts';

const noonMs = noonForFile();
const server = testServerForFile();
let admin: string;
beforeAll(async () => {
  admin = await server.logIn('admin');
});
beforeEach(() => server.db.query('delete from overall_bids'));
afterEach(() => {
  vi.restoreAllMocks();
});

/** A day of the calendar in UTC, relative to today. */
const day = (fromToday: number): string => new Date(noonMs + fromToday * dayMs).toISOString().slice(0, 10);
/** A day in wire format: midnight UTC. */
const wire = (text: string): string => `${text}T00:00:00Z`;
const upsert = (bidValue: unknown, startDate: unknown, token = admin): Promise<ApiResponse> =>
  callApi(server, '/OverallBid/Upsert', { method: 'POST', token, body: { bidValue, startDate } });
const set = async (bidValue: number, startDate: string): Promise<void> => {
  const response = await upsert(bidValue, startDate);
  expect(response.status, response.text).toBe(200);
};
const summary = async (): Promise<BidSummary> =>
  (await callApi(server, '/OverallBid/GetCurrentWithScheduledOverallBid', { token: admin })).json as BidSummary;
const history = async (): Promise<BidHistory[]> =>
  (await callApi(server, '/OverallBid/GetOverallBidHistory', { token: admin })).json as BidHistory[];
const reported = async (): Promise<string[]> =>
  (await history()).map(
    ({ bidValue, status, startDate }) => `${bidValue} ${status} ${startDate.replace(/T00:00:00Z$/, '')}`,
  );

describe('the bid in effect', () => {
  test('API-49 API-50 BID-11: without a bid everything is null, and the history is empty', async () => {
    expect(await summary()).toEqual({
      currentBidValue: null,
      currentStartDate: null,
      scheduledBidValue: null,
      scheduledStartDate: null,
    });
    expect(await history()).toEqual([]);
  });

  test('API-51 BID-08 BID-12 C75: today or earlier is current, later is scheduled; replaced bids are past', async () => {
    await set(10, day(-3));
    await set(0, day(0));
    await set(12.5, day(1));
    await set(100, day(30));
    expect(await summary()).toEqual({
      currentBidValue: 0,
      currentStartDate: wire(day(0)),
      scheduledBidValue: 100,
      scheduledStartDate: wire(day(30)),
    });
    expect(await reported()).toEqual([
      `100 Scheduled ${day(30)}`,
      `12.5 Past ${day(1)}`,
      `0 Current ${day(0)}`,
      `10 Past ${day(-3)}`,
    ]);
    const [newest] = await history();
    expect(newest?.createdByUserName).toBe('admin');
    expect(newest?.createdOn).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  test('C75: a scheduled bid becomes the current one automatically when its day begins in UTC', async () => {
    await set(10, day(0));
    await set(20, day(1));
    const midnight = Date.parse(`${day(1)}T00:00:00Z`);
    const now = vi.spyOn(clock, 'now').mockReturnValue(midnight - 1);
    // A token may expire before then.
    admin = await server.logIn('admin');
    expect(await reported()).toEqual([`20 Scheduled ${day(1)}`, `10 Current ${day(0)}`]);
    now.mockReturnValue(midnight);
    expect(await reported()).toEqual([`20 Current ${day(1)}`, `10 Past ${day(0)}`]);
    now.mockRestore();
    clock.offsetMs = midnight + 60_000 - Date.now();
    admin = await server.logIn('admin');
    expect(await reported()).toEqual([`20 Current ${day(1)}`, `10 Past ${day(0)}`]);
    expect(await summary()).toMatchObject({
      currentBidValue: 20,
      currentStartDate: wire(day(1)),
      scheduledBidValue: null,
    });
    await set(30, day(5));
    await set(25, day(1));
    expect(await reported()).toEqual([
      `25 Current ${day(1)}`,
      `30 Scheduled ${day(5)}`,
      `20 Past ${day(1)}`,
      `10 Past ${day(0)}`,
    ]);
  });

  test('the same bid sent again, as in a retry, is one bid', async () => {
    await set(12.5, day(1));
    await set(12.5, day(1));
    expect(await reported()).toEqual([`12.5 Scheduled ${day(1)}`]);
  });
});

describe('never two bids', () => {
  test('BID-08: when many Admins schedule at once each gets a response, and one bid is scheduled', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, (_, at) => upsert(at + 1, day(at + 1))));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const statuses = (await history()).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'Scheduled')).toHaveLength(1);
    expect(statuses).toHaveLength(8);
  });

  test('BID-08: the database itself refuses a second bid of either kind, and a bid beyond the bounds', async () => {
    await set(10, day(0));
    await set(20, day(1));
    const insert = (state: string, bidValue: string): Promise<unknown> =>
      server.db.query(
        `insert into overall_bids (bid_value, start_date, state, created_at) values (${bidValue}, '2026-01-01', '${state}', now())`,
      );
    await expect(insert('current', '1')).rejects.toThrow(/overall_bids_standing/);
    await expect(insert('scheduled', '1')).rejects.toThrow(/overall_bids_standing/);
    for (const bad of [`'NaN'`, '-0.5', '100.5', `'Infinity'`])
      await expect(insert('past', bad), bad).rejects.toThrow(/check constraint/);
  });
});

describe('refusals', () => {
  const range = 'Overall bid value must be between 0 and 100 Glog.';
  test.each([
    [
      'nothing',
      undefined,
      undefined,
      { bidValue: ['Overall bid is required.'], startDate: ['Start date is required.'] },
    ],
    ['a bid of NaN', Number.NaN, '2026-01-01', { bidValue: ['Overall bid is required.'] }],
    ['a bid of -1', -1, '2026-01-01', { bidValue: [range] }],
    ['a bid of 101', 101, '2026-01-01', { bidValue: [range] }],
    ['a blank day', 5, '', { startDate: ['Start date is required.'] }],
  ])('BID-07 BID-10: %s, by field', async (_name, bidValue, startDate, errors) => {
    const response = await upsert(bidValue, startDate);
    expect(response.status).toBe(400);
    expect(response.json).toMatchObject({ errors });
    expect(await history()).toEqual([]);
  });

  test.each(['0001-01-01', '9999-12-31', '2026-02-30', '2026-1-1', 'tomorrow', '2026-01-01T00:00:00Z'])(
    'BID-07: a bid that begins on %s is refused at the day',
    async (startDate) => {
      const response = await upsert(5, startDate);
      expect(response.status).toBe(400);
      expect(Object.keys((response.json as { errors: object }).errors)).toEqual(['startDate']);
    },
  );

  test('refuses a number as text, and a caller who is not an Admin', async () => {
    expect((await upsert('5', day(0))).json).toMatchObject({ errors: { bidValue: ['Enter a number.'] } });
    for (const who of ['parser', 'customer', 'company'])
      expect((await upsert(5, day(0), await server.logIn(who))).status, who).toBe(403);
  });
});
