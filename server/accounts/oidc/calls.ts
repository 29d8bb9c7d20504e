/** Calls of the sign-in at a provider (decision 22). The provider proves who the user is, the rules here decide what the user may do. */
import { createHash, randomBytes } from 'node:crypto';
import { AuthorizationResponseError } from 'openid-client';
import type { Api } from '../../../contract/api.ts';
import type { Handlers } from '../../../contract/endpoint.ts';
import { clock } from '../../base/clock.ts';
import type { Query } from '../../database/pool.ts';
import { HttpError, tooManyAttempts } from '../../http/api-error.ts';
import type { Context } from '../../http/guard.ts';
import { refusalOf, UpstreamError } from '../../outgoing/outgoing-line.ts';
import { beginSession, recordOutcome } from '../log-in.ts';
import type { LoginAttempts } from '../login-attempts.ts';
import type { Sessions } from '../sessions.ts';
import { type Claims, personOf } from './claims.ts';
import type { OidcConfig } from './oidc-config.ts';
import type { Flow, Provider } from './provider.ts';
import { type ProviderRefusal, signInProviderUser } from './provider-users.ts';

type SignInServices = {
  readonly sessions: Sessions;
  readonly attempts: LoginAttempts;
  /** null = not configured. */
  readonly provider: Provider | null;
  readonly config: {
    readonly oidc: OidcConfig | null;
    readonly mail: { readonly publicUrl: string | null };
    readonly basePath: string;
  };
};

const random = (): string => randomBytes(32).toString('base64url');
const maxQuery = 8000;
const over = 'This sign-in has expired, was used before, or was started in another browser. Start again.';
const invalid = 'The response of the sign-in provider is not valid. Start again, or ask an administrator.';
const cancelled = 'The sign-in was cancelled, or the provider refused it.';

/** For the user, and in short for the audit trail. */
const refusals: Readonly<Record<ProviderRefusal | 'no-role', readonly [text: string, reason: string]>> = {
  'no-role': ['Your account has no role here. Ask an administrator to give it one at the sign-in provider.', 'no role'],
  unknown: ['No account belongs to this sign-in. Ask an administrator.', 'no account'],
  'bad-name': [
    'The sign-in provider sent no usable username: 3 to 64 letters, digits or . _ - @ + characters. Ask an administrator.',
    'no usable username',
  ],
  'bad-company': [
    'The sign-in provider sent a company with invisible or mixed letters, or one that looks like another. Ask an administrator.',
    'company looks like another',
  ],
  taken: [
    'Your username belongs to another account here. Log in with its password, or ask an administrator.',
    'username taken',
  ],
  'last-admin': [
    'Your new role would leave no Admin. Log in with your password, and create another Admin first.',
    'last Admin',
  ],
};

