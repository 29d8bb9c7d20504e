/** Messages on several machines (decision 29). `npm run distribute -- --check | --yes [--shards N]` distributes their tables over the workers of a Citus coordinator. */
import { parseArgs } from 'node:util';
import { pendingMigrations, takeSchemaLock } from '../database/migrate.ts';
import type { Database, Query, Transaction } from '../database/pool.ts';
import { messageTables } from '../query/message-tables.ts';

/** Each day of a table has as many. */
const maxShards = 256;

/** Enough for some hundred receivers on 16 workers. */
const usualShards = 32;

const usage = `Usage: npm run distribute -- --check   reports sizes and planned changes, and changes nothing
       npm run distribute -- --yes     distributes the messages over the workers of the database
Option --shards N: parts of the messages, 1 to ${maxShards}, otherwise ${usualShards}. Fewer make lists faster; each worker needs two.`;

type Print = (line: string) => void;
type Options = { readonly check: boolean; readonly yes: boolean; readonly shards: number };

/** null = wrong options. */
function readOptions(args: readonly string[]): Options | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { check: { type: 'boolean' }, yes: { type: 'boolean' }, shards: { type: 'string' } },
    });
    const { check = false, yes = false, shards = String(usualShards) } = values;
    const isCount = /^[1-9]\d{0,2}$/.test(shards) && Number(shards) <= maxShards;
    return (check && yes) || !isCount ? null : { check, yes, shards: Number(shards) };
  } catch {
    return null;
  }
}

/** Resolves to the exit code. `hasUrl` = DATABASE_URL is set. */
export async function distributeCommand(
  open: () => Promise<Database>,
  args: readonly string[],
  hasUrl: boolean,
  print: Print,
): Promise<number> {
  const options = readOptions(args);
  if (!options) {
    print(usage);
    return 1;
  }
  if (!hasUrl) {
    print('The included database cannot be distributed. Set DATABASE_URL to the coordinator of a Citus database.');
    return 1;
  }
  const db = await open();
  const cluster = await readCluster(db);
  const refusal = await refusalOf(db, cluster);
  if (refusal !== null) {
    print(`${refusal} Nothing was changed.`);
    return 1;
  }
  const isDone = await isDistributed(db);
  const shardCount = isDone ? await shardsNow(db) : options.shards;
  if (!options.yes || !isDone) for (const line of await reportOf(db, cluster, { isDone, shardCount })) print(line);
  if (isDone) print('Messages are distributed already. Nothing was changed.');
  if (isDone || options.check) return 0;
  if (!options.yes) {
    const option = options.shards === usualShards ? '' : ` --shards ${options.shards}`;
    print(`Nothing was changed. To distribute now: npm run distribute -- --yes${option}`);
    return 1;
  }
  const begin = performance.now();
  if (!(await distribute(db, options.shards))) {
    print(`${running} Nothing was changed.`);
    return 1;
  }
  print(`Distributed in ${((performance.now() - begin) / 1000).toFixed(1)} s. Start the server again.`);
  return 0;
}

const running = 'Downlink is running on this database: a server, or an import. Stop it, then try again.';

/** null = nothing prevents it. */
async function refusalOf(db: Database, cluster: Cluster): Promise<string | null> {
  if (cluster.citus === null)
    return 'The database does not have the Citus extension. Install Citus on every node and run "create extension citus".';
  if (!cluster.isCoordinator) return 'DATABASE_URL is the address of a worker. Use that of the coordinator.';
  if (workersOf(cluster).length === 0)
    return `The database has no workers. Add each one: select citus_add_node('HOST', PORT).`;
  if (!cluster.nodes.some(({ isCoordinator }) => isCoordinator))
    return `The coordinator is not registered. Run: select citus_set_coordinator_host('HOST', PORT), with the address at which the workers reach it.`;
  if ((await pendingMigrations(db)).length > 0 || !(await hasSchema(db)))
    return 'The database does not have the schema of this version yet. Start the server once, stop it, then try again.';
  if ((await otherConnections(db)) > 0) return running;
  return null;
}

async function hasSchema(db: Database): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(`select to_regclass('public.acars') is not null as found`);
  return row?.found ?? false;
}

