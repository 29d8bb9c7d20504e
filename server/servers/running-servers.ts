/** Running servers of this database, as each of them sees all. */
import type { Database } from '../database/pool.ts';
import type { ServerMessage } from './membership.ts';
import { channel } from './server-connection.ts';
import { holderSql, runningSql } from './server-locks.ts';

type Query = Pick<Database, 'query'>;
type RunningServer = {
  readonly id: number;
  readonly name: string;
  readonly roles: readonly string[];
  readonly version: string;
  readonly startedAt: Date;
  readonly secretMark: string;
  readonly isLeader: boolean;
  /** It reads the receivers added on the screen. */
  readonly readsReceivers: boolean;
};

/** Oldest first. */
export const runningServers = (db: Query): Promise<RunningServer[]> =>
  db.query<RunningServer>(
    `select s.id, s.name, s.roles, s.version, s.started_at as "startedAt", s.secret_mark as "secretMark",
       coalesce(r.pid = (${holderSql('leader')}), false) as "isLeader", coalesce(r.pid = (${holderSql('receivers')}), false) as "readsReceivers"
     from running_server s join (${runningSql}) r using (id) order by s.started_at, s.id`,
  );

/** Sends the message to every server, this one included. */
export async function notifyServers(db: Query, message: ServerMessage): Promise<void> {
  await db.query('select pg_notify($1, $2)', [channel, message]);
}
