/**
 * Storing with readers running: storeAcars of real-looking messages against a bare COPY of the same messages, both on the embedded PostgreSQL
 * with the product's settings, while four readers ask the real server for default pages. Bare = the same program turns the same messages into
 * COPY's text and copies them in batches of the same size, each committed, into a table with the same columns and days and nothing but its
 * primary key: what the ratio shows is the cost of telling duplicates, of assembly, and of the indexes.
 * Must not: use a database that forgets at a power cut, or let the floor skip the log.
 */
import { api } from '../../contract/api.ts';
import type { AcarsMessage } from '../../contract/entities.ts';
import { writeInstant } from '../../contract/params.ts';
import { migrate } from '../../server/database/migrate.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { acarsPage } from '../../server/store/acars.ts';
import { acarsColumns } from '../../server/store/columns.ts';
import { copyLine } from '../../server/store/copy-text.ts';
import { dayMs, dayOf } from '../../server/store/day-partitions.ts';
import { inChunks } from '../../server/store/new-rows.ts';
import { storeAcars } from '../../server/store/store-acars.ts';
import { batchSize } from '../../server/store/store-batches.ts';
import { logIn } from '../../tests/support/api-client.ts';
import { startServer, type TestServer } from '../../tests/support/server.ts';
import { interleaved, median } from './median.mjs';
import { type Million, openMillion } from './million-data.ts';

const rounds = 5;
const messagesPerRound = 50_000;
const readers = 4;
const windowMs = 7_200_000;
const name = 'bench_ingest';

