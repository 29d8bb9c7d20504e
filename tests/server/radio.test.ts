/** Receivers of Mode S frames: real sockets, a real database. */
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/pool.ts';
import { viewOfAll } from '../../server/map/positions.ts';
import { openMessages } from '../../server/messages/messages.ts';
import { recountReceivers } from '../../server/statistics/count-receptions.ts';
import { position } from '../recordings/mode-s-contents.ts';
import { asBeast, squitter } from '../recordings/mode-s-encoder.ts';
import { flights } from '../recordings/mode-s-flights.ts';
import { cuttable } from '../support/cuttable-database.ts';
import { addStation } from '../support/stations.ts';
import { all, beast, beastOf, frames, radioForFile } from './radio-for-file.ts';

const { held, listenTo, receiver, counts, settled, one, rowCount, logged, positions } = radioForFile();

describe('a receiver in Beast format', () => {
  test('each frame is a row with the sent values, its station and its time; the map shows its aircraft', async () => {
    const port = await receiver((socket) => socket.write(beast));
    const beganMs = Date.now();
    await listenTo({ ...all, RADIO: `1001=beast://127.0.0.1:${port}` });
    await settled(frames.length);
    expect(await rowCount()).toBe(frames.length);
    const rows = await held.db.query<{ icao: string; report: string; lat: number; stationId: string; level: number }>(
      `select icao, report, lat, station_id as "stationId", level_db as level from adsb order by adsb_date_time, id`,
    );
    // The clock of the receiver is calibrated in the first seconds of a connection, so the order of bursts can change.
    const sent = frames.map(({ row }) => `${row.icao} ${row.report ?? null} ${row.lat ?? null}`);
    expect(rows.map(({ icao, report, lat }) => `${icao} ${report} ${lat}`).sort()).toEqual(sent.sort());
    expect(new Set(rows.map(({ stationId }) => stationId))).toEqual(new Set(['1001']));
    // 100 of 255.
    expect(new Set(rows.map(({ level }) => level))).toEqual(new Set([-8.1]));
    const [from, to] = [
      await one<number>('select extract(epoch from min(adsb_date_time)) as value from adsb'),
      await one<number>('select extract(epoch from max(adsb_date_time)) as value from adsb'),
    ];
    expect(Number(from) * 1000).toBeGreaterThan(beganMs - 1000);
    expect(Number(to) * 1000).toBeLessThan(Date.now() + 1000);

    const world = { south: -90, north: 90, spans: [[-180, 180]] } as never;
    await expect.poll(() => positions().trackedIn(world, viewOfAll).length).toBe(24);
    const first = positions().of('a40000');
    expect([...(first?.byStation.keys() ?? [])]).toEqual(['1001']);
    expect(first?.all.callsign).toBe('TRX100');
  });

  test('a connection that is cut within a frame is opened again: one frame is lost, none arrives twice', async () => {
    const half = Math.floor(frames.length / 2);
    const bytesOfHalf = Buffer.from(frames.slice(0, half).flatMap((_, at) => beastOf(at)));
    const rest = Buffer.from(frames.slice(half).flatMap((_, at) => beastOf(half + at)));
    const port = await receiver((socket, connection) => {
      if (connection === 0) socket.end(Buffer.concat([bytesOfHalf, rest.subarray(0, 9)]));
      else if (connection === 1) socket.destroy();
      else socket.write(rest);
    });
    const quick = { connectMs: 2000, firstRetryMs: 10, longestRetryMs: 40, silenceMs: null };
    const radio = await listenTo({ ...all, RADIO: `1001=beast://127.0.0.1:${port}` }, { clientLimits: () => quick });
    await settled(frames.length);
    expect(await rowCount()).toBe(frames.length);
    expect(radio.states()).toMatchObject([{ station: '1001', connections: 1, error: null }]);
  });

  test('two sources of one station: the same frame is one row', async () => {
    const port = await receiver((socket) => socket.write(beast));
    const source = `1001=beast://127.0.0.1:${port}`;
    await listenTo({ ...all, RADIO: `${source},${source}` });
    await settled(2 * frames.length);
    expect(await rowCount()).toBe(frames.length);
    expect(counts().duplicates).toBe(frames.length);
  });

  test('two stations: the same frame is a row of each', async () => {
    const port = await receiver((socket) => socket.write(beast));
    const address = `beast://127.0.0.1:${port}`;
    await listenTo({ ...all, RADIO: `1001=${address},1002=${address}` });
    await settled(2 * frames.length);
    expect(await rowCount()).toBe(2 * frames.length);
  });

  test('noise, MLAT and Mode A/C are counted by reason, and not stored', async () => {
    const mlat = asBeast(frames[0]?.bytes ?? new Uint8Array(), 0, 0);
    mlat.splice(2, 6, 0xff, 0x00, 0x4d, 0x4c, 0x41, 0x54);
    const modeAc = [0x1a, 0x31, 0, 0, 0, 0, 0, 1, 50, 0x12, 0x34];
    const wrong = asBeast(Uint8Array.of(0x8d, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13), 5, 5);
    const stranger = asBeast(Uint8Array.of(0x20, 0, 0x0c, 0x38, 1, 2, 3), 6, 5);
    const port = await receiver((socket) =>
      socket.write(Buffer.from([1, 2, 3, ...mlat, ...modeAc, ...wrong, ...stranger, ...beastOf(0)])),
    );
    const radio = await listenTo({ ...all, RADIO: `1001=beast://127.0.0.1:${port}` });
    await settled(5);
    expect(await rowCount()).toBe(1);
    const [meter] = radio.sources.map((one) => one.meter);
    expect(meter?.received).toBe(5);
    expect(
      meter
        ?.reasons()
        .map(({ kind, count, reason }) => `${count} ${kind}: ${reason}`)
        .sort(),
    ).toEqual([
      '1 leftOut: a Mode A/C reply',
      '1 leftOut: a position calculated by several receivers (MLAT)',
      '1 refused: a reply whose aircraft was not received before',
      '1 refused: the parity of the frame is wrong',
      '3 refused: bytes outside of frames',
    ]);
    expect(counts().leftOut.list()).toEqual(
      expect.arrayContaining([
        { reason: 'a position calculated by several receivers (MLAT)', count: 1 },
        { reason: 'a Mode A/C reply', count: 1 },
        { reason: 'the parity of the frame is wrong', count: 1 },
        { reason: 'a reply whose aircraft was not received before', count: 1 },
      ]),
    );
  });

  test('a flood beyond the queue is dropped and counted; the sum of the counters equals the received frames', async () => {
    const port = await receiver((socket) => socket.write(beast));
    await listenTo(
      { ...all, RADIO: `1001=beast://127.0.0.1:${port}` },
      { writer: { maxMessages: 100, maxLength: 32_000_000 } },
    );
    await settled(frames.length);
    const { stored, duplicates, dropped, leftOut } = counts();
    expect(dropped).toBeGreaterThan(0);
    expect(stored + duplicates + dropped + leftOut.total).toBe(frames.length);
    expect(await rowCount()).toBe(stored);
  });
});

