/**
 * This server among those of one database (decision 106). Its own connection holds its advisory locks, which end with it. The lock of its
 * number shows that it runs. The lock of a post makes it the only server that does that work.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConnectionPlace } from '../database/pool.ts';
import type { Logger } from '../http/guard.ts';
import { ServerConnection } from './server-connection.ts';
import type { PostName } from './server-locks.ts';
import type { ServersConfig } from './servers-config.ts';

type Stop = () => unknown;
/** Work that one server does at a time. `start` resolves to what ends it. */
export type Post = { readonly name: PostName; readonly start: () => Promise<Stop> | Stop };
type Held = { readonly stop: Stop };
export type Member = ServersConfig & {
  readonly version: string;
  readonly secret: string;
  readonly startedAtMs: number;
};
type Log = Pick<Logger, 'info' | 'warn'>;

const beatMs = 1000;
/** A new leader has begun by then. */
const leaderlessMs = 15_000;
/** Messages between servers. */
export type ServerMessage = 'receivers' | 'demo removed';

export class Membership {
  #connection: ServerConnection | null = null;
  #others = 0;
  #secrets = 1;
  #ledAtMs = performance.now();
  readonly #held = new Map<PostName, Held>();
  readonly #listeners = new Map<ServerMessage, () => void>();
  readonly #ended = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #releasing: Promise<void> = Promise.resolve();

  constructor(readonly self: Member) {}

  /** Number of this server. null = it is not connected. */
  get id(): number | null {
    return this.#connection?.id ?? null;
  }
  /** Other running servers of this database. */
  get others(): number {
    return this.#others;
  }
  holds(name: PostName): boolean {
    return this.#held.has(name);
  }
  /** No server has done the periodic work for a while, although this one reaches the database. */
  get isLeaderless(): boolean {
    return this.#connection !== null && performance.now() - this.#ledAtMs > leaderlessMs;
  }

  /** Running servers sign with different secrets. */
  get hasManySecrets(): boolean {
    return this.#secrets > 1;
  }

  /** The same for equal secrets. */
  get secretMark(): string {
    return createHash('sha256').update(`mark of ${this.self.secret}`).digest('hex').slice(0, 12);
  }

  /** Calls `listener` when another server, or this one, has sent the message. */
  on(message: ServerMessage, listener: () => void): void {
    this.#listeners.set(message, listener);
  }

  /** Resolves after the first attempt to take the posts. */
  async start(place: ConnectionPlace, posts: readonly Post[], log: Log): Promise<void> {
    await this.#beat(place, posts, log);
    this.#running = (async () => {
      while (!this.#ended.signal.aborted) {
        await pause(beatMs, null, { ref: false, signal: this.#ended.signal }).catch(() => {});
        if (!this.#ended.signal.aborted) await this.#beat(place, posts, log);
      }
    })();
  }

  /** Ends the work of its posts first, so that the next server begins after it. */
  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#running;
    await this.#release();
    await this.#connection?.leave().catch(() => {});
    await this.#connection?.close();
    this.#connection = null;
  }

  async #beat(place: ConnectionPlace, posts: readonly Post[], log: Log): Promise<void> {
    try {
      // What it did before has ended.
      await this.#releasing;
      const connection = this.#connection ?? (await this.#connect(place, log));
      const { running, secrets, isLed } = await connection.look();
      this.#others = Math.max(0, running - 1);
      this.#secrets = secrets;
      if (isLed) this.#ledAtMs = performance.now();
      for (const post of posts) if (!this.#held.has(post.name)) await this.#take(connection, post, log);
    } catch (error) {
      await this.#lost(this.#connection, log, error);
    }
  }

  async #connect(place: ConnectionPlace, log: Log): Promise<ServerConnection> {
    const { name, roles, version, startedAtMs } = this.self;
    const about = { name, roles: [...roles], version, startedAt: new Date(startedAtMs), secretMark: this.secretMark };
    const connection = await ServerConnection.open(place, about, {
      onEnd: () => void this.#lost(connection, log, null),
      onMessage: (text) => this.#listeners.get(text as ServerMessage)?.(),
    });
    this.#connection = connection;
    return connection;
  }

  async #take(connection: ServerConnection, { name, start }: Post, log: Log): Promise<void> {
    if (!(await connection.tryLock(name))) return;
    if (name === 'leader') this.#ledAtMs = performance.now();
    try {
      this.#held.set(name, { stop: await start() });
      log.info({ server: connection.id, post: name }, 'this server took a post');
    } catch (error) {
      log.warn({ err: error, post: name }, 'the work of a post could not begin: it is tried again');
      await connection.unlock(name);
    }
    // Its lock was lost while it began.
    if (this.#connection !== connection) await this.#release();
  }

  /** Without its locks this server stops the work of its posts: another server may have begun it. */
  async #lost(connection: ServerConnection | null, log: Log, error: unknown): Promise<void> {
    if (connection === null || this.#connection !== connection) return;
    this.#connection = null;
    this.#others = 0;
    if (!this.#ended.signal.aborted)
      log.warn(
        { reason: (error as Error | null)?.message ?? 'the connection ended' },
        'the connection of the server locks was lost',
      );
    void connection.close();
    await this.#release();
  }

  #release(): Promise<void> {
    const held = [...this.#held.values()].reverse();
    this.#held.clear();
    this.#releasing = this.#releasing.then(async () => {
      for (const { stop } of held) await (async () => stop())().catch(() => {});
    });
    return this.#releasing;
  }
}