/** All or nothing. A server that starts now waits for the end. False if one was faster. */
export async function distribute(db: Database, shards: number): Promise<boolean> {
  const isDone = await db.transaction(async (tx) => {
    await tx.query('set local statement_timeout = 0');
    await takeSchemaLock(tx);
    if ((await otherConnections(tx)) > 0) return false;
    await placeTables(tx, shards);
    return true;
  });
  if (!isDone) return false;
  for (const name of spreadTables) {
    // What was copied to the workers is otherwise still on the coordinator's disk.
    await db.query(`select truncate_local_data_after_distributing_table('${name}')`);
    await db.query(`analyze ${name}`);
  }
  return true;
}

async function placeTables(tx: Transaction, shards: number): Promise<void> {
  // Copied tables first: Citus refuses to write them in parallel to the others.
  await tx.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
  for (const name of copiedTables) await tx.query(`select create_reference_table('${name}')`);
  const [first, ...others] = spreadTables;
  await tx.query(`select create_distributed_table('${first}', '${shardColumn}', shard_count := ${shards})`);
  for (const name of others)
    await tx.query(`select create_distributed_table('${name}', '${shardColumn}', colocate_with := '${first}')`);
}

// ---- How rows spread over shards. Pure: the hash comes from the database.

/** Rows of one receiver. `hash` = that of Citus, a signed number of 32 bits. */
type ReceiverRows = { readonly receiver: string; readonly rows: number; readonly hash: number };
type Spread = {
  readonly total: number;
  /** Rows of each shard, in the order of their hashes. */
  readonly shards: readonly number[];
  readonly busiest: ReceiverRows | null;
};

/** Shards divide the range of the hash into equal parts. */
export function spreadOf(receivers: readonly ReceiverRows[], shardCount: number): Spread {
  const shards = new Array<number>(shardCount).fill(0);
  const part = 2 ** 32 / shardCount;
  let total = 0;
  let busiest: ReceiverRows | null = null;
  for (const one of receivers) {
    const at = Math.min(shardCount - 1, Math.floor((one.hash + 2 ** 31) / part));
    shards[at] = (shards[at] ?? 0) + one.rows;
    total += one.rows;
    if (!busiest || one.rows > busiest.rows) busiest = one;
  }
  return { total, shards, busiest };
}

/** Of all rows, in percent with one decimal. */
export const shareText = (rows: number, total: number): string =>
  total === 0 ? '0 %' : `${(Math.round((rows / total) * 1000) / 10).toString()} %`;

// ---- What `npm run distribute` reports before it changes anything.

type TableSize = { readonly name: string; readonly rows: number; readonly bytes: number };

const isMessages = (name: string): boolean => spreadTables.includes(name);

/** Counts every row, which takes minutes with millions. `shardCount` = as distributed, or planned. */
async function reportOf(
  db: Query,
  cluster: Cluster,
  { isDone, shardCount }: { readonly isDone: boolean; readonly shardCount: number },
): Promise<string[]> {
  const workers = workersOf(cluster);
  const sizes = await tableSizes(db);
  const spread = spreadOf(await rowsOfReceivers(db), shardCount);
  const { total, shards, busiest } = spread;
  const planned = (name: string): string => {
    const place = isMessages(name) ? `by ${shardColumn}, ${shardCount} shards` : 'a copy on every node';
    return isDone ? place : `on the coordinator -> ${place}`;
  };
  return [
    `Citus ${cluster.citus}, ${workers.length} ${workers.length === 1 ? 'worker' : 'workers'}: ${workers.map(({ address }) => address).join(', ')}`,
    '',
    row('table', 'rows', 'size', isDone ? 'place' : 'place -> planned'),
    ...sizes.map(({ name, rows, bytes }) =>
      row(name, count(rows), `${count(Math.ceil(bytes / 1e6))} MB`, planned(name)),
    ),
    'All other tables stay on the coordinator.',
    '',
    `Rows in each of ${shardCount} shards: ${shards.map(count).join(' ')}`,
    `The fullest shard has ${shareText(Math.max(...shards), total)} of all rows (equal shares: ${shareText(1, shardCount)}). Empty: ${shards.filter((rows) => rows === 0).length}`,
    busiest === null
      ? 'There are no messages yet.'
      : `The busiest receiver is ${busiest.receiver || 'one without a name'}, with ${shareText(busiest.rows, total)} of all rows. A receiver is always in one shard.`,
    '',
  ];
}

