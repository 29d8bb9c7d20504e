/** Queries, transactions, COPY. Only importer of `pg`. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { checkedSocket } from '../base/outgoing-address.ts';
import { inSpan, isTracing, type SpanAttributes } from '../base/spans.ts';

/** int8 and dates as numbers and `YYYY-MM-DD`: counts are far below 2^53, and a date has no time zone. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Address of the database. `host` may be a socket folder. */
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
  /** Yields of `read`, all from one snapshot. Stopping early releases the connection. */
  snapshot<T>(read: (from: Snapshot) => AsyncIterable<T>): AsyncGenerator<T, void>;
  /**
   * Reads of one snapshot, of which no table stays locked: each `copyOut` has its own transaction and locks what it reads for as
   * long as it reads.
   */
  frozen<T>(read: (from: Frozen) => Promise<T>): Promise<T>;
  /** `waiting` = callers without a connection. */
  connections(): { readonly busy: number; readonly idle: number; readonly waiting: number; readonly max: number };
  close(): Promise<void>;
};
export type Frozen = Pick<Database, 'query'> & {
  /** COPY ... TO STDOUT at the reader's speed. @throws DatabaseError */
  copyOut(sql: string): AsyncIterable<Buffer>;
};
type Snapshot = Pick<Database, 'query'> & {
  /** Rows of a statement, `size` at a time, at the reader's speed. */
  chunks<R extends object>(sql: string, values: readonly unknown[], size: number): AsyncGenerator<R[], void>;
};
/** What reads and single statements need: the database, or a transaction. */
export type Query = Pick<Database, 'query'>;

export type Transaction = Query & {
  /** Writes, and returns the number of rows. @throws DatabaseError */
  write(sql: string, values?: readonly unknown[]): Promise<number>;
  /** COPY ... FROM STDIN; returns the number of rows copied. */
  copyIn(sql: string, chunks: AsyncIterable<string | Buffer> | Iterable<string>): Promise<number>;
};

type PoolOptions = { readonly max?: number /** 0 = none */; readonly statementTimeoutMs?: number };

/** The connection was lost, or unavailable. Thrown in place of errors of the driver and socket, which are its cause. */
class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
  constructor(cause: unknown) {
    super((cause as Error).message || String((cause as NodeJS.ErrnoException).code ?? cause), { cause });
  }
}

/** Time for a response after the statement timeout. Beyond it the connection counts as lost: dropped packets, or a frozen host. */
const responseGraceMs = 10_000;

export function openDatabase(place: ConnectionPlace, options: PoolOptions = {}): Database {
  const pool = new pg.Pool({
    ...clientOptions(place),
    max: options.max ?? 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...(options.statementTimeoutMs
      ? { statement_timeout: options.statementTimeoutMs, query_timeout: options.statementTimeoutMs + responseGraceMs }
      : {}),
  });
  // The pool replaces a broken idle connection. The next query shows whether the database is gone.
  pool.on('error', () => {});
  return {
    query: async <R extends object>(sql: string, values?: readonly unknown[]) =>
      (
        await inStatementSpan(sql, () =>
          orAway(pool.query<R & pg.QueryResultRow>(sql, values as unknown[] | undefined)),
        )
      ).rows,
    transaction: (work) => runTransaction(pool, work),
    snapshot: (read) => readSnapshot(pool, read),
    frozen: (read) => readFrozen(pool, read),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: pool.options.max,
    }),
    close: () => pool.end(),
  };
}

