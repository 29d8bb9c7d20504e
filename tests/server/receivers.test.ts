/** Live receivers: what decoders send by UDP and TCP is in the database, whatever the network does. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/pool.ts';
import { IngestCounters } from '../../server/receive/ingest-counters.ts';
import { type ReceiverOptions, type Receivers, startReceivers } from '../../server/receive/listeners/receivers.ts';
import { cuttable } from '../support/cuttable-database.ts';
import { acarsdecLine } from '../support/messages.ts';
import { connectTo, send, sendByTcp, sendByUdp } from '../support/senders.ts';
import { databaseForFile, emptyMessages } from './fresh-database.ts';

const stream = fileURLToPath(new URL('../../../shared/data/acars/stream.jsonl', import.meta.url));
const hasStream = existsSync(stream);

const held = databaseForFile();
let logged: string[] = [];
const log = {
  warn: (facts: object, message?: string) => void logged.push(`${message} ${JSON.stringify(facts)}`),
  info: () => {},
} as unknown as Parameters<typeof startReceivers>[2];
let counters: IngestCounters;
let running: Receivers | null = null;

async function start(options: Partial<ReceiverOptions> = {}, db = held.db): Promise<number> {
  counters = new IngestCounters();
  running = await startReceivers(db, counters, log, { host: '127.0.0.1', port: 0, ...options });
  return running.port;
}
async function stop(): Promise<void> {
  await running?.stop();
  running = null;
}
beforeEach(async () => {
  logged = [];
  await emptyMessages(held.db);
});
afterEach(stop);

/** One clock for the file: the same number is the same message whenever it is made. */
const startedS = Math.floor(Date.now() / 1000);
const line = (n: number): string =>
  JSON.stringify(acarsdecLine({ timestamp: startedS - 1000 - n, text: `message ${n}` }));
const lines = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, i) => line(from + i));
const inDatabase = async (): Promise<number> =>
  (await held.db.query<{ count: number }>('select count(*) as count from acars'))[0]?.count ?? 0;
const source = (name: 'udp' | 'tcp') => {
  const found = counters.read().sources.find((one) => one.source === name);
  if (!found) throw new Error(name);
  return found;
};
/** Waits until so many lines were received and none waits. */
async function settled(received: number, timeout = 20_000): Promise<void> {
  await expect.poll(() => counters.read().total, { timeout }).toMatchObject({ received, waiting: 0 });
}

describe('C120 TCP: lines however they are cut', () => {
  test('partial lines, several lines a chunk, CRLF, blank lines, no newline at the end', async () => {
    const port = await start();
    const socket = await connectTo(port);
    socket.setNoDelay(true);
    const bytes = Buffer.from(`${line(1)}\r\n\n${line(2)}\n${line(3).replace('message', 'äöü😀')}\r\n`);
    for (let at = 0; at < bytes.length; at += 7) await send(socket, bytes.subarray(at, at + 7));
    await send(socket, `${lines(4, 20).join('\n')}\n`);
    socket.end(line(20));
    await settled(20);
    expect(await inDatabase()).toBe(20);
    const [odd] = await held.db.query<{ text: string }>(
      `select text from acars where text like '%3'  and text like 'ä%'`,
    );
    expect(odd?.text).toBe('äöü😀 3');
    expect(source('tcp')).toMatchObject({ stored: 20, broken: [], connections: 0, connectionsOpened: 1 });
  });

  test('garbage between good lines is counted by reason, and the connection goes on', async () => {
    const port = await start();
    const garbage = [
      'no JSON',
      '[]',
      '{"timestamp":1,"label":"H1"}',
      '\u0000\u0001',
      `{"text":"${'x'.repeat(200_000)}"}`,
      '{"hello":"world"}',
    ];
    const socket = await connectTo(port);
    await send(socket, `${line(1)}\n${garbage.join('\n')}\n`);
    await send(socket, new Uint8Array([0xff, 0xfe, 0x80, 0x0a]));
    await send(socket, `${'['.repeat(150_000)}\n`);
    await send(socket, `${line(2)}\n`);
    await settled(10);
    expect(await inDatabase()).toBe(2);
    expect(source('tcp')).toMatchObject({
      stored: 2,
      connections: 1,
      leftOut: [{ reason: 'not a line of acarsdec, vdlm2dec, dumpvdl2 or dumphfdl', count: 1 }],
      broken: [
        { reason: 'not JSON', count: 4 },
        { reason: 'not a JSON object', count: 1 },
        { reason: 'the time of reception is before 1990', count: 1 },
        { reason: 'the line is longer than 200000 characters', count: 1 },
      ],
    });
    socket.destroy();
  });

  test('a disconnect in the middle of a line loses that line alone', async () => {
    const port = await start();
    const socket = await connectTo(port);
    await send(socket, `${line(1)}\n${line(2)}\n${line(3).slice(0, 60)}`);
    await expect.poll(() => source('tcp').received).toBe(2);
    socket.resetAndDestroy();
    await settled(3);
    expect(source('tcp')).toMatchObject({ stored: 2, broken: [{ reason: 'not JSON', count: 1 }], connections: 0 });
    await sendByTcp(port, `${line(3)}\n`);
    await settled(4);
    expect(await inDatabase()).toBe(3);
  });

  test('the same lines again are duplicates', async () => {
    const port = await start();
    await sendByTcp(port, lines(0, 30).join('\n'));
    await settled(30);
    await sendByTcp(port, lines(0, 40).join('\n'));
    await settled(70);
    expect(source('tcp')).toMatchObject({ stored: 40, duplicates: 30 });
    expect(await inDatabase()).toBe(40);
  });
});

