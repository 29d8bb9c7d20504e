/** SQL of passkeys and their challenges. */
import { randomBytes } from 'node:crypto';
import type { Passkey } from '../../contract/entities/passkeys.ts';
import { record } from '../audit/audit.ts';
import { clock } from '../base/clock.ts';
import type { Database } from '../database/pool.ts';
import type { VerifiedUser } from './users.ts';

type Query = Pick<Database, 'query'>;
type Owner = { readonly userId: string; readonly userName: string };
type PasskeyKey = { readonly id: string; readonly publicKey: Buffer; readonly counter: number };

export const challengeLifeMs = 5 * 60_000;
export const maxPasskeys = 20;

/** `userId` = of a user who adds a passkey. null = for a login. */
export async function newChallenge(db: Query, userId: string | null): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const now = clock.now();
  await db.query(
    `with expired as (delete from passkey_challenge where expires_at <= $4)
     insert into passkey_challenge (challenge, user_id, expires_at) values ($1, $2, $3)`,
    [challenge, userId, new Date(now + challengeLifeMs), new Date(now)],
  );
  return challenge;
}

/** Uses it up. False: unknown, used, expired, or of another user or purpose. */
export async function takeChallenge(db: Query, challenge: string, userId: string | null): Promise<boolean> {
  const taken = await db.query<{ isValid: boolean }>(
    `delete from passkey_challenge where challenge = $1
     returning expires_at > $3 and user_id is not distinct from $2 as "isValid"`,
    [challenge, userId, new Date(clock.now())],
  );
  return taken[0]?.isValid === true;
}

export async function passkeysOf(db: Query, userId: string): Promise<Passkey[]> {
  const rows = await db.query<{ id: string; name: string; createdAt: Date; usedAt: Date | null }>(
    `select id, name, created_at as "createdAt", used_at as "usedAt" from passkey where user_id = $1
     order by created_at, id`,
    [userId],
  );
  return rows.map(({ createdAt, usedAt, ...one }) => ({
    ...one,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
  }));
}

export const hasPasskeys = async (db: Query, userId: string): Promise<boolean> =>
  (await db.query('select 1 from passkey where user_id = $1 limit 1', [userId])).length > 0;

/** False: the passkey is known already. */
export function storePasskey(
  db: Database,
  { userId, userName }: Owner,
  { id, publicKey, counter }: PasskeyKey,
  name: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const added = await tx.query(
      `insert into passkey (id, user_id, public_key, counter, name, created_at) values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing returning id`,
      [id, userId, publicKey, counter, name, new Date(clock.now())],
    );
    if (added.length === 0) return false;
    await record(tx, { action: 'changed', subject: 'login', name: userName, details: 'passkey added' });
    return true;
  });
}

/** `minLeft` = how many have to stay. */
export function removePasskey(
  db: Database,
  { userId, userName }: Owner,
  id: string,
  minLeft: number,
): Promise<'removed' | 'unknown' | 'last'> {
  return db.transaction(async (tx) => {
    // Locked: of two removals at once, the second sees what the first has left.
    const known = await tx.query<{ id: string }>('select id from passkey where user_id = $1 for update', [userId]);
    if (!known.some((one) => one.id === id)) return 'unknown';
    if (known.length <= minLeft) return 'last';
    await tx.query('delete from passkey where id = $1', [id]);
    await record(tx, { action: 'changed', subject: 'login', name: userName, details: 'passkey removed' });
    return 'removed';
  });
}

/** All of a user. False: there was none. */
export async function removePasskeys(db: Query, userId: string): Promise<boolean> {
  return (await db.query('delete from passkey where user_id = $1 returning id', [userId])).length > 0;
}

export async function passkeyWithUser(
  db: Query,
  id: string,
): Promise<{ readonly key: PasskeyKey; readonly user: VerifiedUser } | null> {
  const [row] = await db.query<VerifiedUser & { publicKey: Buffer; counter: string }>(
    `select u.id, u.user_name as "userName", u.name, u.surname, u.email, u.role, u.company, u.terms,
       u.is_demo as "isDemo", u.password_hash as "passwordHash", u.has_password as "hasPassword",
       p.public_key as "publicKey", p.counter
     from passkey p join users u on u.id = p.user_id where p.id = $1`,
    [id],
  );
  if (!row) return null;
  const { publicKey, counter, ...user } = row;
  return { key: { id, publicKey, counter: Number(counter) }, user };
}

/** Stores the counter of a verified login. False: another login was faster, so a copy of the key may exist. */
export async function notePasskeyUse(db: Query, id: string, was: number, counter: number): Promise<boolean> {
  const noted = await db.query(
    'update passkey set counter = $3, used_at = $4 where id = $1 and counter = $2 returning id',
    [id, was, counter, new Date(clock.now())],
  );
  return noted.length > 0;
}
