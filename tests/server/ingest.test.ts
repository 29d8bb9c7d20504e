import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Measures } from '../../tools/load/calls.ts';
import { readOptions } from '../../tools/load/options.ts';
import { countNow, openSender, prepare, textOf } from '../../tools/load/stations.ts';
import { recordings } from '../recordings/recording.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { acarsdecLine } from '../support/messages.ts';
import { sendByUdp } from '../support/senders.ts';
import { demoPassword, startServer } from '../support/server.ts';
import { ingestForFile } from './ingest-for-file.ts';

const fixture = ingestForFile();
const { server, lineOf, many, post, accepted, stored, portOf, names } = fixture;

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
    const list = await callApi(server.current, '/AcarsMessage/allUsers?tail=N8001X', { token: fixture.admin });
    expect(list.json).toMatchObject({ acarsMessagesCount: 1, acarsMessages: [{ text: 'FRESH' }] });
  });

  test.each(recordings)('$name: each of 1,000 lines of four decoders is accounted for', async (recording) => {
    const sent = [...recording.lines.join('\n').matchAll(/"station(?:_id)?": ?"([^"]+)"/g)].map(([, name]) => name);
    for (const name of new Set(sent))
      await fixture.db.query(
        'insert into station_receiver_names (receiver_name, station_record_id) values ($1, $2) on conflict do nothing',
        [name, fixture.station],
      );
    const report = await accepted(recording.lines.join('\n'));
    const { stored: expected, duplicates, leftOut, broken } = recording;
    expect(report).toMatchObject({ stored: expected, duplicates });
    const counts = report.leftOut.map(({ reason, count }) => `${count} ${reason}`);
    expect(counts.sort()).toEqual([...leftOut, ...broken].map(({ reason, count }) => `${count} ${reason}`).sort());
  });

  test('garbage is reported by reason and line, and valid lines around it are stored', async () => {
    const lines = [
      lineOf(1),
      '',
      'x',
      '[1]',
      '\u0000',
      `{"label":"H1","mode":"2","freq":131.55}`,
      'y',
      'z',
      'é\\',
      '{}',
      lineOf(2),
      '  ',
      lineOf(3),
    ];
    const body = Buffer.concat([
      Buffer.from(`\ufeff${lines.join('\r\n')}\n`),
      Buffer.from([0xff, 0xfe, 0x0a]),
      Buffer.from(lineOf(4)),
    ]);
    expect(await accepted(body)).toEqual({
      stored: 4,
      duplicates: 0,
      leftOut: [
        { reason: 'not JSON', count: 5, lines: [3, 7, 8, 9, 14] },
        { reason: 'not a JSON object', count: 1, lines: [4] },
        { reason: 'the time of reception is missing', count: 1, lines: [6] },
        { reason: 'not a line of a supported decoder', count: 1, lines: [10] },
      ],
    });
  });

  test('a text of a megabyte, a time in the year 9999 and a NUL in a text: each is skipped or made visible', async () => {
    const year9999 = JSON.stringify(acarsdecLine({ timestamp: 253370764800, station: 'CS-8001-ACARS' }));
    const long = JSON.stringify(acarsdecLine({ text: 'x'.repeat(1_000_000), station: 'CS-8001-ACARS' }));
    const nul = JSON.stringify(acarsdecLine({ text: 'a\u0000b', station: 'CS-8001-ACARS' }));
    const report = await accepted([year9999, long, nul].join('\n'));
    expect(report.stored).toBe(1);
    expect(report.leftOut.map(({ reason }) => reason).sort()).toEqual([
      'the line is longer than 1000000 characters',
      'the time of reception is more than a day ahead',
    ]);
    const [row] = await fixture.db.query<{ text: string }>('select text from acars');
    expect(row?.text).toBe('a\u2400b');
  });

  test('a message refused by the database is skipped, and the others are stored', async () => {
    await fixture.db.query(`alter table acars add constraint test_refuses check (text <> 'message 700') not valid`);
    try {
      const report = await accepted(many(0, 1500).join('\n'));
      expect(report).toEqual({
        stored: 1499,
        duplicates: 0,
        leftOut: [{ reason: 'the database refused the message', count: 1, lines: [701] }],
      });
      expect(await stored()).toBe(1499);
    } finally {
      await fixture.db.query('alter table acars drop constraint test_refuses');
    }
  });

  test('gzip, plain text and JSON are accepted; another type, another encoding and damage are refused with a sentence', async () => {
    expect((await accepted(gzipSync(many(0, 50).join('\n')), { 'content-encoding': 'gzip' })).stored).toBe(50);
    expect((await accepted(lineOf(60), { 'content-type': 'text/plain; charset=utf-8' })).stored).toBe(1);
    expect((await accepted(lineOf(61), { 'content-type': 'application/json' })).stored).toBe(1);
    expect(await accepted(' \n\n')).toEqual({ stored: 0, duplicates: 0, leftOut: [] });
    const refused: [string | Uint8Array, Record<string, string>, number, string][] = [
      [lineOf(1), { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'application/x-ndjson'],
      [lineOf(1), { 'content-encoding': 'br' }, 415, 'gzip'],
      [lineOf(1), { 'content-encoding': 'gzip' }, 400, 'gzip'],
      [gzipSync(lineOf(1)).subarray(0, 40), { 'content-encoding': 'gzip' }, 400, 'gzip'],
    ];
    for (const [body, headers, status, word] of refused) {
      const response = await post(body, headers);
      expect([response.status, response.text], JSON.stringify(headers)).toEqual([
        status,
        expect.stringContaining(word),
      ]);
    }
    expect(await stored()).toBe(52);
  });

  test('a body above the limit, also after decompression, gets 413 with the limit in words, and nothing is stored', async () => {
    const refused: [string | Uint8Array, Record<string, string>, string][] = [
      [`${'x'.repeat(5_300_000)}`, {}, 'The limit is 5 MB'],
      [`${lineOf(1)}\n`.repeat(10_001), {}, 'The limit is 10000'],
      [
        gzipSync(Buffer.alloc(20_000_000, `${lineOf(1)}\n`), { level: 1 }),
        { 'content-encoding': 'gzip' },
        'The limit is 5 MB unpacked',
      ],
    ];
    for (const [body, headers, sentence] of refused) {
      const response = await post(body, headers);
      expect(response.status).toBe(413);
      expect(response.text).toContain(sentence);
    }
    expect(await stored()).toBe(0);
    expect((await post(lineOf(1))).status).toBe(200);
  });

  test('other calls do not accept such a body', async () => {
    for (const type of ['text/plain', 'application/x-ndjson']) {
      const response = await callApi(server.current, '/account/authenticate', {
        method: 'POST',
        rawBody: '{}',
        headers: { 'content-type': type },
      });
      expect(response.status, type).toBe(415);
    }
  });
});

