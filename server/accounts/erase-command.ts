/** `npm run erase -- USER`: erases everything stored about a person on request (C94). An ambiguous name erases nothing. */
import { writeInstant } from '../../contract/params.ts';
import type { Database } from '../database/pool.ts';
import { archivedAs, eraseArchived, removeUser } from './users.ts';

const usage = `Usage: npm run erase -- USER
  USER  username, email address or id of an account, open or closed. This cannot be undone.`;

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

/** Resolves to the exit code: 0 if someone was erased. */
export async function eraseCommand(db: Database, args: readonly string[], print: Print): Promise<number> {
  const [text = ''] = args;
  if (args.length !== 1 || text.trim() === '' || text.startsWith('--')) {
    print(usage);
    return 1;
  }
  const found = await personsCalled(db, text.trim());
  const [person] = found;
  if (!person) {
    print(`No account or archived record matches ${JSON.stringify(text)}.`);
    return 1;
  }
  if (found.length > 1) {
    print(`${found.length} records match ${JSON.stringify(text)}. Use an id:`);
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
  const isErased = await db.transaction(async (tx) => {
    if (person.closedAt) await eraseArchived(tx, person.id);
    else if ((await removeUser(tx, person.id)) === 'last-admin') return false;
    await tx.query('select erase_name($1)', [person.userName]);
    await tx.query('select erase_audit($1, $2)', [person.id, person.userName]);
    return true;
  });
  if (!isErased) {
    print('This is the last Admin. Create another Admin first.');
    return 1;
  }
  print(`Erased: ${describe(person)}.`);
  print('Database backups and emails (sent, or in the outbox folder) are not erased.');
  return 0;
}

function describe({ userName, name, surname, email, closedAt }: Found): string {
  const person = [`${name} ${surname}`.trim(), email].filter(Boolean).join(', ');
  const state = closedAt ? `closed ${writeInstant(closedAt.getTime())}` : 'an open account';
  // Names are untrusted: control characters in them would write to the terminal.
  return [JSON.stringify(userName), person && JSON.stringify(person), state].filter(Boolean).join(', ');
}
