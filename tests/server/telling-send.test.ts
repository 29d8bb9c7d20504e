import { setTimeout as after } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '../../contract/durations.ts';
import type { PushState } from '../../contract/entities/notices.ts';
import type { QuietHours, RuleWays } from '../../contract/entities/rules.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { Conditions } from '../../server/base/conditions.ts';
import { openDatabase, type Query } from '../../server/database/pool.ts';
import type { CompanyScope } from '../../server/http/company-scope.ts';
import { OutgoingPosts } from '../../server/outgoing/fetch-upstream.ts';
import { type NewHit, writeHits } from '../../server/telling/hits.ts';
import { emailSender } from '../../server/telling/ways/email.ts';
import { fanOut } from '../../server/telling/ways/fan-out.ts';
import { NoticesWork } from '../../server/telling/ways/notices-post.ts';
import { Push } from '../../server/telling/ways/push.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { type MailSink, openMailSink } from '../support/mail-sink.ts';
import { type PushReply, type PushService, pushCertificate, startPushService } from '../support/push-service.ts';
import { addPushUsers, deviceOf, lineAbout, untilMatched } from '../support/push-users.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { startProgram } from '../support/server.ts';
import { addStation, makeKey } from '../support/stations.ts';
import { type InProcessServer, startTestServer } from '../support/test-server.ts';
import { kills, killsLimitMs } from './kills-for-file.ts';

let service: PushService;
let sink: MailSink;
let server: InProcessServer;
const tokens = new Map<string, string>();
beforeAll(async () => {
  service = await startPushService();
  sink = await openMailSink();
  server = await startTestServer({ PUSH_SERVICES: service.url, SMTP_URL: sink.url, MAIL_FROM: 'owner@example.org' });
  for (const name of ['admin', 'customer', 'company']) tokens.set(name, await server.logIn(name));
});
afterAll(async () => {
  await server.stop();
  await service.stop();
  await sink.close();
});
beforeEach(() => {
  service.received.length = 0;
  (sink.mails as unknown[]).length = 0;
});
afterEach(async () => {
  for (const table of ['watch_deliveries', 'watch_rules', 'push_devices', 'notice_settings'])
    await server.db.query(`delete from ${table}`);
});
rightClockAfterEach();

type User = 'admin' | 'customer' | 'company';
const off: RuleWays = { push: false, email: 'none', webhooks: [], mqtt: false };
const byPush: RuleWays = { ...off, push: true };
type RuleOptions = { ways?: RuleWays; quiet?: QuietHours | 'none' | null; company?: string };
async function addRule(db: Query, user: User, { ways = byPush, quiet = null, company }: RuleOptions = {}) {
  const [row] = await db.query<{ id: string }>(
    `insert into watch_rules (owner, user_id, written_by, company, name, is_enabled, body)
     values ($1, (select id from users where user_name = $2), $2, $3, 'Hangar', true, $4) returning id::text as id`,
    [company ? 'company' : 'user', user, company ?? null, JSON.stringify({ ways, quiet })],
  );
  return row?.id ?? '';
}

let keys = 0;
const hit = (ruleId: string, fields: Partial<NewHit> = {}): NewHit => ({
  ...{ ruleId, eventKey: `event ${keys++}`, kind: 'message', isEmergency: false, at: writeInstant(clock.now()) },
  ...{
    title: 'New fault of YR-ABA',
    words: 'Over the Alps',
    path: '/tail/YR-ABA',
    tail: 'YR-ABA',
    icao: null,
    flight: null,
  },
  ...{ stationNumber: null, events: 1, isLate: false },
  receptions: [{ tail: 'YR-ABA', icao: null, flight: null, stationId: '' }],
  ...fields,
});
const tell = (...hits: readonly NewHit[]) => writeHits(server.db, hits);
const many = (ruleId: string, count: number, fields: Partial<NewHit> = {}) =>
  Array.from({ length: count }, () => hit(ruleId, fields));

