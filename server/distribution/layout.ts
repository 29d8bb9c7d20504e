/** Where tables are placed in a distributed database (decision 110), and where they are now. */
import type { Database } from '../database/pool.ts';
import { messageTables } from '../query/message-tables.ts';

type Query = Pick<Database, 'query'>;

/** Enough for some hundred receivers on 16 workers. */
export const usualShards = 32;
/** Each day of a table has as many. */
export const mostShards = 256;
/** Rows of a receiver are in one shard: the keys, the counts and most lookups are by receiver. */
export const shardColumn = 'station_id';
/** Copied to every node, because conditions on messages read them. */
export const copiedTables = ['airline_codes', 'aircraft_addresses'] as const;
/** By receiver. The archive next to the messages (decision 124). */
export const spreadTables = messageTables.flatMap(({ name, archive }) => [name, archive]);
export const placedTables = [...spreadTables, ...copiedTables] as const;

export type Node = { readonly address: string; readonly isCoordinator: boolean; readonly hasShards: boolean };
/** `citus` null = the database does not have the extension. `isCoordinator` = this server of the database is the coordinator. */
export type Cluster = {
  readonly citus: string | null;
  readonly isCoordinator: boolean;
  readonly nodes: readonly Node[];
};

export async function readCluster(db: Query): Promise<Cluster> {
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
export const workersOf = ({ nodes }: Cluster): Node[] => nodes.filter(({ hasShards }) => hasShards);

export async function isDistributed(db: Query): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>('select messages_are_distributed() as found');
  return row?.found ?? false;
}

export async function shardsNow(db: Query): Promise<number> {
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
export async function otherConnections(db: Query): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = 'downlink' and pid <> pg_backend_pid()`,
  );
  return row?.count ?? 0;
}
