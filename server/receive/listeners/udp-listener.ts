/**
 * Datagrams of decoders: one JSON object each, or several lines. Must not: answer, or wait (there is nobody to hold back).
 */
import { createSocket, type Socket } from 'node:dgram';
import type { IngestCounters } from '../ingest-counters.ts';
import type { AcarsWriter } from './acars-writer.ts';
import { receiveLine } from './received-line.ts';

/** What the system may hold while we are busy; it gives less where it is set up so. */
const receiveBufferBytes = 4_194_304;

export type UdpListener = { stop(): Promise<void> };

/** @throws EADDRINUSE and its like */
export async function listenUdp(
  place: { readonly host: string; readonly port: number },
  writer: AcarsWriter,
  counters: IngestCounters,
): Promise<UdpListener> {
  const socket = createSocket(place.host.includes(':') ? 'udp6' : 'udp4');
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(place.port, place.host, () => {
      socket.off('error', reject);
      resolve();
    });
  });
  enlargeBuffer(socket);
  // A datagram that could not be received is lost as if on the way; the socket goes on.
  socket.on('error', () => {});
  socket.on('message', (datagram) => takeDatagram(datagram.toString('utf8'), writer, counters));
  return { stop: () => new Promise((resolve) => socket.close(() => resolve())) };
}

function takeDatagram(text: string, writer: AcarsWriter, counters: IngestCounters): void {
  const ours = counters.of('udp');
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    if (writer.hasRoom()) {
      const reception = receiveLine(line, ours);
      if (reception) writer.offer('udp', reception);
    } else {
      // Unread: in a flood that is more than can be stored, reading would only take time from what is kept.
      ours.received++;
      ours.dropped++;
    }
  }
}

function enlargeBuffer(socket: Socket): void {
  try {
    socket.setRecvBufferSize(receiveBufferBytes);
  } catch {
    // Some systems refuse instead of giving what they may: theirs is enough for the usual traffic.
  }
}