/** One connection outside of any pool: for locks that last as long as it, and for probing. `responseMs` limits each query. */
export async function connectOnce(place: ConnectionPlace, responseMs?: number): Promise<pg.Client> {
  const limits = responseMs === undefined ? {} : { query_timeout: responseMs };
  const client = new pg.Client({ ...clientOptions(place), ...limits, connectionTimeoutMillis: 5_000, keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  return client;
}

function clientOptions(place: ConnectionPlace): pg.ClientConfig {
  const common = { application_name: 'downlink', options: '-c timezone=UTC', stream: checkedSocket };
  return 'url' in place ? { connectionString: place.url, ...common } : { ...place, ...common };
}

async function runTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const lease = await leaseClient(pool, 'begin');
  try {
    const result = await work(transactionOf(lease.client));
    await lease.commit();
    return result;
  } catch (error) {
    throw await lease.rollBack(error);
  } finally {
    await lease.end();
  }
}

const beginSnapshot = 'begin isolation level repeatable read read only';

async function* readSnapshot<T>(pool: pg.Pool, read: (from: Snapshot) => AsyncIterable<T>): AsyncGenerator<T, void> {
  const lease = await leaseClient(pool, beginSnapshot);
  try {
    yield* read(snapshotOf(lease.client));
    await lease.commit();
  } catch (error) {
    throw await lease.rollBack(error);
  } finally {
    await lease.end();
  }
}

async function readFrozen<T>(pool: pg.Pool, read: (from: Frozen) => Promise<T>): Promise<T> {
  const lease = await leaseClient(pool, beginSnapshot);
  try {
    const { rows } = await lease.client.query<{ id: string }>('select pg_export_snapshot() as id');
    const id = rows[0]?.id ?? '';
    const result = await read({ query: queryOn(lease.client), copyOut: (sql) => copyOfSnapshot(pool, id, sql) });
    await lease.commit();
    return result;
  } catch (error) {
    throw await lease.rollBack(error);
  } finally {
    await lease.end();
  }
}

async function* copyOfSnapshot(pool: pg.Pool, id: string, sql: string): AsyncGenerator<Buffer, void> {
  const client = await orAway(pool.connect());
  const ignore = (): void => {};
  client.on('error', ignore);
  let isRead = false;
  try {
    await client.query(`${beginSnapshot}; set transaction snapshot '${id}'`);
    for await (const chunk of client.query(copyTo(sql))) yield chunk as Buffer;
    await client.query('commit');
    isRead = true;
  } catch (error) {
    throw error instanceof pg.DatabaseError ? error : new DatabaseAway(error);
  } finally {
    client.off('error', ignore);
    // A reader that stops early leaves the rest of the table on the connection: it is closed.
    client.release(!isRead);
  }
}

/** A connection within a transaction. */
type Lease = {
  readonly client: pg.PoolClient;
  commit(): Promise<void>;
  /** Resolves to the error to throw for `error`. */
  rollBack(error: unknown): Promise<unknown>;
  /** Releases the connection. An open transaction is rolled back. */
  end(): Promise<void>;
};

async function leaseClient(pool: pg.Pool, begin: string): Promise<Lease> {
  const client = await orAway(pool.connect());
  let broken: Error | undefined;
  let isOpen = true;
  // Without a listener a connection that breaks between two queries would end the program. The next query reports it.
  const lost = (error: Error): void => {
    broken = error;
  };
  client.on('error', lost);
  const rollBack = async (error: unknown): Promise<unknown> => {
    isOpen = false;
    // If the rollback fails as well, the connection is closed instead of returned.
    await client.query('rollback').catch((failure: Error) => {
      broken ??= failure;
    });
    return broken && !(error instanceof pg.DatabaseError) ? new DatabaseAway(error) : error;
  };
  const end = async (): Promise<void> => {
    if (isOpen) await rollBack(null);
    client.off('error', lost);
    client.release(broken);
  };
  const commit = async (): Promise<void> => {
    await client.query('commit');
    isOpen = false;
  };
  try {
    await client.query(begin);
  } catch (error) {
    const thrown = await rollBack(error);
    await end();
    throw thrown;
  }
  return { client, commit, rollBack, end };
}

function snapshotOf(client: pg.PoolClient): Snapshot {
  // Later pieces are read when the client is ready for them: outside of the request that began here.
  const asBegun = AsyncLocalStorage.snapshot();
  const query: Database['query'] = (sql, values) => asBegun(() => queryOn(client)(sql, values));
  return {
    query,
    async *chunks<R extends object>(sql: string, values: readonly unknown[], size: number) {
      // All rows are read: a plan that is fast for the first few only would be wrong.
      await query('set local cursor_tuple_fraction = 1');
      await query(`declare chunks no scroll cursor for ${sql}`, values);
      for (;;) {
        const rows = await query<R>(`fetch ${size} from chunks`);
        if (rows.length > 0) yield rows;
        if (rows.length < size) break;
      }
      await query('close chunks');
    },
  };
}

const queryOn =
  (client: pg.PoolClient): Database['query'] =>
  async <R extends object>(sql: string, values?: readonly unknown[]) =>
    (await inStatementSpan(sql, () => client.query<R & pg.QueryResultRow>(sql, values as unknown[] | undefined))).rows;

function transactionOf(client: pg.PoolClient): Transaction {
  return {
    query: queryOn(client),
    write: async (sql, values) =>
      (await inStatementSpan(sql, () => client.query(sql, values as unknown[] | undefined))).rowCount ?? 0,
    copyIn: (sql, chunks) =>
      inStatementSpan(sql, async () => {
        const stream = client.query(copyFrom(sql));
        await pipeline(Readable.from(chunks, { objectMode: true, highWaterMark: 16 }), stream);
        return stream.rowCount;
      }),
  };
}

/** Rejects with DatabaseAway on connection failures. Refused statements and values that the driver cannot send keep their error. */
async function orAway<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isOther = error instanceof pg.DatabaseError || error instanceof TypeError || error instanceof SyntaxError;
    throw isOther ? error : new DatabaseAway(error);
  }
}

