/** Commands of the server program besides serving. Each works with or without a running server. */
import { eraseCommand } from './accounts/erase-command.ts';
import { createFirstAdmin, firstAdminName, resetAdmin } from './accounts/first-admin.ts';
import { backupCommand, restoreCommand } from './backup/backup-commands.ts';
import { StartupError } from './base/startup-error.ts';
import type { Config } from './config.ts';
import { openForCommand } from './database/open.ts';
import type { Database } from './database/pool.ts';
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

/** Commands that leave the schema as it is, and open the database when they need it. */
type SchemaCommand = (open: () => Promise<Database>, args: readonly string[], config: Config) => Promise<number>;

const schemaCommands: Readonly<Record<string, SchemaCommand>> = {
  backup: (open, args, { version }) => backupCommand(open, args, version, say),
  restore: (open, args) => restoreCommand(open, args, say),
};

/** Resolves to the exit code. @throws StartupError */
export async function runCommand(name: string, args: readonly string[], config: Config): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const schemaCommand = Object.hasOwn(schemaCommands, name) ? schemaCommands[name] : undefined;
  if (!command && !schemaCommand) {
    const names = [...Object.keys(commands), ...Object.keys(schemaCommands)];
    throw new StartupError(`There is no command '${name}'. There are: ${names.join(', ')}.`);
  }
  let database: Awaited<ReturnType<typeof openForCommand>> | null = null;
  const open = async (migrates: boolean): Promise<Database> => {
    database = await openForCommand(config, (line) => process.stderr.write(`${line}\n`), migrates);
    return database.work;
  };
  try {
    if (schemaCommand) return await schemaCommand(() => open(false), args, config);
    return (await command?.(openMessages(await open(true)), args)) ?? 1;
  } finally {
    await (database as Awaited<ReturnType<typeof openForCommand>> | null)?.close();
  }
}
