/** Reports of a day or a week: counted from messages, each part with the caller's scope; by email once, the day after. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { dayMs, hourMs } from '../../contract/durations.ts';
import type { Report } from '../../contract/entities/report.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import type { Mail } from '../../server/mail/mailer.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { ReportMails } from '../../server/pages/report/report-mail.ts';
import { callApi } from '../support/api-client.ts';
import { noonForFile } from '../support/right-clock.ts';
import { addStation } from '../support/stations.ts';
import { testServerForFile } from '../support/test-server.ts';
import { messageAt } from './fresh-database.ts';

/** 00:00 UTC of today. */
const today = noonForFile() - dayMs / 2;
const server = testServerForFile({ COMPANY_SCOPE: 'all' });
const dayOf = (ms: number): string => writeInstant(ms).slice(0, 10);
const tokens: Record<string, string> = {};
let companyUser = '';

beforeAll(async () => {
  for (const name of ['admin', 'company', 'feeder', 'newcomer']) tokens[name] = await server.logIn(name);
  const [user] = await server.db.query<{ id: string }>(`select id from users where user_name = 'company'`);
  companyUser = user?.id ?? '';
  const own = await addStation(server.db, '9001', ['rx-own']);
  await server.db.query('update stations set feeder_user_id = $2 where id = $1', [own, companyUser]);
  await addStation(server.db, '9002', ['rx-other']);
  const at = (ms: number, tail: string, stationId: string, text = 'LROPEGLL0712') => ({
    row: messageAt(ms, { tail, stationId, flight: `XX${tail.slice(-2)}`, label: 'QQ', text, mode: '2', type: 'ACARS' }),
  });
  const yesterday = today - dayMs;
  await storeAcars(server.db, [
    ...[1, 2, 3].map((hour) => at(yesterday + hour * hourMs, 'N1', 'rx-own')),
    at(yesterday + 4 * hourMs, 'N2', 'rx-other'),
    // The last second of the day, the first of the next.
    at(today - 1000, 'N2', 'rx-other'),
    at(today, 'N2', 'rx-other'),
    at(yesterday - 1000, 'N2', 'rx-other'),
    at(today - 3 * dayMs, 'N1', 'rx-own', '@@ ??'),
  ]);
});
afterEach(async () => {
  await server.db.query('delete from report_mails');
});

const read = async (user: string, query: Record<string, string> = {}): Promise<Report> =>
  (await callApi(server, `/Report?${new URLSearchParams(query)}`, { token: tokens[user] ?? '' })).json as Report;

test('the report of yesterday counts messages, kinds, aircraft and stations of that day and the day before', async () => {
  const report = await read('admin');
  expect(report.period).toBe('day');
  expect([report.from, report.to]).toEqual([writeInstant(today - dayMs), writeInstant(today)]);
  expect(report.messages).toMatchObject({ total: 5, before: 1, aircraft: 2, notDecoded: 0 });
  expect(report.messages.kinds).toEqual([{ kind: 'gateTimes', messages: 5 }]);
  expect(report.messages.days).toEqual([{ day: dayOf(today - dayMs), messages: 5 }]);
  expect(report.aircraft.map(({ tail, messages }) => [tail, messages])).toEqual([
    ['N1', 3],
    ['N2', 2],
  ]);
  expect(report.stations.find(({ stationId }) => stationId === '9001')).toMatchObject({ messages: 3, before: 0 });
  expect(report.stations.find(({ stationId }) => stationId === '9002')).toMatchObject({ messages: 2, before: 1 });
});

test('seven days end with the given one; requested aircraft are in the report without messages too', async () => {
  const report = await read('admin', { period: 'week', day: dayOf(today - dayMs), tails: 'n-1,N404' });
  expect(report.messages.days).toHaveLength(7);
  expect(report.messages.total).toBe(7);
  expect(report.messages.notDecoded).toBe(1);
  expect(report.aircraft).toMatchObject([
    { tail: 'N1', messages: 4, flights: 2 },
    { tail: 'N404', messages: 0, last: null },
  ]);
});

test('a flight over midnight is one flight, and the next night is another one', async () => {
  const midnight = today - 10 * dayMs;
  const minutes = [-30, 20, 24 * 60 - 15, 24 * 60 + 40];
  const row = (minute: number) =>
    messageAt(midnight + minute * 60_000, {
      ...{ tail: 'N3', stationId: 'rx-own', flight: 'XX0003', label: 'QQ', text: 'EDDMEDDF1200' },
    });
  await storeAcars(
    server.db,
    minutes.map((minute) => ({ row: row(minute) })),
  );
  const report = await read('admin', { period: 'week', day: dayOf(today - 8 * dayMs), tails: 'N3' });
  expect(report.aircraft).toMatchObject([{ tail: 'N3', messages: 4, flights: 2 }]);
});

test('a company reads its own messages and stations only, and an account without data no report', async () => {
  const report = await read('company');
  expect(report.messages).toMatchObject({ total: 3, before: 0, aircraft: 1 });
  expect(report.aircraft.map(({ tail }) => tail)).toEqual(['N1']);
  const stations = report.stations.map(({ stationId }) => stationId);
  expect(stations).toContain('9001');
  expect(stations).not.toContain('9002');
  expect((await callApi(server, '/Report', { token: tokens.newcomer ?? '' })).status).toBe(403);
});

test('bad requests are refused with their field', async () => {
  for (const query of ['period=month', 'day=2026-02-30', `day=${dayOf(today + 2 * dayMs)}`, `tails=${'N1'.repeat(20)}`])
    expect((await callApi(server, `/Report?${query}`, { token: tokens.admin ?? '' })).status, query).toBe(400);
});

test('an email is sent once the day after, of two servers by one, again after a failure, and to no account that was closed or has lost its permission', async () => {
  const body = { day: true, week: false, tails: ['N1'] };
  const changed = await callApi(server, '/Report/Mail', { method: 'PUT', token: tokens.company ?? '', body });
  expect(changed.status, changed.text).toBe(204);
  const mails: Mail[] = [];
  let fails = false;
  const mailer = {
    publicUrl: () => 'https://downlink.example',
    send: async (mail: Mail) => {
      if (fails) throw new Error('refused');
      mails.push(mail);
    },
  };
  const servers = [1, 2].map(() => new ReportMails(server.db, mailer, 'all', { error: () => {} }));
  const sendAt = async (ms: number): Promise<number> =>
    (await Promise.all(servers.map((one) => one.send(ms)))).reduce((sum, sent) => sum + sent, 0);
  expect(await sendAt(clock.now()), 'the day has not ended').toBe(0);
  expect(await sendAt(today + dayMs + 4 * hourMs), 'not before 05:00').toBe(0);
  fails = true;
  expect(await sendAt(today + dayMs + 6 * hourMs)).toBe(0);
  fails = false;
  // Each server waits after its failure.
  expect(await sendAt(today + dayMs + 7 * hourMs)).toBe(1);
  expect(await sendAt(today + dayMs + 8 * hourMs), 'once').toBe(0);
  const [mail] = mails;
  expect(mail?.subject).toBe(`Report of ${dayOf(today)}`);
  expect(mail?.text).toContain(`https://downlink.example/report?period=day&day=${dayOf(today)}`);
  expect(mail?.text).not.toContain('N2');

  await server.db.query(`update users set terms = 0 where id = $1`, [companyUser]);
  expect(await sendAt(today + 2 * dayMs + 6 * hourMs)).toBe(0);
  await server.db.query(`update users set terms = 1 where id = $1`, [companyUser]);
  expect(mails).toHaveLength(1);
});
