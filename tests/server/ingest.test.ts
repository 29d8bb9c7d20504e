/** POST /ingest/acars on the built server: what is acknowledged is in the database, what is not says why. */
import { existsSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { type Answer, callApi, logIn } from '../support/api-client.ts';
import { serverForFile } from '../support/file-server.ts';
import { acarsdecLine } from '../support/messages.ts';
import { sendByTcp, sendByUdp } from '../support/senders.ts';
import { startServer } from '../support/server.ts';
import { addStation, makeKey } from '../support/stations.ts';
import { emptyMessages } from './fresh-database.ts';

const stream = fileURLToPath(new URL('../../../shared/data/acars/stream.jsonl', import.meta.url));
const hasStream = existsSync(stream);

const server = serverForFile({ env: { RECEIVER_PORT: '0', LOG_LEVEL: 'info' } });
let db: Database;
let admin: string;
let key: string;
let otherKey: string;
let station: number;
beforeAll(async () => {
  db = openDatabase({ url: server.current.databaseUrl }, { max: 3 });
  admin = (await logIn(server.current, 'admin')).token;
  station = await addStation(db, '8001', ['CS-8001-ACARS']);
  const other = await addStation(db, '8002', ['CS-8002-VDLM']);
  ({ key } = await makeKey(server.current, admin, station));
  ({ key: otherKey } = await makeKey(server.current, admin, other));
});
afterAll(() => db.close());
beforeEach(() => emptyMessages(db));

type Report = { stored: number; duplicates: number; leftOut: { reason: string; count: number; lines: number[] }[] };
/** One clock for the file: the same number is the same message whenever it is made. */
const startedS = Math.floor(Date.now() / 1000);
const said = (n: number, stationName: string | undefined = 'CS-8001-ACARS'): string =>
  JSON.stringify(acarsdecLine({ timestamp: startedS - 1000 - n, text: `message ${n}`, station: stationName }));
const many = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, i) => said(from + i));

function post(body: string | Uint8Array, headers: Record<string, string> = {}, token = key): Promise<Answer> {
  return callApi(server.current, '/ingest/acars', {
    method: 'POST',
    token,
    rawBody: body,
    headers: { 'content-type': 'application/x-ndjson', ...headers },
  });
}
async function accepted(body: string | Uint8Array, headers: Record<string, string> = {}, token = key): Promise<Report> {
  const answer = await post(body, headers, token);
  expect(answer.status, answer.text.slice(0, 300)).toBe(200);
  return answer.json as Report;
}
const stored = async (): Promise<number> =>
  (await db.query<{ count: number }>('select count(*) as count from acars'))[0]?.count ?? 0;
const names = async (): Promise<string[]> =>
  (await db.query<{ name: string }>('select distinct station_id as name from acars order by 1')).map(
    ({ name }) => name,
  );