/** One round of the post, and what it sent. */
async function round(companyScope: CompanyScope = 'company'): Promise<void> {
  const { db, services } = server;
  const notices = new NoticesWork({
    ...{ db, companyScope, log: { error: () => {}, warn: () => {} } },
    senders: {
      push: (outgoing, unseen) => services.push.send(outgoing, unseen),
      email: emailSender(db, services.mailer),
    },
  });
  const { signal } = new AbortController();
  // Four to a host at a time: what waits for a free place begins in the next round.
  for (let before = -1; before !== service.received.length + sink.mails.length; ) {
    before = service.received.length + sink.mails.length;
    await (await notices.run(signal)).settled;
  }
}
const later = (ms: number): Promise<void> => {
  clock.offsetMs += ms;
  return round();
};
const titles = () => service.received.map(({ payload }) => payload.title);
const states = () =>
  server.db.query<{ state: string; reason: string | null }>(
    `select case when sent_at is not null then 'sent' when given_up_at is not null then 'failed' when begun_at is not null then 'unknown'
       else 'waiting' end as state, reason from watch_deliveries order by id`,
  );

const subscribe = (user: User, device: object) =>
  callApi(server, '/Push', { method: 'PUT', token: tokens.get(user) ?? '', body: device });
async function pushState(user: User): Promise<PushState> {
  const response = await callApi(server, '/Push', { token: tokens.get(user) ?? '' });
  expect(response.status, response.text).toBe(200);
  return response.json as PushState;
}
async function withDevice(user: User, name: string, reply?: PushReply): Promise<void> {
  if (reply) service.answer(name, reply);
  const response = await subscribe(user, service.device(name));
  expect(response.status, response.text).toBe(200);
}

describe('ADD-push: devices', () => {
  test('a device is added, tested, belongs to the last user who logged in on it, and is removed by its user only', async () => {
    const tablet = service.device('Tablet');
    const { id } = (await subscribe('customer', tablet)).json as { id: string };
    expect((await subscribe('customer', { ...tablet, name: 'My tablet' })).json).toEqual({ id });
    const state = await pushState('customer');
    expect(state).toMatchObject({ canWork: true, reason: null });
    expect(Buffer.from(state.publicKey ?? '', 'base64url')).toHaveLength(65);
    expect(state.devices).toMatchObject([{ id, name: 'My tablet', service: new URL(service.url).host, lastAt: null }]);
    const of = (user: User, path: string, method: string) =>
      callApi(server, `/Push/${path}`, { method, token: tokens.get(user) ?? '' });
    expect((await of('company', `${id}/Test`, 'POST')).status).toBe(404);
    expect((await of('company', id, 'DELETE')).status).toBe(404);
    expect((await of('customer', `${id}/Test`, 'POST')).json).toEqual({ isSent: true, result: 'sent' });
    expect((await pushState('customer')).devices[0]).toMatchObject({ lastResult: 'sent' });
    service.answer('Tablet', { status: 500 });
    expect((await of('customer', `${id}/Test`, 'POST')).json).toMatchObject({
      isSent: false,
      result: expect.stringContaining('500'),
    });
    service.answer('Tablet', { status: 201 });
    const moved = (await subscribe('company', tablet)).json as { id: string };
    expect((await pushState('customer')).devices).toEqual([]);
    expect((await of('company', moved.id, 'DELETE')).status).toBe(204);
    expect((await pushState('company')).devices).toEqual([]);
  });

  test('what waits for a user does not appear on the device after another user logged in on it', async () => {
    const shared = service.device('Shared');
    await subscribe('customer', shared);
    await tell(hit(await addRule(server.db, 'customer')));
    await fanOut({ db: server.db, companyScope: 'company', ways: new Set(['push']) });
    await subscribe('company', shared);
    await round();
    expect(service.received).toEqual([]);
    expect((await states()).map(({ state }) => state)).toEqual(['failed']);
  });

  test('private addresses, other keys and a 21st device are refused', async () => {
    const device = service.device('Refused');
    for (const endpoint of [
      'https://127.0.0.1/x',
      'https://10.0.0.1/',
      'http://push.example.org/x',
      'https://a:b@push.example.org/',
      'x',
      '',
    ])
      expect((await subscribe('customer', { ...device, endpoint })).status, endpoint).toBe(400);
    expect((await subscribe('customer', { ...device, p256dh: Buffer.alloc(65, 4).toString('base64url') })).status).toBe(
      400,
    );
    expect((await subscribe('customer', { ...device, auth: 'AAAA' })).status).toBe(400);
    for (let n = 0; n < 20; n += 1) await withDevice('customer', `Many ${n}`);
    expect((await subscribe('customer', service.device('One more'))).status).toBe(409);
  });

  test('a server without HTTPS, without internet or without push states so, and what to use instead', async () => {
    const faultOf = (services: readonly string[], isSecure: boolean, isOn = true) => {
      const config = { push: { isOn, services }, mail: { publicUrl: null, from: 'owner@example.org' } };
      const posts = new OutgoingPosts(services, 'test');
      return new Push(server.db, config, posts, new Conditions()).fault({ isSecure, host: 'downlink.example' });
    };
    expect(await faultOf([service.url], true)).toBeNull();
    expect(await faultOf([service.url], false)).toMatch(/HTTPS.*email/);
    expect(await faultOf(['http://127.0.0.1:1'], true)).toMatch(/internet.*email/);
    expect(await faultOf([], true, false)).toMatch(/turned push messages off.*email/);
  });

  test('a private address behind a public name is refused when the message is sent', async () => {
    const device = service.device('Rebound');
    await subscribe('customer', device);
    await server.db.query(`update push_devices set endpoint = replace($1, 'http:', 'https:')`, [device.endpoint]);
    await tell(hit(await addRule(server.db, 'customer')));
    await round();
    expect(await states()).toEqual([{ state: 'failed', reason: 'The push service has a private address.' }]);
    expect(service.received).toEqual([]);
  });
});

