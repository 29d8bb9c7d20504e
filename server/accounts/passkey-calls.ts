/** Calls of passkeys (decision 89). A passkey with user verification is both factors, so it replaces password and code. */
import { isIP } from 'node:net';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import type { UsedCredential } from '../../contract/entities/passkeys.ts';
import { HttpError, tooManyAttempts } from '../http/api-error.ts';
import { type Context, callerOf } from '../http/guard.ts';
import { beginSession, recordOutcome, type VerifiedUser } from './log-in.ts';
import {
  challengeLifeMs,
  maxPasskeys,
  newChallenge,
  notePasskeyUse,
  passkeysOf,
  passkeyWithUser,
  removePasskey,
  storePasskey,
  takeChallenge,
} from './passkeys.ts';
import { checkProof, refused } from './proof.ts';
import type { AccountServices } from './user-calls.ts';

type Calls = Pick<
  Api['security'],
  'beginPasskey' | 'addPasskey' | 'removePasskey' | 'beginPasskeyLogin' | 'passkeyLogin'
>;

/** COSE: Ed25519, ES256, RS256. */
const algorithms = [-8, -7, -257];
const maxName = 60;
const wrongPasskey = (): HttpError =>
  new HttpError(401, 'This passkey is not accepted. Log in with your password, or try again.');

/** Browsers accept no passkey for a network address. @throws HttpError 409 */
function siteOf({ config }: AccountServices, { request }: Context): { readonly origin: string; readonly id: string } {
  const text = config.mail.publicUrl ?? `${request.isSecure ? 'https' : 'http'}://${request.host}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || isIP(url.hostname.replace(/[[\]]/g, '')) !== 0)
    throw new HttpError(409, 'Passkeys need a host name. Open Downlink by its name, not by its network address.');
  return { origin: url.origin, id: url.hostname };
}

/** The user of this passkey, or null, with the user that it names. */
async function userOf(services: AccountServices, context: Context, response: UsedCredential) {
  const site = siteOf(services, context);
  const found = await passkeyWithUser(context.db, response.id);
  let verified: VerifiedUser | null = null;
  try {
    // First, so that a challenge is used up by any response that contains it.
    const { verified: isRight, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: async (challenge) => (await takeChallenge(context.db, challenge, null)) && found !== null,
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
    if (isRight && found && (await notePasskeyUse(context.db, response.id, found.key.counter, newCounter)))
      verified = found.user;
  } catch (error) {
    context.log.info({ requestId: context.request.id, reason: (error as Error).message }, 'a passkey was refused');
  }
  return { verified, named: found?.user ?? null };
}

export function makePasskeyHandlers(services: AccountServices): Handlers<Calls, Context> {
  return {
    beginPasskey: async ({ body, ...context }) => {
      const { id, origin } = siteOf(services, context);
      await checkProof(services, context, body);
      const { userId, userName } = callerOf(context);
      const known = await passkeysOf(context.db, userId);
      if (known.length >= maxPasskeys) throw new HttpError(409, `You have ${maxPasskeys} passkeys. Remove one first.`);
      context.log.info({ requestId: context.request.id, user: userId, origin }, 'a passkey is being added');
      return {
        challenge: await newChallenge(context.db, userId),
        rp: { id, name: 'Downlink' },
        user: { id: Buffer.from(userId).toString('base64url'), name: userName, displayName: userName },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
        timeout: challengeLifeMs,
        excludeCredentials: known.map((one) => ({ type: 'public-key' as const, id: one.id })),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      };
    },

    addPasskey: async ({ body, ...context }) => {
      const { origin, id } = siteOf(services, context);
      const caller = callerOf(context);
      const name = body.name.replace(/\p{Cc}/gu, ' ').trim();
      if (name === '' || name.length > maxName) throw refused('name', `Enter a name of up to ${maxName} characters.`);
      const info = await verifyRegistrationResponse({
        response: body.credential,
        expectedChallenge: (challenge) => takeChallenge(context.db, challenge, caller.userId),
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
      if (!(await storePasskey(context.db, caller, key, name)))
        throw new HttpError(409, 'This passkey is already added.');
      return undefined;
    },

    removePasskey: async ({ path, ...context }) => {
      if (!(await removePasskey(context.db, callerOf(context), path.id)))
        throw new HttpError(404, 'You have no such passkey.');
      return undefined;
    },

    beginPasskeyLogin: async (context) => ({
      rpId: siteOf(services, context).id,
      challenge: await newChallenge(context.db, null),
      timeout: challengeLifeMs,
      userVerification: 'required',
    }),

    passkeyLogin: async ({ body, ...context }) => {
      let outcome: Awaited<ReturnType<typeof userOf>> = { verified: null, named: null };
      const result = await services.attempts.attempt(context.request.ip, 'login by passkey', async () => {
        outcome = await userOf(services, context, body);
        return outcome.verified !== null;
      });
      const { verified, named } = outcome as Awaited<ReturnType<typeof userOf>>;
      if (verified) return beginSession(services, context, verified);
      await recordOutcome(context, typeof result === 'object' ? 'limited' : 'wrong-passkey', named);
      throw typeof result === 'object' ? tooManyAttempts(result.waitS) : wrongPasskey();
    },
  };
}
