/** Receivers that an Admin adds, tests, pauses and removes while the server runs (decision 8). */
import { createServer as createHttp } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Receiver, Receivers, ReceiverTest } from '../../contract/entities/receivers.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { flights } from '../recordings/mode-s-flights.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { serverForFile } from '../support/file-server.ts';
import { acarsdecLine } from '../support/messages.ts';
import { programHost, reservePort } from '../support/reserved-ports.ts';
import { sendByTcp, sendByUdp } from '../support/senders.ts';
import { addStation } from '../support/stations.ts';
import { beast } from './radio-for-file.ts';

const frames = flights.flatMap((flight) => flight.frames);
const avr = frames.map(({ bytes }) => `*${Buffer.from(bytes).toString('hex')};\n`).join('');

const server = serverForFile({
  env: { RECEIVER_PORT: '0', RADIO: '7001=beast://127.0.0.1:1', FORWARD: 'acars-tcp://127.0.0.1:1' },
  prepare: async (it) => {
    const db = openDatabase({ url: it.databaseUrl });
    await addStation(db, '7001');
    await db.close();
  },
});
let token = '';
beforeAll(async () => {
  token = (await logIn(server.current, 'admin')).token;
});
const open: Server[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** Sends `bytes` to each connection and keeps it open. */
async function receiver(bytes: string | Uint8Array): Promise<{ readonly port: number; readonly sockets: Socket[] }> {
  const sockets: Socket[] = [];
  const served = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.splice(sockets.indexOf(socket), 1));
    if (bytes.length > 0) socket.write(bytes);
  });
  return { port: await portOf(served), sockets };
}
async function portOf(served: Server): Promise<number> {
  open.push(served);
  await new Promise<void>((resolve) => served.listen(0, '127.0.0.1', resolve));
  return (served.address() as { port: number }).port;
}

const call = (method: string, path: string, body?: object) => callApi(server.current, path, { method, token, body });
const all = async (): Promise<Receivers> => (await call('GET', '/receivers')).json as Receivers;
const added = async (id: number): Promise<Receiver | undefined> => (await all()).receivers.find((one) => one.id === id);
const beastAt = (port: number, more: object = {}) => ({ kind: 'beast', host: '127.0.0.1', port, ...more });
async function add(body: object): Promise<number> {
  const reply = await call('POST', '/receivers', body);
  expect(reply.status, reply.text).toBe(201);
  return (reply.json as { id: number }).id;
}
async function countRows(sql: string): Promise<number> {
  const db = openDatabase({ url: server.current.databaseUrl });
  const [row] = await db.query<{ count: number }>(`select count(*)::int as count from ${sql}`);
  await db.close();
  return row?.count ?? 0;
}

test('a receiver is read as soon as it is added, stays paused after a restart, is resumed, and removed', async () => {
  const { port, sockets } = await receiver(beast);
  const id = await add(beastAt(port, { station: '7001' }));
  await expect.poll(async () => (await added(id))?.received).toBe(frames.length);
  expect(await added(id)).toMatchObject({
    setting: null,
    kind: 'beast',
    station: '7001',
    address: `beast://127.0.0.1:${port}`,
    state: 'connected',
    connections: 1,
    addedBy: 'admin',
    error: null,
  });
  const counts = (await added(id))?.counts ?? [];
  expect(counts.map(({ kind, reason }) => `${kind}: ${reason}`)).toContain(
    'thinned: a frame without news, counted only',
  );
  await expect.poll(() => countRows(`adsb where station_id = '7001'`)).toBeGreaterThan(0);

  expect((await call('PUT', `/receivers/${id}`, { isEnabled: false })).status).toBe(204);
  await expect.poll(() => sockets.length).toBe(0);
  expect(await added(id)).toMatchObject({ state: 'paused', isEnabled: false });
  const other = await add(beastAt((await receiver(avr)).port, { kind: 'avr' }));
  await server.current.restart();
  expect(await added(id)).toMatchObject({ state: 'paused' });
  await expect.poll(async () => (await added(other))?.state).toBe('connected');
  await call('DELETE', `/receivers/${other}`);
  expect((await call('PUT', `/receivers/${id}`, { isEnabled: true })).status).toBe(204);
  await expect.poll(async () => (await added(id))?.state).toBe('connected');

  expect((await call('DELETE', `/receivers/${id}`)).status).toBe(204);
  await expect.poll(() => sockets.length).toBe(0);
  expect(await added(id)).toBeUndefined();
  for (const method of ['PUT', 'DELETE'])
    expect((await call(method, `/receivers/${id}`, { isEnabled: true })).status).toBe(404);
});

test('settings are listed read-only with the name of their variable; a failed connection has its reason', async () => {
  await expect
    .poll(async () => (await all()).receivers.find(({ setting }) => setting === 'RADIO'))
    .toMatchObject({
      id: null,
      kind: 'beast',
      station: '7001',
      address: 'beast://127.0.0.1:1',
      state: 'failed',
      error: 'connection refused: no program listens on this port',
    });
  expect((await all()).receivers.find(({ setting }) => setting === 'RECEIVER_PORT')).toMatchObject({
    id: null,
    kind: 'acars-listen',
  });
  await expect
    .poll(async () => (await all()).forward)
    .toMatchObject([
      {
        address: 'acars-tcp://127.0.0.1:1',
        connections: 0,
        error: 'connection refused: no program listens on this port',
        dropped: 0,
      },
    ]);
});

