/** Calls of passkeys (decisions 89, 101). A passkey with user verification is both factors, so it replaces password and code. */
import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { HttpError, tooManyAttempts } from '../http/api-error.ts';
import { type Context, callerOf } from '../http/guard.ts';
import { needsSecondFactor } from './accounts-config.ts';
import { beginSession, recordOutcome, verifyPassword } from './log-in.ts';
import { addPasskey, newPasskeyOptions, passkeyOptions, userOfPasskey } from './passkey-ceremonies.ts';
import { hasPasskeys, removePasskey } from './passkeys.ts';
import { checkProof, refuseManaged } from './proof.ts';
import { hasSecondFactor } from './second-factor.ts';
import type { AccountServices } from './user-calls.ts';
import { passwordStateOf, type VerifiedUser } from './users.ts';

type Calls = Pick<
  Api['security'],
  | 'beginPasskey'
  | 'addPasskey'
  | 'removePasskey'
  | 'beginPasskeyLogin'
  | 'passkeyLogin'
  | 'beginPasskeyProof'
  | 'beginRequiredPasskey'
  | 'addRequiredPasskey'
>;

const wrongPasskey = (): HttpError =>
  new HttpError(401, 'This passkey is not accepted. Log in with your password, or try again.');
/** Without a password one passkey could be lost with its device. */
export const minWithoutPassword = 2;

export function makePasskeyHandlers(services: AccountServices): Handlers<Calls, Context> {
  const isRequired = (role: string): boolean => needsSecondFactor(services.config.accounts, role);

  /** A user with this password, whose role needs a second factor, and who has none. @throws HttpError 401, 409, 429 */
  async function withoutFactor(
    context: Context,
    credentials: { readonly username: string; readonly password: string },
  ): Promise<VerifiedUser> {
    const user = await verifyPassword(services, context, credentials);
    if (!isRequired(user.role)) throw new HttpError(409, 'Your role needs no second factor. Log in.');
    if ((await hasSecondFactor(context.db, user.id)) || (await hasPasskeys(context.db, user.id)))
      throw new HttpError(409, 'You have a second factor. Log in with it.');
    return user;
  }

  /** What is left must still open the account, and meet its role. */
  async function minLeftOf({ db }: Context, { userId, role }: { readonly userId: string; readonly role: string }) {
    if ((await passwordStateOf(db, userId)) === 'off') return minWithoutPassword;
    return isRequired(role) && !(await hasSecondFactor(db, userId)) ? 1 : 0;
  }

  return {
    beginPasskey: async ({ body, ...context }) => {
      await checkProof(services, context, body);
      return newPasskeyOptions(services, context, callerOf(context));
    },

    addPasskey: async ({ body, ...context }) => {
      await refuseManaged(context);
      await addPasskey(services, context, callerOf(context), body);
      return undefined;
    },

    removePasskey: async ({ path, ...context }) => {
      const caller = callerOf(context);
      const done = await removePasskey(context.db, caller, path.id, await minLeftOf(context, caller));
      if (done === 'unknown') throw new HttpError(404, 'You have no such passkey.');
      if (done === 'last') throw new HttpError(409, 'You need this passkey to log in. Add another one first.');
      return undefined;
    },

    beginPasskeyProof: async (context) => passkeyOptions(services, context, callerOf(context).userId),

    beginPasskeyLogin: async (context) => passkeyOptions(services, context, null),

    passkeyLogin: async ({ body, ...context }) => {
      let outcome: Awaited<ReturnType<typeof userOfPasskey>> = { verified: null, named: null };
      const result = await services.attempts.attempt(context.request.ip, 'login by passkey', async () => {
        outcome = await userOfPasskey(services, context, body, null);
        return outcome.verified !== null;
      });
      const { verified, named } = outcome as Awaited<ReturnType<typeof userOfPasskey>>;
      if (verified) return beginSession(services, context, verified, 'passkey');
      await recordOutcome(context, typeof result === 'object' ? 'limited' : 'wrong-passkey', named);
      throw typeof result === 'object' ? tooManyAttempts(result.waitS) : wrongPasskey();
    },

    /** Before the first login with it: the password is all that the user has. */
    beginRequiredPasskey: async ({ body, ...context }) => {
      const { id: userId, userName } = await withoutFactor(context, body);
      return newPasskeyOptions(services, context, { userId, userName });
    },

    addRequiredPasskey: async ({ body, ...context }) => {
      const user = await withoutFactor(context, body);
      await addPasskey(services, context, { userId: user.id, userName: user.userName }, body);
      return beginSession(services, context, user, 'passkey');
    },
  };
}
