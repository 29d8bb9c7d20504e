/** Archive of closed accounts (C94): the basic record for seven years, and its purge. */
import { clock } from '../base/clock.ts';
import type { Database, Transaction } from '../database/pool.ts';

type Query = Pick<Database, 'query'>;

/** Stored about a person who left: identity and purge date. */
export type BasicRecord = {
  readonly id: string;
  readonly userName: string;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly company: string | null;
  readonly role: string;
};
type ArchivedRecord = BasicRecord & { readonly closedAt: Date; readonly purgeAfter: Date };

export async function archive(tx: Pick<Transaction, 'query'>, record: BasicRecord): Promise<void> {
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

/** Removes records older than seven years. */
export async function purgeArchive(db: Query): Promise<void> {
  await db.query('delete from closed_accounts where purge_after < $1', [new Date(clock.now())]);
}