describe('sending', () => {
  test('a hit is encrypted for every device of its user, with its topic, and an emergency is urgent', async () => {
    await withDevice('customer', 'Phone');
    await withDevice('customer', 'Desk');
    await withDevice('company', 'Of another user');
    const rule = await addRule(server.db, 'customer');
    const usual = hit(rule, { words: 'ä€🛩"\n'.repeat(2000) });
    await tell(usual, hit(rule, { title: '7700 of YR-ABB', isEmergency: true, kind: 'emergency' }));
    await round();
    expect(service.received.map(({ to, payload }) => `${to}: ${payload.title}`).sort()).toEqual([
      'Desk: 7700 of YR-ABB',
      'Desk: New fault of YR-ABA',
      'Phone: 7700 of YR-ABB',
      'Phone: New fault of YR-ABA',
    ]);
    const [user] = await server.db.query<{ id: string }>(`select id from users where user_name = 'customer'`);
    for (const { payload, headers, claims, bytes } of service.received) {
      expect(payload).toMatchObject({ user: user?.id, path: '/tail/YR-ABA', new: 2 });
      const [ttl, urgency] = payload.isEmergency ? ['900', 'high'] : ['14400', 'normal'];
      expect(headers).toMatchObject({ ttl, urgency, topic: expect.stringMatching(/^[A-Za-z0-9]{32}$/) });
      expect(claims).toMatchObject({ aud: service.url, sub: 'mailto:owner@example.org' });
      expect(bytes).toBeLessThanOrEqual(3000);
    }
    expect(new Set(service.received.map(({ headers }) => headers.topic)).size).toBe(2);
    await round();
    expect(service.received).toHaveLength(4);
    expect((await states()).every(({ state }) => state === 'sent')).toBe(true);
  });

  test('a rule of everyone: who sees the message only by its own station is told when that station reports it, and no one twice', async () => {
    const before = await server.db.query<{ user: User; company: string | null }>(
      `select user_name as user, company from users where user_name in ('customer', 'company')`,
    );
    const name = (company: string | null, user: User) =>
      server.db.query('update users set company = $1 where user_name = $2', [company, user]);
    await name('Alpha Air', 'customer');
    await name('Beta Wings', 'company');
    for (const [number, receiver, user] of [
      ['9001', 'RX-ALPHA', 'customer'],
      ['9002', 'RX-BETA', 'company'],
    ] as const)
      await server.db.query(
        'update stations set feeder_user_id = (select id from users where user_name = $2) where id = $1',
        [await addStation(server.db, number, [receiver]), user],
      );
    await withDevice('customer', 'Alpha');
    await withDevice('company', 'Beta');
    const [row] = await server.db.query<{ id: string }>(
      `insert into watch_rules (owner, written_by, name, is_enabled, body) values ('all', 'admin', 'Hangar', true, $1) returning id::text as id`,
      [JSON.stringify({ ways: byPush, quiet: null })],
    );
    const receive = async (...stationIds: readonly string[]): Promise<string[]> => {
      service.received.length = 0;
      const receptions = stationIds.map((stationId) => ({ tail: 'YR-ABA', icao: null, flight: null, stationId }));
      await tell(hit(row?.id ?? '', { eventKey: 'leg', event: { name: 'message 1', seconds: 60 }, receptions }));
      await round('all');
      return service.received.map(({ to }) => to);
    };
    expect(await receive('RX-ALPHA')).toEqual(['Alpha']);
    expect(await receive('RX-ALPHA', 'RX-NOBODY')).toEqual([]);
    expect(await receive('RX-BETA')).toEqual(['Beta']);
    expect(await receive('RX-BETA', 'RX-ALPHA')).toEqual([]);
    for (const { user, company } of before) await name(company, user);
    await server.db.query(`delete from stations where station_id in ('9001', '9002')`);
  });

  test('a hit that was stored late, or of a rule without ways, is in the inbox only', async () => {
    await withDevice('customer', 'Phone');
    await tell(
      hit(await addRule(server.db, 'customer'), { isLate: true }),
      hit(await addRule(server.db, 'customer', { ways: off })),
    );
    await round();
    expect(await states()).toEqual([]);
    expect(await server.db.query('select 1 from watch_hits where is_waiting')).toEqual([]);
  });

  test.each<[string, PushReply, 'sent' | 'failed' | 'unknown', number]>([
    ['404 removes the device', { status: 404 }, 'failed', 0],
    ['410 removes the device', { status: 410 }, 'failed', 0],
    ['413 is final', { status: 413 }, 'failed', 1],
    ['400 is final', { status: 400 }, 'failed', 1],
    ['a redirect is not followed', { status: 307, headers: { location: 'http://localhost:1/' } }, 'failed', 1],
    ['an answer of 1 MB is not read', { status: 201, body: 'x'.repeat(1_000_000) }, 'sent', 1],
    ['no answer is unknown', 'hang up', 'unknown', 1],
  ])('%s, and nothing is sent again', async (_what, reply, state, devices) => {
    await withDevice('customer', 'Answers', reply);
    await tell(hit(await addRule(server.db, 'customer')));
    await round();
    service.answer('Answers', { status: 201 });
    await later(7 * hourMs);
    expect(service.received).toHaveLength(1);
    expect((await states()).map((one) => one.state)).toEqual([state]);
    clock.offsetMs = 0;
    expect((await pushState('customer')).devices).toHaveLength(devices);
  });

  test.each<[string, PushReply, number]>([
    ['429 with a time waits for it', { status: 429, headers: { 'retry-after': '600' } }, 10 * minuteMs],
    ['503 waits a minute', { status: 503 }, minuteMs],
    // Response codes of WNS (Microsoft's documentation of push notifications, 2025).
    ['406 is a limit of Microsoft', { status: 406, headers: { 'retry-after': '600' } }, 10 * minuteMs],
  ])('%s', async (_what, reply, pauseMs) => {
    await withDevice('customer', 'Waits', reply);
    await tell(hit(await addRule(server.db, 'customer')));
    await round();
    service.answer('Waits', { status: 201 });
    await later(pauseMs - 5000);
    expect(service.received).toHaveLength(1);
    await later(6000);
    expect(service.received).toHaveLength(2);
  });

  test('an outage of six hours loses nothing; after it a message is given up', async () => {
    await withDevice('customer', 'Away', { status: 503 });
    await tell(hit(await addRule(server.db, 'customer')));
    await round();
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]) await later(minutes * minuteMs);
    expect(await states()).toMatchObject([{ state: 'waiting' }]);
    service.answer('Away', { status: 201 });
    // Six hours after the first attempt.
    await later(60 * minuteMs);
    expect(await states()).toMatchObject([{ state: 'sent' }]);
    service.answer('Away', { status: 503 });
    service.received.length = 0;
    await tell(hit(await addRule(server.db, 'customer')));
    for (let n = 0; n < 14; n += 1) await later(7 * hourMs);
    expect(service.received).toHaveLength(12);
    expect((await states()).slice(1)).toMatchObject([{ state: 'failed', reason: expect.stringContaining('503') }]);
  });

  // 403 of Apple and Google, 401 of Mozilla (error codes of autopush-rs, commit 2f83fad1).
  test.each([401, 403])(
    'a service that refuses the key of this server with %s is a condition of it, until one accepts a new signature',
    async (status) => {
      await withDevice('customer', 'Refuses', { status });
      await tell(hit(await addRule(server.db, 'customer')));
      await round();
      const conditions = () => server.services.conditions.list().map(({ name }) => name);
      expect(conditions()).toContain('push');
      service.answer('Refuses', { status: 201 });
      await later(2 * minuteMs);
      expect(conditions()).not.toContain('push');
      expect(service.received).toHaveLength(2);
      expect(new Set(service.received.map(({ headers }) => headers.authorization)).size).toBe(2);
    },
  );

  test.each([
    ['moved to another company', `update users set company = 'Elsewhere' where user_name = 'company'`],
    ['lost the role', `update users set role = 'Guest', company = null where user_name = 'company'`],
    ['has to accept new terms', `update users set terms = 0 where user_name = 'company'`],
  ])('a user who %s between hit and sending gets nothing', async (_what, change) => {
    const [before] = await server.db.query<{ role: string; company: string }>(
      `select role, company from users where user_name = 'company'`,
    );
    await withDevice('company', 'Cockpit');
    const rule = await addRule(server.db, 'company', {
      company: before?.company ?? '',
      ways: { ...byPush, email: 'each' },
    });
    await tell(hit(rule, { tail: null, kind: 'rule' }));
    await fanOut({ db: server.db, companyScope: 'company', ways: new Set(['push', 'email']) });
    const waiting = (await states()).length;
    await server.db.query(change);
    await round();
    await server.db.query(`update users set role = $1, company = $2, terms = 1 where user_name = 'company'`, [
      before?.role,
      before?.company,
    ]);
    expect(waiting).toBe(2);
    expect([...service.received, ...sink.mails]).toEqual([]);
    expect((await states()).map(({ state }) => state)).toEqual(['failed', 'failed']);
  });
});

