/** Webhooks: who has which, what is sent, and what becomes of each response. The receiver is a real server on loopback, allowed by the setting. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Webhook } from '../../contract/entities/notices.ts';
import { clock } from '../../server/base/clock.ts';
import { writeHits } from '../../server/telling/hits.ts';
import { NoticesWork } from '../../server/telling/ways/notices-post.ts';
import type { Outgoing, SentHit } from '../../server/telling/ways/sender.ts';
import { webhookSender } from '../../server/telling/ways/webhooks.ts';
import { type ApiResponse, callApi } from '../support/api-client.ts';
import { type Requested, type StandIn, startStandIn } from '../support/stand-in.ts';
import { type InProcessServer, startTestServer } from '../support/test-server.ts';

let receiver: StandIn;
let server: InProcessServer;
let tokens: Record<'admin' | 'company' | 'customer', string>;
beforeAll(async () => {
  receiver = await startStandIn();
  server = await startTestServer({
    WEBHOOK_PRIVATE_ADDRESSES: receiver.url,
    PUBLIC_URL: 'https://radio.example.org/downlink',
  });
  tokens = {
    admin: await server.logIn('admin'),
    company: await server.logIn('company'),
    customer: await server.logIn('customer'),
  };
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});
beforeEach(async () => {
  clock.offsetMs = 0;
  receiver.requested.length = 0;
  await server.db.query('delete from webhooks');
  await server.db.query('delete from watch_rules');
});

type Who = keyof typeof tokens;
type Template = Webhook['template'];
const call = (who: Who, method: string, path: string, body?: unknown): Promise<ApiResponse> =>
  callApi(server, path, { method, token: tokens[who], ...(body === undefined ? {} : { body }) });
const add = (who: Who, body: object): Promise<ApiResponse> =>
  call(who, 'POST', '/Webhooks', {
    name: 'Ops',
    url: `${receiver.url}/hook`,
    template: 'json',
    owner: 'user',
    ...body,
  });
async function added(who: Who, body: object = {}): Promise<{ webhook: Webhook; secret: string }> {
  const response = await add(who, body);
  expect(response.status, response.text).toBe(201);
  return response.json as { webhook: Webhook; secret: string };
}
const listOf = async (who: Who): Promise<Webhook[]> => (await call(who, 'GET', '/Webhooks')).json as Webhook[];

/** A rule of the same owner. */
async function ruleOf(who: Who, owner: Webhook['owner'] = 'user'): Promise<string> {
  const [rule] = await server.db.query<{ id: string }>(
    `insert into watch_rules (owner, user_id, written_by, company, name, is_enabled, body)
     select $2, id, user_name, company, 'Faults', true, '{}' from users where user_name = $1 returning id::text`,
    [who, owner],
  );
  return rule?.id ?? '';
}
const hit = (ruleId: string, fields: Partial<SentHit> = {}): SentHit => ({
  id: '7',
  eventKey: 'D-ABCD 2026-11-20',
  ruleId,
  rule: 'Faults',
  kind: 'fault',
  isEmergency: false,
  at: '2026-11-20T14:32:00Z',
  title: '3 new faults of D-ABCD',
  words: 'Over LROP at 14:32Z: hydraulic pump.',
  path: '/faults/D-ABCD',
  tail: 'D-ABCD',
  icao: '3C0001',
  flight: null,
  stationId: 'lrop-1',
  stationNumber: null,
  ...fields,
});
async function send(targetId: string, hits: readonly SentHit[], fields: Partial<Outgoing> = {}, timeoutMs = 5000) {
  const sender = webhookSender({
    timeoutMs,
    db: server.db,
    posts: server.services.webhookPosts,
    appUrl: () => server.services.mailer.publicUrl(),
  });
  const outgoing: Outgoing = {
    ...{ id: '41', way: 'webhook', userId: null, targetId, hits, total: hits.length, isEmergency: false, attempt: 1 },
    ...fields,
  };
  return sender(outgoing, new AbortController().signal);
}
const newest = (): Requested => {
  const one = receiver.requested.at(-1);
  if (!one) throw new Error('Nothing was received.');
  return one;
};

