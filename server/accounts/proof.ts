/** What a change of the own security needs: an open session is not enough, because someone else may have found it. */
import type { UsedCredential } from '../../contract/entities/passkeys.ts';
import { HttpError, tooManyAttempts } from '../http/api-error.ts';
import { type Context, callerOf } from '../http/guard.ts';
import { needsSecondFactor } from './accounts-config.ts';
import { isAnyCode } from './log-in.ts';
import { passwordHashOf } from './manage-users.ts';
import { userOfPasskey } from './passkey-ceremonies.ts';
import { hasPasskeys } from './passkeys.ts';
import { isPassword } from './passwords.ts';
import { refused } from './refused.ts';
import { hasSecondFactor } from './second-factor.ts';
import type { AccountServices } from './user-calls.ts';
import { passwordStateOf } from './users.ts';

/** Password and code, or a passkey, which is both. */
export type Proof = {
  readonly currentPassword: string;
  readonly code?: string | undefined;
  readonly passkey?: UsedCredential | undefined;
};

/** The provider decides how these users log in, and when no longer. @throws HttpError 409 */
export async function refuseManaged(context: Context): Promise<void> {
  if ((await passwordStateOf(context.db, callerOf(context).userId)) === 'provider')
    throw new HttpError(409, 'You log in with single sign-on, which has its own password and second factor.');
}

/** Counted with the login. @throws HttpError 400, 429 */
async function checkPassword(services: AccountServices, context: Context, password: string): Promise<void> {
  const { userId, userName } = callerOf(context);
  const result = await services.attempts.attempt(context.request.ip, userName, async () =>
    isPassword(await passwordHashOf(context.db, userId), password),
  );
  if (typeof result === 'object') throw tooManyAttempts(result.waitS);
  if (!result) throw refused('currentPassword', 'The current password is wrong.');
}

/** A passkey of the caller, for a challenge of the caller. @throws HttpError 400, 429 */
export async function checkPasskey(
  services: AccountServices,
  context: Context,
  passkey: UsedCredential,
): Promise<void> {
  const { userId } = callerOf(context);
  const result = await services.attempts.attempt(context.request.ip, `passkey of ${userId}`, async () => {
    const { verified } = await userOfPasskey(services, context, passkey, userId);
    return verified !== null;
  });
  if (typeof result === 'object') throw tooManyAttempts(result.waitS);
  if (!result) throw refused('passkey', 'This passkey is not accepted. Begin again.');
}

/** A passkey, or the password and a code where the user needs one to log in. @throws HttpError 400, 409, 429 */
export async function checkProof(services: AccountServices, context: Context, proof: Proof): Promise<void> {
  const { userId, role } = callerOf(context);
  await refuseManaged(context);
  if (proof.passkey) return checkPasskey(services, context, proof.passkey);
  await checkPassword(services, context, proof.currentPassword);
  const hasCode = await hasSecondFactor(context.db, userId);
  const needsPasskey = needsSecondFactor(services.config.accounts, role) && (await hasPasskeys(context.db, userId));
  if (!hasCode && !needsPasskey) return;
  if (!(await isAnyCode(services, context, userId, proof.code ?? '')))
    throw refused('code', hasCode ? 'This code is wrong or was used before.' : 'Use your passkey, or a recovery code.');
}
