import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { callApi } from '../support/api-client.ts';
import { testServerForFile } from '../support/test-server.ts';
import { messageAt } from './fresh-database.ts';

/** More bytes than the sockets between server and client can buffer. */
const rows = 2500;
const textLength = 4000;
const server = testServerForFile();
let token = '';
beforeAll(async () => {
  const nowMs = Date.now();
  const message = (n: number) => ({
    row: messageAt(nowMs - 60_000 - n * 1000, {
      text: `message ${n} äöü ${'x'.repeat(textLength)}`,
      label: `H${n % 7}`,
    }),
  });
  await storeAcars(
    server.db,
    Array.from({ length: rows }, (_, n) => message(n)),
  );
  token = await server.logIn('parser');
});

const path = '/AcarsMessage/allUsers?acarsMessageDateTimeMin=2020-01-01T00:00:00Z';
type List = { acarsMessages: { text: string }[]; acarsMessagesCount: number };
const texts = (list: List): string[] => list.acarsMessages.map(({ text }) => text.slice(0, 12).trim());

const ask = (query = '', headers: Record<string, string> = {}) =>
  // A reused connection would buffer more unread bytes.
  get(`${server.apiBase}${path}${query}`, { agent: false, headers: { authorization: `Bearer ${token}`, ...headers } });
/** The head of a response whose body is not read yet. */
async function begun(query = '', headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const requested = ask(query, headers);
  const [response] = (await once(requested, 'response')) as [IncomingMessage];
  response.pause();
  return response;
}
const openTransactions = async (): Promise<number> =>
  (
    await server.db.query<{ count: number }>(
      "select count(*) as count from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
    )
  )[0]?.count ?? -1;

describe('C22: a list of all rows', () => {
  test('contains every row once, in order, with its count, also when compressed', async () => {
    const plain = await callApi(server, path, { token, headers: { 'accept-encoding': 'identity' } });
    const list = plain.json as List;
    expect(list.acarsMessagesCount).toBe(rows);
    expect(list.acarsMessages).toHaveLength(rows);
    expect(texts(list).slice(0, 2)).toEqual(['message 0 äö', 'message 1 äö']);
    expect(new Set(list.acarsMessages.map(({ text }) => text)).size).toBe(rows);
    const response = await begun('', { 'accept-encoding': 'gzip' });
    expect(response.headers['content-encoding']).toBe('gzip');
    const bytes: Buffer[] = [];
    for await (const chunk of response) bytes.push(chunk as Buffer);
    expect(gunzipSync(Buffer.concat(bytes)).toString()).toBe(plain.text);
  });

  test('a short page has the same rows for every accepted encoding, and is not sent again to a client that has it', async () => {
    const page = '&limit=100';
    const plain = await callApi(server, path + page, { token, headers: { 'accept-encoding': 'identity' } });
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const response = await begun(page, { 'accept-encoding': accepted });
      expect(response.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      const bytes: Buffer[] = [];
      for await (const chunk of response) bytes.push(chunk as Buffer);
      expect(unpack[encoding](Buffer.concat(bytes)).toString()).toBe(plain.text);
    }
    const etag = plain.headers.get('etag') ?? '';
    const known = { token, headers: { 'if-none-match': etag } };
    expect(await callApi(server, path + page, known)).toMatchObject({ status: 304, text: '' });
    await storeAcars(server.db, [{ row: messageAt(Date.now() - 500, { text: 'new' }) }]);
    const changed = await callApi(server, path + page, known);
    expect(changed.status).toBe(200);
    expect(texts(changed.json as List)[0]).toBe('new');
    await server.db.query("delete from acars where text = 'new'");
  });

  test('a long page with offset and limit has the full count', async () => {
    const response = await callApi(server, `${path}&offset=1000&limit=1200`, { token });
    const list = response.json as List;
    expect(list.acarsMessages).toHaveLength(1200);
    expect(texts(list)[0]).toBe('message 1000');
    expect(list.acarsMessagesCount).toBe(rows);
  });

  test('rows and count are those at the time of the request, whatever is stored during reading', async () => {
    const response = await begun();
    await storeAcars(server.db, [{ row: messageAt(Date.now() - 1000, { text: 'late' }) }]);
    await server.db.query("delete from acars where label = 'H3'");
    const bytes: Buffer[] = [];
    for await (const chunk of response) bytes.push(chunk as Buffer);
    const list = JSON.parse(Buffer.concat(bytes).toString()) as List;
    expect(list.acarsMessages).toHaveLength(rows);
    expect(list.acarsMessagesCount).toBe(rows);
  });
});

describe('many long lists at once', () => {
  test('light requests are served while long responses are not read; a disconnected client frees its slot', async () => {
    const held = await Promise.all(Array.from({ length: 6 }, () => begun()));
    let isAnswered = false;
    const waiting = callApi(server, path, { token }).finally(() => {
      isAnswered = true;
    });
    const leaving = ask();
    const left = new Promise((resolve) => leaving.on('error', resolve));
    for (let n = 0; n < 3; n++) {
      const light = await callApi(server, `${path}&limit=10&levelMin=${-100 - n}`, { token });
      expect(light.status).toBe(200);
    }
    expect(isAnswered).toBe(false);
    await expect.poll(openTransactions).toBe(6);
    leaving.destroy();
    await left;
    for (const response of held) response.destroy();
    expect((await waiting).status).toBe(200);
    await expect.poll(openTransactions).toBe(0);
  });

  test('a database lost during a response cuts the body, so that no client accepts a partial body as complete', async () => {
    const response = await begun();
    await expect.poll(openTransactions).toBe(1);
    await server.db.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()",
    );
    const bytes: Buffer[] = [];
    const read = (async () => {
      for await (const chunk of response) bytes.push(chunk as Buffer);
    })();
    await expect(read).rejects.toThrow('aborted');
    expect(() => JSON.parse(Buffer.concat(bytes).toString())).toThrow();
    expect((await callApi(server, `${path}&limit=10`, { token })).status).toBe(200);
  });
});

test('twenty statistics calls at once leave connections for light requests', async () => {
  const period = 'timeMin=2026-01-01T00%3A00%3A00Z&timeMax=2026-01-15T00%3A00%3A00Z';
  const { statistics } = await server.db.transaction(async (tx) => {
    await tx.query('lock table rx_hour in access exclusive mode');
    const requested = Array.from({ length: 20 }, () =>
      callApi(server, `/FeederStatistics/MessagesNumber?${period}`, { token }),
    );
    const waiting = () =>
      server.db.query("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()");
    await expect.poll(waiting).toHaveLength(2);
    expect((await callApi(server, `${path}&limit=10&levelMin=-7`, { token })).status).toBe(200);
    expect(await waiting()).toHaveLength(2);
    return { statistics: requested };
  });
  expect((await Promise.all(statistics)).map(({ status }) => status)).toEqual(Array(20).fill(200));
});
