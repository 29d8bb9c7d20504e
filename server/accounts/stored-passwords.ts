/** SQL of forgotten passwords and of passwords that are turned off. Tokens are random, hashed at rest, single-use and valid for an hour. */
import { createHash, randomBytes } from 'node:crypto';
import { clock } from '../base/clock.ts';
import type { Database, Query, Transaction } from '../database/pool.ts';
import { record } from './audit/audit.ts';
import { endSessionsOf } from './sessions.ts';

type Person = { readonly id: string; readonly userName: string; readonly email: string };

const validMs = 3_600_000;
/** Minimum interval of emails to the same person. */
const pauseMs = 60_000;
/** One address may belong to several accounts. */
const maxAccounts = 5;

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Accounts with this name or address. Only a confirmed address proves who reads the email. A password that was turned off stays off. */
export function accountsOf(db: Query, text: string): Promise<Person[]> {
  return db.query<Person>(
    `select id, user_name as "userName", email from users
     where email_confirmed and has_password and email <> '' and (lower(user_name) = lower($1) or lower(email) = lower($1))
     order by lower(user_name) limit ${maxAccounts}`,
    [text],
  );
}

/** A new token, which replaces the previous one. null = one was just sent. */
export async function newResetToken(db: Query, userId: string): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  const made = await db.query(
    `insert into password_reset as r (user_id, token_hash, created_at, expires_at) values ($1, $2, $3, $4)
     on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at,
       expires_at = excluded.expires_at where r.created_at <= $5 returning user_id`,
    [userId, digest(token), new Date(now), new Date(now + validMs), new Date(now - pauseMs)],
  );
  return made.length > 0 ? token : null;
}

/** The account of a valid token, without using it. */
export async function accountOfToken(db: Query, token: string): Promise<Person | null> {
  const [person] = await db.query<Person>(
    `select u.id, u.user_name as "userName", u.email from password_reset r join users u on u.id = r.user_id
     where r.token_hash = $1 and r.expires_at > $2`,
    [digest(token), new Date(clock.now())],
  );
  return person ?? null;
}

/** Uses the token and ends the user's sessions. False: it was already used or replaced, or it has expired. */
export function setPassword(db: Database, token: string, passwordHash: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [used] = await tx.query<{ userId: string }>(
      'delete from password_reset where token_hash = $1 and expires_at > $2 returning user_id as "userId"',
      [digest(token), new Date(clock.now())],
    );
    if (!used) return false;
    const changed = await tx.query('update users set password_hash = $2 where id = $1 and has_password returning id', [
      used.userId,
      passwordHash,
    ]);
    if (changed.length === 0) return false;
    // In one transaction: after a failure between both, sessions of a stolen password would stay open.
    await endSessionsOf(tx, used.userId);
    return true;
  });
}

/** Removes tokens that expired by a trusted clock. */
export async function sweepResetTokens(db: Query, nowMs: number): Promise<void> {
  await db.query('delete from password_reset where expires_at < $1', [new Date(nowMs)]);
}

// ---- SQL of passwords that are turned off.

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
export async function restorePassword(db: Query, userId: string): Promise<void> {
  await db.query('update users set has_password = true where id = $1 and login_provider is null and not has_password', [
    userId,
  ]);
}