describe('pace', () => {
  test('10,000 hits in one batch become one message', async () => {
    await withDevice('customer', 'Phone');
    await tell(...many(await addRule(server.db, 'customer'), 10_000));
    await round();
    await later(3000);
    expect(titles()).toEqual(['10,000 notices']);
    expect(service.received[0]?.payload).toMatchObject({ path: '/notices', new: 10_000 });
    await later(hourMs);
    expect(service.received).toHaveLength(1);
  });

  test('a sixth notice in a minute waits, takes later ones, and is sent when the minute is over; an emergency is not delayed', async () => {
    await withDevice('customer', 'Phone');
    const rule = await addRule(server.db, 'customer');
    await tell(...many(rule, 5));
    await round();
    expect(service.received).toHaveLength(5);
    await tell(...many(rule, 2));
    await later(10_000);
    await tell(hit(rule), hit(rule, { title: '7700 of YR-ABB', isEmergency: true }));
    await later(10_000);
    expect(titles().slice(5)).toEqual(['7700 of YR-ABB']);
    await later(41_000);
    expect(titles().slice(6)).toEqual(['3 notices']);
  });

  test('a company that had 1,000 messages in an hour waits', async () => {
    const [own] = await server.db.query<{ id: string; company: string }>(
      `select id, company from users where user_name = 'company'`,
    );
    await withDevice('company', 'Cockpit');
    await server.db.query(
      `insert into watch_deliveries (way, user_id, hit_ids, not_before, begun_at, sent_at)
       select 'email', $1, '{1}', $2, $2, $2 from generate_series(1, 1000)`,
      [own?.id, new Date(clock.now() - 50 * minuteMs)],
    );
    await tell(hit(await addRule(server.db, 'company', { company: own?.company ?? '' }), { tail: null, kind: 'rule' }));
    await later(minuteMs);
    expect(service.received).toEqual([]);
    await later(10 * minuteMs);
    expect(service.received).toHaveLength(1);
  });
});

