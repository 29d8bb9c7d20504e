/** Ports for programs that cannot choose one themselves, and for what closes its port and opens it again. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Elsewhere 127.0.0.1 is the only address of the machine itself: a port is free when it is chosen, but not reserved. */
const canReserve = process.platform === 'linux';
/** Such a port is opened at this address only. Outgoing connections use ports of 127.0.0.1. */
export const programHost = canReserve ? '127.0.8.1' : '127.0.0.1';
/** A port in use at this address is not given to another process, neither at this address nor at all addresses together. */
const guardHost = canReserve ? '127.0.8.2' : programHost;

/** Ports of TCP and UDP at `programHost`, reserved until this process ends. */
export const reservePorts = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, reservePort));

export async function reservePort(): Promise<number> {
  for (;;) {
    const guard = createServer().unref().listen(0, guardHost);
    await once(guard, 'listening');
    const { port } = guard.address() as AddressInfo;
    const datagrams = createSocket('udp4').unref();
    const isReserved = once(datagrams.bind(port, guardHost), 'listening').then(
      () => true,
      () => false,
    );
    // Otherwise it is in use for UDP.
    const isFree = await isReserved;
    if (isFree && canReserve) return port;
    datagrams.close();
    guard.close();
    if (isFree) return port;
  }
}
