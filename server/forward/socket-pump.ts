/** Writes the queue of a destination into one connection, as fast as the other side reads. What it sends is discarded. */
import type { Socket } from 'node:net';
import { clock } from '../base/clock.ts';
import type { ConnectionState } from '../radio/connection-state.ts';
import type { Outbox } from './outbox.ts';

/** In one write. */
const chunkBytes = 65_536;
/** A reader that takes nothing for so long is dead. */
const stalledMs = 120_000;
/** As readsb sends it: receivers of Beast take a silent connection for dead. */
const heartbeatMs = 60_000;

export class SocketPump {
  #isFull = false;
  #isDue = false;
  #flying = 0;
  #writtenMs = clock.now();
  #timer: NodeJS.Timeout | undefined;

  /** `heartbeat` is sent when nothing else was. */
  constructor(
    private readonly socket: Socket,
    private readonly outbox: Outbox,
    private readonly state: ConnectionState,
    heartbeat: Buffer | null,
  ) {
    socket.resume();
    socket.on('drain', () => {
      this.#isFull = false;
      this.#write();
    });
    socket.setTimeout(stalledMs);
    socket.on('timeout', () => {
      if (this.#flying > 0) socket.destroy();
    });
    if (heartbeat) this.#timer = setInterval(() => this.#beat(heartbeat), heartbeatMs).unref();
    socket.once('close', () => clearInterval(this.#timer));
    this.wake();
  }

  /** Something was added. Written with all that is added in the same turn. */
  wake(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#write();
    });
  }

  /** Resolves when everything was written and the connection is closed, in `ms` at most. */
  async end(ms: number): Promise<void> {
    const isClosed = new Promise<void>((resolve) => this.socket.once('close', () => resolve()));
    if (this.socket.closed) return;
    this.#isFull = false;
    this.#write();
    this.socket.end();
    const timer = setTimeout(() => this.socket.destroy(), ms);
    await isClosed;
    clearTimeout(timer);
  }

  #write(): void {
    while (!this.#isFull && this.outbox.length > 0 && this.socket.writable) {
      const items = this.outbox.take(chunkBytes);
      this.#flying += items.length;
      this.#writtenMs = clock.now();
      const hasRoom = this.socket.write(Buffer.concat(items), (error) => {
        this.#flying -= items.length;
        this.outbox.settled(items.length, !error);
        if (!error) this.state.lastByteMs = clock.now();
      });
      this.#isFull = !hasRoom;
    }
  }

  #beat(heartbeat: Buffer): void {
    if (!this.#isFull && clock.now() - this.#writtenMs >= heartbeatMs) this.socket.write(heartbeat);
  }
}