describe('C120 UDP: a JSON object a datagram', () => {
  test('with and without a newline, several lines, cut short, NUL, nothing', async () => {
    const port = await start();
    await sendByUdp(port, [
      line(1),
      `${line(2)}\n`,
      `${line(3)}\n${line(4)}\r\n`,
      line(5).slice(0, 50),
      '\u0000',
      '',
      new Uint8Array([0xc3, 0x28]),
      line(6),
    ]);
    await settled(8);
    expect(source('udp')).toMatchObject({ stored: 5, broken: [{ reason: 'not JSON', count: 3 }], dropped: 0 });
    expect(await inDatabase()).toBe(5);
  });
});

test('C120: any bytes, and JSON of any shape, leave both ways working and are counted', async () => {
  const port = await start();
  const shape = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.json().map((json) => Buffer.from(json)),
    fc
      .record({
        timestamp: fc.anything(),
        label: fc.anything(),
        text: fc.anything(),
        station_id: fc.anything(),
        tail: fc.anything(),
      })
      .map((fields) => Buffer.from(JSON.stringify({ ...acarsdecLine({ secondsAgo: 9 }), ...fields }, plain))),
  );
  const sent = fc.sample(shape, { numRuns: 200, seed: 5555 });
  await sendByUdp(port, sent);
  const socket = await connectTo(port);
  for (const bytes of sent) await send(socket, Buffer.concat([bytes, Buffer.from('\n')]));
  socket.end();
  const good = JSON.stringify(acarsdecLine({ text: 'still here' }));
  await sendByTcp(port, good);
  await sendByUdp(port, [good]);
  await expect.poll(() => source('tcp').connections).toBe(0);
  await expect
    .poll(() => held.db.query(`select 1 from acars where text = 'still here'`).then((rows) => rows.length))
    .toBe(1);
  await expect.poll(() => counters.read().total.waiting).toBe(0);
  const { received, stored, duplicates, leftOut, broken, dropped } = counters.read().total;
  expect(received).toBe(stored + duplicates + leftOut + broken + dropped);
  expect(broken).toBeGreaterThan(50);
});
/** What JSON cannot write is left out. */
const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

describe('real receivers', () => {
  test('the recording is there (or NO_SHARED_DATA=1 says that it need not be)', () => {
    expect(hasStream || process.env.NO_SHARED_DATA === '1', `${stream} is missing`).toBe(true);
  });

  test.skipIf(!hasStream)('acarsdec, dumpvdl2 and dumphfdl on one port, by UDP and TCP: nothing twice', async () => {
    const port = await start();
    const recorded = readFileSync(stream, 'utf8').trimEnd().split('\n');
    await sendByTcp(port, `${recorded.join('\n')}\n`);
    await settled(1000);
    expect(source('tcp')).toMatchObject({
      stored: 692,
      leftOut: [
        { reason: 'no ACARS in this line (VDL2 link control)', count: 190 },
        { reason: 'no ACARS in this line (HFDL link control)', count: 118 },
      ],
      broken: [],
    });
    const links = await held.db.query<{ link: string }>('select distinct link from acars order by 1');
    expect(links.map(({ link }) => link)).toEqual(['ACARS', 'HFDL', 'VDLM2']);
    await sendByUdp(port, recorded.slice(0, 50));
    await settled(1050);
    expect(source('udp')).toMatchObject({ stored: 0, dropped: 0 });
    expect(await inDatabase()).toBe(692);
  });
});