test('thinned: fewer rows, but each aircraft and kind is there, and the statistics count every frame', async () => {
  const port = await receiver((socket) => socket.write(beast));
  await listenTo({ RADIO: `1001=beast://127.0.0.1:${port}` });
  await settled(frames.length);
  const rows = await rowCount();
  expect(rows).toBeLessThan(frames.length);
  const news = counts().leftOut.list();
  expect(news.map(({ reason }) => reason)).toContain('a frame without news, counted only');
  const sentAddresses = new Set(
    flights.filter((flight) => flight.frames.length > 1).flatMap((flight) => flight.frames.map(({ row }) => row.icao)),
  );
  const storedAddresses = new Set(
    (await held.db.query<{ icao: string }>('select distinct icao from adsb')).map(({ icao }) => icao),
  );
  expect([...sentAddresses].filter((icao) => !storedAddresses.has(icao ?? ''))).toEqual([]);
  await expect.poll(() => one('select sum(messages)::int as value from rx_hour')).toBe(frames.length);
  const counted = () => held.db.query('select * from rx_hour order by receiver, hour');
  const before = await counted();
  await recountReceivers(held.db, ['1001']);
  expect(await counted()).toEqual(before);
  // Every sent squawk, including emergencies.
  const squawks = new Set(frames.flatMap(({ row }) => row.squawk ?? []));
  const stored = await held.db.query<{ squawk: string }>('select distinct squawk from adsb where squawk is not null');
  expect(stored.map(({ squawk }) => squawk).sort()).toEqual([...squawks].sort());
});

test('without a database it stops in time, and reports the losses', async () => {
  const way = await cuttable(held.url);
  const messages = openMessages(openDatabase({ url: way.url }));
  const sockets: Socket[] = [];
  const port = await receiver((socket) => void sockets.push(socket));
  const radio = await listenTo({ ...all, RADIO: `1001=beast://127.0.0.1:${port}` }, {}, messages);
  await expect.poll(() => sockets.length).toBe(1);
  await way.cut();
  sockets[0]?.write(beast);
  await expect.poll(() => counts().received).toBe(frames.length);
  await radio.stop();
  expect(logged).toContain('frames or messages could not be stored before the end');
  await messages.close();
});

