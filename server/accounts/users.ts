/** SQL of accounts. A password hash leaves it only for verification. */
import type { Database } from '../database/pool.ts';

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
type Query = Pick<Database, 'query'>;

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
