/** Two servers that start at the same time on one empty database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrationNames } from '../../server/database/migrate.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { demoAccounts } from '../../server/demo/accounts.ts';
import { createDatabase, dropDatabase } from '../support/cluster.ts';
import { runProgram } from '../support/program.ts';

test.each([
  ['without demo: one account, and its password is shown once', ['--no-demo'], ['admin']],
  ['with the demo: its accounts once', ['--no-demo-traffic'], demoAccounts.names],
])('%s', async (_, args, accounts) => {
  const url = await createDatabase(null);
  const folder = mkdtempSync(join(tmpdir(), 'downlink-two-'));
  const db = openDatabase({ url }, { max: 1 });
  const programs = ['one', 'two'].map((name) =>
    runProgram(args, { DATABASE_URL: url, DATA_DIR: join(folder, name), TILES: 'off', METAR_URL: 'off' }),
  );
  try {
    await Promise.all(programs.map(({ ready }) => ready));
    const shown = programs.filter((one) => one.output().includes('The first account (shown only this once)'));
    expect(shown).toHaveLength(args.includes('--no-demo') ? 1 : 0);
    const users = await db.query<{ name: string }>('select user_name as name from users');
    expect(users.map(({ name }) => name).sort()).toEqual([...accounts].sort());
    const applied = await db.query<{ name: string }>('select name from schema_migration order by name');
    expect(applied.map(({ name }) => name)).toEqual(migrationNames());
  } finally {
    for (const { child } of programs) child.kill('SIGINT');
    expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual([0, 0]);
    await db.close();
    await dropDatabase(url);
    rmSync(folder, { recursive: true, force: true });
  }
});
