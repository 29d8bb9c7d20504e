/**
 * Tokens that confirm an email address: random, hashed at rest, single-use, for one address, with an expiry.
 * Never reveal whether an address is known.
 */
import { createHash, randomBytes } from 'node:crypto';
import { clock } from '../base/clock.ts';
import type { Database, Query } from '../database/pool.ts';

export const validHours = 48;
/** Minimum interval of emails to the same person. */
const pauseS = 60;

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A new token for the account's address, replacing the previous one, or the seconds to wait. null = the account was closed. */
export async function newConfirmation(
  db: Database,
  user: { readonly id: string; readonly email: string },
): Promise<string | { readonly waitS: number } | null> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  return db.transaction(async (tx) => {
    // Locked: an account that is closed at the same time has no token.
    const known = await tx.query('select 1 from users where id = $1 for key share', [user.id]);
    if (known.length === 0) return null;
    const made = await tx.query(
      `insert into email_confirmations as c (user_id, token_hash, email, created_at, expires_at) values ($1, $2, $3, $4, $5)
       on conflict (user_id) do update set token_hash = excluded.token_hash, email = excluded.email,
         created_at = excluded.created_at, expires_at = excluded.expires_at
       where c.created_at <= $6 returning user_id`,
      [
        user.id,
        digest(token),
        user.email,
        new Date(now),
        new Date(now + validHours * 3_600_000),
        new Date(now - pauseS * 1000),
      ],
    );
    return made.length > 0 ? token : { waitS: pauseS };
  });
}

/** The email failed: another need not wait. The token stays valid, because the email may still arrive. */
export async function endPause(db: Query, userId: string, token: string): Promise<void> {
  await db.query('update email_confirmations set created_at = $3 where user_id = $1 and token_hash = $2', [
    userId,
    digest(token),
    new Date(clock.now() - pauseS * 1000),
  ]);
}

/** Uses the token and confirms its address. False: wrong address, used, or expired. */
export function confirmAddress(db: Database, email: string, token: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [used] = await tx.query<{ userId: string; email: string }>(
      `delete from email_confirmations where token_hash = $1 and lower(email) = lower($2) and expires_at > $3
       returning user_id as "userId", email`,
      [digest(token), email, new Date(clock.now())],
    );
    if (!used) return false;
    const confirmed = await tx.query(
      'update users set email_confirmed = true where id = $1 and email = $2 returning id',
      [used.userId, used.email],
    );
    return confirmed.length > 0;
  });
}

/** Removes tokens that expired by a trusted clock. */
export async function sweepConfirmations(db: Query, nowMs: number): Promise<void> {
  await db.query('delete from email_confirmations where expires_at < $1', [new Date(nowMs)]);
}
