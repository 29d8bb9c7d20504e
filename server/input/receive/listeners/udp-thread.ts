/**
 * Thread that only receives datagrams (decision 6): the system's buffer may hold just 500 of them, and a program that
 * parses and stores in between loses the rest.
 */
import { createSocket, type Socket } from 'node:dgram';
import { parentPort, workerData } from 'node:worker_threads';
import { DatagramBuffer } from './datagram-buffer.ts';
import type { FromThread, ThreadData, ToThread } from './udp-messages.ts';

/** The system may grant less (net.core.rmem_max). */
const receiveBufferBytes = 4_194_304;

const { host, port, maxBytes, counts } = workerData as ThreadData;
const post = (message: FromThread): void => parentPort?.postMessage(message);
const buffer = new DatagramBuffer(maxBytes, counts);
let isRequested = false;

/** A program sends from one port for as long as it runs. Anyone can invent senders: their numbers are forgotten, never used again. */
const senders = new Map<string, number>();
const maxSenders = 10_000;
let lastSender = 0;
function senderNumber(name: string): number {
  const known = senders.get(name);
  if (known !== undefined) return known;
  if (senders.size >= maxSenders) senders.clear();
  senders.set(name, ++lastSender);
  return lastSender;
}

function postBatch(): void {
  const batch = isRequested ? buffer.take() : null;
  if (!batch) return;
  isRequested = false;
  parentPort?.postMessage({ type: 'lines', batch } satisfies FromThread, [batch.bytes.buffer]);
}

const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
socket.on('message', (datagram, { address, port: from }) => {
  buffer.add(datagram, senderNumber(`${address} ${from}`));
  // After all datagrams that the socket has ready.
  if (isRequested) setImmediate(postBatch);
});
const refused = (error: NodeJS.ErrnoException): void =>
  post({ type: 'refused', code: error.code ?? '', message: error.message });
socket.once('error', refused);
socket.bind(port, host, () => {
  socket.off('error', refused);
  // A datagram that could not be received is lost as in transit. The socket continues.
  socket.on('error', () => {});
  enlargeBuffer(socket);
  post({ type: 'listening', address: socket.address() });
});

parentPort?.on('message', (message: ToThread) => {
  if (message === 'close') return void socket.close(() => post({ type: 'closed' }));
  isRequested = true;
  postBatch();
});

function enlargeBuffer(of: Socket): void {
  try {
    of.setRecvBufferSize(receiveBufferBytes);
  } catch {
    // Some systems refuse instead of granting less.
  }
}
