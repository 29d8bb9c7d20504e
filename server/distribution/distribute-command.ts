/** `npm run distribute -- --check | --yes [--shards N]`: distributes the tables of messages over the workers of a Citus coordinator (decision 110). */
import { parseArgs } from 'node:util';
import { pendingMigrations, takeSchemaLock } from '../database/migrate.ts';
import type { Database, Transaction } from '../database/pool.ts';
import {
  type Cluster,
  copiedTables,
  isDistributed,
  mostShards,
  otherConnections,
  readCluster,
  shardColumn,
  shardsNow,
  spreadTables,
  usualShards,
  workersOf,
} from './layout.ts';
import { reportOf } from './report.ts';

const usage = `Usage: npm run distribute -- --check   reports sizes and planned changes, and changes nothing
       npm run distribute -- --yes     distributes the messages over the workers of the database
Option --shards N: parts of the messages, 1 to ${mostShards}, otherwise ${usualShards}. Fewer make lists faster; each worker needs two.`;

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
    const isCount = /^[1-9]\d{0,2}$/.test(shards) && Number(shards) <= mostShards;
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
