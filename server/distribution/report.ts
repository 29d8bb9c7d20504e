/** What `npm run distribute` reports before it changes anything. */
import type { Database } from '../database/pool.ts';
import { messageTables } from '../query/message-tables.ts';
import { type Cluster, placedTables, shardColumn, spreadTables, workersOf } from './layout.ts';
import { type ReceiverRows, shareText, spreadOf } from './spread.ts';

type Query = Pick<Database, 'query'>;
type TableSize = { readonly name: string; readonly rows: number; readonly bytes: number };

const isMessages = (name: string): boolean => spreadTables.includes(name);

/** Counts every row, which takes minutes with millions. `shardCount` = as distributed, or planned. */
export async function reportOf(
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
