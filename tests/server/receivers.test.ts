import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InventedNames } from '../../server/stations/invented-names.ts';
import { recordings, rowsOf } from '../recordings/recording.ts';
import { acarsdecLine } from '../support/messages.ts';
import { connectTo, send, sendByTcp, sendByUdp } from '../support/senders.ts';
import { addStation } from '../support/stations.ts';
import { receiversForFile } from './receivers-for-file.ts';

const { held, start, ports, line, lines, inDatabase, source, settled, counters } = receiversForFile();

describe('C120 TCP: lines cut in any way', () => {
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

  test('garbage between valid lines is counted by reason, and the connection stays open', async () => {
    const port = await start();
    const garbage = [
      'no JSON',
      '[]',
      '{"timestamp":1,"label":"H1","mode":"2","freq":131.55}',
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
      leftOut: [{ reason: 'not a line of a supported decoder', count: 1 }],
      broken: [
        { reason: 'not JSON', count: 4 },
        { reason: 'not a JSON object', count: 1 },
        { reason: 'the time of reception is before 1990', count: 1 },
        { reason: 'the line is longer than 200000 characters', count: 1 },
      ],
    });
    socket.destroy();
  });

  test('a disconnect within a line loses only that line', async () => {
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

  test('repeated lines are duplicates', async () => {
    const port = await start();
    await sendByTcp(port, lines(0, 30).join('\n'));
    await settled(30);
    await sendByTcp(port, lines(0, 40).join('\n'));
    await settled(70);
    expect(source('tcp')).toMatchObject({ stored: 40, duplicates: 30 });
    expect(await inDatabase()).toBe(40);
  });
});

describe('C120 UDP: JSON objects in datagrams', () => {
  test('with and without a newline, several objects, pretty, an array, NUL, truncated, empty', async () => {
    const port = await start();
    const pretty = JSON.stringify(JSON.parse(line(7)), null, 2);
    await sendByUdp(port, [
      line(1),
      `${line(2)}\n`,
      `${line(3)}\n${line(4)}\r\n`,
      `${line(5)}${line(6)}${pretty}\0`,
      `[${line(8)},${line(9)}]`,
      '\u0000',
      '',
      new Uint8Array([0xc3, 0x28]),
      `${line(10).slice(0, 50)}${line(11)}`,
      line(12).replace('-12.5', '-inf'),
      line(13).slice(0, 50),
    ]);
    await settled(14);
    expect(source('udp')).toMatchObject({ stored: 11, broken: [{ reason: 'not JSON', count: 3 }], dropped: 0 });
    expect(await inDatabase()).toBe(11);
  });

  test('an object that a router cut at 60,000 bytes is one message; a lost part takes no other message with it', async () => {
    const port = await start();
    const long = (n: number): string =>
      JSON.stringify(acarsdecLine({ secondsAgo: n, text: `${n}${'x'.repeat(90_000)}` }));
    const parts = (text: string): string[] => [text.slice(0, 60_000), text.slice(60_000)];
    await sendByUdp(port, parts(`${long(1)}\n`));
    await settled(1);
    // The second part of the second one is lost, and so is the first part of the third one.
    await sendByUdp(port, [parts(long(2))[0] ?? '', line(1), `${parts(long(3))[1]}\n`, ...parts(long(4)), line(2)]);
    await settled(6);
    expect(source('udp')).toMatchObject({ stored: 4, broken: [{ reason: 'not JSON', count: 2 }] });
  });
});

test('C120: any bytes, and JSON of any shape, leave both listeners working and are counted', async () => {
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
  // The first bytes decide the format.
  await send(socket, `${line(1)}\n`);
  for (const bytes of sent) await send(socket, Buffer.concat([bytes, Buffer.from('\n')]));
  socket.end();
  const good = JSON.stringify(acarsdecLine({ text: 'still here' }));
  await sendByTcp(port, good);
  await sendByUdp(port, [good]);
  await expect.poll(() => source('tcp').connections).toBe(0);
  await expect
    .poll(() => held.db.query(`select 1 from acars where text = 'still here'`).then((rows) => rows.length))
    .toBe(1);
  await expect.poll(() => counters().read().total.waiting).toBe(0);
  const { received, stored, duplicates, leftOut, broken, dropped } = counters().read().total;
  expect(received).toBe(stored + duplicates + leftOut + broken + dropped);
  expect(broken).toBeGreaterThan(50);
});
/** Values that JSON cannot represent are omitted. */
const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

describe.each(recordings)('$name', (recording) => {
  const { lines: recorded, stored, events, duplicates, leftOut, broken, rowsByType } = recording;
  test('acarsdec, vdlm2dec, dumpvdl2 and dumphfdl on one port, by UDP and TCP: each line is accounted for, none is stored twice', async () => {
    const port = await start();
    await sendByTcp(port, `${recorded.join('\n')}\n`);
    await settled(1000);
    expect(source('tcp')).toMatchObject({ stored, duplicates, leftOut, broken });
    const links = await held.db.query<{ link: string; count: number }>('select link, count(*) from acars group by 1');
    expect(Object.fromEntries(links.map(({ link, count }) => [link, count]))).toEqual(rowsByType);
    const kinds = await held.db.query<{ kind: string; frames: number }>(
      'select kind, sum(frames)::int as frames from link_event group by 1',
    );
    expect(Object.fromEntries(kinds.map(({ kind, frames }) => [kind, frames]))).toEqual(events);
    const counted = source('tcp').events.map(({ reason, count }) => [reason, count]);
    expect(Object.fromEntries(counted)).toEqual(events);
    await sendByUdp(port, recorded.slice(0, 50));
    await settled(1050);
    expect(source('udp')).toMatchObject({ stored: 0, dropped: 0 });
    expect(await inDatabase()).toBe(rowsOf(recording));
  });
});

describe('floods', () => {
  test('20,000 lines at once by TCP are all stored, over two connections', async () => {
    const port = await start();
    const [first, second] = [lines(0, 10_000), lines(10_000, 20_000)];
    await Promise.all([sendByTcp(port, first.join('\n')), sendByTcp(port, second.join('\n'))]);
    await settled(20_000);
    expect(source('tcp')).toMatchObject({ stored: 20_000, duplicates: 0, broken: [], dropped: 0 });
    expect(await inDatabase()).toBe(20_000);
  });

  test('a TCP sender faster than the database is slowed down, and nothing is dropped', async () => {
    const port = await start({ writer: { maxMessages: 50, maxLength: 1_000_000 } });
    await sendByTcp(port, lines(0, 800).join('\n'));
    await settled(800);
    expect(source('tcp')).toMatchObject({ stored: 800, dropped: 0 });
  });

  test('by UDP excess is dropped and counted: received = stored + dropped', async () => {
    const port = await start({ writer: { maxMessages: 50, maxLength: 1_000_000 }, maxBacklogBytes: 10_000 });
    // A datagram of many lines exceeds the backlog, whatever the system does with the others.
    await sendByUdp(port, [lines(0, 150).join('\n'), ...lines(150, 400)]);
    await expect.poll(() => source('udp').dropped).toBeGreaterThanOrEqual(100);
    await expect.poll(() => source('udp').received + (source('udp').lostInKernel ?? 0)).toBe(400);
    await expect
      .poll(async () => {
        const { waiting, received, stored, dropped } = source('udp');
        return [waiting, received - stored - dropped, (await inDatabase()) - stored];
      })
      .toEqual([0, 0, 0]);
  });

  test('long lines are counted by their length', async () => {
    const port = await start({ writer: { maxMessages: 1000, maxLength: 100_000 } });
    const long = (n: number): string => JSON.stringify(acarsdecLine({ secondsAgo: n, text: 'x'.repeat(30_000) }));
    await sendByUdp(port, [`${long(1)}\n${long(2)}`, `${long(3)}\n${long(4)}`]);
    await sendByTcp(port, [5, 6, 7, 8, 9].map(long).join('\n'));
    await settled(9);
    expect(source('tcp')).toMatchObject({ stored: 5, dropped: 0 });
    expect(source('udp').stored + source('udp').dropped).toBe(4);
  });
});

test('datagrams are received while the server is busy; losses in the kernel are counted', async () => {
  const port = await start();
  const sent = 24_000;
  expect(source('udp').lostInKernel).not.toBeNull();
  let best = 0;
  // Other programs slow down the thread of the sockets: the best flood counts. Without the thread each loses more than half.
  for (let flood = 1; flood <= 5 && best <= sent / 2; flood++) {
    const before = source('udp').received;
    // This thread is blocked until all are sent.
    spawnSync(process.execPath, ['-e', floodProgram, String(port), String(sent)]);
    await expect.poll(() => source('udp').received + (source('udp').lostInKernel ?? 0)).toBe(flood * sent);
    best = Math.max(best, source('udp').received - before);
  }
  // The system alone buffers some 10,000, and a few hundred with its usual settings.
  expect(best).toBeGreaterThan(sent / 2);
  await expect.poll(() => source('udp')).toMatchObject({ waiting: 0, dropped: 0 });
});
/** In bursts with pauses, as fast as some hundred decoders. */
const floodProgram = `
  const [, port, count] = process.argv;
  const socket = require('node:dgram').createSocket('udp4');
  let n = 0;
  const burst = () => {
    for (let end = Math.min(n + 100, +count); n < end; n++) socket.send(JSON.stringify({ n, text: 'x'.repeat(300) }), +port, '127.0.0.1');
    if (n < +count) setTimeout(burst, 5);
    else setTimeout(() => socket.close(), 100);
  };
  burst();
`;

test('several ports: the content of a line decides its format, and all are counted together', async () => {
  await start({ ports: [0, 0] });
  const [first = 0, second = 0] = ports();
  await sendByUdp(first, [line(1)]);
  await sendByUdp(second, [line(2)]);
  const satellite = {
    app: { name: 'JAERO' },
    station: 'XX-IMSL',
    t: { sec: Math.floor(Date.now() / 1000) - 5 },
    isu: { acars: { label: 'H1', mode: '2', msg_text: 'A TEXT', reg: '.YR-ABC' } },
  };
  await sendByTcp(second, `${JSON.stringify(satellite)}\n`);
  await settled(3);
  expect(source('udp')).toMatchObject({ received: 2, stored: 2 });
  const types = await held.db.query<{ link: string }>('select link from acars order by link');
  expect(types.map(({ link }) => link)).toEqual(['ACARS', 'ACARS', 'IMSL']);
});

test('C118: invented receiver names make a bounded number of rows; no message and no claimed name is lost', async () => {
  const port = await start();
  await addStation(held.db, '8601', ['CLAIMED-LATE']);
  const named = (station: string): string => JSON.stringify(acarsdecLine({ station, text: station }));
  const invented = Array.from({ length: 1200 }, (_, n) => named(`INVENTED-${n}`));
  for (let from = 0; from < invented.length; from += 100)
    await sendByUdp(port, [invented.slice(from, from + 100).join('\n')]);
  await settled(1200);
  await sendByUdp(port, [named('Claimed-Late')]);
  await settled(1201);
  expect(await inDatabase()).toBe(1201);
  const [row] = await held.db.query<{ names: number; nameless: number }>(
    `select (select count(distinct receiver)::int from rx_hour where receiver like 'invented-%') as names,
       (select count(*)::int from acars where station_id = '' and extra -> 'other' ->> 'station' like 'INVENTED-%') as nameless`,
  );
  expect(row?.names).toBeLessThanOrEqual(500);
  expect(row?.names).toBeGreaterThan(400);
  expect(row?.nameless).toBe(1200 - (row?.names ?? 0));
  expect(await held.db.query(`select 1 from acars where station_id = 'Claimed-Late'`)).toHaveLength(1);
});

test('C118: names of link events, which are in no count of receptions, are bounded as well', async () => {
  const names = new InventedNames();
  const some = (from: number): string[] => Array.from({ length: 300 }, (_, n) => `LINK-${from + n}`);
  const refused = async (asked: string[]): Promise<number> => (await names.refused(held.db, asked)).size;
  const first = await refused(some(0));
  const second = await refused(some(300));
  expect(first + second).toBeGreaterThanOrEqual(100);
  expect(await refused(some(600))).toBe(300);
  // A name stays accepted.
  expect(await refused(some(0))).toBe(first);
});