test('C160: a webhook belongs to its user, its company or everyone; its address and secret are shown to no one', async () => {
  const own = await added('customer', { url: `${receiver.url}/hook/hidden-token?key=hidden-token` });
  expect(own.secret).toMatch(/^[\w-]{43}$/);
  expect(own.webhook.address).toBe(`${receiver.url}/…`);
  const ofCompany = await added('company', { owner: 'company' });
  const ofAll = await added('admin', { owner: 'all' });
  expect((await add('customer', { owner: 'company' })).status).toBe(403);
  expect((await add('company', { owner: 'all' })).status).toBe(403);
  const ids = async (who: Who) => (await listOf(who)).map(({ id }) => id);
  expect(await ids('customer')).toEqual([own.webhook.id]);
  expect(await ids('company')).toEqual([ofCompany.webhook.id]);
  expect(await ids('admin')).toEqual([ofAll.webhook.id]);
  for (const [who, { webhook }] of [
    ['company', own],
    ['customer', ofCompany],
    ['company', ofAll],
  ] as const) {
    expect((await call(who, 'DELETE', `/Webhooks/${webhook.id}`)).status).toBe(404);
    expect((await call(who, 'POST', `/Webhooks/${webhook.id}/Test`)).status).toBe(404);
  }
  expect((await call('customer', 'DELETE', `/Webhooks/${own.webhook.id}`)).status).toBe(204);
  expect(receiver.requested).toEqual([]);
  const trail = await server.db.query<{ line: string }>(
    `select concat_ws(' ', user_name, action, subject, name, details) as line from audit_entry where subject = 'webhook' order by id`,
  );
  const lines = trail.map(({ line }) => line);
  expect(lines[0]).toMatch(/^customer created webhook Ops /);
  expect(lines.at(-1)).toMatch(/^customer deleted webhook Ops/);
  expect(lines.join()).not.toMatch(new RegExp(`hidden-token|${own.secret}`));
});

test('C160: an owner has 20 webhooks at most', async () => {
  for (let count = 0; count < 20; count++) await added('customer');
  expect((await add('customer', {})).status).toBe(409);
  await added('company');
});

test('C160: a webhook without a name is refused, and blanks around a name and an address are removed', async () => {
  expect((await add('customer', { name: ' \t ' })).status).toBe(400);
  const { webhook } = await added('customer', { name: ' Ops ', url: ` ${receiver.url}/hook ` });
  expect(webhook.name).toBe('Ops');
});

test('C160: private addresses in every form, addresses without TLS and other schemes are refused', async () => {
  const { port } = new URL(receiver.url);
  const other = Number(port) === 9 ? 10 : 9;
  const hosts = ['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.1'];
  const urls = [
    ...hosts.flatMap((host) => [`http://${host}:${other}/x`, `https://${host}:${other}/x`]),
    ...[
      'https://169.254.169.254/x',
      'http://hooks.example/x',
      'ftp://hooks.example/x',
      'https://me:pw@hooks.example/x',
    ],
    ...['javascript:alert(1)', 'hooks.example/x', `https://localhost\\@hooks.example:${other}@127.0.0.1/x`],
  ];
  for (const url of urls) {
    const response = await add('customer', { url });
    expect(response.status, url).toBe(400);
    expect(response.json).toHaveProperty('errors.url');
  }
  // A name is checked when it is resolved.
  const { webhook } = await added('customer', { url: `https://localhost:${port}/x` });
  const tested = await call('customer', 'POST', `/Webhooks/${webhook.id}/Test`);
  expect(tested.json).toMatchObject({ isSent: false, result: expect.stringContaining('private network') });
  expect(receiver.requested).toEqual([]);
});

