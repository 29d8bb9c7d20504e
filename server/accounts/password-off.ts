/** SQL of passwords that are turned off. */
import { record } from '../audit/audit.ts';
import type { Database, Transaction } from '../database/pool.ts';

type Owner = { readonly userId: string; readonly userName: string };

const note = (tx: Transaction, { userName }: Owner, details: string): Promise<void> =>
  record(tx, { action: 'changed', subject: 'login', name: userName, details });

/** With its links for a new one. False: the user has fewer passkeys. */
export async function turnOffPassword(tx: Transaction, owner: Owner, minPasskeys: number): Promise<boolean> {
  // The passkeys are locked: one that is removed at the same time counts no more.
  const keys = await tx.query('select id from passkey where user_id = $1 for update', [owner.userId]);
  if (keys.length < minPasskeys) return false;
  await tx.query('update users set has_password = false where id = $1', [owner.userId]);
  await tx.query('delete from password_reset where user_id = $1', [owner.userId]);
  await note(tx, owner, 'password turned off');
  return true;
}

/** False: it is on. */
export function turnOnPassword(db: Database, owner: Owner, passwordHash: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const changed = await tx.query(
      'update users set has_password = true, password_hash = $2 where id = $1 and not has_password returning id',
      [owner.userId, passwordHash],
    );
    if (changed.length === 0) return false;
    await note(tx, owner, 'password turned on');
    return true;
  });
}

/** For a user who lost all passkeys: the earlier password opens the account again. */
export async function restorePassword(db: Pick<Database, 'query'>, userId: string): Promise<void> {
  await db.query('update users set has_password = true where id = $1 and login_provider is null and not has_password', [
    userId,
  ]);
}
