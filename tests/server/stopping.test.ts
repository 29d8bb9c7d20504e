import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../server/database/pool.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { createDatabase, dropDatabase } from '../support/cluster.ts';
import { runProgram } from '../support/program.ts';

test('SIGTERM lets running requests finish, refuses new ones with 503, and ends the program', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'downlink-stopping-'));
  const databaseUrl = await createDatabase();
  const db = openDatabase({ url: databaseUrl });
  const program = runProgram(['--no-demo-traffic'], { DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  try {
    const server = { apiBase: `${await program.ready}/api/v1` };
    const { token } = await logIn(server, 'parser');
    const read = await db.transaction(async (tx) => {
      await tx.query('lock table acars in access exclusive mode');
      const response = callApi(server, '/AcarsMessage/allUsers?limit=10', { token });
      const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      await expect.poll(() => tx.query(waiting)).toHaveLength(1);
      program.child.kill('SIGTERM');
      await expect
        .poll(() => callApi(server, '/health/live'))
        .toMatchObject({
          status: 503,
          json: { message: 'The server is stopping. Try again shortly.' },
        });
      return { response };
    });
    expect(await read.response).toMatchObject({ status: 200 });
    expect(await program.ended).toBe(0);
  } finally {
    program.child.kill('SIGKILL');
    await db.close();
    await dropDatabase(databaseUrl);
    rmSync(dataDir, { recursive: true });
  }
});
