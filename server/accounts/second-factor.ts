/** SQL of the second factor. A secret leaves it once, when it is created. */
import { createHash, randomBytes } from 'node:crypto';
import { clock } from '../base/clock.ts';
import type { Database, Query } from '../database/pool.ts';
import { base32, otpauthUri, stepOf } from './totp.ts';

export type NewSecret = { readonly secret: string; readonly uri: string };

const recoveryCodeCount = 10;

export async function hasSecondFactor(db: Query, userId: string): Promise<boolean> {
  const rows = await db.query('select 1 from second_factor where user_id = $1 and confirmed_at is not null', [userId]);
  return rows.length > 0;
}

export async function recoveryCodesLeft(db: Query, userId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from recovery_code where user_id = $1',
    [userId],
  );
  return row?.count ?? 0;
}

/** A new secret, which replaces one that was never confirmed. null = the user has a second factor. */
export async function beginSetUp(
  db: Query,
  user: { readonly id: string; readonly userName: string },
): Promise<NewSecret | null> {
  const secret = randomBytes(20);
  const begun = await db.query(
    `insert into second_factor as f (user_id, secret, created_at) values ($1, $2, $3)
     on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
     where f.confirmed_at is null returning user_id`,
    [user.id, secret, new Date(clock.now())],
  );
  return begun.length > 0 ? { secret: base32(secret), uri: otpauthUri(secret, user.userName) } : null;
}

/** Uses a code of the app. False: wrong, or used before. `isNew` = it completes the set-up. */
export async function redeemCode(
  db: Query,
  userId: string,
  code: string,
  { isNew }: { isNew: boolean },
): Promise<boolean> {
  const [row] = await db.query<{ secret: Buffer }>(
    `select secret from second_factor where user_id = $1 and (confirmed_at is null) = $2`,
    [userId, isNew],
  );
  const step = row && stepOf(row.secret, code.replace(/\s/g, ''), clock.now());
  if (!row || step === null || step === undefined) return false;
  const used = await db.query(
    `update second_factor set last_step = $2, confirmed_at = coalesce(confirmed_at, $3)
     where user_id = $1 and last_step < $2 and secret = $4 and (confirmed_at is null) = $5 returning user_id`,
    [userId, step, new Date(clock.now()), row.secret, isNew],
  );
  return used.length > 0;
}

/** Upper case without separators: how a person copies it does not matter. */
const recoveryHash = (code: string): Buffer =>
  createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest();

export async function redeemRecoveryCode(db: Query, userId: string, code: string): Promise<boolean> {
  const used = await db.query('delete from recovery_code where user_id = $1 and code_hash = $2 returning user_id', [
    userId,
    recoveryHash(code),
  ]);
  return used.length > 0;
}

/** Ten codes of 80 bits, which replace all earlier ones. */
export function newRecoveryCodes(db: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => base32(randomBytes(10)).replace(/(.{4})(?=.)/g, '$1-'));
  return db.transaction(async (tx) => {
    // Two at once take turns, and only the codes of the last one work.
    await tx.query('select 1 from users where id = $1 for update', [userId]);
    await tx.query('delete from recovery_code where user_id = $1', [userId]);
    await tx.query('insert into recovery_code (user_id, code_hash) select $1, unnest($2::bytea[])', [
      userId,
      codes.map(recoveryHash),
    ]);
    return codes;
  });
}

/** With its recovery codes. False: there was none. */
export async function removeSecondFactor(db: Query, userId: string): Promise<boolean> {
  const removed = await db.query(
    `with codes as (delete from recovery_code where user_id = $1)
     delete from second_factor where user_id = $1 returning user_id`,
    [userId],
  );
  return removed.length > 0;
}