describe('floods', () => {
  test('20,000 lines at once by TCP are all stored, over two connections', async () => {
    const port = await start();
    const [first, second] = [lines(0, 10_000), lines(10_000, 20_000)];
    await Promise.all([sendByTcp(port, first.join('\n')), sendByTcp(port, second.join('\n'))]);
    await settled(20_000, 55_000);
    expect(source('tcp')).toMatchObject({ stored: 20_000, duplicates: 0, broken: [], dropped: 0 });
    expect(await inDatabase()).toBe(20_000);
  }, 60_000);

  test('a TCP sender faster than the database is held back, and nothing is dropped', async () => {
    const port = await start({ writer: { maxMessages: 50, maxLength: 1_000_000 } });
    await sendByTcp(port, lines(0, 2000).join('\n'));
    await settled(2000);
    expect(source('tcp')).toMatchObject({ stored: 2000, dropped: 0 });
  });

  test('by UDP what does not fit is dropped and counted: received = stored + dropped', async () => {
    const port = await start({ writer: { maxMessages: 50, maxLength: 1_000_000 } });
    // A datagram of many lines is more than the queue holds, whatever the system does to the others.
    await sendByUdp(port, [lines(0, 150).join('\n'), ...lines(150, 400)]);
    await expect.poll(() => source('udp').dropped).toBeGreaterThanOrEqual(100);
    await expect.poll(() => source('udp').waiting).toBe(0);
    const { received, stored, dropped } = source('udp');
    expect(received).toBe(stored + dropped);
    expect(await inDatabase()).toBe(stored);
  });

  test('long lines count by their length', async () => {
    const port = await start({ writer: { maxMessages: 1000, maxLength: 100_000 } });
    const long = (n: number): string => JSON.stringify(acarsdecLine({ secondsAgo: n, text: 'x'.repeat(30_000) }));
    await sendByUdp(port, [`${long(1)}\n${long(2)}`, `${long(3)}\n${long(4)}`]);
    await sendByTcp(port, [5, 6, 7, 8, 9].map(long).join('\n'));
    await settled(9);
    expect(source('tcp')).toMatchObject({ stored: 5, dropped: 0 });
    expect(source('udp').stored + source('udp').dropped).toBe(4);
  });
});

describe('connections', () => {
  test('one that begins a line and does not end it is closed; what it sent before is kept', async () => {
    const port = await start({ tcp: { maxConnections: 10, idleMs: 60_000, lineMs: 150 } });
    const [slow, fine] = [await connectTo(port), await connectTo(port)];
    await send(slow, `${line(1)}\n{"time`);
    await send(fine, `${line(2)}\n`);
    await new Promise((resolve) => slow.once('close', resolve));
    await expect.poll(() => source('tcp')).toMatchObject({ connections: 1, connectionsEnded: 1, stored: 2 });
    await send(fine, `${line(3)}\n`);
    await expect.poll(() => inDatabase()).toBe(3);
    fine.destroy();
  });

  test('a byte at a time does not keep a place', async () => {
    const port = await start({ tcp: { maxConnections: 10, idleMs: 60_000, lineMs: 150 } });
    const slow = await connectTo(port);
    slow.on('error', () => {});
    const drip = setInterval(() => slow.write('['), 10);
    await new Promise((resolve) => slow.once('close', resolve));
    clearInterval(drip);
    await expect.poll(() => source('tcp')).toMatchObject({ connections: 0, connectionsEnded: 1 });
  });

  test('a silent one is closed in the end', async () => {
    const port = await start({ tcp: { maxConnections: 10, idleMs: 100, lineMs: 60_000 } });
    const silent = await connectTo(port);
    await new Promise((resolve) => silent.once('close', resolve));
    expect(source('tcp')).toMatchObject({ connectionsEnded: 1 });
  });

  test('one too many is refused, the others go on, and there is room again afterwards', async () => {
    const port = await start({ tcp: { maxConnections: 2, idleMs: 60_000, lineMs: 60_000 } });
    const open = [await connectTo(port), await connectTo(port)];
    await expect.poll(() => source('tcp').connections).toBe(2);
    const third = await connectTo(port);
    third.on('error', () => {});
    await new Promise((resolve) => third.once('close', resolve));
    for (const [n, socket] of open.entries()) await send(socket, `${line(n)}\n`);
    await expect.poll(() => inDatabase()).toBe(2);
    expect(source('tcp')).toMatchObject({ connections: 2, connectionsEnded: 1 });
    for (const socket of open) socket.end();
    await expect.poll(() => source('tcp').connections).toBe(0);
    await sendByTcp(port, line(9));
    await expect.poll(() => inDatabase()).toBe(3);
  });
});

