/**
 * Questions of statistics take turns at the database, so that light requests find it free. Must not: know a question.
 */
import type { Database } from '../../database/pool.ts';

/** So many of them are in the database at once. */
const atOnce = 2;

type Queue = { running: number; readonly waiting: (() => void)[] };
const queues = new WeakMap<Database, Queue>();

/** In the order in which they came. @throws what `work` throws */
export async function inTurn<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(db) ?? { running: 0, waiting: [] };
  queues.set(db, queue);
  if (queue.running >= atOnce) await new Promise<void>((resolve) => queue.waiting.push(resolve));
  else queue.running++;
  try {
    return await work();
  } finally {
    const next = queue.waiting.shift();
    if (next) next();
    else queue.running--;
  }
}
