/** A streaming replica for exports and statistics (decision 28). */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clock } from '../../server/base/clock.ts';
import { readConfig } from '../../server/config.ts';
import { migrate } from '../../server/database/migrate.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { ReplicaReads } from '../../server/database/reads.ts';
import { fillIfEmpty } from '../../server/demo/demo.ts';
import { openMessages } from '../../server/messages/messages.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { acarsdecLine } from '../support/messages.ts';
import { type Replicated, startReplicated } from '../support/replicated.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { messageAt } from './fresh-database.ts';

/** More than one page of an export, and more bytes than the sockets between server and client can buffer. */
const rows = 2500;
const textLength = 4000;

let nodes: Replicated;
let server: TestServer;
let primary: Database;
let replica: Database;
let token = '';
beforeAll(async () => {
  nodes = await startReplicated(async (url) => {
    const db = openMessages(openDatabase({ url }));
    await migrate(db);
    await fillIfEmpty(db, { hasDemoTraffic: false });
    const text = (n: number) => `message ${n} ${'x'.repeat(textLength)}`;
    const fill = Array.from({ length: rows }, (_, n) => ({
      row: messageAt(clock.now() - 60_000 - n * 100, { text: text(n), stationId: 'REPLICATED', type: 'ACARS' }),
    }));
    await storeAcars(db, fill);
    await db.close();
  });
  primary = openDatabase({ url: nodes.primary.url }, { max: 2 });
  replica = openDatabase({ url: nodes.replica.url }, { max: 1 });
  server = await startServer({
    database: nodes.primary.url,
    env: { CHECK_ANSWERS: 'true', DATABASE_READ_URL: nodes.replica.url },
  });
  ({ token } = await logIn(server, 'parser'));
});
afterAll(async () => {
  await server?.dispose();
  await Promise.allSettled([primary.close(), replica.close()]);
  await nodes?.stop();
});

const path = '/AcarsMessage/allUsers?acarsMessageDateTimeMin=2020-01-01T00:00:00Z&stationId=REPLICATED';
type List = { readonly acarsMessages: readonly { readonly text: string }[]; readonly acarsMessagesCount: number };
const exported = async (query: string): Promise<List> =>
  (await callApi(server, `${path}${query}`, { token })).json as List;
const texts = ({ acarsMessages }: List): string[] => acarsMessages.map(({ text }) => text.slice(0, 12).trim());

/** The messages of the receiver, and the header Age. */
async function counted(): Promise<readonly [status: number, messages: number | undefined, age: string | null]> {
  const response = await callApi(server, '/FeederStatistics/MessagesNumber?stationId=REPLICATED', { token });
  const { messagesNumber } = response.json as { messagesNumber: { total: number }[] };
  return [response.status, messagesNumber[0]?.total, response.headers.get('age')];
}
const metric = async (series: string): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`downlink_replica_${series} `));
  return Number(line?.split(' ').at(-1));
};
const isReady = async (): Promise<boolean> => (await metric('state{state="ready"}')) === 1;
const ofReplica = (): Promise<number> => metric('reads_total{database="replica"}');
const store = (text: string) => server.import([acarsdecLine({ text, station_id: 'REPLICATED', secondsAgo: 1 })]);