test('C160: a notice is signed JSON, and goes only to a webhook of the owner of its rule', async () => {
  receiver.on('/hook', { status: 204 });
  const { webhook, secret } = await added('customer');
  const ruleId = await ruleOf('customer');
  expect(await send(webhook.id, [hit(ruleId)])).toEqual({ kind: 'sent' });
  const { method, headers, body } = newest();
  expect(method).toBe('POST');
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const [, seconds = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['downlink-signature'])) ?? [];
  expect(signature).toBe(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'));
  expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(60);
  expect(JSON.parse(body)).toMatchObject({
    id: '41',
    isEmergency: false,
    total: 1,
    notices: [
      {
        ...{ rule: 'Faults', kind: 'fault', at: '2026-11-20T14:32:00Z', tail: 'D-ABCD', station: 'lrop-1' },
        url: 'https://radio.example.org/downlink/faults/D-ABCD',
      },
    ],
  });
  receiver.requested.length = 0;
  const others = [await ruleOf('company'), await ruleOf('customer', 'all'), '999'].map((id) => hit(id));
  for (const other of others) expect(await send(webhook.id, [other])).toMatchObject({ kind: 'failed' });
  expect(await send('999', [hit(ruleId)])).toMatchObject({ kind: 'failed' });
  expect(receiver.requested).toEqual([]);
  // Rules of others cannot hold up those of the owner.
  expect(await send(webhook.id, [...others, hit(ruleId)])).toEqual({ kind: 'sent' });
  expect(JSON.parse(newest().body)).toMatchObject({ total: 1, notices: [{ id: '7' }] });
  const shared = await added('company', { owner: 'company' });
  expect(await send(shared.webhook.id, [hit(await ruleOf('company', 'company'))])).toEqual({ kind: 'sent' });
});

test('C160: each response is judged: sent, tried again, given up, or unknown', async () => {
  const { webhook } = await added('customer');
  const hits = [hit(await ruleOf('customer'))];
  const after = (reply: Parameters<StandIn['on']>[1], timeoutMs?: number) => {
    receiver.on('/hook', reply);
    return send(webhook.id, hits, {}, timeoutMs);
  };
  const large = 'x'.repeat(1_000_000);
  expect(await after({ status: 200, body: large })).toEqual({ kind: 'sent' });
  expect(await after({ status: 500, body: large })).toMatchObject({ kind: 'retry' });
  expect(await after({ status: 302, headers: { location: `${receiver.url}/elsewhere` } })).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('redirect'),
  });
  expect(receiver.requested.some(({ path }) => path === '/elsewhere')).toBe(false);
  expect(await after({ status: 429, headers: { 'retry-after': '7' } })).toMatchObject({ kind: 'retry', afterMs: 7000 });
  expect(await after({ status: 429, body: '{"message":"limited","retry_after":0.65}' })).toMatchObject({
    kind: 'retry',
    afterMs: 1000,
  });
  expect(await after({ status: 429, body: '{"ok":false,"parameters":{"retry_after":31}}' })).toMatchObject({
    afterMs: 31_000,
  });
  expect(await after({ status: 404 })).toMatchObject({ kind: 'failed' });
  // ResponseParameters of the Bot API: any group becomes a supergroup when an admin changes some settings.
  const moved = '{"ok":false,"error_code":400,"parameters":{"migrate_to_chat_id":-1001234567890}}';
  expect(await after({ status: 400, body: moved })).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('chat_id=-1001234567890'),
  });
  expect(await after('silence', 200)).toMatchObject({ kind: 'unknown' });
  expect(await listOf('customer')).toMatchObject([
    { pausedBecause: null, lastResult: expect.stringContaining('not answer') },
  ]);
  expect(await after({ status: 410 })).toMatchObject({ kind: 'failed' });
  const [gone] = await listOf('customer');
  expect(gone?.pausedBecause).toContain('410');
  const sentBefore = receiver.requested.length;
  expect(await after({ status: 200 })).toMatchObject({
    kind: 'failed',
    reason: `The webhook is paused. ${gone?.pausedBecause}`,
  });
  expect(receiver.requested).toHaveLength(sentBefore);
});

test('C160: 20 failures in a row pause a webhook, a success or a wait ends or keeps the row, and a test ends the pause', async () => {
  const { webhook } = await added('customer');
  const hits = [hit(await ruleOf('customer'))];
  const sendTimes = async (status: number, times: number) => {
    receiver.on('/hook', { status });
    for (let count = 0; count < times; count++) await send(webhook.id, hits);
    return (await listOf('customer'))[0];
  };
  expect((await sendTimes(500, 19))?.pausedBecause).toBeNull();
  expect((await sendTimes(200, 1))?.lastResult).toBe('sent');
  expect((await sendTimes(500, 19))?.pausedBecause).toBeNull();
  expect((await sendTimes(429, 3))?.pausedBecause).toBeNull();
  expect((await sendTimes(500, 1))?.pausedBecause).toMatch(/^20 failures in a row\. /);
  receiver.on('/hook', { status: 500 });
  expect((await call('customer', 'POST', `/Webhooks/${webhook.id}/Test`)).json).toMatchObject({ isSent: false });
  receiver.on('/hook', { status: 200 });
  expect((await call('customer', 'POST', `/Webhooks/${webhook.id}/Test`)).json).toEqual({
    isSent: true,
    result: 'sent',
  });
  expect(await listOf('customer')).toMatchObject([{ pausedBecause: null, lastResult: 'sent' }]);
  expect(await send(webhook.id, hits)).toEqual({ kind: 'sent' });
});

