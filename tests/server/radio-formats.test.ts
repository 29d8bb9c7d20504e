/** Receivers in every format, and a real dump1090 as the source. */
import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach, expect, test } from 'vitest';
import { flights } from '../recordings/mode-s-flights.ts';
import { dump1090, hasDump1090 } from '../support/dump1090.ts';
import { acarsdecLine } from '../support/messages.ts';
import { programHost, reservePorts } from '../support/reserved-ports.ts';
import { connectTo, send, sendByTcp } from '../support/senders.ts';
import { all, beast, frames, radioForFile } from './radio-for-file.ts';

const { held, listenTo, receiver, counts, settled, one } = radioForFile();
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

test('JSON lines of acars_router: each message is stored once, in any pieces', async () => {
  const startedS = Math.floor(Date.now() / 1000);
  const lines = Array.from({ length: 40 }, (_, n) =>
    JSON.stringify({
      ...acarsdecLine({ timestamp: startedS - n, text: `message ${n} }{` }),
      app: { name: 'acarsdec', proxied: true, proxied_by: 'acars_router' },
    }),
  );
  const port = await receiver((socket) => {
    socket.setNoDelay(true);
    const bytes = Buffer.from(lines.join(''));
    for (let at = 0; at < bytes.length; at += 100) socket.write(bytes.subarray(at, at + 100));
  });
  await listenTo({ RADIO: `acars://127.0.0.1:${port}` });
  await expect.poll(() => counts('tcp').stored).toBe(40);
  expect(await one('select count(distinct text)::int as value from acars')).toBe(40);
});

test('a port for receivers that connect to it reads AVR and Beast in pieces; a client reads SBS', async () => {
  const sbs = 'MSG,3,1,1,4B1234,1,2026/11/23,12:00:00.000,2026/11/23,12:00:00.000,,36000,,,46.5,24.5,,,0,0,0,0\r\n';
  const sbsPort = await receiver((socket) => socket.write(`AIR,,,,,\r\n${sbs}nonsense\r\n`));
  const radio = await listenTo({
    ...all,
    RADIO: `1001=avr-listen://127.0.0.1:0,1002=beast-listen://127.0.0.1:0,1003=sbs://127.0.0.1:${sbsPort}`,
  });
  const [avrPort = 0, beastPort = 0] = radio.ports;
  await sendByTcp(avrPort, frames.map(({ bytes }) => `*${hex(bytes)};\n`).join(''));
  const socket = await connectTo(beastPort);
  socket.setNoDelay(true);
  for (let at = 0; at < beast.length; at += 997) await send(socket, beast.subarray(at, at + 997));
  await settled(2 * frames.length + 1);
  const perStation = await held.db.query<{ station: string; rows: number }>(
    'select station_id as station, count(*)::int as rows from adsb group by 1 order by 1',
  );
  expect(perStation).toEqual([
    { station: '1001', rows: frames.length },
    { station: '1002', rows: frames.length },
    { station: '1003', rows: 1 },
  ]);
  expect(
    await held.db.query(`select icao, lat, lon, altitude, msg_type as "msgType" from adsb where station_id = '1003'`),
  ).toEqual([{ icao: '4b1234', lat: 46.5, lon: 24.5, altitude: 36_000, msgType: 'SBS: MSG,3' }]);
  expect(radio.states().map(({ connections }) => connections)).toEqual([0, 1, 1]);
  socket.destroy();
});

/** Airliners, each with a minute of frames of every kind. Few, because without a radio dump1090 reads a thousand characters per tenth of a second. */
const airliners = flights.filter(({ frames }) => frames.length > 20).slice(0, 6);
const lastPlace = (at: number) => {
  const placed = airliners[at]?.frames.filter(({ row }) => row.posDecoding === 'Global CPR decoding used.') ?? [];
  return placed.at(-1)?.row;
};

// Registered only if it can run: a skipped test counts as failed.
if (hasDump1090) {
  let program: ChildProcess | null = null;
  afterEach(() => void program?.kill());

  test('Beast, AVR and SBS of dump1090 have the aircraft and the positions that were sent', async () => {
    const [input = 0, raw = 0, sbs = 0, beastIn = 0, beastOut = 0] = await reservePorts(5);
    const ports = { ri: input, ro: raw, sbs, bi: beastIn, bo: beastOut };
    const named = Object.entries(ports).flatMap(([name, port]) => [`--net-${name}-port`, String(port)]);
    program = spawn(dump1090, ['--net-only', '--quiet', '--net-bind-address', programHost, '--no-fix', ...named], {
      stdio: 'ignore',
    });
    const source = (station: number, format: string, port: number) => `${station}=${format}://${programHost}:${port}`;
    const RADIO = [source(1001, 'beast', beastOut), source(1002, 'avr', raw), source(1003, 'sbs', sbs)].join(',');
    const quick = { connectMs: 2000, firstRetryMs: 50, longestRetryMs: 200, silenceMs: null };
    const radio = await listenTo({ ...all, RADIO }, { clientLimits: () => quick });
    await expect.poll(() => radio.states().map(({ connections }) => connections)).toEqual([1, 1, 1]);
    const socket = await connectTo(input, undefined, programHost);
    // Twice: it forwards an aircraft from its second frame on.
    for (const round of [0, 1])
      for (const { frames } of airliners)
        await send(socket, frames.map(({ bytes }) => `*${hex(bytes)};\n`).join('') + (round ? '' : '\n'));
    const rows = (station: string) =>
      held.db.query<{ icao: string; rows: number }>(
        `select icao, count(*)::int as rows from adsb where station_id = $1 group by 1 order by 1`,
        [station],
      );
    const sent = airliners
      .map(({ frames }) => ({ icao: frames[0]?.row.icao, rows: 2 * frames.length }))
      .sort((one, other) => String(one.icao).localeCompare(String(other.icao)));
    for (const station of ['1001', '1002']) await expect.poll(() => rows(station)).toEqual(sent);
    // SBS has no lines for frames without changes.
    const addresses = sent.map(({ icao }) => icao);
    await expect.poll(async () => (await rows('1003')).map(({ icao }) => icao)).toEqual(addresses);

    const places = (station: string) =>
      held.db.query<{ icao: string; lat: number; lon: number }>(
        `select distinct on (icao) icao, lat, lon from adsb where station_id = $1 and lat is not null
         order by icao, adsb_date_time desc, id desc`,
        [station],
      );
    for (const station of ['1001', '1002', '1003']) {
      const found = new Map((await places(station)).map((row) => [row.icao, row]));
      for (const at of airliners.keys()) {
        const place = lastPlace(at);
        const row = found.get(place?.icao ?? '');
        expect(row, `${place?.icao} of ${station}`).toBeDefined();
        expect(Math.abs((row?.lat ?? 0) - (place?.lat ?? 0)), `${place?.icao} of ${station}`).toBeLessThan(0.01);
        expect(Math.abs((row?.lon ?? 0) - (place?.lon ?? 0)), `${place?.icao} of ${station}`).toBeLessThan(0.01);
      }
    }
    socket.destroy();
  });
}