test('an unreadable receiver is refused with its field; only an Admin sees receivers', async () => {
  const fieldsOf = async (body: object) => {
    const reply = await call('POST', '/receivers', body);
    expect(reply.status, reply.text).toBe(400);
    return Object.keys((reply.json as { errors?: object }).errors ?? {});
  };
  expect(await fieldsOf(beastAt(0))).toEqual(['port']);
  for (const host of [
    '0x7f000001',
    '127.1',
    '2130706433',
    '0177.0.0.1',
    '0xa9fea9fe',
    '64:ff9b::a9fe:a9fe',
    '::a9fe:a9fe',
    'fd00:ec2::254',
  ])
    expect(await fieldsOf(beastAt(1, { host })), host).toEqual(['host']);
  expect(await fieldsOf(beastAt(70_000, { host: 'http://x' }))).toEqual(['host', 'port']);
  expect(await fieldsOf(beastAt(30_005, { station: '99999' }))).toEqual(['station']);
  expect(await fieldsOf(beastAt(30_005, { host: '169.254.169.254' }))).toEqual(['host']);
  expect(await fieldsOf({ ...beastAt(80), kind: 'aircraft.json', path: 'data' })).toEqual(['path']);
  expect(await fieldsOf({ ...beastAt(30_104), kind: 'beast-listen', host: 'roof.lan' })).toEqual(['host']);

  const { port } = await receiver('');
  const id = await add(beastAt(port));
  for (const body of [beastAt(port), beastAt(port, { kind: 'avr' }), beastAt(1, { station: '7001' })]) {
    const reply = await call('POST', '/receivers', body);
    expect(reply.status, reply.text).toBe(409);
  }
  await call('DELETE', `/receivers/${id}`);

  const parser = (await logIn(server.current, 'parser')).token;
  for (const [method, path] of [
    ['GET', '/receivers'],
    ['POST', '/receivers/test'],
  ] as const) {
    const body = method === 'POST' ? { body: beastAt(port) } : {};
    expect((await callApi(server.current, path, { method, token: parser, ...body })).status).toBe(403);
  }
});

/** Frames and lines passed to the decoders. */
const receivedInAll = async (): Promise<number> =>
  ((await call('GET', '/ingest/counters')).json as { total: { received: number } }).total.received;

describe('the test of a receiver', () => {
  const tested = async (body: object): Promise<ReceiverTest> => {
    const reply = await call('POST', '/receivers/test', body);
    expect(reply.status, reply.text).toBe(200);
    return reply.json as ReceiverTest;
  };

  test('reports the format and counts, and stores nothing', async () => {
    const receivedBefore = await receivedInAll();
    const ofBeast = await tested(beastAt((await receiver(beast)).port));
    expect(ofBeast).toMatchObject({ isReachable: true, reason: null, format: 'beast' });
    expect(ofBeast.count).toBeGreaterThan(20);
    // The wrong kind is recognised.
    expect(await tested(beastAt((await receiver(avr)).port))).toMatchObject({ isReachable: true, format: 'avr' });
    const page = `<html><head><title>A page that is not a receiver</title></head><body>secret</body></html>`;
    const unknown = await tested(beastAt((await receiver(page)).port));
    expect(unknown).toEqual({ isReachable: true, reason: null, format: null, bytes: page.length, count: 0 });
    const http = createHttp((_, response) =>
      response.end(JSON.stringify({ now: 1, aircraft: [{ hex: '4b1234', seen: 1 }] })),
    );
    const json = { ...beastAt(await portOf(http)), kind: 'aircraft.json', path: '/data/aircraft.json' };
    expect(await tested(json)).toMatchObject({ isReachable: true, format: 'aircraft.json', count: 1 });
    expect(await receivedInAll()).toBe(receivedBefore);
    expect((await all()).receivers.filter(({ id }) => id !== null)).toEqual([]);
  });

  test('reports the reason for a closed port and for a port in use', async () => {
    expect(await tested(beastAt(1))).toMatchObject({
      isReachable: false,
      reason: 'connection refused: no program listens on this port',
    });
    const listenAt = (host: string, port: number) => ({ kind: 'beast-listen', host, port });
    expect(await tested(listenAt(programHost, await reservePort()))).toMatchObject({ isReachable: true });
    const { port } = await receiver('');
    expect(await tested(listenAt('127.0.0.1', port))).toMatchObject({
      reason: 'the port is already in use on the server',
    });
  });
});

describe('a port for decoders', () => {
  test('is opened while the server runs: it accepts lines by UDP and TCP, and frames by their first bytes; other protocols are counted', async () => {
    const port = await reservePort();
    const id = await add({ kind: 'acars-listen', host: programHost, port });
    expect(await added(id)).toMatchObject({ state: 'waiting' });
    expect((await all()).decoderPorts).toContainEqual({ host: programHost, port });
    await sendByTcp(port, JSON.stringify(acarsdecLine({ secondsAgo: 3, text: 'by TCP' })), programHost);
    await sendByUdp(port, [JSON.stringify(acarsdecLine({ secondsAgo: 3, text: 'by UDP' }))], programHost);
    await expect.poll(() => countRows(`acars where text in ('by TCP', 'by UDP')`)).toBe(2);
    await sendByTcp(port, beast, programHost);
    await sendByTcp(port, avr, programHost);
    await sendByTcp(
      port,
      `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: a browser that was given the wrong port\r\n\r\n`,
      programHost,
    );
    await expect.poll(async () => (await added(id))?.received).toBe(2 * frames.length + 3);
    const refused = (await added(id))?.counts.filter(({ kind }) => kind === 'refused');
    expect(refused).toContainEqual({ kind: 'refused', reason: 'the connection uses another protocol', count: 1 });
    await expect.poll(() => countRows(`adsb where station_id = ''`)).toBeGreaterThan(0);
    expect((await call('DELETE', `/receivers/${id}`)).status).toBe(204);
    await expect(sendByTcp(port, 'x', programHost)).rejects.toThrow('ECONNREFUSED');
  });
});
