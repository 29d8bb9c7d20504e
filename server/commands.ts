/** Commands of the server program besides serving. Each works with or without a running server. */
import { eraseCommand } from './accounts/erase-command.ts';
import { createFirstAdmin, firstAdminName, resetAdmin } from './accounts/first-admin.ts';
import { StartupError } from './base/startup-error.ts';
import type { Config } from './config.ts';
import { openForCommand } from './database/open.ts';
import { removeDemo } from './demo/demo.ts';
import { importFiles } from './imports/import-command.ts';
import { type Messages, openMessages } from './messages/messages.ts';
import { importReference, referenceOption } from './reference/import/import-reference.ts';
import { stationKeyCommand } from './stations/station-key-command.ts';

type Command = (db: Messages, args: readonly string[]) => Promise<number>;

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
    // A database without accounts would be filled again at the next start, and no one could log in until then.
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
    return await command(openMessages(database.work), args);
  } finally {
    await database.close();
  }
}
