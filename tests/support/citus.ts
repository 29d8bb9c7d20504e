/**
 * A Citus named by TEST_DATABASE_URL, the address of a database on its coordinator in which its nodes are registered. Each database
 * of a test is created on every node and distributed.
 */
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { distribute } from '../../server/ops/distribution.ts';

type CitusNode = { readonly host: string; readonly port: number; readonly isCoordinator: boolean };

const variable = 'DOWNLINK_TEST_CITUS';

/** Set by the global setup. Empty = no Citus is named. */
export const citusNodes = (): CitusNode[] => JSON.parse(process.env[variable] ?? '[]') as CitusNode[];

/** Of the named database, before any test. */
export async function findCitus(url: string): Promise<void> {
  const nodes = await withDatabase(url, async (db) => {
    const extension = await db.query(`select 1 from pg_extension where extname = 'citus'`);
    if (extension.length === 0) return [];
    return db.query<CitusNode>(
      `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node
       where noderole = 'primary' and isactive order by groupid`,
    );
  });
  process.env[variable] = JSON.stringify(nodes);
}

/** In tests few shards are enough, and are created faster. */
const testShards = 4;

/** The coordinator reaches this worker at another address: that of `url`. */
type Through = { readonly worker: CitusNode; readonly url: string };

/** Where the coordinator reaches a node. */
export function reachedAt({ host, port }: CitusNode, through?: Through): readonly [host: string, port: number] {
  if (!through || through.worker.host !== host || through.worker.port !== port) return [host, port];
  const at = new URL(through.url);
  return [at.hostname, Number(at.port)];
}

/** Empty, on every node. */
export async function createOnNodes(url: string, through?: Through): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const nodes = citusNodes();
  for (const node of nodes) {
    await withDatabase(addressOn(url, node, 'postgres'), (db) => db.query(`create database ${name}`));
    await withDatabase(addressOn(url, node, name), (db) =>
      db.query('create extension citus; create extension citus_columnar'),
    );
  }
  await withDatabase(url, async (db) => {
    for (const node of nodes)
      await db.query(
        `select ${node.isCoordinator ? 'citus_set_coordinator_host' : 'citus_add_node'}($1, $2)`,
        reachedAt(node, through),
      );
  });
}

/** Shards have the same names in a copy, and their placements refer to nodes by number. Nothing may be connected to `template`. */
export async function copyOnNodes(url: string, template: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await onEachNode(url, `create database ${name} template ${template} strategy file_copy`);
}

/** Makes the database a template. Citus opens its own connections, and a database with connections can be neither renamed nor copied. */
export async function renameOnNodes(url: string, template: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await onEachNode(
    url,
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    `alter database ${name} rename to ${template}`,
  );
}

async function onEachNode(url: string, ...statements: readonly string[]): Promise<void> {
  for (const node of citusNodes())
    await withDatabase(addressOn(url, node, 'postgres'), async (db) => {
      for (const statement of statements) await db.query(statement);
    });
}

export const distributeTest = (url: string): Promise<void> =>
  withDatabase(url, async (db) => {
    if (!(await distribute(db, testShards))) throw new Error('The database of a test has other connections.');
  });

export async function dropOnNodes(url: string): Promise<void> {
  await onEachNode(url, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
}

/** With indexes, on every node. */
export async function totalBytes(db: Pick<Database, 'query'>, table: string): Promise<number> {
  const [own] = await db.query<{ bytes: number }>('select pg_total_relation_size($1::regclass) as bytes', [table]);
  if (citusNodes().length === 0) return own?.bytes ?? 0;
  const [shards] = await db.query<{ bytes: number }>(
    `select coalesce(sum(citus_total_relation_size(logicalrelid)), 0)::float8 as bytes from pg_dist_partition
     where logicalrelid = $1::regclass`,
    [table],
  );
  return (own?.bytes ?? 0) + (shards?.bytes ?? 0);
}

/** The coordinator is reached as the tests reach it, a worker as the coordinator does. */
function addressOn(url: string, node: CitusNode, database: string): string {
  const address = new URL(url);
  if (!node.isCoordinator) address.host = `${node.host}:${node.port}`;
  address.pathname = `/${database}`;
  return address.href;
}

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ url }, { max: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Tests that check plans or estimates of the planner. A coordinator shows neither: its workers plan. */
export const planTests: readonly string[] = [
  'C22: more than 100,000 rows are counted as 100,001, at most 50,000 are returned, and counts are exact in windows of few and of many messages',
  'C38b: rows without an aircraft need no lookup, the others use an index',
  'it reads the rows of its aircraft by indexes, and no other messages',
  'REF-12 ADD-trail: of days that are over only the rows of the aircraft are read, in capitals and in small letters',
  'RAW-09: all filters of the company list but the text are counted from one index, without the rows, also today',
  'RAW-09: aircraft, flight and station of a finished day use an index in any case, also right after a bulk import',
  'RAW-09: words in texts of a finished day use trigrams, also for late messages; today has no such index',
  'after a bulk import the planner has statistics of all days, also without a partition of their own',
  'ADSB-10 ADSB-11: every parameter is counted from one index, without the rows, also today',
  'ADSB-10: every filter is tested within the index: short codes, phrases, numbers and flags',
  'ADSB-10: an aircraft or a station of a day that is over is looked up, and only then',
  'after an import the planner has statistics of its days at once',
];

/** The parts that a run does not test, in one line. */
export function reportCitus(): void {
  process.stdout.write(
    citusNodes().length === 0
      ? 'Not run: the tests of a distributed database, because TEST_DATABASE_URL names no Citus.\n'
      : `Not run on Citus: ${planTests.length} tests that look at plans.\n${planTests.map((name) => `  ${name}\n`).join('')}`,
  );
}
