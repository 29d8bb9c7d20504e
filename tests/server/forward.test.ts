/** Forwarded data arrives at a second server as received. Real sockets, two real databases. */
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IngestCounters } from '../../server/base/ingest-counters.ts';
import { Forward } from '../../server/input/forward/forward.ts';
import { readForward } from '../../server/input/forward/forward-config.ts';
import { rawMessage } from '../../server/input/mode-s/raw-message.ts';
import { Radio } from '../../server/input/radio/radio.ts';
import { readRadio } from '../../server/input/radio/radio-config.ts';
import { ingestMessages, postedAcars } from '../../server/input/receive/ingest.ts';
import { startReceivers } from '../../server/input/receive/listeners/receivers.ts';
import { asBeast } from '../recordings/mode-s-encoder.ts';
import { siteLines } from '../recordings/site.ts';
import { acarsdecLine } from '../support/messages.ts';
import { programHost, reservePort } from '../support/reserved-ports.ts';
import { connectTo, sendByTcp } from '../support/senders.ts';
import { addStation } from '../support/stations.ts';
import { databaseForFile, emptyMessages } from './fresh-database.ts';
import { all, beast, frames, radioForFile } from './radio-for-file.ts';

const one = radioForFile();
const other = databaseForFile();
const log = { info: () => {}, warn: () => {} } as never;
const quick = { connectMs: 2000, firstRetryMs: 20, longestRetryMs: 50 };
const stops: (() => Promise<unknown>)[] = [];
beforeEach(() => emptyMessages(other.db));
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function forwardTo(FORWARD: string): Promise<Forward> {
  const forward = new Forward(readForward({ FORWARD }), quick);
  await forward.start();
  stops.push(() => forward.stop());
  return forward;
}
async function receiversOf(held: typeof other, outlet?: Forward, port = 0, host = '127.0.0.1') {
  const counters = new IngestCounters();
  const options = { host, ports: [port], ...(outlet ? { outlet } : {}) };
  const receivers = await startReceivers(held.db, counters, log, options);
  stops.push(() => receivers.stop());
  return { counters, port: receivers.ports[0]?.port ?? 0 };
}
/** A program that reads a port, and the received data. */
async function reader(port: number): Promise<{ socket: Socket; text: () => string; bytes: () => Buffer }> {
  const chunks: Buffer[] = [];
  const socket = await connectTo(port);
  socket.on('data', (chunk) => void chunks.push(chunk));
  stops.push(async () => socket.destroy());
  const bytes = (): Buffer => Buffer.concat(chunks);
  return { socket, bytes, text: () => bytes().toString() };
}
const connected = (forward: Forward, connections: number) =>
  expect.poll(() => forward.states().map((state) => state.connections)).toEqual([connections]);
/** Only the mark is added to a line that names its station. */
const unmarked = (text: string, { mark }: Forward): string =>
  text.replaceAll(` ${mark}`, '').replaceAll(`"proxied_by":"${mark}",`, '');

