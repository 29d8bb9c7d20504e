/** Receivers with slow or silent senders, with a database outage, and at their end. */
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/pool.ts';
import { openMessages } from '../../server/messages/messages.ts';
import { cuttable } from '../support/cuttable-database.ts';
import { acarsdecLine } from '../support/messages.ts';
import { connectTo, send, sendByTcp, sendByUdp } from '../support/senders.ts';
import { receiversForFile } from './receivers-for-file.ts';

const { held, start, stop, line, lines, inDatabase, source, settled, counters, logged } = receiversForFile();

describe('connections', () => {
  test('a connection with an unfinished line is closed; earlier lines are stored', async () => {
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

  test('a connection that sends a byte at a time loses its slot', async () => {
    const port = await start({ tcp: { maxConnections: 10, idleMs: 60_000, lineMs: 150 } });
    const slow = await connectTo(port);
    slow.on('error', () => {});
    const drip = setInterval(() => slow.write('['), 10);
    await new Promise((resolve) => slow.once('close', resolve));
    clearInterval(drip);
    await expect.poll(() => source('tcp')).toMatchObject({ connections: 0, connectionsEnded: 1 });
  });

  test('a connection whose first bytes match no format is closed after a short time; a silent one is not', async () => {
    const port = await start({ tcp: { maxConnections: 10, idleMs: 60_000, lineMs: 60_000, headMs: 100 } });
    const [silent, undecided] = [await connectTo(port), await connectTo(port)];
    await send(undecided, 'MS\n');
    await new Promise((resolve) => undecided.once('close', resolve));
    await expect.poll(() => source('tcp')).toMatchObject({ connections: 1, connectionsEnded: 1 });
    expect(source('tcp').broken).toEqual([{ reason: 'not JSON', count: 1 }]);
    await send(silent, `${line(1)}\n`);
    await expect.poll(() => inDatabase()).toBe(1);
    silent.destroy();
  });

  test('another protocol is closed at once and counted', async () => {
    const port = await start();
    const browser = await connectTo(port);
    await send(
      browser,
      `GET /receivers HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/html,application/json\r\n\r\n`,
    );
    await new Promise((resolve) => browser.once('close', resolve));
    await expect
      .poll(() => source('tcp'))
      .toMatchObject({
        received: 1,
        connectionsEnded: 1,
        broken: [{ reason: 'the connection uses another protocol', count: 1 }],
      });
  });

  test('a silent connection is closed eventually', async () => {
    const port = await start({ tcp: { maxConnections: 10, idleMs: 100, lineMs: 60_000 } });
    const silent = await connectTo(port);
    await new Promise((resolve) => silent.once('close', resolve));
    expect(source('tcp')).toMatchObject({ connectionsEnded: 1 });
  });

  test('a connection above the limit replaces the one without a message for the longest time', async () => {
    const port = await start({ tcp: { maxConnections: 2, idleMs: 60_000, lineMs: 60_000 } });
    const [active, silent] = [await connectTo(port), await connectTo(port)];
    await send(active, `${line(1)}\n`);
    await expect.poll(() => inDatabase()).toBe(1);
    const silentEnded = new Promise((resolve) => silent.once('close', resolve));
    const third = await connectTo(port);
    await silentEnded;
    for (const [n, socket] of [active, third].entries()) await send(socket, `${line(2 + n)}\n`);
    await expect.poll(() => inDatabase()).toBe(3);
    expect(source('tcp')).toMatchObject({ connections: 2, connectionsOpened: 3, connectionsEnded: 1 });
    for (const socket of [active, third]) socket.end();
    await expect.poll(() => source('tcp').connections).toBe(0);
  });

  test('an address with many silent connections does not take a slot from another address', async () => {
    const port = await start({ tcp: { maxConnections: 6, idleMs: 60_000, lineMs: 60_000 } });
    const decoder = await connectTo(port);
    await expect.poll(() => source('tcp').connections).toBe(1);
    const crowd: Socket[] = [];
    for (let n = 0; n < 12; n++) {
      crowd.push(await connectTo(port, '127.0.0.2'));
      await expect.poll(() => source('tcp').connectionsOpened).toBe(2 + n);
    }
    expect(source('tcp')).toMatchObject({ connections: 6, connectionsEnded: 7 });
    const late = await connectTo(port);
    for (const [n, socket] of [decoder, late].entries()) await send(socket, `${line(n)}\n`);
    await expect.poll(() => inDatabase()).toBe(2);
    for (const socket of [decoder, late, ...crowd]) socket.destroy();
  });
});

describe('database outage', () => {
  test('messages are queued and stored once after recovery; the log reports it', async () => {
    const way = await cuttable(held.url);
    const db = openMessages(openDatabase({ url: way.url }, { max: 3 }));
    const port = await start({}, db);
    await sendByTcp(port, lines(0, 100).join('\n'));
    await settled(100);
    await way.cut();
    const socket = await connectTo(port);
    await send(socket, `${lines(100, 1500).join('\n')}\n`);
    await sendByUdp(port, lines(1500, 1600));
    await expect.poll(() => counters().read().storeFailures).toBeGreaterThan(1);
    await expect.poll(() => counters().read().total.waiting).toBe(1500);
    expect(await inDatabase()).toBe(100);
    await way.mend();
    await settled(1600);
    expect(await inDatabase()).toBe(1600);
    expect(counters().read().total).toMatchObject({ stored: 1600, duplicates: 0, dropped: 0 });
    expect(logged().filter((one) => one.startsWith('messages of receivers cannot be stored now'))).toHaveLength(1);
    expect(logged().some((one) => one.startsWith('messages of receivers are stored again'))).toBe(true);
    socket.destroy();
    await stop();
    await db.close();
    await way.close();
  });

  test('receivers that stop during the outage report the number of lost messages, and do not store them later', async () => {
    const way = await cuttable(held.url);
    const db = openMessages(openDatabase({ url: way.url }, { max: 3 }));
    const port = await start({}, db);
    await way.cut();
    await sendByTcp(port, lines(0, 7).join('\n'));
    await expect.poll(() => counters().read().total.waiting).toBe(7);
    await stop();
    expect(logged()).toContain('messages of receivers could not be stored before the end {"lost":7}');
    await way.mend();
    await start({}, db).then((again) => sendByTcp(again, line(7)));
    await settled(1);
    expect(await inDatabase()).toBe(1);
    await stop();
    await db.close();
    await way.close();
  });

  test('a message refused by the database is skipped, and the others are stored', async () => {
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
  test('everything sent is stored before the receivers stop', async () => {
    const port = await start();
    const socket = await connectTo(port);
    await send(socket, `${lines(0, 1500).join('\n')}\n`);
    await settled(1500);
    await sendByUdp(port, lines(1541, 1550));
    await expect.poll(() => source('udp').received).toBe(9);
    // Few, because the end has a time limit.
    await send(socket, `${lines(1500, 1540).join('\n')}\n${line(1540)}`);
    await stop();
    expect(await inDatabase()).toBe(1550);
    await expect(connectTo(port)).rejects.toThrow('ECONNREFUSED');
    socket.destroy();
  });

  test('errors are logged at intervals, with reasons and without content', async () => {
    const port = await start({ reportMs: 20 });
    await sendByTcp(port, `secret garbage\n${line(1)}`);
    await expect.poll(() => logged().length).toBe(1);
    expect(logged()[0]).toContain('"broken":[{"reason":"not JSON","count":1}]');
    expect(logged().join()).not.toContain('secret');
  });
});
