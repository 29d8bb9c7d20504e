/** The connection that holds the locks of this server. The database ends it when the server is silent for too long: frozen, or its machine gone. */
import { type ConnectionPlace, connectOnce } from '../database/pool.ts';
import { holderSql, numberKey, type PostName, postLock, runningSql } from './server-locks.ts';

type About = {
  readonly name: string;
  readonly roles: readonly string[];
  readonly version: string;
  readonly startedAt: Date;
  readonly secretMark: string;
};
type Events = { readonly onEnd: () => void; readonly onMessage: (text: string) => void };
type Seen = { readonly running: number; readonly secrets: number; readonly isLed: boolean };
type Client = Awaited<ReturnType<typeof connectOnce>>;

/** Channel of messages between servers. */
export const channel = 'downlink';
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

  /** Keeps the connection, and counts running servers and their secrets. */
  async look(): Promise<Seen> {
    const { rows } = await this.client.query<Seen>(
      `select count(*)::int as running, count(distinct secret_mark)::int as secrets, exists (${holderSql('leader')}) as "isLed"
       from running_server join (${runningSql}) r using (id)`,
    );
    return rows[0] ?? { running: 1, secrets: 1, isLed: false };
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
