/**
 * What the server program does beside serving; each works while a server runs on the same database, or alone.
 * Must not: listen.
 */
import { eraseCommand } from './accounts/erase-command.ts';
import { createFirstAdmin, firstAdminName, resetAdmin } from './accounts/first-admin.ts';
import { stationKeyCommand } from './accounts/station-key-command.ts';
import type { Config } from './config.ts';
import { openForCommand } from './database/open.ts';
import type { Database } from './database/pool.ts';
import { removeDemo } from './demo/demo.ts';
import { importFiles } from './receive/import-command.ts';
import { importReference, referenceOption } from './receive/reference/import-reference.ts';
import { StartupError } from './startup-error.ts';

type Command = (db: Database, args: readonly string[]) => Promise<number>;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const commands: Readonly<Record<string, Command>> = {
  import: (db, args) => (args.includes(referenceOption) ? importReference(db, args) : importFiles(db, args)),
  'station-key': (db, args) => stationKeyCommand(db, args, say),
  erase: (db, args) => eraseCommand(db, args, say),
  'admin-reset': async (db, [userName]) => {
    for (const line of await resetAdmin(db, userName ?? firstAdminName)) say(line);
    return 0;
  },
  'demo-remove': async (db) => {
    for (const line of await removeDemo(db)) say(line);
    // A database without any account would be filled again at the next start, and nobody could log in meanwhile.
    for (const line of await createFirstAdmin(db)) say(line);
    return 0;
  },
};

/** Resolves to the exit code. @throws StartupError */
export async function runCommand(name: string, args: readonly string[], config: Config): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command)
    throw new StartupError(`There is no command '${name}'. There are: ${Object.keys(commands).join(', ')}.`);
  const database = await openForCommand(config, (line) => process.stderr.write(`${line}\n`));
  try {
    return await command(database.work, args);
  } finally {
    await database.close();
  }
}