describe('messages', () => {
  test('a second server receives exactly the bytes that the first server received, and stores the same rows', async () => {
    const second = await receiversOf(other);
    const forward = await forwardTo(`acars-tcp://127.0.0.1:${second.port},acars-serve://127.0.0.1:0`);
    const listener = await reader(forward.ports[0] ?? 0);
    await expect.poll(() => forward.states().map((state) => state.connections)).toEqual([1, 1]);
    const first = await receiversOf(one.held, forward);
    const odd = [
      '{ "timestamp": 1752000000.50, "freq":131.550,"mode":"2", "label":"H1","text":"caf\\u00e9 \\"}{", "station_id" : "A"}',
      '{"label":"_d","mode":"2","freq":131.725,"timestamp":1752000001,"station_id":"B","app":{"name":"acarsdec"},"text":"é"}',
    ];
    const sent = [...siteLines.map(({ line }) => line), ...odd];
    const broken = siteLines.filter(({ fate }) => fate.kind === 'broken').map(({ line }) => line);
    const valid = sent.filter((line) => !broken.includes(line));
    await sendByTcp(first.port, `${sent.join('\n')}\n`);
    await expect.poll(() => first.counters.read().total).toMatchObject({ received: sent.length, waiting: 0 });
    await expect.poll(() => second.counters.read().total).toMatchObject({ received: valid.length, waiting: 0 });
    await expect.poll(() => unmarked(listener.text(), forward)).toBe(`${valid.join('\n')}\n`);
    expect(listener.text()).toContain(`${odd[0]}\n`);
    await expect
      .poll(() => forward.states())
      .toMatchObject([
        { taken: valid.length, sent: valid.length, dropped: 0, waiting: 0, error: null },
        { taken: valid.length, sent: valid.length, dropped: 0, waiting: 0, error: null },
      ]);
    const rows = `select k.keys, r.rows from (select array_agg(key::text order by key) as keys from message_key) k,
      (select array_agg(r order by r) as rows from (select md5(row(acars_date_time, station_id, tail, flight, text, level_db,
        freq_mhz, link, label, ack, msgno, block_id, lat, lon, icao)::text) as r from acars) a) r`;
    const stored = await one.held.db.query<{ rows: string[] }>(rows);
    expect(stored[0]?.rows.length).toBeGreaterThan(500);
    expect(await other.db.query(rows)).toEqual(stored);
  });

  test('a returning line is skipped: forwarding in a circle of two servers ends', async () => {
    const portOfFirst = await reservePort();
    const back = await forwardTo(`acars-tcp://${programHost}:${portOfFirst}`);
    const second = await receiversOf(other, back);
    const out = await forwardTo(`acars-tcp://127.0.0.1:${second.port}`);
    const first = await receiversOf(one.held, out, portOfFirst, programHost);
    // Nothing in the second one could name a server: an object `app` without name and version is refused by strict readers.
    const { app: _, ...nameless } = acarsdecLine({ tail: 'N2LOOP' });
    const lines = [acarsdecLine({ tail: 'N1LOOP' }), nameless].map((line) => `${JSON.stringify(line)}\n`);
    await sendByTcp(first.port, lines.join(''), programHost);
    await expect
      .poll(() => first.counters.of('tcp').leftOut.list())
      .toEqual([{ reason: 'a line that this server forwarded', count: 2 }]);
    expect(first.counters.read().total).toMatchObject({ received: 4, leftOut: 2 });
    expect(second.counters.read().total.received).toBe(2);
  });

  test('a posted line without a station is sent with the station of its key; options choose what is sent', async () => {
    const forward = await forwardTo(
      ['', '?types=VDLM2', '?stations=8001', '?stations=CS-TEST-ACARS+x', '?dedupe=60', '?types=HFDL']
        .map((options) => `acars-serve://127.0.0.1:0${options}`)
        .join(','),
    );
    const readers = await Promise.all(forward.ports.map(reader));
    await expect.poll(() => forward.states().every((state) => state.connections === 1)).toBe(true);
    const { station_id: _, ...nameless } = acarsdecLine({ text: 'posted' });
    const recordId = await addStation(one.held.db, '8001');
    const station = { recordId, stationId: '8001', keyId: 'k' };
    const posted = JSON.stringify(nameless);
    await ingestMessages(one.held.db, station, postedAcars(forward), posted, new IngestCounters().of('post'));
    const first = await receiversOf(one.held, forward);
    const copies = ['CS-TEST-ACARS', 'CS-OTHER'].map((name) => acarsdecLine({ text: 'twice', station: name }));
    const vdl = acarsdecLine({ text: 'vdl', icao: 0xa0f1bb, station: 'CS-VDL' });
    await sendByTcp(first.port, [...copies, vdl].map((line) => `${JSON.stringify(line)}\n`).join(''));
    const summary = (text: string): string[] =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as { station_id: string; text: string })
        .map((line) => `${line.station_id} ${line.text}`);
    const [posted8001, twice1, twice2, vdlLine] = [
      '8001 posted',
      'CS-TEST-ACARS twice',
      'CS-OTHER twice',
      'CS-VDL vdl',
    ];
    await expect
      .poll(() => readers.map(({ text }) => summary(text())))
      .toEqual([
        [posted8001, twice1, twice2, vdlLine],
        [vdlLine],
        [posted8001],
        [twice1],
        [posted8001, twice1, vdlLine],
        [],
      ]);
    await expect.poll(() => forward.states()[4]).toMatchObject({ taken: 4, sent: 3, repeated: 1 });
  });

  test('by UDP each line is a datagram; one of more than 60,000 bytes is counted, not cut', async () => {
    const second = await receiversOf(other);
    const forward = await forwardTo(`acars-udp://127.0.0.1:${second.port}`);
    await connected(forward, 1);
    const lines = ['short', 'x'.repeat(50_000), 'y'.repeat(60_000)].map((text) => acarsdecLine({ text }));
    for (const line of lines) forward.line(JSON.stringify(line), null);
    await expect.poll(() => second.counters.read().total).toMatchObject({ stored: 2, waiting: 0 });
    await expect.poll(() => forward.states()).toMatchObject([{ taken: 3, sent: 2, tooLong: 1, waiting: 0 }]);
  });

  test('100 dead destinations cause no loss: all messages are stored, and unsent ones are counted', async () => {
    const closed = await reservePort();
    const dead = Array.from({ length: 99 }, (_, at) => {
      if (at < 60) return `acars-tcp://${programHost}:${closed}`;
      return at < 66 ? `acars-udp://${programHost}:${closed}` : 'acars-serve://127.0.0.1:0';
    });
    // Accepts connections, and never reads.
    const deaf = await one.receiver((socket) => void socket.pause());
    const forward = await forwardTo([...dead, `acars-tcp://127.0.0.1:${deaf}`].join(','));
    const first = await receiversOf(one.held, forward);
    const count = 260;
    const lines = Array.from({ length: count }, (_, at) =>
      JSON.stringify(acarsdecLine({ secondsAgo: at, text: `${at} ${'x'.repeat(20_000)}` })),
    );
    await sendByTcp(first.port, `${lines.join('\n')}\n`);
    await expect
      .poll(() => first.counters.read().total)
      .toMatchObject({
        received: count,
        stored: count,
        dropped: 0,
        waiting: 0,
      });
    const states = forward.states();
    expect(states.filter(({ taken }) => taken === 0)).toHaveLength(33);
    expect(states.filter(({ taken }) => taken === count)).toHaveLength(67);
    expect(states[0]?.dropped).toBeGreaterThan(0);
    for (const { taken, sent, dropped, waiting } of states) expect(sent + dropped + waiting).toBe(taken);
  });
});

