/**
 * Commands of the server program besides serving. Each works with or without a running server. Own file: what a command loads,
 * without the parts that serve.
 */

import { purgeCommand } from './accounts/audit/purge-command.ts';
import { eraseCommand } from './accounts/erase-command.ts';
import { createFirstAdmin, firstAdminName, resetAdmin } from './accounts/first-admin.ts';
import { StartupError } from './base/startup-error.ts';
import { type Config, upgradeOptions } from './config.ts';
import { openForCommand } from './database/open.ts';
import type { Database } from './database/pool.ts';
import { removeDemo } from './demo/demo.ts';
import { importWithAudit } from './input/imports/import-command.ts';
import { type Messages, openMessages } from './messages/messages.ts';
import { redecodeCommand } from './messages/redecode.ts';
import { adoptOlderData, hasOlderData, replaceOlderData } from './ops/backup/adopt-older.ts';
import { backupCommand, restoreCommand } from './ops/backup/backup-commands.ts';
import { restoreBackup } from './ops/backup/restore.ts';
import { upgradeDatabase } from './ops/backup/upgrade.ts';
import { distributeCommand } from './ops/distribution.ts';
import { stationKeyCommand } from './stations/station-key-command.ts';
import { matchStored } from './telling/rules/match-stored.ts';
import { Rules } from './telling/rules/rules.ts';

/** The database when it is needed. `asItIs`: its schema is not brought up to date. */
type Open = (asItIs?: 'asItIs') => Promise<Messages>;
type Command = (open: Open, args: readonly string[], config: Config) => Promise<number>;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const commands: Readonly<Record<string, Command>> = {
  import: async (open, args, config) => {
    const db = await open();
    db.memory.hooks.onAcars = matchStored(new Rules(), config.companyScope, (error) =>
      say(`Messages were stored without their notices: ${(error as Error).message}`),
    );
    return importWithAudit(db, args, say);
  },
  backup: (open, args, { version }) => backupCommand(() => open('asItIs'), args, version, say),
  restore: (open, args, config) =>
    hasOlderData(config) && args[0] !== '--verify'
      ? restoreCommand((file) => replaceOlderData(config, file, upgradeOptions(config, say)), args, say)
      : restoreCommand(async (file) => restoreBackup(await open('asItIs'), file), args, say),
  'station-key': async (open, args) => stationKeyCommand(await open(), args, say),
  distribute: (open, args, { databaseUrl }) => distributeCommand(() => open('asItIs'), args, Boolean(databaseUrl), say),
  'audit-purge': async (open, args) => purgeCommand(await open(), args, process.stdin, say),
  erase: async (open, args) => eraseCommand(await open(), args, say),
  redecode: async (open, args) => redecodeCommand(await open(), args, say),
  'admin-reset': async (open, [userName]) => {
    for (const line of await resetAdmin(await open(), userName ?? firstAdminName)) say(line);
    return 0;
  },
  'demo-remove': async (open) => {
    const db = await open();
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
  const closes: (() => Promise<void>)[] = [];
  const open: Open = async (asItIs) => {
    const printToStderr = (line: string): void => void process.stderr.write(`${line}\n`);
    const update = (db: Database): Promise<unknown> => upgradeDatabase(db, upgradeOptions(config, printToStderr));
    await adoptOlderData(config, upgradeOptions(config, printToStderr));
    const database = await openForCommand(config, printToStderr, asItIs === 'asItIs' ? null : update);
    closes.push(database.close);
    return openMessages(database.work);
  };
  try {
    return await command(open, args, config);
  } finally {
    for (const close of closes) await close();
  }
}