test('C160: a hit of a rule reaches its webhook once, and after a failure again later; a paused one gets nothing', async () => {
  const { webhook } = await added('company', { owner: 'company' });
  const ruleId = await ruleOf('company', 'company');
  await server.db.query('update watch_rules set body = $2 where id = $1', [
    ruleId,
    { ways: { push: false, email: 'none', webhooks: [webhook.id], mqtt: false }, quiet: 'none' },
  ]);
  const { services, db } = server;
  const work = new NoticesWork({
    ...{ db, companyScope: services.config.companyScope, log: { error: () => {}, warn: () => {} } },
    senders: { webhook: webhookSender({ db, posts: services.webhookPosts, appUrl: () => 'https://radio.example' }) },
  });
  const run = async () => {
    await (await work.run(new AbortController().signal)).settled;
  };
  const tell = (eventKey: string, title: string) =>
    db.transaction((tx) =>
      writeHits(tx, [
        {
          ...{ ruleId, eventKey, kind: 'rule', isEmergency: false, at: new Date(clock.now()).toISOString(), title },
          ...{ words: '', path: '/rules', tail: null, icao: null, flight: null, stationNumber: null },
          ...{ events: 1, isLate: false, receptions: [] },
        },
      ]),
    );
  const titles = () => receiver.requested.map(({ body }) => JSON.parse(body).notices[0].title);
  receiver.on('/hook', { status: 503 });
  await tell('1', 'one');
  await run();
  receiver.on('/hook', { status: 200 });
  await run();
  expect(titles()).toEqual(['one']);
  clock.offsetMs = 61_000;
  await run();
  await run();
  expect(titles()).toEqual(['one', 'one']);
  const [first, second] = receiver.requested.map(({ body }) => JSON.parse(body).id);
  expect(second).toBe(first);
  await db.query(`update webhooks set paused_because = 'Paused.'`);
  await tell('2', 'two');
  await run();
  expect(titles()).toHaveLength(2);
});

/** What a radio could send, and what must not be found in a chat. */
const hostile =
  '@everyone <!channel> <@U123> [win](https://evil.example) www.evil.example t.me/x /start "}{\\ `**bold**\n# big';

async function receivedBy(template: Template, url: string, fields: Partial<Outgoing> = {}): Promise<Requested> {
  receiver.on('/', { status: 200, body: '{}' });
  const { webhook } = await added('customer', { template, url });
  const ruleId = await ruleOf('customer');
  const hits = [hit(ruleId, { title: `Words of ${hostile}`, words: hostile })];
  expect(await send(webhook.id, hits, fields)).toEqual({ kind: 'sent' });
  return newest();
}
const link = 'https://radio.example.org/downlink/faults/D-ABCD';

test('C160: ntfy gets its JSON at the root, with topic, priority, tags and link', async () => {
  expect((await add('customer', { template: 'ntfy' })).status).toBe(201);
  expect((await add('customer', { template: 'ntfy', url: `${receiver.url}/` })).status).toBe(400);
  const { path, body } = await receivedBy('ntfy', `${receiver.url}/alerts-42?auth=QmVhcmVy`, { isEmergency: true });
  expect(path).toBe('/?auth=QmVhcmVy');
  const json = JSON.parse(body);
  expect(json).toMatchObject({ topic: 'alerts-42', priority: 5, tags: ['rotating_light'], click: link });
  expect(json.message).not.toMatch(/:\/\/|www\.evil|@everyone|\n/);
});