describe('quiet hours and email', () => {
  const night: QuietHours = { from: 22 * 60, to: 7 * 60, days: [0, 1, 2, 3, 4, 5, 6], passEmergencies: true };
  const settings = (zone: string, quiet: QuietHours | null) =>
    server.db.query(
      `insert into notice_settings (user_id, zone, quiet, email) select id, $1, $2, 'none' from users where user_name = 'customer'`,
      [zone, quiet && JSON.stringify(quiet)],
    );
  const setClock = (at: string): void => {
    clock.offsetMs = 0;
    clock.offsetMs = Date.parse(at) - clock.now();
  };

  test('what is held at night is one digest in the morning of the user, once; emergencies pass', async () => {
    await withDevice('customer', 'Phone');
    await settings('Europe/Berlin', night);
    const rule = await addRule(server.db, 'customer');
    // 23:30 in Berlin, before the night in which its clock goes back.
    setClock('2026-10-24T21:30:00Z');
    await tell(hit(rule), hit(rule), hit(rule, { title: '7700 of YR-ABB', isEmergency: true }));
    await round();
    expect(titles()).toEqual(['7700 of YR-ABB']);
    setClock('2026-10-25T05:58:00Z');
    await tell(hit(rule));
    await round();
    expect(titles()).toHaveLength(1);
    setClock('2026-10-25T06:00:01Z');
    await round();
    expect(titles()).toEqual(['7700 of YR-ABB', '3 notices']);
    await later(hourMs);
    expect(titles()).toHaveLength(2);
  });

  test('quiet hours of a rule replace those of the user', async () => {
    await withDevice('customer', 'Phone');
    await settings('UTC', night);
    setClock('2026-11-02T23:00:00Z');
    await tell(hit(await addRule(server.db, 'customer', { quiet: 'none' }), { title: 'Always' }));
    await tell(hit(await addRule(server.db, 'customer'), { title: 'In the morning' }));
    await round();
    expect(titles()).toEqual(['Always']);
  });

  test('email is sent for each notice, each hour or each day, with tail, time and link', async () => {
    await server.db.query(`update users set email = 'lead@example.org' where user_name = 'customer'`);
    await settings('Europe/Bucharest', null);
    setClock('2026-11-03T10:20:00Z');
    const ofWay = (email: RuleWays['email']) => addRule(server.db, 'customer', { ways: { ...off, email } });
    const [each, hour, day] = [await ofWay('each'), await ofWay('hour'), await ofWay('day')];
    await tell(
      hit(each, { title: 'New fault of\nYR-ABA' }),
      ...many(hour, 3, { title: 'Hourly' }),
      ...many(day, 120, { title: 'Daily' }),
    );
    const subjects = () => sink.mails.map(({ text }) => /^Subject: (.*?)\r?$/m.exec(text)?.[1]);
    await round();
    expect(subjects()).toEqual(['New fault of YR-ABA']);
    const [first] = sink.mails;
    expect(first?.to).toBe('lead@example.org');
    for (const part of ['Over the Alps', '2026-11-03 10:20 UTC', 'Rule: Hangar', `${server.url}/tail/YR-ABA`])
      expect(first?.text).toContain(part);
    setClock('2026-11-03T11:00:00Z');
    await round();
    expect(subjects()).toEqual(['New fault of YR-ABA', '3 notices']);
    // 08:00 in Bucharest.
    setClock('2026-11-04T05:59:00Z');
    await round();
    expect(sink.mails).toHaveLength(2);
    setClock('2026-11-04T06:00:00Z');
    await round();
    expect(subjects()[2]).toBe('120 notices');
    expect(sink.mails[2]?.text).toContain('20 more:');
  });
});