describe('C118 C120: a station sends its own messages', () => {
  test('a receiver name of another station is skipped in upper and lower case, and so is its number', async () => {
    const report = await accepted(
      [lineOf(1), lineOf(2, 'CS-8002-VDLM'), lineOf(3, 'cs-8002-vdlm'), lineOf(4, '8002')].join('\n'),
    );
    expect(report).toEqual({
      stored: 1,
      duplicates: 0,
      leftOut: [{ reason: 'the name of the receiver belongs to another station', count: 3, lines: [2, 3, 4] }],
    });
    expect(await names()).toEqual(['CS-8001-ACARS']);
    expect((await accepted(lineOf(2, 'CS-8002-VDLM'), {}, fixture.otherKey)).stored).toBe(1);
  });

  test('C120: an upload of which nothing was stored is no success: by unclaimed names until an Admin claims them, by garbage; sending claims nothing', async () => {
    const reason = 'the name of the receiver is not claimed for this station: an administrator can claim it';
    // Received by the open port under an unclaimed name: no key may claim its history.
    await sendByUdp(portOf(server.current.log()), [lineOf(1, 'New-Roof')]);
    await expect.poll(stored).toBe(1);
    for (const token of [fixture.key, fixture.otherKey])
      expect(await post([' ', lineOf(2, 'NEW-ROOF'), lineOf(3, 'NEW-ROOF')].join('\n'), {}, token)).toMatchObject({
        status: 409,
        json: {
          message: `Nothing was stored. 2 lines from line 2: ${reason}.`,
          errors: { lines: [`2 lines from line 2: ${reason}`] },
        },
      });
    expect(await post('{"icao":')).toMatchObject({
      status: 400,
      json: { message: 'Nothing was stored. 1 line from line 1: not JSON.' },
    });
    // One line that is stored or known makes it a success.
    for (let n = 0; n < 2; n++)
      expect((await accepted([lineOf(9), lineOf(2, 'NEW-ROOF')].join('\n'))).leftOut).toMatchObject([
        { reason, count: 1 },
      ]);
    const claims = () =>
      fixture.db.query(`select 1 from station_receiver_names where lower(receiver_name) = 'new-roof'`);
    expect(await claims()).toEqual([]);
    const claim = await callApi(server.current, `/Stations/${fixture.station}/receivers`, {
      method: 'POST',
      token: fixture.admin,
      body: { name: 'New-Roof' },
    });
    expect(claim.status, claim.text).toBe(204);
    expect((await accepted(lineOf(2, 'NEW-ROOF'))).stored).toBe(1);
    expect((await post(lineOf(3, 'NEW-ROOF'), {}, fixture.otherKey)).status).toBe(409);
  });

  test('a line without a receiver name gets the number of the station', async () => {
    const nameless = { ...acarsdecLine({ text: 'no name' }), station_id: undefined };
    expect((await accepted(JSON.stringify(nameless))).stored).toBe(1);
    expect((await accepted(lineOf(5, '8001'))).stored).toBe(1);
    expect(await names()).toEqual(['8001']);
  });
});