describe('the database goes away', () => {
  test('messages wait for it, are stored when it is back, once each; it is told in the log', async () => {
    const way = await cuttable(held.url);
    const db = openDatabase({ url: way.url }, { max: 3 });
    const port = await start({}, db);
    await sendByTcp(port, lines(0, 100).join('\n'));
    await settled(100);
    await way.cut();
    const socket = await connectTo(port);
    await send(socket, `${lines(100, 1500).join('\n')}\n`);
    await sendByUdp(port, lines(1500, 1600));
    await expect.poll(() => counters.read().storeFailures, { timeout: 10_000 }).toBeGreaterThan(1);
    await expect.poll(() => counters.read().total.waiting).toBe(1500);
    expect(await inDatabase()).toBe(100);
    await way.mend();
    await settled(1600);
    expect(await inDatabase()).toBe(1600);
    expect(counters.read().total).toMatchObject({ stored: 1600, duplicates: 0, dropped: 0 });
    expect(logged.filter((one) => one.startsWith('messages of receivers cannot be stored now'))).toHaveLength(1);
    expect(logged.some((one) => one.startsWith('messages of receivers are stored again'))).toBe(true);
    socket.destroy();
    await stop();
    await db.close();
    await way.close();
  });

  test('ended meanwhile, the receivers say how many messages are lost', async () => {
    const way = await cuttable(held.url);
    const db = openDatabase({ url: way.url }, { max: 3 });
    const port = await start({}, db);
    await way.cut();
    await sendByTcp(port, lines(0, 7).join('\n'));
    await expect.poll(() => counters.read().total.waiting).toBe(7);
    const from = performance.now();
    await stop();
    expect(performance.now() - from).toBeLessThan(3000);
    expect(logged).toContain('messages of receivers could not be stored before the end {"lost":7}');
    await db.close();
    await way.close();
  });

  test('a message that the database refuses is left out alone', async () => {
    await held.db.query(`alter table acars add constraint test_refuses check (text <> 'refuse me') not valid`);
    try {
      const port = await start();
      const refused = JSON.stringify(acarsdecLine({ secondsAgo: 5, text: 'refuse me' }));
      await sendByTcp(port, [...lines(0, 20), refused, ...lines(20, 40)].join('\n'));
      await settled(41);
      expect(source('tcp')).toMatchObject({
        stored: 40,
        broken: [{ reason: 'the database refused the message', count: 1 }],
      });
      expect(await inDatabase()).toBe(40);
    } finally {
      await held.db.query('alter table acars drop constraint test_refuses');
    }
  });
});

describe('the end', () => {
  test('what was sent is stored before the receivers are gone', async () => {
    const port = await start();
    const socket = await connectTo(port);
    await send(socket, `${lines(0, 1500).join('\n')}\n${line(1500)}`);
    await sendByUdp(port, lines(1501, 1510));
    await expect.poll(() => source('udp').received).toBe(9);
    await stop();
    expect(await inDatabase()).toBe(1510);
    await expect(connectTo(port)).rejects.toThrow('ECONNREFUSED');
    socket.destroy();
  });

  test('trouble is told at intervals, with reasons and without what was sent', async () => {
    const port = await start({ reportMs: 20 });
    await sendByTcp(port, `secret garbage\n${line(1)}`);
    await expect.poll(() => logged.length).toBe(1);
    expect(logged[0]).toContain('"broken":[{"reason":"not JSON","count":1}]');
    expect(logged.join()).not.toContain('secret');
  });
});
