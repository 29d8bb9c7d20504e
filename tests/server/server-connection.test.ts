/** A connection of server locks that the database ends. */
import { expect, test, vi } from 'vitest';
import { openDatabase } from '../../server/database/pool.ts';
import { runningSql, ServerConnection } from '../../server/servers/membership.ts';
import { databaseForFile } from './fresh-database.ts';

const fixture = databaseForFile();
const about = { name: 'one', roles: ['web'], version: '1', startedAt: new Date(0), secretMark: 'mark' };

test('a connection that ends while it is opened fails the opening; an end afterwards is reported once', async () => {
  const other = openDatabase({ url: fixture.url }, { max: 1 });
  const [onEarlyEnd, onEnd] = [vi.fn(), vi.fn()];
  const open = (onEnd: () => void) =>
    ServerConnection.open({ url: fixture.url }, about, { onEnd, onMessage: () => {} });
  const end = (pids: string) => other.query(`select pg_terminate_backend(pid) from (${pids}) as ended`);
  const blocker = openDatabase({ url: fixture.url }, { max: 1 });
  try {
    await blocker.transaction(async ({ query }) => {
      // The registration waits for this lock.
      await query('lock table running_server in access exclusive mode');
      const refused = expect(open(onEarlyEnd)).rejects.toThrow(/terminat/i);
      const waiting = `select pid from pg_locks where relation = 'running_server'::regclass and not granted`;
      await expect.poll(() => end(waiting)).toHaveLength(1);
      await refused;
    });
    const connection = await open(onEnd);
    expect(await end(runningSql)).toHaveLength(1);
    await expect.poll(() => onEnd.mock.calls).toHaveLength(1);
    await connection.close();
    expect(onEarlyEnd).not.toHaveBeenCalled();
  } finally {
    await blocker.close();
    await other.close();
  }
});
