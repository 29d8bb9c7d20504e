/**
 * This server among those of one database (decision 28). Its own connection holds its advisory locks, which end with it. The lock of its
 * number shows that it runs. The lock of a post makes it the only server that does that work.
 */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type ConnectionPlace, connectOnce, type Query } from '../database/pool.ts';
import type { Logger } from '../http/guard.ts';
import type { ServersConfig } from './servers-config.ts';

type Stop = () => unknown;
/** Work that one server does at a time. `start` resolves to what ends it. */
export type Post = { readonly name: PostName; readonly start: () => Promise<Stop> | Stop };
type Held = { readonly stop: Stop };
type Member = ServersConfig & {
  readonly version: string;
  readonly secret: string;
  readonly startedAtMs: number;
};
type Log = Pick<Logger, 'info' | 'warn'>;

const beatMs = 1000;
/** Another server has taken over by then. */
const emptyMs: Readonly<Record<PostName, number>> = { leader: 15_000, receivers: 3000, notices: 15_000 };
/** Messages between servers. */
type ServerMessage = 'receivers' | 'demo removed';

export class Membership {
  #connection: ServerConnection | null = null;
  #others = 0;
  #secrets = 1;
  readonly #takenAtMs = new Map<PostName, number>(postNames.map((name) => [name, performance.now()]));
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
  /** No server has done the work of a post for a while, although this one reaches the database. */
  isEmpty(name: PostName): boolean {
    return this.#connection !== null && performance.now() - (this.#takenAtMs.get(name) ?? 0) > emptyMs[name];
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
      const { running, secrets, taken } = await connection.look();
      this.#others = Math.max(0, running - 1);
      this.#secrets = secrets;
      for (const name of taken) this.#takenAtMs.set(name, performance.now());
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
    // What was empty before it looked is unknown.
    for (const name of postNames) this.#takenAtMs.set(name, performance.now());
    this.#connection = connection;
    return connection;
  }

  async #take(connection: ServerConnection, { name, start }: Post, log: Log): Promise<void> {
    if (!(await connection.tryLock(name))) return;
    this.#takenAtMs.set(name, performance.now());
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

// ---- Advisory locks of servers, and the SQL that reads them.

/** Work that one server does at a time. */
export const postNames = ['leader', 'receivers', 'notices'] as const;
export type PostName = (typeof postNames)[number];

/** First keys: of the numbers of running servers, and of posts. */
const numberKey = 0x646c7376;
const postKey = 0x646c7074;
const posts: Readonly<Record<PostName, number>> = { leader: 1, receivers: 2, notices: 3 };
const postLock = (name: PostName): readonly [number, number] => [postKey, posts[name]];

/** Locks with two keys of this database, as `l`. */
const locks = (key: number): string =>
  `pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.classid = ${key}
   and l.database = (select oid from pg_database where datname = current_database())`;

/** Numbers of running servers, each with the process of its connection. */
export const runningSql = `select l.objid::int as id, l.pid from ${locks(numberKey)}`;
/** Process that holds a post. */
export const holderSql = (name: PostName): string => `select l.pid from ${locks(postKey)} and l.objid = ${posts[name]}`;
/** Whether the server with the number in `column` runs. */
export const isRunningSql = (column: string): string =>
  `exists (select from ${locks(numberKey)} and l.objid::int = ${column})`;

// ---- The connection that holds the locks of this server. The database ends it when the server is silent for too long: frozen, or its machine gone.

type About = {
  readonly name: string;
  readonly roles: readonly string[];
  readonly version: string;
  readonly startedAt: Date;
  readonly secretMark: string;
};
type Events = { readonly onEnd: () => void; readonly onMessage: (text: string) => void };
type Seen = { readonly running: number; readonly secrets: number; readonly taken: readonly PostName[] };
type Client = Awaited<ReturnType<typeof connectOnce>>;

/** Channel of messages between servers. */
const channel = 'downlink';
/** After this time without a query the locks are free. */
const silentMs = 10_000;
/** Shorter: a server stops before another one begins. */
const responseMs = 5000;

export class ServerConnection {
  private constructor(
    readonly id: number,
    private readonly client: Client,
  ) {}

  static async open(place: ConnectionPlace, about: About, { onEnd, onMessage }: Events): Promise<ServerConnection> {
    const client = await connectOnce(place, responseMs);
    try {
      await client.query(`set idle_session_timeout = ${silentMs}`);
      // Whoever reads the row sees the lock as well. Rows of servers that are gone are removed.
      const { rows } = await client.query<{ id: number }>(
        `with gone as (delete from running_server where id not in (select id from (${runningSql}) r)),
           own as (insert into running_server (name, roles, version, started_at, secret_mark) values ($1, $2, $3, $4, $5) returning id)
         select id, pg_advisory_lock(${numberKey}, id) from own`,
        [about.name, about.roles, about.version, about.startedAt, about.secretMark],
      );
      const id = rows[0]?.id;
      if (id === undefined) throw new Error('The server could not be registered.');
      client.on('notification', ({ payload }) => onMessage(payload ?? ''));
      await client.query(`listen ${channel}`);
      // Last: an end before this is an error of `open`, whose caller has no connection yet.
      client.once('end', onEnd);
      return new ServerConnection(id, client);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
  }

  /** Keeps the connection, counts running servers and their secrets, and names the posts that one of them holds. */
  async look(): Promise<Seen> {
    const { rows } = await this.client.query<Seen>(
      `select count(*)::int as running, count(distinct secret_mark)::int as secrets,
         array_remove(array[${postNames.map((name) => `case when exists (${holderSql(name)}) then '${name}' end`)}], null) as taken
       from running_server join (${runningSql}) r using (id)`,
    );
    return rows[0] ?? { running: 1, secrets: 1, taken: [] };
  }

  async tryLock(name: PostName): Promise<boolean> {
    const { rows } = await this.client.query<{ got: boolean }>('select pg_try_advisory_lock($1, $2) as got', [
      ...postLock(name),
    ]);
    return rows[0]?.got ?? false;
  }

  async unlock(name: PostName): Promise<void> {
    await this.client.query('select pg_advisory_unlock($1, $2)', [...postLock(name)]);
  }

  /** Before its end: no row of this server is left. */
  async leave(): Promise<void> {
    await this.client.query('delete from running_server where id = $1', [this.id]);
  }

  /** Releases every lock. A lost connection is not waited for. */
  async close(): Promise<void> {
    this.client.removeAllListeners('end');
    const ended = this.client.end().catch(() => {});
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 500).unref())]);
  }
}

// ---- Running servers of this database, as each of them sees all.

type RunningServer = {
  readonly id: number;
  readonly name: string;
  readonly roles: readonly string[];
  readonly version: string;
  readonly startedAt: Date;
  readonly secretMark: string;
  readonly isLeader: boolean;
  /** It reads the receivers added on the screen. */
  readonly readsReceivers: boolean;
};

/** Oldest first. */
export const runningServers = (db: Query): Promise<RunningServer[]> =>
  db.query<RunningServer>(
    `select s.id, s.name, s.roles, s.version, s.started_at as "startedAt", s.secret_mark as "secretMark",
       coalesce(r.pid = (${holderSql('leader')}), false) as "isLeader", coalesce(r.pid = (${holderSql('receivers')}), false) as "readsReceivers"
     from running_server s join (${runningSql}) r using (id) order by s.started_at, s.id`,
  );

/** Sends the message to every server, this one included. */
export async function notifyServers(db: Query, message: ServerMessage): Promise<void> {
  await db.query('select pg_notify($1, $2)', [channel, message]);
}
