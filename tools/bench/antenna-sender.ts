/**
 * Process of the bench `ingest`: a port for each station, each with 1,000 frames/s of the same 200 aircraft in Beast format. Its first message to the
 * parent has the ports, the next ones the altitude and time of a probe, the one after any message from it the number of frames
 * that were sent. It ends with its parent. Own file: a process of its own.
 */
import { createServer, type Socket } from 'node:net';
import { demoFleet } from '../../server/demo/fleet.ts';
import { flightState } from '../../server/demo/flight.ts';
import { airbornePosition, allCallOf, groundVelocity, identification } from '../../server/demo/frames.ts';
import { randomOf } from '../../server/demo/random.ts';
import { position } from '../../tests/recordings/mode-s-contents.ts';
import { allCall, asBeast, squitter } from '../../tests/recordings/mode-s-encoder.ts';

export type SenderMessage =
  | { readonly ports: readonly number[] }
  | { readonly altitudeFt: number; readonly atMs: number }
  | { readonly sent: number };

const [stations, probe] = process.argv.slice(2).map(Number) as [number, number];
const tickMs = 50;
const visitsPerSecond = 200;
const probeEveryMs = 250;
const ticksPerMs = 12_000;
const beganMs = Date.now();

const sockets: Socket[] = [];
const timers: NodeJS.Timeout[] = [];
let [sent, visits, probes] = [0, 0, 0];
const tell = (message: SenderMessage): void => void process.send?.(message);

function transmit(frames: readonly Uint8Array[], to: readonly Socket[]): void {
  const counter = (Date.now() - beganMs) * ticksPerMs;
  const bytes = Buffer.from(frames.flatMap((frame, at) => asBeast(frame, (counter + at) % 2 ** 32, 90)));
  for (const socket of to) socket.write(bytes);
  sent += frames.length * to.length;
}

/** Five frames of each aircraft whose turn it is. */
function tick(): void {
  const nowMs = Date.now();
  const due = Math.floor(((nowMs - beganMs) * visitsPerSecond) / 1000);
  const frames: Uint8Array[] = [];
  for (; visits < due; visits++) {
    const index = visits % visitsPerSecond;
    const aircraft = demoFleet[index];
    if (!aircraft) throw new Error('The fleet is too small.');
    // Aircraft at the gate fly, too: each counts as one in the air.
    const state = { ...flightState(aircraft, index, nowMs), altFt: 30_000 };
    const sighting = { aircraft, state, atMs: nowMs, random: randomOf(7, visits), levelDb: -10 };
    const kinds = [identification, groundVelocity, airbornePosition];
    frames.push(allCallOf(sighting), ...kinds.flatMap((kind) => kind(sighting)).map(({ bytes }) => bytes));
  }
  transmit(frames, sockets);
}

function sendProbe(): void {
  const altitudeFt = 1000 + (probes++ % 1800) * 25;
  const half = (isOdd: boolean): Uint8Array => squitter(probe, position(47, 19, altitudeFt, isOdd, null).fields);
  transmit([allCall(probe), half(false), half(true)], sockets.slice(0, 1));
  tell({ altitudeFt, atMs: Date.now() });
}

const ports = await Promise.all(
  Array.from({ length: stations }, async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      sockets.push(socket);
      if (sockets.length < stations) return;
      visits = Math.floor(((Date.now() - beganMs) * visitsPerSecond) / 1000);
      timers.push(setInterval(tick, tickMs), setInterval(sendProbe, probeEveryMs));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as { port: number }).port;
  }),
);
tell({ ports });
process.on('message', () => {
  for (const timer of timers) clearInterval(timer);
  tell({ sent });
});
process.on('disconnect', () => process.exit());