async function pauseReplay(): Promise<void> {
  await replica.query('select pg_wal_replay_pause()');
  const state = async () =>
    (await replica.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state'))[0]?.state;
  await expect.poll(state).toBe('paused');
}
const resumeReplay = () => replica.query('select pg_wal_replay_resume()');

/** Repeats the call until the replica reads it: on a busy machine it may be late once. */
const expectOfReplica = (call: () => Promise<unknown>) =>
  expect
    .poll(async () => {
      const before = await ofReplica();
      await call();
      return (await ofReplica()) > before;
    })
    .toBe(true);

test('C22, STAT-09: exports and statistics are read from the replica, sessions and writes never are', async () => {
  await expect.poll(isReady).toBe(true);
  await expectOfReplica(async () => {
    const { acarsMessagesCount, acarsMessages } = await exported('&limit=2000');
    expect([acarsMessages.length, acarsMessagesCount]).toEqual([2000, rows]);
  });
  await expectOfReplica(async () => expect((await counted()).slice(0, 2)).toEqual([200, rows]));
  for (const call of ['Days', 'FirstSight'])
    await expectOfReplica(async () =>
      expect((await callApi(server, `/FeederStatistics/${call}`, { token })).status, call).toBe(200),
    );
  await logIn(server, 'admin');
  const statements = nodes.statementsOfReplica();
  expect(statements).toMatch(/from rx_hour/);
  expect(statements).toMatch(/from acars/);
  expect(statements).not.toMatch(/\b(sessions|insert into|update|delete from|station_keys)\b/i);
});

test('C22, STAT-09: while the replica does not advance, an export is complete, and statistics state their age', async () => {
  await expect.poll(isReady).toBe(true);
  await pauseReplay();
  const { code, output } = await store('stored after the pause');
  expect(code, output).toBe(0);
  const list = await exported('&limit=2000');
  expect([list.acarsMessages[0]?.text, list.acarsMessagesCount]).toEqual(['stored after the pause', rows + 1]);
  // On a busy machine a probe may be late once: until the next one the primary responds.
  await expect
    .poll(async () => {
      const [status, messages, age] = await counted();
      return [status, messages, Number(age) >= 1];
    })
    .toEqual([200, rows, true]);
  await resumeReplay();
  await expect.poll(async () => (await counted())[1]).toBe(rows + 1);
  expect((await exported('&limit=2000')).acarsMessagesCount).toBe(rows + 1);
});

describe('the permitted age', () => {
  const offsetMs = clock.offsetMs;
  afterEach(() => {
    clock.offsetMs = offsetMs;
  });

  test('STAT-09: beyond it the primary responds, until the replica has caught up', async () => {
    const reads = new ReplicaReads(primary, { url: nodes.replica.url }, 10_000);
    const who = (maxAgeMs: number) =>
      reads.within(maxAgeMs, async (db, ageMs) => {
        const [row] = await db.query<{ isReplica: boolean }>('select pg_is_in_recovery() as "isReplica"');
        return [row?.isReplica, ageMs > 61_000];
      });
    try {
      await reads.start();
      // The first probe may be too slow, or find a replica that is not up to date yet.
      await expect.poll(() => who(60_000)).toEqual([true, false]);
      await pauseReplay();
      await primary.query("select pg_logical_emit_message(true, 'test', 'a change that the replica lacks')");
      clock.offsetMs += 62_000;
      await expect
        .poll(async () => {
          await reads.probe();
          return [await who(60_000), await who(600_000), await reads.current(), reads.state().condition];
        })
        .toEqual([[false, false], [true, true], null, 'behind']);
      await resumeReplay();
      await expect.poll(() => reads.probe().then(() => reads.state().condition)).toBe('ready');
      await expect.poll(() => who(60_000)).toEqual([true, false]);
    } finally {
      await resumeReplay();
      await reads.close();
    }
  });

  test('STAT-09: a database that is no replica of the primary is never read', async () => {
    const reads = new ReplicaReads(primary, { url: nodes.primary.url }, 10_000);
    await reads.start();
    expect(reads.state()).toMatchObject({ condition: 'wrong', lagMs: null });
    expect(await reads.current()).toBeNull();
    expect(await reads.within(600_000, async (db) => db === primary)).toBe(true);
    await reads.close();
    expect(() => readConfig({ DATABASE_READ_URL: nodes.replica.url })).toThrow('Set both or neither.');
  });
});

describe('a replica that stops', () => {
  test('C22: the primary continues the page in transit, each row once', async () => {
    await expect.poll(isReady).toBe(true);
    const whole = texts(await exported(''));
    const begin = async (): Promise<IncomingMessage> => {
      const requested = get(`${server.apiBase}${path}`, {
        agent: false,
        headers: { authorization: `Bearer ${token}` },
      });
      const [begun] = (await once(requested, 'response')) as [IncomingMessage];
      return begun.pause();
    };
    let response = await begin();
    await expectOfReplica(async () => {
      response.destroy();
      response = await begin();
    });
    await nodes.replica.stop();
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    response.resume();
    await once(response, 'end');
    const list = JSON.parse(text) as List;
    expect(texts(list)).toEqual(whole);
    expect(list.acarsMessagesCount).toBe(whole.length);
  });

  test('C22, STAT-09: no user sees an error, an Admin sees the state, and the replica is used again after its recovery', async () => {
    expect((await counted()).slice(0, 2)).toEqual([200, rows + 1]);
    expect((await exported('&limit=2000')).acarsMessages).toHaveLength(2000);
    const admin = (await logIn(server, 'admin')).token;
    const shown = async () => (await callApi(server, '/ServerStatus', { token: admin })).json as object;
    await expect.poll(shown).toMatchObject({
      replica: { state: 'away' },
      conditions: expect.arrayContaining([expect.objectContaining({ name: 'replica' })]),
    });
    await nodes.replica.start();
    await expect.poll(shown).toMatchObject({ replica: { state: 'ready' } });
    await expectOfReplica(async () => expect((await counted()).slice(0, 2)).toEqual([200, rows + 1]));
  });
});
