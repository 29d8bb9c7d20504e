/** SQL of accounts. A password hash leaves it only for verification. */

import type { User } from '../../contract/entities/users.ts';
import { maxRows } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import type { Database, Query, Transaction } from '../database/pool.ts';
import { endSessionsOf } from './sessions.ts';

export type UserRow = {
  readonly id: string;
  readonly userName: string;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly role: string;
  readonly company: string | null;
  /** 1 = accepted */
  readonly terms: number;
  readonly isDemo: boolean;
};
/** Adds what a login needs. Without a password the hash matches nothing, but shows whether it was replaced. */
export type VerifiedUser = UserRow & { readonly passwordHash: string; readonly hasPassword: boolean };

const columns = `id, user_name as "userName", name, surname, email, role, company, terms, is_demo as "isDemo"`;

/** For `returning` and `select`, without a prefix. */
export const verifiedColumns = `${columns}, password_hash as "passwordHash", has_password as "hasPassword"`;

/** An account by name, case-insensitive. */
export async function findByName(db: Query, userName: string): Promise<VerifiedUser | null> {
  const rows = await db.query<VerifiedUser>(`select ${verifiedColumns} from users where lower(user_name) = lower($1)`, [
    userName,
  ]);
  return rows[0] ?? null;
}

export async function findById(db: Query, id: string): Promise<UserRow | null> {
  const rows = await db.query<UserRow>(`select ${columns} from users where id = $1`, [id]);
  return rows[0] ?? null;
}

/** 'off' = a passkey only, by the user's choice. 'provider' = single sign-on only. */
export async function passwordStateOf(db: Query, id: string): Promise<'on' | 'off' | 'provider'> {
  const [row] = await db.query<{ hasPassword: boolean; provider: string | null }>(
    'select has_password as "hasPassword", login_provider as provider from users where id = $1',
    [id],
  );
  if (row?.hasPassword ?? true) return 'on';
  return row?.provider == null ? 'off' : 'provider';
}

/** Current terms of an account. */
export async function acceptTerms(db: Query, id: string): Promise<number | null> {
  const rows = await db.query<{ terms: number }>('update users set terms = 1 where id = $1 returning terms', [id]);
  return rows[0]?.terms ?? null;
}

/** Creates an Admin with this name, or gives an existing account a new password and the role. Returns the id. */
export async function upsertAdmin(db: Query, userName: string, passwordHash: string): Promise<string> {
  const rows = await db.query<{ id: string }>(
    `insert into users (user_name, name, role, terms, email_confirmed, password_hash) values ($1, 'Administrator', 'Admin', 0, true, $2)
     on conflict (lower(user_name))
     do update set password_hash = excluded.password_hash, role = 'Admin', is_demo = false, has_password = true, login_provider = null
     returning id`,
    [userName, passwordHash],
  );
  return rows[0]?.id ?? '';
}

/** Whether there is any account. */
export async function hasUsers(db: Query): Promise<boolean> {
  const rows = await db.query<{ found: boolean }>('select exists (select from users) as found');
  return rows[0]?.found ?? false;
}

/** Whether there are demo accounts, whose password is public. */
export async function hasDemo(db: Query): Promise<boolean> {
  const rows = await db.query<{ found: boolean }>('select exists (select from users where is_demo) as found');
  return rows[0]?.found ?? false;
}

// ---- Archive of closed accounts (C94): the basic record for seven years, and its purge.

/** Stored about a person who left: identity and purge date. */
type BasicRecord = {
  readonly id: string;
  readonly userName: string;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly company: string | null;
  readonly role: string;
};
type ArchivedRecord = BasicRecord & { readonly closedAt: Date; readonly purgeAfter: Date };

async function archive(tx: Pick<Transaction, 'query'>, record: BasicRecord): Promise<void> {
  const { id, userName, name, surname, email, company, role } = record;
  await tx.query(
    `insert into closed_accounts (id, user_name, name, surname, email, company, role, closed_at, purge_after)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8::timestamptz + interval '7 years')`,
    [id, userName, name, surname, email, company, role, new Date(clock.now())],
  );
}

/** Records whose id, user name or email is the text, in any case. */
export function archivedAs(db: Query, text: string): Promise<ArchivedRecord[]> {
  return db.query<ArchivedRecord>(
    `select id, user_name as "userName", name, surname, email, company, role, closed_at as "closedAt", purge_after as "purgeAfter"
     from closed_accounts where id = $1 or lower(user_name) = lower($1) or lower(email) = lower($1) order by closed_at`,
    [text],
  );
}

export async function eraseArchived(db: Query, id: string): Promise<void> {
  await db.query('delete from closed_accounts where id = $1', [id]);
}

/** Removes records older than seven years, by a trusted clock. */
export async function purgeArchive(db: Query, nowMs: number): Promise<void> {
  await db.query('delete from closed_accounts where purge_after < $1', [new Date(nowMs)]);
}

// ---- SQL of user management. Password hashes are never returned.

/** Fields of `User`, by wire name (contract/entities/users.ts). */
const managedColumns = `id, user_name as "userName", role, company, terms, name, surname, email, email_confirmed as "emailConfirmed",
  login_provider as "loginProvider", ethereum_account_address as "ethereumAccountAddress", phone_number as "phoneNumber"`;
const isAdmin = `lower(trim(role)) = 'admin'`;

/** By user name, case-insensitive. `limit` absent or -1 = all, up to `maxRows` (C22). */
export async function userPage(db: Query, { offset = 0, limit = -1 }: { offset?: number; limit?: number }) {
  const users = await db.query<User>(
    `select ${managedColumns} from users order by lower(user_name), id limit $1 offset $2`,
    [limit < 0 ? maxRows : Math.min(limit, maxRows), offset],
  );
  const [counted] = await db.query<{ count: number }>('select count(*) as count from users');
  return { users, usersCount: counted?.count ?? 0 };
}

export async function userById(db: Query, id: string): Promise<User | null> {
  const [user] = await db.query<User>(`select ${managedColumns} from users where id = $1`, [id]);
  return user ?? null;
}

const usualRoles = ['Admin', 'Parser', 'Customer', 'User', 'Guest'];

/** Roles and companies in use. */
export async function namesInUse(db: Query): Promise<{ readonly roles: string[]; readonly companies: string[] }> {
  const rows = await db.query<{ role: string; company: string | null }>('select distinct role, company from users');
  return {
    roles: [...usualRoles, ...rows.map(({ role }) => role)],
    companies: rows.flatMap(({ company }) => (company?.trim() ? [company] : [])),
  };
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
     on conflict (lower(user_name)) do nothing returning ${managedColumns}`,
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
      `select ${managedColumns} from users where lower(user_name) = lower($1) for update`,
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