describe('frames', () => {
  test('a second server receives them with counter and signal, and stores the same rows; MLAT is not sent', async () => {
    const forward = await forwardTo('beast-serve://127.0.0.1:0');
    const port = forward.ports[0] ?? 0;
    const listener = await reader(port);
    const counters = new IngestCounters();
    const parts = { messages: other.db, positions: { take: () => {} }, counters, log };
    const second = new Radio(readRadio({ ...all, RADIO: `1001=beast://127.0.0.1:${port}` }), parts);
    stops.push(() => second.stop());
    await second.start();
    await connected(forward, 2);
    const mlat = asBeast(frames[0]?.bytes ?? new Uint8Array(), 0, 0);
    mlat.splice(2, 6, 0xff, 0x00, 0x4d, 0x4c, 0x41, 0x54);
    const source = await one.receiver((socket) => socket.write(Buffer.concat([Buffer.from(mlat), beast])));
    await one.listenTo({ ...all, RADIO: `1001=beast://127.0.0.1:${source}` }, {}, one.held.db, forward);
    await one.settled(frames.length + 1);
    await expect.poll(() => listener.bytes().equals(beast)).toBe(true);
    await expect
      .poll(() => counters.read().total)
      .toMatchObject({ received: frames.length, stored: frames.length, waiting: 0 });
    const rows = `select (to_jsonb(a) - 'id' - 'adsb_date_time' - 'epoch_seconds' - 'stored_at')::text as row from adsb a order by 1`;
    expect(await other.db.query(rows)).toEqual(await one.held.db.query(rows));
  });

  test('frames of several stations in one connection name their receivers; a returning frame is not sent again', async () => {
    const forward = await forwardTo('beast-serve://127.0.0.1:0,beast-serve://127.0.0.1:0?stations=1002');
    const [both, second] = [await reader(forward.ports[0] ?? 0), await reader(forward.ports[1] ?? 0)];
    await expect.poll(() => forward.states().map((state) => state.connections)).toEqual([1, 1]);
    const bytes = Uint8Array.of(0x5d, 0x1a, 3, 4, 5, 6, 7);
    const frame = asBeast(bytes, 0x1a1a, 0x1a);
    forward.frame(rawMessage(bytes, 0x1a1a, 0x1a), '1001');
    forward.frame(rawMessage(bytes, 0x1a1a, 0x1a), '1001');
    forward.frame(rawMessage(bytes, 0x1a1a, 0x1a), '1002');
    await expect.poll(() => second.bytes()).toEqual(Buffer.from(frame));
    await expect.poll(() => both.bytes().length).toBe(2 * frame.length + 10);
    expect([...both.bytes().subarray(frame.length, frame.length + 2)]).toEqual([0x1a, 0xe3]);
    await expect
      .poll(() => forward.states())
      .toMatchObject([
        { taken: 3, sent: 2, repeated: 1 },
        { taken: 1, sent: 1, repeated: 0 },
      ]);
  });
});

test('a destination that is reachable again receives the queued lines; lines sent before the end are delivered', async () => {
  const port = await reservePort();
  const forward = await forwardTo(`acars-tcp://${programHost}:${port}`);
  forward.line(JSON.stringify(acarsdecLine({ text: 'waited' })), null);
  await expect.poll(() => forward.states()[0]?.error).toBe('ECONNREFUSED');
  const second = await receiversOf(other, undefined, port, programHost);
  await expect.poll(() => second.counters.read().total.stored).toBe(1);
  forward.line(JSON.stringify(acarsdecLine({ text: 'last' })), null);
  await forward.stop();
  await expect.poll(() => second.counters.read().total.stored).toBe(2);
});