test('C160: Discord mentions no one and renders no markup', async () => {
  const { body } = await receivedBy('discord', `${receiver.url}/api/webhooks/1/token`);
  const { content, allowed_mentions } = JSON.parse(body);
  expect(allowed_mentions).toEqual({ parse: [] });
  expect(content.endsWith(`\n<${link}>`)).toBe(true);
  const words = content.split('\n')[1];
  expect(words).not.toMatch(/(?<!\\)[*_~`|<>[\]()#@]|:\/\/|@everyone/);
});

test('C160: Slack gets plain text in blocks, and only the own link', async () => {
  const { body } = await receivedBy('slack', `${receiver.url}/services/T0/B0/token`);
  const { text, blocks } = JSON.parse(body);
  expect(text).not.toMatch(/[<>]|:\/\/|@everyone/);
  expect(blocks[0].text).toMatchObject({ type: 'plain_text', emoji: false });
  expect(blocks[0].text.text).not.toMatch(/:\/\/|www\.evil|@everyone/);
  expect(blocks[1].text).toEqual({ type: 'mrkdwn', text: `<${link}|Open in Downlink>`, verbatim: true });
});

test('C160: Telegram gets the chat of the address, and formatting beside the text', async () => {
  expect((await add('customer', { template: 'telegram', url: `${receiver.url}/bot1:token/sendMessage` })).status).toBe(
    400,
  );
  const { path, body } = await receivedBy('telegram', `${receiver.url}/bot1:token/sendMessage?chat_id=-100123`, {
    isEmergency: true,
  });
  expect(path).toBe('/bot1:token/sendMessage');
  const json = JSON.parse(body);
  expect(json.chat_id).toBe('-100123');
  expect(json).not.toHaveProperty('parse_mode');
  const [bold, linked] = json.entities;
  const covered = ({ offset, length }: { offset: number; length: number }) => json.text.slice(offset, offset + length);
  expect(covered(bold)).toMatch(/^🚨 Words of /);
  expect(covered(linked)).toBe(link);
  expect(linked.url).toBe(link);
  const own = json.text.slice(0, linked.offset);
  expect(own).not.toMatch(/:\/\/|www\.evil|t\.me|@everyone|\s\/start/);
});

/**
 * As documented: ntfy (since 1.11.0) makes an attachment of more than 4,096 bytes, the others refuse more characters (Discord 2,000, a
 * text of Slack 3,000, Telegram 4,096).
 */
const limits = {
  ntfy: (text: string) => 4096 - Buffer.byteLength(text),
  discord: (text: string) => 2000 - text.length,
  slack: (text: string) => 3000 - text.length,
  telegram: (text: string) => 4096 - text.length,
};
test.each(['*', 'ж', '漢', '✈️', '🛩', '@'])(
  'C160: a digest names its first notices and how many there are, within the length of each service, in titles of %s',
  async (sign) => {
    receiver.on('/', { status: 200 });
    const ruleId = await ruleOf('customer');
    const hits = Array.from({ length: 100 }, (_, at) =>
      hit(ruleId, { id: String(at), title: `${at} ${sign.repeat(400)}` }),
    );
    for (const template of ['ntfy', 'discord', 'slack', 'telegram'] as const) {
      const { webhook } = await added('customer', { template, url: `${receiver.url}/topic?chat_id=1` });
      expect(await send(webhook.id, hits, { total: 250 })).toEqual({ kind: 'sent' });
      const json = JSON.parse(newest().body);
      const text: string = json.message ?? json.content ?? json.blocks?.[0].text.text ?? json.text;
      expect(json.title ?? text, template).toContain('250 notices');
      expect(limits[template](text), template).toBeGreaterThanOrEqual(0);
      expect(text, template).toContain('• 0 ');
    }
  },
);

test('ten tests run at once, whoever begins them at once', async () => {
  const { webhook } = await added('customer', { url: `${receiver.url}/slow` });
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  receiver.on('/slow', () => ended.then(() => ({ status: 204 })));
  const statuses: number[] = [];
  const tests = Array.from({ length: 12 }, async () => {
    statuses.push((await call('customer', 'POST', `/Webhooks/${webhook.id}/Test`)).status);
  });
  await expect.poll(() => statuses).toEqual([409, 409]);
  end();
  await Promise.all(tests);
  expect(statuses.sort()).toEqual([...Array(10).fill(200), 409, 409]);
});
