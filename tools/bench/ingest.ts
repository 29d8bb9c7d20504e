/**
 * Storing ACARS and ADS-B with four readers of default pages, against a bare COPY of the same rows, on the same PostgreSQL.
 * Bare = the same rows as COPY text, in batches of the same size, into a table with only a primary key: the ratio is the cost of
 * deduplication, reassembly and indexes. The database must be durable and the baseline must write the log.
 */

import { writeInstant } from '../../contract/params.ts';
import { migrate } from '../../server/database/migrate.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { dayMs, dayOf } from '../../server/messages/day-partitions.ts';
import { type MessageList, messagePage } from '../../server/messages/message-page.ts';
import { type Messages, openMessages } from '../../server/messages/messages.ts';
import { inChunks } from '../../server/messages/new-rows.ts';
import { batchSize } from '../../server/messages/store-batches.ts';
import { copyLine } from '../../server/query/copy-text.ts';
import { logIn } from '../../tests/support/api-client.ts';
import { startProgram, type TestProgram } from '../../tests/support/server.ts';
import { acarsKind, adsbKind, type IngestKind, windowMs } from './ingest-kinds.ts';
import { medians } from './median.mjs';
import { type Million, openMillion } from './million-data.ts';
import { benchEnv } from './with-server.ts';

const rounds = 5;
const messagesPerRound = 50_000;
const readers = 4;
const name = 'bench_ingest';
type Row = Readonly<Record<string, string | number | boolean | null>>;

export async function measure(): Promise<object[]> {
  const million = await openMillion();
  const { place } = million.launched;
  const source = openMessages(openDatabase(place, { max: 1 }));
  await source.query(`drop database if exists ${name} with (force)`);
  await source.query(`create database ${name}`);
  const db = openMessages(openDatabase({ ...place, database: name }, { max: 4 }));
  await migrate(db);
  const url = `postgres://${place.user}:${place.password}@/${name}?host=${encodeURIComponent(place.host)}&port=${place.port}`;
  const server = await startProgram({ database: url, env: benchEnv });
  try {
    const figures = [await compare(db, server, acarsKind, await sourceRows(source, million, acarsKind))];
    figures.push(await compare(db, server, adsbKind, await sourceRows(source, million, adsbKind)));
    return figures.flatMap((figure) => figure ?? []);
  } finally {
    await server.dispose();
    await db.close();
    await source.query(`drop database ${name} with (force)`);
    await source.close();
    await million.launched.stop();
  }
}

/** Null if the figure was reported and does not gate. */
async function compare<M extends Row>(
  db: Messages,
  server: TestProgram,
  kind: IngestKind<M>,
  rows: readonly M[],
): Promise<object | null> {
  await prepareFloor(db, kind.list);
  const reading = await startReaders(server, kind.path);
  try {
    let round = 0;
    const perSecond = async (work: (fresh: readonly M[]) => Promise<void>): Promise<number> => {
      const fresh = kind.fresh(rows, round++);
      await db.query('checkpoint');
      const started = performance.now();
      await work(fresh);
      return fresh.length / ((performance.now() - started) / 1000);
    };
    const ours = async (fresh: readonly M[]): Promise<void> => {
      const { stored } = await kind.store(db, fresh);
      if (stored !== fresh.length) throw new Error(`${stored} of ${fresh.length} were new`);
    };
    const { mine, bare } = await medians(
      { mine: () => perSecond(ours), bare: () => perSecond((fresh) => copyBare(db, kind.list, fresh)) },
      rounds,
    );
    return figureOf(kind, mine, bare, reading.responses());
  } finally {
    await reading.stop();
  }
}

function figureOf<M>(kind: IngestKind<M>, mine: number, floor: number, responses: number): object | null {
  const title = `storing ${messagesPerRound.toLocaleString('en')} ${kind.title} with ${readers} readers, against a bare COPY of them`;
  const detail = `${mine.toFixed(0)} against ${floor.toFixed(0)} rows a second, medians of ${rounds} interleaved rounds; the readers got ${responses} pages`;
  if (kind.limit !== null) return { name: title, value: mine / floor, limit: kind.limit, atLeast: true, detail };
  console.log(`       ${title}: ${(mine / floor).toFixed(2)} - ${detail}`);
  return null;
}

async function sourceRows<M>(db: Messages, million: Million, { list, filters }: IngestKind<M>): Promise<M[]> {
  const query = { limit: messagesPerRound, acarsMessageDateTimeMax: million.endMs };
  const page = await messagePage(db, list, { filters, query, company: null });
  return (JSON.parse(page.rowsJson) as (M & { id?: string })[]).map(({ id: _, ...row }) => row as M);
}

/** The same columns, the same partitions, logged, with the primary key and no other index. */
async function prepareFloor(db: Database, { table: { name: table, time } }: MessageList): Promise<void> {
  const bare = `bare_${table}`;
  await db.query(
    `create table ${bare} (like ${table} including defaults, primary key (station_id, ${time}, id)) partition by range (${time})`,
  );
  for (const day of [-1, 0, 1].map((step) => dayOf(Date.now() + step * dayMs)))
    await db.query(
      `create table ${bare}_${day.replaceAll('-', '')} partition of ${bare}
       for values from ('${day} 00:00:00+00') to ('${dayOf(Date.parse(day) + dayMs)} 00:00:00+00')`,
    );
}

async function copyBare(db: Database, { table, columns }: MessageList, rows: readonly Row[]): Promise<void> {
  const fields = Object.keys(columns);
  const names = [...Object.values(columns).map((column) => column.name), 'is_demo', 'stored_at'].join(', ');
  const storedAt = new Date().toISOString();
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize);
    await db.transaction((tx) =>
      tx.copyIn(`copy bare_${table.name} (${names}) from stdin`, inChunks(copyLines(batch, fields, storedAt))),
    );
  }
}

function* copyLines(rows: readonly Row[], fields: readonly string[], storedAt: string): Iterable<string> {
  for (const row of rows)
    yield copyLine([...fields.map((field) => row[field] ?? (field === 'stationId' ? '' : null)), false, storedAt]);
}

type Reading = { responses(): number; stop(): Promise<void> };

/** Each requests the default page repeatedly, with another window each time, so that nothing is cached. */
async function startReaders(server: TestProgram, path: string): Promise<Reading> {
  const { token } = await logIn(server, 'parser');
  let responses = 0;
  let isStopping = false;
  const form = (ms: number): string => encodeURIComponent(writeInstant(ms));
  const read = async (reader: number): Promise<void> => {
    for (let turn = 0; !isStopping; turn++) {
      const toMs = Date.now() - ((turn * readers + reader) % 300) * 1000;
      const window = `acarsMessageDateTimeMin=${form(toMs - windowMs)}&acarsMessageDateTimeMax=${form(toMs)}`;
      const response = await fetch(`${server.apiBase}${path}?offset=0&limit=10&${window}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (response.status !== 200) throw new Error(await response.text());
      await response.text();
      responses += 1;
    }
  };
  const running = Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)));
  running.catch(() => {}); // reported by stop()
  return {
    responses: () => responses,
    stop: async () => {
      isStopping = true;
      await running;
    },
  };
}