const count = (value: number): string => value.toLocaleString('en-GB');
const row = (name: string, rows: string, size: string, place: string): string =>
  `${name.padEnd(20)} ${rows.padStart(14)} ${size.padStart(10)}  ${place}`;

async function tableSizes(db: Query): Promise<TableSize[]> {
  const messages = await db.query<{ name: string; bytes: number }>(
    'select table_name as name, sum(total_bytes) as bytes from partition_sizes($1) group by 1',
    [spreadTables],
  );
  const bytesOf = new Map(messages.map(({ name, bytes }) => [name, bytes]));
  const sizes: TableSize[] = [];
  for (const name of placedTables) {
    const [found] = await db.query<{ rows: number; bytes: number }>(
      `select count(*)::float8 as rows, pg_total_relation_size('${name}')::float8 as bytes from ${name}`,
    );
    sizes.push({ name, rows: found?.rows ?? 0, bytes: bytesOf.get(name) ?? found?.bytes ?? 0 });
  }
  return sizes;
}

async function rowsOfReceivers(db: Query): Promise<ReceiverRows[]> {
  const counts = messageTables.map(
    ({ name }) => `select ${shardColumn} as receiver, count(*) as rows from ${name} group by 1`,
  );
  return db.query<ReceiverRows>(
    `with counted as materialized (${counts.join(' union all ')})
     select receiver, sum(rows)::float8 as rows, worker_hash(receiver) as hash from counted group by 1 order by 1`,
  );
}

// ---- Where tables are placed in a distributed database (decision 29), and where they are now.

/** Rows of a receiver are in one shard: the keys, the counts and most lookups are by receiver. */
const shardColumn = 'station_id';
/** Copied to every node, because conditions on messages read them. */
export const copiedTables = ['airline_codes', 'aircraft_addresses', 'operated_aircraft'] as const;
/** By receiver. The archive next to the messages (decision 30). */
const spreadTables = messageTables.flatMap(({ name, archive }) => [name, archive]);
const placedTables = [...spreadTables, ...copiedTables] as const;

type Node = { readonly address: string; readonly isCoordinator: boolean; readonly hasShards: boolean };
/** `citus` null = the database does not have the extension. `isCoordinator` = this server of the database is the coordinator. */
type Cluster = {
  readonly citus: string | null;
  readonly isCoordinator: boolean;
  readonly nodes: readonly Node[];
};

async function readCluster(db: Query): Promise<Cluster> {
  const [extension] = await db.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  );
  if (!extension) return { citus: null, isCoordinator: false, nodes: [] };
  const [local] = await db.query<{ groupid: number }>('select groupid from pg_dist_local_group');
  const nodes = await db.query<Node>(
    `select nodename || ':' || nodeport as address, groupid = 0 as "isCoordinator", shouldhaveshards as "hasShards"
     from pg_dist_node where noderole = 'primary' and isactive order by groupid, nodeid`,
  );
  return { citus: extension.version, isCoordinator: local?.groupid === 0, nodes };
}

/** Workers in the sense of this program: nodes that store shards. */
const workersOf = ({ nodes }: Cluster): Node[] => nodes.filter(({ hasShards }) => hasShards);

async function isDistributed(db: Query): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>('select messages_are_distributed() as found');
  return row?.found ?? false;
}

async function shardsNow(db: Query): Promise<number> {
  const [row] = await db.query<{ shards: number }>('select message_shards() as shards');
  return row?.shards ?? 0;
}

/** What the server reports at its start. null = nothing is distributed. */
export async function describeDistribution(db: Query): Promise<string | null> {
  if (!(await isDistributed(db))) return null;
  const cluster = await readCluster(db);
  const workers = workersOf(cluster).length;
  return `Messages are distributed: ${await shardsNow(db)} shards on ${workers} ${workers === 1 ? 'worker' : 'workers'} (Citus ${cluster.citus})`;
}

/** Other connections of Downlink to this database: a server, or a command. */
async function otherConnections(db: Query): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'downlink' and pid <> pg_backend_pid()`,
  );
  return row?.count ?? 0;
}
