/** Two servers that start at the same time on one empty database. */
import { expect, test } from 'vitest';
import { migrationNames } from '../../server/database/migrate.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { demoAccounts } from '../../server/demo/demo.ts';
import { createDatabase, dropDatabase } from '../support/cluster.ts';
import { startServer } from '../support/server.ts';

test.each([
  ['without demo: one account, and its password is shown once', ['--no-demo'], ['admin']],
  ['with the demo: its accounts once', ['--no-demo-traffic'], demoAccounts.names],
])('%s', async (_, args, accounts) => {
  const url = await createDatabase(null);
  const db = openDatabase({ url }, { max: 1 });
  // In this process both reach the database at the same moment. The start of a program varies by more than their work takes.
  const starting = [startServer({ database: url, args }), startServer({ database: url, args })];
  try {
    const servers = await Promise.all(starting);
    const shown = servers.filter((one) => one.log().includes('The first account (shown only this once)'));
    expect(shown).toHaveLength(args.includes('--no-demo') ? 1 : 0);
    const users = await db.query<{ name: string }>('select user_name as name from users');
    expect(users.map(({ name }) => name).sort()).toEqual([...accounts].sort());
    const applied = await db.query<{ name: string }>('select name from schema_migration order by name');
    expect(applied.map(({ name }) => name)).toEqual(migrationNames());
  } finally {
    for (const started of await Promise.allSettled(starting))
      if (started.status === 'fulfilled') await started.value.dispose();
    await db.close();
    await dropDatabase(url);
  }
});
