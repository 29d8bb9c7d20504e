/** Floods of a receiver port by TCP, in each format, as fast as it reads: 4 connections. Each message is new. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { asBeast } from '../../tests/recordings/mode-s-encoder.ts';
import { flights } from '../../tests/recordings/mode-s-flights.ts';
import { acarsdecLine } from '../../tests/support/messages.ts';
import type { Abuse } from './abuses.ts';

const connections = 4;
const atOnce = 500;
const frames = flights.flatMap((flight) => flight.frames.map(({ bytes }) => bytes));
let count = 0;
const some = (one: (n: number) => string): Buffer =>
  Buffer.from(Array.from({ length: atOnce }, () => one(count++)).join(''));
const frame = (n: number): Uint8Array => frames[n % frames.length] ?? new Uint8Array(14);

const makers: Readonly<Record<string, () => Buffer>> = {
  json: () =>
    some(
      (n) => `${JSON.stringify(acarsdecLine({ secondsAgo: 60 + (n % 3000), text: `flood ${process.pid} ${n}` }))}\n`,
    ),
  beast: () => Buffer.from(Array.from({ length: atOnce }, () => asBeast(frame(count), count++ * 600, 90)).flat()),
  avr: () => some((n) => `*${Buffer.from(frame(n)).toString('hex')};\n`),
  sbs: () =>
    some((n) => {
      const at = new Date().toISOString();
      const moment = `${at.slice(0, 10).replaceAll('-', '/')},${at.slice(11, 23)}`;
      const icao = (0x4b_0000 + (n % 5000)).toString(16).toUpperCase();
      return `MSG,3,1,1,${icao},1,${moment},${moment},,36000,,,${46 + (n % 100) / 100},24.5,,,0,0,0,0\r\n`;
    }),
};

const flood =
  (make: () => Buffer): Abuse['run'] =>
  async ({ receiverPort }, isOver, add) => {
    const send = async (): Promise<void> => {
      while (!isOver.now) {
        const socket = connect(receiverPort, '127.0.0.1');
        socket.on('error', () => {});
        const closed = once(socket, 'close');
        while (!isOver.now && !socket.destroyed) {
          const isTaken = socket.write(make());
          add(atOnce);
          await (isTaken ? new Promise(setImmediate) : Promise.race([once(socket, 'drain').catch(() => {}), closed]));
        }
        socket.destroy();
      }
    };
    await Promise.all(Array.from({ length: connections }, send));
  };

export const tcpFloods: Readonly<Record<string, Abuse>> = Object.fromEntries(
  Object.entries(makers).map(([format, make]) => [
    `tcp-${format}`,
    {
      title: `TCP ${format === 'json' ? 'JSON' : format === 'beast' ? 'Beast' : format.toUpperCase()} as fast as it is read, 4 connections`,
      unit: format === 'json' ? 'messages' : 'frames',
      run: flood(make),
    },
  ]),
);
