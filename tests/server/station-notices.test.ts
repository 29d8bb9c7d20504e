import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clock } from '../../server/base/clock.ts';
import type { Mail, Mailer } from '../../server/mail/mailer.ts';
import { sendNotices } from '../../server/stations/notices.ts';
import { StationWatch } from '../../server/stations/watch.ts';
import { callApi } from '../support/api-client.ts';
import { mailText } from '../support/mail-text.ts';
import { acarsdecLine } from '../support/messages.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { makeKey } from '../support/stations.ts';
import { testServerForFile } from '../support/test-server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'downlink-notices-'));
let admin: string;
const ids = new Map<string, string>();
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const server = testServerForFile({ DATA_DIR: dataDir, PUBLIC_URL: 'https://downlink.example.org' });
beforeAll(async () => {
  admin = await server.logIn('admin');
  const rows = await server.db.query<{ id: string; name: string }>('select id, user_name as name from users');
  for (const { id, name } of rows) ids.set(name, id);
});
rightClockAfterEach();

const quietLog = { error: () => {} };
const idOf = (name: string): string => ids.get(name) ?? '';
/** Collects emails in a list. */
function postbox(): Mailer & { readonly mails: Mail[] } {
  const mails: Mail[] = [];
  return {
    mails,
    async send(mail) {
      mails.push(mail);
    },
    publicUrl: () => 'https://downlink.example.org',
  };
}
let count = 60_000;
const payload = (fields: object = {}) => ({
  stationId: String(++count),
  latitude: 46.77,
  longitude: 23.62,
  locationStartDate: '2024-05-01T13:00:00Z',
  userId: idOf('feeder'),
  startDate: '2024-05-01T13:00:00Z',
  feederNotificationEmail: 'Send',
  ...fields,
});
async function made(fields: object = {}) {
  const body = payload(fields);
  const response = await callApi(server, '/Station/CreateStation', { method: 'POST', token: admin, body });
  expect(response.status, response.text).toBe(201);
  return { id: (response.json as { id: number }).id, body };
}
async function put(id: number, body: object): Promise<void> {
  const response = await callApi(server, `/Station/${id}`, { method: 'PUT', token: admin, body });
  expect(response.status, response.text).toBe(204);
}
const details = async (id: number) =>
  (await callApi(server, `/Station/${id}`, { token: admin })).json as Record<string, unknown>;

describe('STN-08 API-42: emails about a change', () => {
  test('C70: a new feeder and a changed position are emailed once to the feeder, and the time of the first email is shown', async () => {
    const { id, body } = await made({ description: 'Mast on the roof' });
    expect(await sendNotices(server.db, server.services.mailer, quietLog)).toBe(1);
    const outbox = join(dataDir, 'outbox');
    const [file = ''] = readdirSync(outbox);
    const mail = mailText(readFileSync(join(outbox, file), 'utf8'));
    expect(mail).toMatch(/^To: feeder@downlink\.example$/m);
    expect(mail).toContain(`Subject: You are the feeder of station ${body.stationId}`);
    expect(mail).toContain(`https://downlink.example.org/stationStatus?stationId=${body.stationId}`);
    const { firstTimeSentToFeeder, notificationEmail } = await details(id);
    expect(firstTimeSentToFeeder).toMatch(/^\d{4}-/);
    expect(notificationEmail).toBe('feeder@downlink.example');
    const list = (await callApi(server, '/Station', { token: admin })).json as Record<string, unknown>[];
    expect(list.find((station) => station.id === id)).toMatchObject({
      description: 'Mast on the roof',
      notificationEmail,
      feederNotificationEmail: 'Send',
      firstTimeSentToFeeder,
    });

    const box = postbox();
    expect(await sendNotices(server.db, box, quietLog)).toBe(0);
    await put(id, { ...body, description: 'Words alone' });
    await put(id, { ...body, latitude: 44.4, description: 'Words alone' });
    expect(await sendNotices(server.db, box, quietLog)).toBe(1);
    expect(box.mails[0]).toMatchObject({
      to: 'feeder@downlink.example',
      subject: `Station ${body.stationId} has moved`,
    });
    expect(box.mails[0]?.text).toContain('44.4000 N, 23.6200 E');
    expect((await details(id)).firstTimeSentToFeeder).toBe(firstTimeSentToFeeder);
    await put(id, { ...body, userId: idOf('company') });
    expect((await details(id)).firstTimeSentToFeeder).toBeNull();
    expect(await sendNotices(server.db, box, quietLog)).toBe(1);
    expect(box.mails[1]?.to).toBe('company@downlink.example');
  });

  test("'DoNothing' sends nothing, also when it is selected before the email was sent", async () => {
    const box = postbox();
    const { id, body } = await made({ feederNotificationEmail: 'DoNothing' });
    await put(id, { ...body, latitude: 1 });
    const later = await made();
    await put(later.id, { ...later.body, feederNotificationEmail: 'DoNothing' });
    expect(await sendNotices(server.db, box, quietLog)).toBe(0);
    expect(box.mails).toEqual([]);
    expect((await details(id)).notificationEmail).toBeNull();
  });
});

