/**
 * The server's door to PostgreSQL: queries, transactions, COPY.
 * Must not: know a table; and nobody outside of this folder imports `pg`.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** int8 and dates arrive as numbers and `YYYY-MM-DD`: our counts stay far below 2^53, and a date has no time zone. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Where the database is; `host` may be a socket folder. */
export type ConnectionPlace =
  | { readonly url: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    };

export type Database = {
  /** Rows as objects by column name. @throws DatabaseError */
  query<R extends object>(sql: string, values?: readonly unknown[]): Promise<R[]>;
  /** All or nothing: commits when `work` resolves, rolls back when it throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};
export type Transaction = Pick<Database, 'query'> & {
  /** A statement that writes; returns the number of rows that it wrote. @throws DatabaseError */
  write(sql: string, values?: readonly unknown[]): Promise<number>;
  /** COPY ... FROM STDIN; returns the number of rows copied. */
  copyIn(sql: string, chunks: AsyncIterable<string> | Iterable<string>): Promise<number>;
};

export type PoolOptions = { readonly max?: number /** 0 = none */; readonly statementTimeoutMs?: number };

export function openDatabase(place: ConnectionPlace, options: PoolOptions = {}): Database {
  const pool = new pg.Pool({
    ...clientOptions(place),
    max: options.max ?? 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    ...(options.statementTimeoutMs ? { statement_timeout: options.statementTimeoutMs } : {}),
  });
  // A broken idle connection is replaced by the pool; the next query tells whether the database is really gone.
  pool.on('error', () => {});
  return {
    query: async <R extends object>(sql: string, values?: readonly unknown[]) =>
      (await pool.query<R & pg.QueryResultRow>(sql, values as unknown[] | undefined)).rows,
    transaction: (work) => runTransaction(pool, work),
    close: () => pool.end(),
  };
}

/** One connection of its own, outside of any pool: for locks that last as long as it, and for probing. */
export async function connectOnce(place: ConnectionPlace): Promise<pg.Client> {
  const client = new pg.Client({ ...clientOptions(place), connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  return client;
}

function clientOptions(place: ConnectionPlace): pg.ClientConfig {
  const common = { application_name: 'downlink', options: '-c timezone=UTC' };
  return 'url' in place ? { connectionString: place.url, ...common } : { ...place, ...common };
}

async function runTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Without a listener a connection that breaks between two queries would end the whole program; the next query tells it.
  const lost = (error: Error): void => {
    broken = error;
  };
  client.on('error', lost);
  try {
    await client.query('begin');
    const result = await work(transactionOf(client));
    await client.query('commit');
    return result;
  } catch (error) {
    // If even the rollback fails, the connection is thrown away instead of going back to the pool.
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off('error', lost);
    client.release(broken);
  }
}

function transactionOf(client: pg.PoolClient): Transaction {
  return {
    query: async <R extends object>(sql: string, values?: readonly unknown[]) =>
      (await client.query<R & pg.QueryResultRow>(sql, values as unknown[] | undefined)).rows,
    write: async (sql, values) => (await client.query(sql, values as unknown[] | undefined)).rowCount ?? 0,
    copyIn: async (sql, chunks) => {
      const stream = client.query(copyFrom(sql));
      await pipeline(Readable.from(chunks, { objectMode: true, highWaterMark: 16 }), stream);
      return stream.rowCount;
    },
  };
}

/** Connection lost, starting up or shutting down, out of memory or connections: the same may work a moment later. */
const awayStates = /^(08|57P|53)/;
const awayCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ERR_STREAM_PREMATURE_CLOSE)$/;
const awayMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Was it the database that was not there, and not what it was asked? */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error);
  if (state) return awayStates.test(state);
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  return awayCodes.test(code) || awayMessages.test(message);
}

/** The five letters of an SQL state, or null when the error is not the database's. */
export function sqlState(error: unknown): string | null {
  const code = error instanceof Error ? (error as Error & { code?: unknown }).code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
}
