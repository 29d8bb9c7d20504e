/** SQL of user management. Password hashes are never returned. */
import type { User } from '../../contract/entities/users.ts';
import { maxRows } from '../../contract/params.ts';
import type { Database, Transaction } from '../database/pool.ts';
import { archive, type BasicRecord } from './archive.ts';
import { endSessionsOf } from './sessions.ts';

type Query = Pick<Database, 'query'>;

/** Fields of `User`, by wire name (contract/entities/users.ts). */
const columns = `id, user_name as "userName", role, company, terms, name, surname, email, email_confirmed as "emailConfirmed",
  login_provider as "loginProvider", ethereum_account_address as "ethereumAccountAddress", phone_number as "phoneNumber"`;
const isAdmin = `lower(trim(role)) = 'admin'`;

/** By user name, case-insensitive. `limit` absent or -1 = all, up to `maxRows` (C22). */
export async function userPage(db: Query, { offset = 0, limit = -1 }: { offset?: number; limit?: number }) {
  const users = await db.query<User>(`select ${columns} from users order by lower(user_name), id limit $1 offset $2`, [
    limit < 0 ? maxRows : Math.min(limit, maxRows),
    offset,
  ]);
  const [counted] = await db.query<{ count: number }>('select count(*) as count from users');
  return { users, usersCount: counted?.count ?? 0 };
}

export async function userById(db: Query, id: string): Promise<User | null> {
  const [user] = await db.query<User>(`select ${columns} from users where id = $1`, [id]);
  return user ?? null;
}

const maxHits = 50;
/** C20, API-44: the id equals the text, or names or email contain it, case-insensitive. */
export function usersWith(db: Query, text: string) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return db.query<Pick<User, 'id' | 'userName' | 'email' | 'name' | 'surname'>>(
    `select id, user_name as "userName", email, name, surname from users
     where id = $1 or user_name ilike $2 or name ilike $2 or surname ilike $2
       or name || ' ' || surname ilike $2 or email ilike $2
     order by lower(user_name), id limit ${maxHits}`,
    [text, pattern],
  );
}

type NewUser = Pick<User, 'userName' | 'name' | 'surname' | 'email' | 'role' | 'company' | 'terms'> & {
  readonly passwordHash: string;
};

/** The new user. null = the name is taken. */
export async function createUser(tx: Transaction, user: NewUser): Promise<User | null> {
  const [made] = await tx.query<User>(
    `insert into users (user_name, name, surname, email, role, company, terms, password_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (lower(user_name)) do nothing returning ${columns}`,
    [user.userName, user.name, user.surname, user.email, user.role, user.company, user.terms, user.passwordHash],
  );
  return made ?? null;
}

type UserChange = Pick<User, 'role' | 'company' | 'emailConfirmed' | 'phoneNumber'>;
/** Reason of a refusal: no such account, or no Admin would be left. */
export type Refusal = 'unknown' | 'last-admin';

type RemovedUser = BasicRecord & { readonly isDemo: boolean };

/** By user name (C20). A change of role or company ends the user's sessions, except `ownSessionId` of the Admin. */
export function changeUser(
  db: Database,
  userName: string,
  change: UserChange,
  ownSessionId: string,
): Promise<Refusal | { readonly id: string }> {
  return db.transaction(async (tx) => {
    const admins = await lockAdmins(tx);
    const [before] = await tx.query<User>(
      `select ${columns} from users where lower(user_name) = lower($1) for update`,
      [userName],
    );
    if (!before) return 'unknown';
    if (isOnly(admins, before.id) && change.role.trim().toLowerCase() !== 'admin') return 'last-admin';
    await tx.query('update users set role = $2, company = $3, email_confirmed = $4, phone_number = $5 where id = $1', [
      before.id,
      change.role,
      change.company,
      change.emailConfirmed,
      change.phoneNumber,
    ]);
    if (before.role !== change.role || before.company !== change.company)
      await endSessionsOf(tx, before.id, ownSessionId);
    return { id: before.id };
  });
}

/**
 * C94: deletes the account with its password, sessions and links. The basic record moves to the archive. A demo account
 * has no person behind it and leaves nothing.
 */
export function closeUser(db: Database, id: string): Promise<Refusal | 'closed'> {
  return db.transaction(async (tx) => {
    const removed = await removeUser(tx, id);
    if (typeof removed === 'string') return removed;
    if (!removed.isDemo) await archive(tx, removed);
    return 'closed';
  });
}

/** Deletes the account, and resolves to its archive record. */
export async function removeUser(tx: Transaction, id: string): Promise<Refusal | RemovedUser> {
  if (isOnly(await lockAdmins(tx), id)) return 'last-admin';
  const [removed] = await tx.query<RemovedUser>(
    `delete from users where id = $1
     returning id, user_name as "userName", name, surname, email, company, role, is_demo as "isDemo"`,
    [id],
  );
  return removed ?? 'unknown';
}

/** The Admins, locked until the transaction ends: two who demote or delete each other at once take turns. */
export async function lockAdmins(tx: Transaction): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(`select id from users where ${isAdmin} order by id for update`);
  return rows.map((row) => row.id);
}
export const isOnly = (admins: readonly string[], id: string): boolean => admins.length === 1 && admins[0] === id;

/** The stored password hash of an account, only to verify it. null = it has no password. */
export async function passwordHashOf(db: Query, id: string): Promise<string | null> {
  const [row] = await db.query<{ hash: string }>(
    'select password_hash as hash from users where id = $1 and has_password',
    [id],
  );
  return row?.hash ?? null;
}

/** False: someone else has changed the password. */
export async function changePasswordHash(db: Query, id: string, from: string, to: string): Promise<boolean> {
  const changed = await db.query(
    `update users set password_hash = $3 where id = $1 and password_hash = $2 returning id`,
    [id, from, to],
  );
  return changed.length > 0;
}