export function makeSignInHandlers(services: SignInServices): Handlers<Api['signIn'], Context> {
  const { sessions, attempts, config } = services;

  function configured(): { readonly provider: Provider; readonly oidc: OidcConfig } {
    const { provider } = services;
    if (!provider || !config.oidc) throw new HttpError(424, 'This server does not use single sign-on.');
    return { provider, oidc: config.oidc };
  }

  /** The login form, below the address that users know. The provider accepts registered addresses only. */
  const redirectUriOf = ({ request }: Context): string => {
    const own = `${request.isSecure ? 'https' : 'http'}://${request.host}${config.basePath}`;
    return `${config.mail.publicUrl ?? own}/auth`;
  };

  async function refuse(context: Context, text: string, reason: string): Promise<never> {
    await recordOutcome(context, 'sign-in-refused', null, reason);
    throw new HttpError(401, text);
  }

  /** The sign-in that this browser began. Attempts are remembered, so what anyone sends is cut to the length of a state. */
  async function flowOf(context: Context, state: string, ticket: string): Promise<Flow> {
    let flow: Flow | null = null;
    const result = await attempts.attempt(context.request.ip, `sign-in ${state.slice(0, 43)}`, async () => {
      flow = await takeFlow(context.db, state, ticket);
      return flow !== null;
    });
    if (typeof result === 'object') throw tooManyAttempts(result.waitS);
    return flow ?? refuse(context, over, 'expired or used before');
  }

  async function claimsOf(
    context: Context,
    provider: Provider,
    response: URLSearchParams,
    flow: Flow,
  ): Promise<Claims> {
    try {
      return await provider.claimsOf(response, flow);
    } catch (error) {
      throwIfAway(context, error);
      logFailure(context, error);
      if (error instanceof AuthorizationResponseError) return refuse(context, cancelled, 'cancelled');
      return refuse(context, invalid, 'invalid response');
    }
  }

  return {
    begin: async (context) => {
      const { provider } = configured();
      const flow = { state: random(), nonce: random(), verifier: random(), redirectUri: redirectUriOf(context) };
      const ticket = random();
      try {
        const url = await provider.addressFor(flow);
        await storeFlow(context.db, flow, ticket);
        return { url, ticket };
      } catch (error) {
        throwIfAway(context, error);
        logFailure(context, error);
        throw new HttpError(424, 'The sign-in provider is not configured correctly. Ask an administrator.');
      }
    },

    complete: async ({ body, ...context }) => {
      const { provider, oidc } = configured();
      if (body.query.length > maxQuery) throw new HttpError(400, invalid);
      const response = new URLSearchParams(body.query);
      const flow = await flowOf(context, response.get('state') ?? '', body.ticket);
      const person = personOf(await claimsOf(context, provider, response, flow), oidc.rules);
      // As JSON, so that the erasure of a person finds the name.
      const named = JSON.stringify(person.userName);
      const refuseFor = (why: keyof typeof refusals): Promise<never> =>
        refuse(context, refusals[why][0], `${refusals[why][1]} (${named})`);
      const { role } = person;
      if (role === null) return refuseFor('no-role');
      const user = await signInProviderUser(context.db, { ...person, role, issuer: oidc.issuer.href }, oidc);
      if (typeof user === 'string') return refuseFor(user);
      sessions.forgetUser(user.id);
      return beginSession(services, context, user, 'single sign-on');
    },
  };
}

/** The library wraps an error of the request. */
const upstreamErrorOf = (error: unknown): UpstreamError | null => {
  if (error instanceof UpstreamError) return error;
  return error instanceof Error && error.cause instanceof UpstreamError ? error.cause : null;
};

/** An outage is no refusal. @throws HttpError 424, 429 */
function throwIfAway({ log, request }: Context, error: unknown): void {
  const away = upstreamErrorOf(error);
  if (!away) return;
  log.warn({ requestId: request.id, trouble: away.trouble }, 'the sign-in provider did not respond');
  throw refusalOf(away, 'Single sign-on is', 'ofCall', clock.now());
}

/** Never the tokens: codes and sentences of the library, and those of the provider. */
function logFailure({ log, request }: Context, error: unknown): void {
  const { message, code, error: refusal, error_description: description } = error as Record<string, unknown>;
  log.warn({ requestId: request.id, reason: message, code, refusal, description }, 'a sign-in was not accepted');
}

// ---- SQL of sign-ins that have begun.

/** Time to sign in at the provider. */
const lifeMs = 10 * 60_000;
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

async function storeFlow(db: Query, { state, nonce, verifier, redirectUri }: Flow, ticket: string): Promise<void> {
  const now = clock.now();
  await db.query(
    `with expired as (delete from oidc_flow where expires_at <= $7)
     insert into oidc_flow (state_hash, ticket_hash, nonce, verifier, redirect_uri, expires_at) values ($1, $2, $3, $4, $5, $6)`,
    [digest(state), digest(ticket), nonce, verifier, redirectUri, new Date(now + lifeMs), new Date(now)],
  );
}

/** Uses it up. null = unknown, used, expired, or begun elsewhere. */
async function takeFlow(db: Query, state: string, ticket: string): Promise<Flow | null> {
  const [taken] = await db.query<Omit<Flow, 'state'> & { isValid: boolean }>(
    `delete from oidc_flow where state_hash = $1
     returning nonce, verifier, redirect_uri as "redirectUri", ticket_hash = $2 and expires_at > $3 as "isValid"`,
    [digest(state), digest(ticket), new Date(clock.now())],
  );
  if (!taken?.isValid) return null;
  const { nonce, verifier, redirectUri } = taken;
  return { state, nonce, verifier, redirectUri };
}