export async function measure(): Promise<object[]> {
  const million = await openMillion();
  const { place } = million.launched;
  const source = openDatabase(place, { max: 1 });
  const rows = await sourceRows(source, million);
  await source.query(`drop database if exists ${name} with (force)`);
  await source.query(`create database ${name}`);
  const db = openDatabase({ ...place, database: name }, { max: 4 });
  await migrate(db);
  await prepareFloor(db);
  const url = `postgres://${place.user}:${place.password}@/${name}?host=${encodeURIComponent(place.host)}&port=${place.port}`;
  const server = await startServer({ database: url, env: { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' } });
  const reading = await startReaders(server);
  try {
    return [await compare(db, rows, reading)];
  } finally {
    await reading.stop();
    await server.dispose();
    await db.close();
    await source.query(`drop database ${name} with (force)`);
    await source.close();
    await million.launched.stop();
  }
}

async function compare(db: Database, rows: readonly AcarsMessage[], reading: Reading): Promise<object> {
  let round = 0;
  const perSecond = async (work: (fresh: readonly AcarsMessage[]) => Promise<void>): Promise<number> => {
    const fresh = freshRows(rows, round++);
    await db.query('checkpoint');
    const started = performance.now();
    await work(fresh);
    return fresh.length / ((performance.now() - started) / 1000);
  };
  const ours = async (fresh: readonly AcarsMessage[]): Promise<void> => {
    const { stored } = await storeAcars(
      db,
      fresh.map((row) => ({ row })),
    );
    if (stored !== fresh.length) throw new Error(`${stored} of ${fresh.length} were new`);
  };
  const results = await interleaved(
    { ours: () => perSecond(ours), bare: () => perSecond((fresh) => copyBare(db, fresh)) },
    rounds,
  );
  const [mine, floor] = [median(results.ours ?? []), median(results.bare ?? [])];
  return {
    name: `storing ${messagesPerRound.toLocaleString('en')} messages with ${readers} readers, against a bare COPY of them`,
    value: mine / floor,
    limit: 0.3,
    atLeast: true,
    detail: `${mine.toFixed(0)} against ${floor.toFixed(0)} rows a second, medians of ${rounds} interleaved rounds; the readers got ${reading.answers()} pages meanwhile`,
  };
}

async function sourceRows(db: Database, million: Million): Promise<AcarsMessage[]> {
  const page = await acarsPage(db, {
    filters: api.acarsMessage.allUsers.list.filters,
    query: { limit: messagesPerRound, acarsMessageDateTimeMax: million.endMs },
    company: null,
  });
  const rows = JSON.parse(page.rowsJson) as (AcarsMessage & { id?: string })[];
  return rows.map(({ id: _, ...row }) => ({
    ...row,
    aggregatedText: null,
    aggregationStatus: null,
    consensusStatus: null,
    consensusResult: null,
  }));
}

const aircraft = 2000;
/** A third of the messages are heard twice, a tenth have two blocks: as many receptions as these come of 30 messages. */
const messagesPerPattern = 30;

/**
 * The same texts as just heard, within the last two hours, with keys that no round had. Aircraft take turns, and each counts its messages;
 * a third of the messages are heard by a second station, a tenth have a second block.
 */
function freshRows(rows: readonly AcarsMessage[], round: number): AcarsMessage[] {
  const nowMs = Date.now();
  const stepMs = windowMs / rows.length;
  const fresh: AcarsMessage[] = [];
  for (let message = 0; fresh.length < rows.length; message++) {
    const turn = message % messagesPerPattern;
    const number = Math.floor(message / aircraft) % 100;
    const blocks = turn % 10 === 0 ? ['A', 'B'] : ['A'];
    const first = rows[fresh.length] as AcarsMessage;
    for (const [part, letter] of blocks.entries())
      for (const station of turn % 3 === 0 ? ['', '-2'] : ['']) {
        const ms = nowMs - windowMs + fresh.length * stepMs + round / 1000;
        fresh.push({
          ...(rows[fresh.length] ?? first),
          acarsDateTime: writeInstant(ms),
          timestamp: ms / 1000,
          tail: `N${message % aircraft}R${round}`,
          stationId: `${first.stationId}${station}`,
          label: first.label,
          text: part === 0 ? first.text : (rows[fresh.length] ?? first).text,
          blockId: String((number + part) % 10),
          msgno: `M${String(number).padStart(2, '0')}${letter}`,
          type: first.type,
          end: part + 1 < blocks.length,
        });
      }
  }
  return fresh.slice(0, rows.length);
}

const fields = Object.keys(acarsColumns) as (keyof typeof acarsColumns)[];
const columnNames = [...fields.map((field) => acarsColumns[field].name), 'is_demo', 'stored_at'].join(', ');

/** The same columns, the same partitions, logged, with the primary key and no other index. */
async function prepareFloor(db: Database): Promise<void> {
  await db.query(
    'create table bare (like acars including defaults, primary key (station_id, acars_date_time, id)) partition by range (acars_date_time)',
  );
  for (const day of [-1, 0, 1].map((step) => dayOf(Date.now() + step * dayMs)))
    await db.query(
      `create table bare_${day.replaceAll('-', '')} partition of bare
       for values from ('${day} 00:00:00+00') to ('${dayOf(Date.parse(day) + dayMs)} 00:00:00+00')`,
    );
}

async function copyBare(db: Database, rows: readonly AcarsMessage[]): Promise<void> {
  const storedAt = new Date().toISOString();
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize);
    await db.transaction((tx) =>
      tx.copyIn(`copy bare (${columnNames}) from stdin`, inChunks(copyLines(batch, storedAt))),
    );
  }
}

function* copyLines(rows: readonly AcarsMessage[], storedAt: string): Iterable<string> {
  for (const row of rows)
    yield copyLine([...fields.map((field) => row[field] ?? (field === 'stationId' ? '' : null)), false, storedAt]);
}

type Reading = { answers(): number; stop(): Promise<void> };

/** Each asks the default page again as soon as it has the last one, every time with another window: nothing comes from memory. */
async function startReaders(server: TestServer): Promise<Reading> {
  const { token } = await logIn(server, 'parser');
  let answers = 0;
  let isStopping = false;
  const form = (ms: number): string => encodeURIComponent(writeInstant(ms));
  const read = async (reader: number): Promise<void> => {
    for (let turn = 0; !isStopping; turn++) {
      const toMs = Date.now() - ((turn * readers + reader) % 300) * 1000;
      const window = `acarsMessageDateTimeMin=${form(toMs - windowMs)}&acarsMessageDateTimeMax=${form(toMs)}`;
      const answer = await fetch(`${server.apiBase}/AcarsMessage/allUsers?offset=0&limit=10&${window}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (answer.status !== 200) throw new Error(await answer.text());
      await answer.text();
      answers += 1;
    }
  };
  const running = Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)));
  running.catch(() => {}); // told by stop()
  return {
    answers: () => answers,
    stop: async () => {
      isStopping = true;
      await running;
    },
  };
}
