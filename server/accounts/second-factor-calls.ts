/** Calls of the second factor (decision 72). */
import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { HttpError } from '../http/api-error.ts';
import { type Context, callerOf } from '../http/guard.ts';
import { needsSecondFactor } from './accounts-config.ts';
import { attemptCode, verifyPassword } from './log-in.ts';
import { hasPasskeys, passkeysOf, removePasskeys } from './passkeys.ts';
import { restorePassword } from './password-off.ts';
import { checkProof } from './proof.ts';
import { refused } from './refused.ts';
import {
  beginSetUp,
  hasSecondFactor,
  newRecoveryCodes,
  recoveryCodesLeft,
  redeemCode,
  removeSecondFactor,
} from './second-factor.ts';
import { endSessionsOf } from './sessions.ts';
import type { AccountServices } from './user-calls.ts';
import { passwordStateOf } from './users.ts';

type Calls = Pick<
  Api['security'],
  | 'state'
  | 'beginSecondFactor'
  | 'beginRequiredSecondFactor'
  | 'confirmSecondFactor'
  | 'renewRecoveryCodes'
  | 'removeSecondFactor'
  | 'resetSecondFactor'
>;

const alreadyOn = (): HttpError => new HttpError(409, 'The second factor is already on.');
const off = (): HttpError => new HttpError(409, 'The second factor is off.');

export function makeSecondFactorHandlers(services: AccountServices): Handlers<Calls, Context> {
  const { sessions } = services;

  const isRequired = (role: string): boolean => needsSecondFactor(services.config.accounts, role);
  const log = (context: Context, user: string, text: string): void =>
    context.log.info({ requestId: context.request.id, user, by: context.caller?.userId ?? null }, text);

  return {
    state: async (context) => {
      const { userId, role } = callerOf(context);
      const [isOn, recoveryCodes, passkeys, password] = await Promise.all([
        hasSecondFactor(context.db, userId),
        recoveryCodesLeft(context.db, userId),
        passkeysOf(context.db, userId),
        passwordStateOf(context.db, userId),
      ]);
      return { secondFactor: { isOn, recoveryCodes, isRequired: isRequired(role) }, passkeys, password };
    },

    beginSecondFactor: async ({ body, ...context }) => {
      const { userId: id, userName } = callerOf(context);
      if (await hasSecondFactor(context.db, id)) throw alreadyOn();
      await checkProof(services, context, body);
      const begun = await beginSetUp(context.db, { id, userName });
      if (!begun) throw alreadyOn();
      return begun;
    },

    /** Before the first login with it: the password is all that the user has. */
    beginRequiredSecondFactor: async ({ body, ...context }) => {
      const user = await verifyPassword(services, context, body);
      if (!isRequired(user.role)) throw new HttpError(409, 'Your role needs no second factor. Log in.');
      // Otherwise the password alone would add one next to it.
      if (await hasPasskeys(context.db, user.id)) throw new HttpError(409, 'You have a passkey. Log in with it.');
      const begun = await beginSetUp(context.db, user);
      if (!begun) throw alreadyOn();
      return begun;
    },

    /** Other sessions began without it, so they end. */
    confirmSecondFactor: async ({ body, ...context }) => {
      const caller = callerOf(context);
      const { userId } = caller;
      const isRight = await attemptCode(services, userId, () =>
        sessions.endOthersWith({ db: context.db, caller }, (tx) => redeemCode(tx, userId, body.code, { isNew: true })),
      );
      if (!isRight) throw refused('code', 'This code is wrong. Check the clock of your phone and enter the next code.');
      log(context, userId, 'a second factor was set up');
      return { recoveryCodes: await newRecoveryCodes(services.db, userId) };
    },

    renewRecoveryCodes: async ({ body, ...context }) => {
      const { userId, role } = callerOf(context);
      await checkProof(services, context, body);
      const isPasskeyFactor = isRequired(role) && (await hasPasskeys(context.db, userId));
      if (!isPasskeyFactor && !(await hasSecondFactor(context.db, userId))) throw off();
      log(context, userId, 'recovery codes were renewed');
      return { recoveryCodes: await newRecoveryCodes(services.db, userId) };
    },

    removeSecondFactor: async ({ body, ...context }) => {
      const { userId, role } = callerOf(context);
      if (isRequired(role) && !(await hasPasskeys(context.db, userId)))
        throw new HttpError(409, 'Your role needs a second factor, so it cannot be turned off.');
      await checkProof(services, context, body);
      if (!(await hasSecondFactor(context.db, userId))) throw off();
      await removeSecondFactor(services.db, userId);
      log(context, userId, 'a second factor was turned off');
      return undefined;
    },

    /** For a user who lost phone and recovery codes. */
    resetSecondFactor: async ({ path, ...context }) => {
      if (path.id === callerOf(context).userId)
        throw new HttpError(409, 'Turn off your own second factor under Account security.');
      const hadOne = await context.db.transaction(async (tx) => {
        const hadPasskeys = await removePasskeys(tx, path.id);
        if (!(await removeSecondFactor(tx, path.id)) && !hadPasskeys) return false;
        await restorePassword(tx, path.id);
        await endSessionsOf(tx, path.id);
        return true;
      });
      if (!hadOne) throw new HttpError(404, 'This user has no second factor.');
      sessions.forgetUser(path.id);
      log(context, path.id, 'a second factor was removed by an Admin');
      return undefined;
    },
  };
}