/** Connection lost, starting or stopping, out of memory or connections, unreadable files, access refused, a standby: may work later. */
const awayStates = /^(08|28|3D|53|57P|58)|^25006$/;

/** Whether the database was unavailable, as opposed to a wrong statement. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseAway || awayStates.test(sqlState(error) ?? '');
}

/** The five characters of an SQLSTATE, or null for other errors: EPIPE and EBUSY have five letters, too. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? stateOf(error) : null;
}

/** Out of range, constraint violations, too large: the same again fails again. All others may be temporary. */
export function isLasting(error: unknown): boolean {
  const state = sqlState(error);
  return state ? /^(22|23|54)/.test(state) : !isDatabaseAway(error);
}

// Statements as spans: verb and first table. Neither values nor the statement are part of them.

/** Statements with filters are many. */
const maxNames = 300;
const names = new Map<string, SpanAttributes>();

/** A partition is named as its table. */
export function statementFacts(sql: string): SpanAttributes {
  const known = names.get(sql);
  if (known) return known;
  const text = sql.replace(/'[^']*'|--[^\n]*|\/\*[\s\S]*?\*\/|\bextract\s*\(\s*\w+\s+from\b/gi, ' ');
  const [, first = ''] = /^[\s(]*([a-z]+)/i.exec(text) ?? [];
  const verb = /^with$/i.test(first) ? (/\b(insert|update|delete)\b/i.exec(text)?.[1] ?? 'select') : first;
  const [, table] = /\b(?:from|into|update|copy|join)\s+(?:only\s+)?([a-z_]\w*)/i.exec(text) ?? [];
  const facts: SpanAttributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': verb.toUpperCase(),
    ...(table ? { 'db.collection.name': table.toLowerCase().replace(/_\d{8}$/, '') } : {}),
  };
  if (names.size >= maxNames) names.clear();
  names.set(sql, facts);
  return facts;
}

/** Runs a statement, as a child of the current span. */
function inStatementSpan<T>(sql: string, work: () => Promise<T>): Promise<T> {
  if (!isTracing()) return work();
  return inSpan(() => {
    const attributes = statementFacts(sql);
    const name = [attributes['db.operation.name'], attributes['db.collection.name']].filter(Boolean).join(' ');
    return { name, kind: 'client', attributes, isChild: true };
  }, work);
}

/** SQLSTATE of errors that a Citus coordinator reports without the one of its worker, all as XX000. */
type Reported = {
  readonly code?: string | undefined;
  readonly message: string;
  /** Function of the server that reported it. */
  readonly routine?: string | undefined;
};

const internalError = 'XX000';
const connectionFailure = '08006';
const violation = '23000';
const tooLarge = '54000';

export function stateOf({ code, message, routine }: Reported): string | null {
  if (code !== internalError) return code ?? null;
  // The outcome is unknown, as after a lost connection.
  if (message.startsWith('failure on connection marked as essential')) return connectionFailure;
  // A worker refused a row of a COPY. Any other of its errors may be temporary: a full disk must not count as a wrong row.
  if (routine !== 'ReportCopyError') return code;
  if (/\bviolates [\w-]+ constraint\b/.test(message)) return violation;
  return /^(?:index )?row (?:is too big|size \d+ exceeds)/.test(message) ? tooLarge : code;
}
