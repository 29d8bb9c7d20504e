/** A version of Downlink after this one: its migrations, and the built program with them. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './repository.ts';
import { program } from './server.ts';

export const laterMigration = '9000-later.sql';

/** Changes a table with rows, then creates one. */
const sql = 'alter table users add column nickname text; create table later_table (id bigint primary key);';

/** The program's migrations and a later one, in `folder`. Returns the folder. */
export function laterMigrations(folder: string): string {
  cpSync(join(root, 'server/database/migrations'), folder, { recursive: true });
  writeFileSync(join(folder, laterMigration), sql);
  return folder;
}

/** The built program with the later migration, in `folder`, to be run there. */
export function laterProgram(folder: string): { readonly file: string; readonly cwd: string } {
  const file = join(folder, 'dist/server/main.js');
  mkdirSync(dirname(dirname(file)), { recursive: true });
  cpSync(dirname(program), dirname(file), { recursive: true });
  laterMigrations(join(dirname(file), 'migrations'));
  for (const name of ['node_modules', 'package.json', 'dist/app']) symlinkSync(join(root, name), join(folder, name));
  return { file, cwd: folder };
}
