/** The login by password and, for users who have one, a code (decision 22). */
import { HttpError, tooManyAttempts } from '../http/api-error.ts';
import { actorOf, type Context } from '../http/guard.ts';
import { sessionCookies } from '../http/session-cookie.ts';
import { type AccountServices, needsSecondFactor } from './account-services.ts';
import { record } from './audit/audit.ts';
import { hasPasskeys } from './passkeys.ts';
import { isPassword } from './passwords.ts';
import { hasSecondFactor, redeemCode, redeemRecoveryCode } from './second-factor.ts';
import { deviceOf, sessionLifeS } from './sessions.ts';
import { findByName, type UserRow, type VerifiedUser } from './users.ts';

type Credentials = { readonly username: string; readonly password: string; readonly code?: string | undefined };

type LoginOutcome =
  | 'logged-in'
  | 'wrong-password'
  | 'code-needed'
  | 'wrong-code'
  | 'set-up-needed'
  | 'wrong-passkey'
  | 'sign-in-refused'
  | 'limited';

/** Outcomes in the audit trail, with their details. A success is recorded with its session. */
const failures: Partial<Record<LoginOutcome, string>> = {
  'wrong-password': '',
  'wrong-code': 'wrong code',
  'wrong-passkey': 'wrong passkey',
  'sign-in-refused': 'single sign-on',
};

/** The one place where the outcome of each login is known. `user` null = no such account. `reason` = more for the audit trail. */
export async function recordOutcome(
  context: Context,
  outcome: LoginOutcome,
  user: Pick<UserRow, 'id' | 'userName'> | null,
  reason?: string,
): Promise<void> {
  const { id: requestId, ip } = context.request;
  // Existing names only: a typed name may be a password in the wrong field.
  const name = user?.userName ?? null;
  context.log.info({ requestId, user: name, ok: outcome === 'logged-in', outcome, ip }, 'log-in');
  const failure = failures[outcome];
  if (failure === undefined) return;
  const details = reason ? `${failure}: ${reason}` : failure;
  await record(context.db, { action: 'login failed', subject: 'login', name, details });
}

const wrongCredentials = (): HttpError => new HttpError(401, 'Wrong username or password.');
const wrongCode = 'This code is wrong or was used before. Enter the next one.';
const wrongRecovery = 'This recovery code is wrong or was used before.';

/** The user with this password, within the limits of the login. @throws HttpError 401, 429 */
export async function verifyPassword(
  { attempts }: AccountServices,
  context: Context,
  { username, password }: Credentials,
): Promise<VerifiedUser> {
  let user: VerifiedUser | null = null;
  const result = await attempts.attempt(context.request.ip, username, async () => {
    user = await findByName(context.db, username);
    return isPassword(user?.hasPassword ? user.passwordHash : null, password);
  });
  if (result === true && user) return user;
  await recordOutcome(context, typeof result === 'object' ? 'limited' : 'wrong-password', user);
  throw typeof result === 'object' ? tooManyAttempts(result.waitS) : wrongCredentials();
}

/**
 * Runs one attempt of a code. Counted per account over all networks: only someone with the password gets here, so no one else
 * can lock the owner out. @throws HttpError 429
 */
export async function attemptCode(
  { attempts }: AccountServices,
  userId: string,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const result = await attempts.attempt(`code ${userId}`, 'code', isRight);
  if (typeof result === 'object') throw tooManyAttempts(result.waitS);
  return result;
}

/** A code of the app or a recovery code, of a user who has a second factor. @throws HttpError 429 */
export const isAnyCode = (
  services: AccountServices,
  context: Context,
  userId: string,
  code: string,
): Promise<boolean> =>
  attemptCode(
    services,
    userId,
    async () =>
      (await redeemCode(context.db, userId, code, { isNew: false })) ||
      (await redeemRecoveryCode(context.db, userId, code)),
  );

/** 401 with `errors.code` or `errors.passkey`: the form asks for it. With `errors.setUp`: it begins the set-up. */
async function checkCode(services: AccountServices, context: Context, user: VerifiedUser, code: string): Promise<void> {
  const refuse = async (outcome: LoginOutcome, field: 'code' | 'passkey' | 'setUp', text: string): Promise<never> => {
    await recordOutcome(context, outcome, user);
    throw new HttpError(401, text, { [field]: [text] });
  };
  if (await hasSecondFactor(context.db, user.id)) {
    if (code === '') await refuse('code-needed', 'code', 'Enter the code of your authenticator app.');
    if (!(await isAnyCode(services, context, user.id, code))) await refuse('wrong-code', 'code', wrongCode);
    return;
  }
  if (!needsSecondFactor(services.config.accounts, user.role)) return;
  if (await hasPasskeys(context.db, user.id)) {
    if (code === '') await refuse('code-needed', 'passkey', 'Log in with your passkey.');
    const isRight = await attemptCode(services, user.id, () => redeemRecoveryCode(context.db, user.id, code));
    if (!isRight) await refuse('wrong-code', 'passkey', wrongRecovery);
    return;
  }
  if (code === '') await refuse('set-up-needed', 'setUp', 'Your role needs a second factor. Set it up to log in.');
  const isRight = await attemptCode(services, user.id, () => redeemCode(context.db, user.id, code, { isNew: true }));
  if (!isRight) await refuse('wrong-code', 'code', wrongCode);
}

/** Unknown names and wrong passwords get the same response in the same time. @throws HttpError 401, 429 */
export async function logInByPassword(services: AccountServices, context: Context, credentials: Credentials) {
  const user = await verifyPassword(services, context, credentials);
  await checkCode(services, context, user, credentials.code?.trim() ?? '');
  return beginSession(services, context, user);
}

type SessionServices = Pick<AccountServices, 'sessions'> & { readonly config: { readonly basePath: string } };

/** For a user whose identity is verified. `how` = the method, if it was no password. @throws HttpError 401 if the password changed during the login */
export async function beginSession(services: SessionServices, context: Context, user: VerifiedUser, how?: string) {
  const actor = { ...actorOf({ ...user, userId: user.id }, context.request.ip), userId: user.id };
  const tokens = await services.sessions.start(actor, user.passwordHash, deviceOf(context.request), how);
  await recordOutcome(context, tokens ? 'logged-in' : 'wrong-password', user);
  if (!tokens) throw wrongCredentials();
  setSessionCookies(services, context, tokens.cookieToken);
  return { token: tokens.token, user: { userName: user.userName } };
}

/** Adds the cookies of a session to the response. null removes them. */
export function setSessionCookies(
  { config }: { readonly config: { readonly basePath: string } },
  context: Context,
  token: string | null,
): void {
  const { isSecure } = context.request;
  context.setHeader('set-cookie', sessionCookies(token, { isSecure, lifeS: sessionLifeS, base: config.basePath }));
}