describe('a station that becomes silent and returns', () => {
  const minuteMs = 60_000;
  const hourMs = 60 * minuteMs;
  /** The first minute of an hour: pauses are counted in slots of ten minutes, so a message must not fall into another slot by the time of day. */
  const beginMs = hourMs - (Date.now() % hourMs) + minuteMs;
  let key: string;
  let station: number;
  let number: string;
  let silentCount = 0;
  const box = postbox();
  let watch: StationWatch;
  beforeAll(async () => {
    const one = await made();
    station = one.id;
    number = one.body.stationId;
    key = (await makeKey(server, admin, station)).key;
    const claimed = { method: 'POST', token: admin, body: { name: 'WATCHED-1' } };
    expect((await callApi(server, `/Stations/${station}/receivers`, claimed)).status).toBe(204);
    await sendNotices(server.db, postbox(), quietLog);
    watch = new StationWatch(server.db, box.publicUrl);
  });
  /** `aheadMs` = lead of the clock of the receiver. */
  const hear = async (aheadMs = 0): Promise<void> => {
    silentCount += 1;
    const timestamp = Math.floor((clock.now() + aheadMs) / 1000);
    const rawBody = JSON.stringify({
      ...acarsdecLine({ station: 'WATCHED-1', text: `HEARD ${silentCount}` }),
      timestamp,
    });
    const response = await callApi(server, '/ingest/acars', { method: 'POST', token: key, rawBody });
    expect(response.json, response.text).toMatchObject({ stored: 1 });
  };
  /** Advances the clock minute by minute: the server checks each minute, and the station sends every `heardEvery` minutes (0 = never). */
  const live = async (minutes: number, heardEvery: number, aheadMs = 0): Promise<number> => {
    let sent = 0;
    for (let minute = 1; minute <= minutes; minute += 1) {
      clock.offsetMs += minuteMs;
      if (heardEvery > 0 && minute % heardEvery === 0) await hear(aheadMs);
      await watch.look();
      sent += await sendNotices(server.db, box, quietLog);
    }
    return sent;
  };
  const status = async () => (await details(station)).userStationStatus;

  test('C82: sends one email when it is silent, one when it feeds again, none for a server restart or a single message', async () => {
    clock.offsetMs = beginMs;
    expect(await status()).toBeNull();
    await hear();
    expect(await live(12, 4)).toBe(0);
    expect(await status()).toMatch(/^Feeding since \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    expect(await live(29, 0)).toBe(0);
    expect(await live(2, 0)).toBe(1);
    expect(box.mails[0]).toMatchObject({ to: 'feeder@downlink.example', subject: `Station ${number} has gone silent` });
    expect(await status()).toMatch(/^Silent since /);
    // A restart: sent notices are in the database.
    watch = new StationWatch(server.db, box.publicUrl);
    expect(await live(40, 0)).toBe(0);
    // One message does not count as feeding.
    await hear();
    expect(await live(8, 0)).toBe(0);
    expect(await live(24, 4)).toBe(1);
    expect(box.mails[1]?.subject).toBe(`Station ${number} feeds again`);
    expect(box.mails).toHaveLength(2);
  });

  test('an absent server does not make a station silent', async () => {
    const before = box.mails.length;
    clock.offsetMs = beginMs + 40 * hourMs;
    await hear();
    await watch.look();
    // Down for three hours; the station needs some minutes to send again.
    clock.offsetMs += 3 * hourMs;
    watch = new StationWatch(server.db, box.publicUrl);
    expect(await live(20, 0)).toBe(0);
    expect(box.mails).toHaveLength(before);
  });

  test('a receiver with a clock some minutes ahead still feeds; a message from tomorrow is not a heartbeat', async () => {
    clock.offsetMs = beginMs + 80 * hourMs;
    admin = await server.logIn('admin');
    watch = new StationWatch(server.db, box.publicUrl);
    expect(await live(100, 4, 6 * minuteMs)).toBe(0);
    expect(await status()).toMatch(/^Feeding since /);
    const list = (await callApi(server, '/Station', { token: admin })).json as Record<string, unknown>[];
    for (const record of [await details(station), list.find(({ id }) => id === station)])
      expect(Math.abs(Date.parse(String(record?.lastActiveTime)) - clock.now())).toBeLessThan(5 * minuteMs);
    await hear(23 * hourMs);
    expect(await live(45, 0)).toBe(1);
    expect(await status()).toMatch(/^Silent since /);
  });
});
