/** What a change of the own security needs: an open session is not enough, because someone else may have found it. */
import { HttpError, tooManyAttempts } from '../http/api-error.ts';
import { type Context, callerOf } from '../http/guard.ts';
import { isAnyCode } from './log-in.ts';
import { passwordHashOf } from './manage-users.ts';
import { isPassword } from './passwords.ts';
import { hasSecondFactor } from './second-factor.ts';
import type { AccountServices } from './user-calls.ts';

export type Proof = { readonly currentPassword: string; readonly code: string };

export const refused = (field: 'currentPassword' | 'code' | 'name', text: string): HttpError =>
  new HttpError(400, text, { [field]: [text] });

/** Counted with the login. @throws HttpError 400, 429 */
export async function checkPassword(services: AccountServices, context: Context, password: string): Promise<void> {
  const { userId, userName } = callerOf(context);
  const result = await services.attempts.attempt(context.request.ip, userName, async () =>
    isPassword(await passwordHashOf(context.db, userId), password),
  );
  if (typeof result === 'object') throw tooManyAttempts(result.waitS);
  if (!result) throw refused('currentPassword', 'The current password is wrong.');
}

/** The password, and a code where the user has a second factor. @throws HttpError 400, 429 */
export async function checkProof(services: AccountServices, context: Context, proof: Proof): Promise<void> {
  const { userId } = callerOf(context);
  await checkPassword(services, context, proof.currentPassword);
  if (!(await hasSecondFactor(context.db, userId))) return;
  if (!(await isAnyCode(services, context, userId, proof.code)))
    throw refused('code', 'This code is wrong or was used before.');
}
