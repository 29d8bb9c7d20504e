/** SQL of passkeys and their challenges. */
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type {
  NewCredential,
  NewPasskeyOptions,
  Passkey,
  PasskeyOptions,
  UsedCredential,
} from '../../contract/entities/passkeys.ts';
import { clock } from '../base/clock.ts';
import type { Database, Query } from '../database/pool.ts';
import { fieldError, HttpError } from '../http/api-error.ts';
import type { Context } from '../http/guard.ts';
import type { AccountServices } from './account-services.ts';
import { record } from './audit/audit.ts';
import type { VerifiedUser } from './users.ts';

type Owner = { readonly userId: string; readonly userName: string };
type PasskeyKey = { readonly id: string; readonly publicKey: Buffer; readonly counter: number };

const challengeLifeMs = 5 * 60_000;
const maxPasskeys = 20;

/** For a new passkey, or for the use of one: a login, or the proof of a change. */
type Purpose = 'add' | 'use';

/** `userId` null = a login. */
async function newChallenge(db: Query, userId: string | null, purpose: Purpose): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const now = clock.now();
  await db.query(
    `with expired as (delete from passkey_challenge where expires_at <= $4)
     insert into passkey_challenge (challenge, user_id, expires_at, purpose) values ($1, $2, $3, $5)`,
    [challenge, userId, new Date(now + challengeLifeMs), new Date(now), purpose],
  );
  return challenge;
}

/** Uses it up. False: unknown, used, expired, or of another user or purpose. */
async function takeChallenge(db: Query, challenge: string, userId: string | null, purpose: Purpose): Promise<boolean> {
  const taken = await db.query<{ isValid: boolean }>(
    `delete from passkey_challenge where challenge = $1
     returning expires_at > $3 and user_id is not distinct from $2 and purpose = $4 as "isValid"`,
    [challenge, userId, new Date(clock.now()), purpose],
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
function storePasskey(
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
async function notePasskeyUse(db: Query, id: string, was: number, counter: number): Promise<boolean> {
  const noted = await db.query(
    'update passkey set counter = $3, used_at = $4 where id = $1 and counter = $2 returning id',
    [id, was, counter, new Date(clock.now())],
  );
  return noted.length > 0;
}

// ---- The two ceremonies of WebAuthn, verified by the library: adding a passkey, and using one (decision 22).

/** Loaded at the first passkey: 300 files, a third of the time to start. */
const library = () => import('@simplewebauthn/server');

/** COSE: Ed25519, ES256, RS256. */
const algorithms = [-8, -7, -257];
const maxName = 60;

/** Browsers accept no passkey for a network address. @throws HttpError 409 */
function siteOf({ config }: AccountServices, { request }: Context): { readonly origin: string; readonly id: string } {
  const text = config.mail.publicUrl ?? `${request.isSecure ? 'https' : 'http'}://${request.host}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || isIP(url.hostname.replace(/[[\]]/g, '')) !== 0)
    throw new HttpError(409, 'Passkeys need a host name. Open Downlink by its name, not by its network address.');
  return { origin: url.origin, id: url.hostname };
}

/** For the browser of a user who adds one. @throws HttpError 409 */
export async function newPasskeyOptions(
  services: AccountServices,
  context: Context,
  { userId, userName }: Owner,
): Promise<NewPasskeyOptions> {
  const { id, origin } = siteOf(services, context);
  const known = await passkeysOf(context.db, userId);
  if (known.length >= maxPasskeys) throw new HttpError(409, `You have ${maxPasskeys} passkeys. Remove one first.`);
  context.log.info({ requestId: context.request.id, user: userId, origin }, 'a passkey is being added');
  return {
    challenge: await newChallenge(context.db, userId, 'add'),
    rp: { id, name: 'Downlink' },
    user: { id: Buffer.from(userId).toString('base64url'), name: userName, displayName: userName },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: challengeLifeMs,
    excludeCredentials: idsOf(known),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** `userId` = who proves something with it: other accounts on the same device are not offered. null = a login. @throws HttpError 409 */
export async function passkeyOptions(
  services: AccountServices,
  context: Context,
  userId: string | null,
): Promise<PasskeyOptions> {
  const { id: rpId } = siteOf(services, context);
  const challenge = await newChallenge(context.db, userId, 'use');
  const common = { rpId, challenge, timeout: challengeLifeMs, userVerification: 'required' as const };
  return userId === null ? common : { ...common, allowCredentials: idsOf(await passkeysOf(context.db, userId)) };
}

const idsOf = (passkeys: readonly Passkey[]) => passkeys.map(({ id }) => ({ type: 'public-key' as const, id }));

/** @throws HttpError 400, 409 */
export async function addPasskey(
  services: AccountServices,
  context: Context,
  owner: Owner,
  { name: given, credential: response }: { readonly name: string; readonly credential: NewCredential },
): Promise<void> {
  const { origin, id } = siteOf(services, context);
  const name = given.replace(/\p{Cc}/gu, ' ').trim();
  if (name === '' || name.length > maxName) throw fieldError('name', `Enter a name of up to ${maxName} characters.`);
  const { verifyRegistrationResponse } = await library();
  const info = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(context.db, challenge, owner.userId, 'add'),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).then(
    (result) => (result.verified ? result.registrationInfo : undefined),
    (error: Error) => {
      context.log.info({ requestId: context.request.id, reason: error.message }, 'a new passkey was refused');
      return undefined;
    },
  );
  if (!info) throw new HttpError(400, 'This passkey is not accepted. Start again.');
  const { credential } = info;
  const key = { id: credential.id, publicKey: Buffer.from(credential.publicKey), counter: credential.counter };
  if (!(await storePasskey(context.db, owner, key, name))) throw new HttpError(409, 'This passkey is already added.');
}

/** The user of this passkey, or null, with the user that it names. `userId` = as the challenge was made. */
export async function userOfPasskey(
  services: AccountServices,
  context: Context,
  response: UsedCredential,
  userId: string | null,
): Promise<{ readonly verified: VerifiedUser | null; readonly named: VerifiedUser | null }> {
  const site = siteOf(services, context);
  const found = await passkeyWithUser(context.db, response.id);
  const { verifyAuthenticationResponse } = await library();
  let verified: VerifiedUser | null = null;
  try {
    // First, so that a challenge is used up by any response that contains it.
    const { verified: isRight, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: async (challenge) =>
        (await takeChallenge(context.db, challenge, userId, 'use')) && found !== null,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(found?.key.publicKey ?? []),
        counter: found?.key.counter ?? 0,
      },
    });
    const { newCounter } = authenticationInfo;
    const isOwners = userId === null || found?.user.id === userId;
    if (isRight && found && isOwners && (await notePasskeyUse(context.db, response.id, found.key.counter, newCounter)))
      verified = found.user;
  } catch (error) {
    context.log.info({ requestId: context.request.id, reason: (error as Error).message }, 'a passkey was refused');
  }
  return { verified, named: found?.user ?? null };
}
