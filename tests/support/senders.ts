/** Decoders on the network: sockets that send lines. */
import { createSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';

/** A TCP connection to a receiver port; `from` and `host` = other addresses of this machine. */
export function connectTo(port: number, from?: string, host = '127.0.0.1'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host, localAddress: from }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends these bytes, waiting whenever the other side is slow. */
export async function send(socket: Socket, bytes: string | Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())));
}

/** Opens a connection, sends all of it and closes, as `nc` does. */
export async function sendByTcp(port: number, bytes: string | Uint8Array, host?: string): Promise<void> {
  const socket = await connectTo(port, undefined, host);
  await new Promise<void>((resolve) => socket.end(bytes, () => resolve()));
}

/** One datagram for each text. */
export async function sendByUdp(
  port: number,
  datagrams: readonly (string | Uint8Array)[],
  host = '127.0.0.1',
): Promise<void> {
  const socket = createSocket('udp4');
  for (const datagram of datagrams)
    await new Promise<void>((resolve, reject) =>
      socket.send(datagram, port, host, (error) => (error ? reject(error) : resolve())),
    );
  socket.close();
}