test('killed while it matches and sends: each message is one hit, sent at most once, and none is lost; over TLS', {
  timeout: killsLimitMs,
}, async () => {
  const secure = await startPushService({ isSecure: true });
  const program = await startProgram({ env: { PUSH_SERVICES: secure.url, NODE_EXTRA_CA_CERTS: pushCertificate } });
  const db = openDatabase({ url: program.databaseUrl }, { max: 2 });
  const eachTime = 20;
  try {
    const all = kills * eachTime;
    await addPushUsers(db, secure, all + 1);
    const { token } = await logIn(program, 'admin');
    const { key } = await makeKey(program, token, await addStation(db, '8001', ['CS-TEST-ACARS']));
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
    const send = (rawBody: string) => callApi(program, '/ingest/acars', { method: 'POST', rawBody, headers });
    await untilMatched(db, all, send);
    const isDone = async (): Promise<boolean> => {
      const [row] = await db.query<{ open: number }>(
        `select ((select count(*) from watch_hits where is_waiting)
           + (select count(*) from watch_deliveries where begun_at is null and given_up_at is null))::int as open`,
      );
      return row?.open === 0;
    };
    for (let kill = 0; kill < kills; kill += 1) {
      const users = Array.from({ length: eachTime }, (_, index) => kill * eachTime + index);
      const nowS = Math.floor(Date.now() / 1000);
      const rawBody = users.map((user) => lineAbout(user, 0, nowS)).join('\n');
      const post = () => send(rawBody);
      // Some never answer: the program is killed while it waits for them.
      for (const user of users.slice(4, 6)) secure.answer(deviceOf(user), 'silence');
      const before = secure.received.length;
      const posted = post().catch(() => null);
      // While it stores and matches, or while it sends: the moment is under test.
      if (kill % 2 === 1) await after(kill * 3);
      else await expect.poll(() => secure.received.length).toBeGreaterThan(before + 4);
      await program.kill();
      await posted;
      await program.restart();
      expect((await post()).status).toBe(200);
      await expect.poll(isDone).toBe(true);
    }
    const hits = await db.query<{ user: string }>(
      'select r.user_id as user from watch_hits h join watch_rules r on r.id = h.rule_id where r.user_id <> $1',
      [`push user ${all}`],
    );
    expect(hits).toHaveLength(all);
    expect(new Set(hits.map(({ user }) => user)).size).toBe(all);
    const names = secure.received.map(({ to }) => to);
    expect(names).toHaveLength(new Set(names).size);
    // What did not arrive was marked before the kill.
    const marked = await db.query<{ user: string }>(
      'select user_id as user from watch_deliveries where begun_at is not null and sent_at is null',
    );
    const unsure = new Set(marked.map(({ user }) => user));
    const missing = Array.from({ length: all }, (_, user) => user).filter(
      (user) => !names.includes(deviceOf(user)) && !unsure.has(`push user ${user}`),
    );
    expect(missing).toEqual([]);
  } finally {
    await db.close();
    await program.dispose();
    await secure.stop();
  }
});