describe('C120: POST /ingest/acars', () => {
  test('lines are stored and counted; the same body again stores nothing', async () => {
    const body = many(0, 2500).join('\n');
    expect(await accepted(body)).toEqual({ stored: 2500, duplicates: 0, leftOut: [] });
    expect(await stored()).toBe(2500);
    expect(await accepted(body)).toEqual({ stored: 0, duplicates: 2500, leftOut: [] });
    expect(await stored()).toBe(2500);
  });

  test('they are in the list at once', async () => {
    await accepted(JSON.stringify(acarsdecLine({ station: 'CS-8001-ACARS', tail: 'N8001X', text: 'FRESH' })));
    const list = await callApi(server.current, '/AcarsMessage/allUsers?tail=N8001X', { token: admin });
    expect(list.json).toMatchObject({ acarsMessagesCount: 1, acarsMessages: [{ text: 'FRESH' }] });
  });

  test.skipIf(!hasStream)('real lines of acarsdec, dumpvdl2 and dumphfdl: 692 of 1,000 are messages', async () => {
    const report = await accepted(readFileSync(stream));
    expect(report).toMatchObject({
      stored: 692,
      duplicates: 0,
      leftOut: [
        { reason: 'no ACARS in this line (VDL2 link control)', count: 190 },
        { reason: 'no ACARS in this line (HFDL link control)', count: 118 },
      ],
    });
  });

  test('garbage is told by reason and line, and good lines around it are kept', async () => {
    const lines = [said(1), '', 'x', '[1]', '\u0000', `{"label":"H1"}`, 'y', 'z', 'é\\', '{}', said(2), '  ', said(3)];
    const body = Buffer.concat([
      Buffer.from(`\ufeff${lines.join('\r\n')}\n`),
      Buffer.from([0xff, 0xfe, 0x0a]),
      Buffer.from(said(4)),
    ]);
    expect(await accepted(body)).toEqual({
      stored: 4,
      duplicates: 0,
      leftOut: [
        { reason: 'not JSON', count: 6, lines: [3, 5, 7, 8, 9] },
        { reason: 'not a JSON object', count: 1, lines: [4] },
        { reason: 'no time of reception', count: 1, lines: [6] },
        { reason: 'not a line of acarsdec, vdlm2dec, dumpvdl2 or dumphfdl', count: 1, lines: [10] },
      ],
    });
  });

  test('a text of a megabyte, a time in the year 9999 and a NUL in a text: left out, or made visible', async () => {
    const year9999 = JSON.stringify(acarsdecLine({ timestamp: 253370764800, station: 'CS-8001-ACARS' }));
    const long = JSON.stringify(acarsdecLine({ text: 'x'.repeat(1_000_000), station: 'CS-8001-ACARS' }));
    const nul = JSON.stringify(acarsdecLine({ text: 'a\u0000b', station: 'CS-8001-ACARS' }));
    const report = await accepted([year9999, long, nul].join('\n'));
    expect(report.stored).toBe(1);
    expect(report.leftOut.map(({ reason }) => reason).sort()).toEqual([
      'the line is longer than 1000000 characters',
      'the time of reception is more than a day ahead',
    ]);
    const [row] = await db.query<{ text: string }>('select text from acars');
    expect(row?.text).toBe('a\u2400b');
  });

  test('a message that the database itself refuses is left out alone', async () => {
    await db.query(`alter table acars add constraint test_refuses check (text <> 'message 700') not valid`);
    try {
      const report = await accepted(many(0, 1500).join('\n'));
      expect(report).toEqual({
        stored: 1499,
        duplicates: 0,
        leftOut: [{ reason: 'the database refused the message', count: 1, lines: [701] }],
      });
      expect(await stored()).toBe(1499);
    } finally {
      await db.query('alter table acars drop constraint test_refuses');
    }
  });

  test('gzip, plain text and JSON are taken; another type, another packing and damage are refused with a sentence', async () => {
    expect((await accepted(gzipSync(many(0, 50).join('\n')), { 'content-encoding': 'gzip' })).stored).toBe(50);
    expect((await accepted(said(60), { 'content-type': 'text/plain; charset=utf-8' })).stored).toBe(1);
    expect((await accepted(said(61), { 'content-type': 'application/json' })).stored).toBe(1);
    expect(await accepted(' \n\n')).toEqual({ stored: 0, duplicates: 0, leftOut: [] });
    const refused: [string | Uint8Array, Record<string, string>, number, string][] = [
      [said(1), { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'application/x-ndjson'],
      [said(1), { 'content-encoding': 'br' }, 415, 'gzip'],
      [said(1), { 'content-encoding': 'gzip' }, 400, 'gzip'],
      [gzipSync(said(1)).subarray(0, 40), { 'content-encoding': 'gzip' }, 400, 'gzip'],
    ];
    for (const [body, headers, status, word] of refused) {
      const answer = await post(body, headers);
      expect([answer.status, answer.text], JSON.stringify(headers)).toEqual([status, expect.stringContaining(word)]);
    }
    expect(await stored()).toBe(52);
  });

  test('too much is 413 with the limit in words, unpacked too, and nothing of it is stored', async () => {
    const refused: [string | Uint8Array, Record<string, string>, string][] = [
      [`${'x'.repeat(5_300_000)}`, {}, 'at most 5 MB'],
      [`${said(1)}\n`.repeat(10_001), {}, 'at most 10000'],
      [
        gzipSync(Buffer.alloc(300_000_000, `${said(1)}\n`), { level: 1 }),
        { 'content-encoding': 'gzip' },
        'at most 5 MB unpacked',
      ],
    ];
    for (const [body, headers, sentence] of refused) {
      const answer = await post(body, headers);
      expect(answer.status).toBe(413);
      expect(answer.text).toContain(sentence);
    }
    expect(await stored()).toBe(0);
    expect((await post(said(1))).status).toBe(200);
  });

  test('other calls take no such body', async () => {
    for (const type of ['text/plain', 'application/x-ndjson']) {
      const answer = await callApi(server.current, '/account/authenticate', {
        method: 'POST',
        rawBody: '{}',
        headers: { 'content-type': type },
      });
      expect(answer.status, type).toBe(415);
    }
  });
});

describe('C118 C120: a station sends its own', () => {
  test('a name of another station is left out, whatever its letter case, and so are its digits', async () => {
    const report = await accepted(
      [said(1), said(2, 'CS-8002-VDLM'), said(3, 'cs-8002-vdlm'), said(4, '8002')].join('\n'),
    );
    expect(report).toEqual({
      stored: 1,
      duplicates: 0,
      leftOut: [{ reason: 'the name of the receiver belongs to another station', count: 3, lines: [2, 3, 4] }],
    });
    expect(await names()).toEqual(['CS-8001-ACARS']);
    expect((await accepted(said(2, 'CS-8002-VDLM'), {}, otherKey)).stored).toBe(1);
  });

  test('a name that nobody has becomes the station’s with its first message', async () => {
    expect((await accepted(said(1, 'New-Roof'))).stored).toBe(1);
    expect((await accepted(said(2, 'NEW-ROOF'), {}, otherKey)).leftOut).toMatchObject([{ count: 1 }]);
    const [owner] = await db.query<{ id: number }>(
      `select station_record_id as id from station_receiver_names where receiver_name = 'New-Roof'`,
    );
    expect(owner?.id).toBe(station);
  });

  test('a line without a name gets the digits of the station, which become its name', async () => {
    const nameless = { ...acarsdecLine({ text: 'no name' }), station_id: undefined };
    expect((await accepted(JSON.stringify(nameless))).stored).toBe(1);
    expect(await names()).toEqual(['8001']);
    const claimed = await db.query(
      `select 1 from station_receiver_names where receiver_name = '8001' and station_record_id = $1`,
      [station],
    );
    expect(claimed).toHaveLength(1);
  });

  test('a station cannot take every name there is', async () => {
    const recordId = await addStation(db, '8003');
    const { key: greedy } = await makeKey(server.current, admin, recordId);
    const lines = Array.from({ length: 150 }, (_, n) => said(n, `NAME-${String(n).padStart(3, '0')}`));
    const report = await accepted(lines.join('\n'), {}, greedy);
    expect(report).toMatchObject({
      stored: 100,
      leftOut: [{ reason: 'the station has 100 receiver names already', count: 50 }],
    });
    expect((await accepted(said(900, 'NAME-149'), {}, otherKey)).stored).toBe(1);
  });
});

describe('the key and the counters', () => {
  test('no key is in the log', async () => {
    await accepted(said(1));
    await post(said(1), {}, `${key.slice(0, -1)}_`);
    expect(server.current.log()).toContain('/api/v1/ingest/acars');
    expect(server.current.log()).not.toContain(key.slice(11));
    expect(server.current.log()).not.toContain(key.slice(11, -1));
  });

  test('GET /ingest/counters tells an Admin, and nobody else, what came by which way', async () => {
    const post8001 = async () => {
      const answer = await callApi(server.current, '/ingest/counters', { token: admin });
      return (answer.json as { sources: { source: string }[] }).sources.find(
        (one) => one.source === 'post',
      ) as unknown as Record<'received' | 'stored' | 'duplicates', number>;
    };
    const before = await post8001();
    await accepted([said(1), said(1), 'x'].join('\n'));
    const after = await post8001();
    expect(after.received - before.received).toBe(3);
    expect(after.stored - before.stored).toBe(1);
    expect(after.duplicates - before.duplicates).toBe(1);
    const parser = await logIn(server.current, 'parser');
    expect((await callApi(server.current, '/ingest/counters', { token: parser.token })).status).toBe(403);
  });

  test('requests are counted by key: a flood with one key is answered 429', async () => {
    const limited = await startServer({
      database: server.current.databaseUrl,
      env: { RATE_LIMIT_PER_MINUTE: '20', RATE_LIMIT_LOOPBACK: 'true', CHECK_ANSWERS: 'true' },
    });
    try {
      const send = (token: string) =>
        callApi(limited, '/ingest/acars', {
          method: 'POST',
          token,
          rawBody: said(1),
          headers: { 'content-type': 'application/x-ndjson' },
        });
      // Known keys are counted apart; before that they count for the address.
      await send(key);
      await send(otherKey);
      const statuses: number[] = [];
      for (let n = 0; n < 22; n++) statuses.push((await send(key)).status);
      expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
      expect((await send(otherKey)).status).toBe(200);
    } finally {
      await limited.dispose();
    }
  });
});

describe('live receivers of the built server', () => {
  const portOf = (log: string): number => Number(/Receivers may send to 127\.0\.0\.1:(\d+)/.exec(log)?.[1]);

  test('lines by UDP and TCP are in the list', async () => {
    const port = portOf(server.current.log());
    await sendByUdp(port, [JSON.stringify(acarsdecLine({ tail: 'N1UDP' }))]);
    await sendByTcp(port, JSON.stringify(acarsdecLine({ tail: 'N1TCP' })));
    for (const tail of ['N1UDP', 'N1TCP'])
      await expect
        .poll(async () => (await callApi(server.current, `/AcarsMessage/allUsers?tail=${tail}`, { token: admin })).json)
        .toMatchObject({ acarsMessagesCount: 1 });
  });

  test('ended with Ctrl-C it has stored what it had read', async () => {
    const ending = await startServer({ database: server.current.databaseUrl, env: { RECEIVER_PORT: '0' } });
    try {
      await sendByTcp(portOf(ending.log()), many(0, 1500).join('\n'));
      await ending.stop();
      expect(await stored()).toBe(1500);
    } finally {
      await ending.dispose();
    }
  });

  test('a port that is taken ends the start when it was asked for; loopback is the default', async () => {
    const port = portOf(server.current.log());
    const start = startServer({ database: server.current.databaseUrl, env: { RECEIVER_PORT: String(port) } });
    await expect(start).rejects.toThrow(`Port ${port} for receivers is not free.`);
  });
});

describe('kill -9 while stations post', () => {
  test('every acknowledged message is there afterwards, none twice, and what was not acknowledged can be sent again', async () => {
    const victim = await startServer({ database: server.current.databaseUrl });
    const acknowledged: string[] = [];
    const all = Array.from({ length: 4 }, (_, client) =>
      Array.from({ length: 40 }, (_, batch) => many(client * 10_000 + batch * 25, client * 10_000 + batch * 25 + 25)),
    );
    let isDead = false;
    try {
      const clients = all.map(async (batches) => {
        for (const lines of batches) {
          if (isDead) return;
          const answer = await postTo(victim.apiBase, lines.join('\n')).catch(() => null);
          if (answer === 200) acknowledged.push(...lines);
          if (acknowledged.length > 1000 && !isDead) {
            isDead = true;
            await victim.kill();
          }
        }
      });
      await Promise.all(clients);
      expect(acknowledged.length).toBeGreaterThan(1000);
      expect(acknowledged.length).toBeLessThan(4000);
      const kept = new Set((await db.query<{ text: string }>('select text from acars')).map(({ text }) => text));
      const lost = acknowledged.filter((line) => !kept.has((JSON.parse(line) as { text: string }).text));
      expect(lost).toEqual([]);
      await victim.restart();
      for (const lines of all.flat()) expect(await postTo(victim.apiBase, lines.join('\n'))).toBe(200);
      const [end] = await db.query<{ rows: number; texts: number }>(
        'select count(*) as rows, count(distinct text) as texts from acars',
      );
      expect(end).toEqual({ rows: 4000, texts: 4000 });
    } finally {
      await victim.dispose();
    }
  });

  /** A connection for each request: a killed server must not leave one half open. */
  function postTo(apiBase: string, body: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        `${apiBase}/ingest/acars`,
        {
          method: 'POST',
          agent: false,
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
        },
        (response) => {
          response.resume();
          response.on('end', () => (response.complete ? resolve(response.statusCode ?? 0) : reject(new Error('cut'))));
          response.on('error', reject);
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  }
});
