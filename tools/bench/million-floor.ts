/**
 * Baseline of the million bench: a node:http process that reads one page by primary key for each request, with the same
 * driver and plain queries. It has the times of the rows, so that only one day is read.
 */
import { spawn } from 'node:child_process';
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../../server/database/pool.ts';
import type { MessageTable } from '../../server/query/message-tables.ts';
import { root } from '../../tests/support/repository.ts';
import type { Million } from './million-data.ts';

/** Some hours before the end, so that the rows are among others. */
const beforeEndMs = 12 * 3_600_000;

export type Floor = { readonly url: string; readonly pid: number; stop(): void };
export async function startFloor(
  db: Database,
  million: Million,
  { name, time }: MessageTable,
  pageRows: number,
): Promise<Floor> {
  const keys = await db.query<{ station_id: string; at: string; id: string }>(
    `select station_id, ${time}::text as at, id::text as id from ${name}
     where ${time} >= $1::timestamptz order by ${time} limit ${pageRows}`,
    [writeInstant(million.endMs - beforeEndMs)],
  );
  const program = `const pg = require('pg'); const keys = JSON.parse(process.env.KEYS);
    const pool = new pg.Pool({ ...JSON.parse(process.env.PLACE), max: 2 });
    const text = 'select ${name}.* from unnest($1::text[], $2::timestamptz[], $3::bigint[]) k(s, t, i) join ${name} on ${name}.station_id = k.s collate "C" and ${name}.${time} = k.t and ${name}.id = k.i where ${name}.${time} between $4::timestamptz and $5::timestamptz';
    const values = [keys.map((k) => k.station_id), keys.map((k) => k.at), keys.map((k) => k.id), keys[0].at, keys.at(-1).at];
    require('node:http').createServer(async (q, a) => {
      const { rows } = await pool.query(text, values);
      if (rows.length !== keys.length) throw new Error('rows are missing');
      a.setHeader('content-type', 'application/json; charset=utf-8');
      a.end(JSON.stringify(rows));
    }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;
  const child = spawn(process.execPath, ['-e', program], {
    cwd: root,
    env: { ...process.env, KEYS: JSON.stringify(keys), PLACE: JSON.stringify(million.launched.place) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((done) => child.stdout.once('data', (data) => done(String(data).trim())));
  return { url: `http://127.0.0.1:${port}/`, pid: child.pid ?? 0, stop: () => void child.kill('SIGKILL') };
}