describe('the key and the counters', () => {
  test('no key is in the log', async () => {
    await accepted(lineOf(1));
    await post(lineOf(1), {}, `${fixture.key.slice(0, -1)}_`);
    expect(server.current.log()).toContain('/api/v1/ingest/acars');
    expect(server.current.log()).not.toContain(fixture.key.slice(11));
    expect(server.current.log()).not.toContain(fixture.key.slice(11, -1));
  });

  test('GET /ingest/counters shows an Admin, and no one else, received lines by source', async () => {
    const post8001 = async () => {
      const response = await callApi(server.current, '/ingest/counters', { token: fixture.admin });
      return (response.json as { sources: { source: string }[] }).sources.find(
        (one) => one.source === 'post',
      ) as unknown as Record<'received' | 'stored' | 'duplicates', number>;
    };
    const before = await post8001();
    await accepted([lineOf(1), lineOf(1), 'x'].join('\n'));
    const after = await post8001();
    expect(after.received - before.received).toBe(3);
    expect(after.stored - before.stored).toBe(1);
    expect(after.duplicates - before.duplicates).toBe(1);
    const parser = await logIn(server.current, 'parser');
    expect((await callApi(server.current, '/ingest/counters', { token: parser.token })).status).toBe(403);
  });

  test('requests are counted by key: a flood with one key gets 429', async () => {
    const limited = await startServer({
      database: server.current.databaseUrl,
      env: { RATE_LIMIT_PER_MINUTE: '20', RATE_LIMIT_LOOPBACK: 'true', CHECK_ANSWERS: 'true' },
    });
    try {
      const send = (token: string) =>
        callApi(limited, '/ingest/acars', {
          method: 'POST',
          token,
          rawBody: lineOf(1),
          headers: { 'content-type': 'application/x-ndjson' },
        });
      // Known keys are counted separately; unknown keys count for the address.
      await send(fixture.key);
      await send(fixture.otherKey);
      const statuses: number[] = [];
      for (let n = 0; n < 22; n++) statuses.push((await send(fixture.key)).status);
      expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
      // Not limited: the line belongs to the other station.
      expect((await send(fixture.otherKey)).status).toBe(409);
    } finally {
      await limited.dispose();
    }
  });
});

test('C120: an upload that takes too long gets 503, so that the sender repeats it', async () => {
  const waiting = () =>
    fixture.db.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
  await fixture.db.transaction(async (tx) => {
    await tx.query('lock table message_key in access exclusive mode');
    const response = post(lineOf(1));
    await expect.poll(async () => (await waiting()).length).toBe(1);
    // Like the query timeout.
    await fixture.db.query('select pg_cancel_backend($1::int)', [(await waiting())[0]?.pid]);
    expect(await response).toMatchObject({
      status: 503,
      json: { message: expect.stringContaining('Repeat the request') },
    });
  });
  expect(await accepted(lineOf(1))).toMatchObject({ stored: 1, duplicates: 0 });
});

test('the load generator counts each message back, and finds a lost and a duplicated one', async () => {
  const receiver = `127.0.0.1:${portOf(server.current.log())}`;
  const options = readOptions(
    [server.current.url, '--stations', '3', '--by', 'http,tcp,beast', '--receivers', receiver],
    {
      LOAD_PASSWORD: demoPassword,
    },
  );
  const prepared = await prepare(options);
  const measures = new Measures();
  const run = { id: 'test', beganMs: Date.now() };
  const senders = prepared.stations.map((station, index) =>
    openSender(options.ways[index] ?? 'http', { station, index, run, options, measures }),
  );
  const count = async () =>
    Object.fromEntries(
      await countNow({ options, token: prepared.sessions[0] ?? '', stationIds: prepared.stationIds, run }, senders),
    );
  const all = { found: 5, lost: 0, duplicated: 0, undelivered: 0 };
  try {
    for (const sender of senders) sender.add(5);
    await expect
      .poll(async () => {
        for (const sender of senders) sender.flush();
        return count();
      })
      .toEqual({ http: all, tcp: all, beast: all });
    // Both at once.
    await fixture.db.query('update acars set text = $1 where text = $2', [textOf(run, 0, 4), textOf(run, 0, 3)]);
    await expect.poll(count).toMatchObject({ http: { found: 4, lost: 1, duplicated: 1 }, tcp: all });
    expect(measures.errors.size).toBe(0);
  } finally {
    for (const sender of senders) sender.close();
    await prepared.cleanUp();
  }
  expect(await fixture.db.query('select 1 from station_keys where revoked_at is null')).toHaveLength(2);
});