test('an aircraft at two positions at once is doubtful: it is counted, and stored without the second position', async () => {
  // 500 nmi apart within milliseconds.
  const sent = [48.4, 48.4, 40, 40].map((lat, at) =>
    squitter(0x4b1234, position(lat, 8.5, 30_000, at % 2 === 1, null).fields),
  );
  const port = await receiver((socket) =>
    socket.write(Buffer.from(sent.flatMap((bytes, at) => asBeast(bytes, 90_000_000 + at, 100)))),
  );
  const radio = await listenTo({ ...all, RADIO: `1001=beast://127.0.0.1:${port}` });
  await settled(4);
  const doubtful = radio.sources[0]?.meter.reasons().filter(({ kind }) => kind === 'doubtful') ?? [];
  expect(doubtful.map(({ reason }) => reason)).toEqual([
    'a position that the aircraft cannot have reached, or out of range',
  ]);
  expect(await one('select count(*)::int as value from adsb where lat < 45')).toBe(0);
  expect(await rowCount()).toBe(4);
});

test('one address received by two stations at two positions has one trail, marked as doubtful, and counted at the second receiver', async () => {
  const sentBy = (lat: number): Buffer =>
    Buffer.from(
      [false, true].flatMap((isOdd) =>
        asBeast(squitter(0x4b1234, position(lat, 8.5, 30_000, isOdd, null).fields), 0, 100),
      ),
    );
  const sockets: Socket[] = [];
  const ports = [await receiver((socket) => sockets.push(socket)), await receiver((socket) => sockets.push(socket))];
  const radio = await listenTo({ ...all, RADIO: ports.map((port, at) => `100${at}=beast://127.0.0.1:${port}`).join() });
  await expect.poll(() => sockets.length).toBe(2);
  const shown = () => positions().of('4b1234');
  // Alternating: each pair is on the map before the next is sent.
  for (let turn = 1; turn <= 6; turn++) {
    const isFirst = turn % 2 === 1;
    sockets[isFirst ? 0 : 1]?.write(sentBy(isFirst ? 48.4 + turn / 1000 : 40 + turn / 1000));
    await expect
      .poll(() => shown()?.byStation.get(isFirst ? '1000' : '1001')?.placed?.lat)
      .toBeCloseTo((isFirst ? 48.4 : 40) + turn / 1000, 3);
  }
  expect(shown()?.all.location()).toMatchObject({ isDoubtful: true, lat: expect.closeTo(48.405, 3) });
  expect(shown()?.byStation.get('1001')?.location()).toMatchObject({
    isDoubtful: false,
    lat: expect.closeTo(40.006, 3),
  });
  expect(shown()?.track.map(({ lat }) => Math.round(lat))).toEqual([48]);
  expect(radio.sources.map(({ meter }) => meter.reasons())).toEqual([
    [],
    [
      {
        kind: 'doubtful',
        reason: 'a position of an address that is received at another place at the same time',
        count: 5,
      },
    ],
  ]);
  // Both are stored as received. The second station's first pair is one position, each later half is one.
  await settled(12);
  expect(await one('select count(distinct round(lat))::int as value from adsb where lat is not null')).toBe(2);
});

test('ranges are calculated from every frame from the start, also without a row', async () => {
  await addStation(held.db, '7001');
  // The second position is farther, and too soon for a row.
  const sent = [48.4, 48.4, 48.407, 48.407].map((lat, at) =>
    squitter(0x4b1234, position(lat, 8.5, 30_000, at % 2 === 1, null).fields),
  );
  const sockets: Socket[] = [];
  const port = await receiver((socket) => void sockets.push(socket));
  await listenTo({ RADIO: `7001=beast://127.0.0.1:${port}` });
  await expect.poll(() => sockets.length).toBe(1);
  sockets[0]?.write(Buffer.from(sent.flatMap((bytes, at) => asBeast(bytes, 90_000_000 + at, 100))));
  await settled(4);
  // Slightly more than a degree of latitude to the north.
  await expect
    .poll(() =>
      held.db.query('select bearing_deg as bearing, round(farthest_nmi::numeric, 1)::text as nmi from range_hour'),
    )
    .toEqual([{ bearing: 0, nmi: '60.5' }]);
});
