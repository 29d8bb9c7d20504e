/** The two ceremonies of WebAuthn, verified by the library: adding a passkey, and using one (decision 89). */
import { isIP } from 'node:net';
import type {
  NewCredential,
  NewPasskeyOptions,
  Passkey,
  PasskeyOptions,
  UsedCredential,
} from '../../contract/entities/passkeys.ts';
import { HttpError } from '../http/api-error.ts';
import type { Context } from '../http/guard.ts';
import {
  challengeLifeMs,
  maxPasskeys,
  newChallenge,
  notePasskeyUse,
  passkeysOf,
  passkeyWithUser,
  storePasskey,
  takeChallenge,
} from './passkeys.ts';
import { refused } from './refused.ts';
import type { AccountServices } from './user-calls.ts';
import type { VerifiedUser } from './users.ts';

/** Loaded at the first passkey: 300 files, a third of the time to start. */
const library = () => import('@simplewebauthn/server');

type Owner = { readonly userId: string; readonly userName: string };

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
    challenge: await newChallenge(context.db, userId),
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
  const challenge = await newChallenge(context.db, userId);
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
  if (name === '' || name.length > maxName) throw refused('name', `Enter a name of up to ${maxName} characters.`);
  const { verifyRegistrationResponse } = await library();
  const info = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(context.db, challenge, owner.userId),
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
  if (!info) throw new HttpError(400, 'This passkey is not accepted. Begin again.');
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
      expectedChallenge: async (challenge) => (await takeChallenge(context.db, challenge, userId)) && found !== null,
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
