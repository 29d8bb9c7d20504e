/**
 * `npm run erase -- USER`: everything that is kept of a person goes, for one who asks for it (C94).
 * Must not: guess who is meant.
 */
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';
import { archivedAs, eraseArchived } from './archive.ts';
import { removeUser } from './manage-users.ts';

const usage = `Usage: npm run erase -- USER
  USER  user name, e-mail address or id of an account, open or closed. It cannot be had back.`;

type Print = (line: string) => void;
/** `closedAt` null = the account is open. */
type Found = {
  readonly id: string;
  readonly userName: string;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly closedAt: Date | null;
};

/** Resolves to the exit code: 0 when somebody was erased. */
export async function eraseCommand(db: Database, args: readonly string[], print: Print): Promise<number> {
  const [text = ''] = args;
  if (args.length !== 1 || text.trim() === '' || text.startsWith('--')) {
    print(usage);
    return 1;
  }
  const found = await personsCalled(db, text.trim());
  const [person] = found;
  if (!person) {
    print(`There is nobody called ${JSON.stringify(text)}, neither among the accounts nor in the archive.`);
    return 1;
  }
  if (found.length > 1) {
    print(`${found.length} records are meant by ${JSON.stringify(text)}. Say which, by its id:`);
    for (const one of found) print(`  ${one.id}  ${describe(one)}`);
    return 1;
  }
  return erase(db, person, print);
}

async function personsCalled(db: Database, text: string): Promise<Found[]> {
  const open = await db.query<Omit<Found, 'closedAt'>>(
    `select id, user_name as "userName", name, surname, email from users
     where id = $1 or lower(user_name) = lower($1) or lower(email) = lower($1) order by lower(user_name)`,
    [text],
  );
  return [...open.map((one) => ({ ...one, closedAt: null })), ...(await archivedAs(db, text))];
}

async function erase(db: Database, person: Found, print: Print): Promise<number> {
  if (person.closedAt) await eraseArchived(db, person.id);
  else if ((await db.transaction((tx) => removeUser(tx, person.id))) === 'last-admin') {
    print('This is the last Admin: nobody would be left to manage the users. Make another one first.');
    return 1;
  }
  print(`Erased: ${describe(person)}.`);
  print('Backups of the database, and mail that was sent or stands in an outbox folder, are not reached from here.');
  return 0;
}

function describe({ userName, name, surname, email, closedAt }: Found): string {
  const person = [`${name} ${surname}`.trim(), email].filter(Boolean).join(', ');
  const state = closedAt ? `closed ${writeInstant(closedAt.getTime())}` : 'an open account';
  // Names come from people: control characters in them would write to the terminal.
  return [JSON.stringify(userName), person && JSON.stringify(person), state].filter(Boolean).join(', ');
}
