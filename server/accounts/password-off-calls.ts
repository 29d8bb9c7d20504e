/** Calls of an account whose only factor is a passkey (decision 101). */
import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { HttpError } from '../http/api-error.ts';
import { type Context, callerOf } from '../http/guard.ts';
import { minWithoutPassword } from './passkey-calls.ts';
import { turnOffPassword, turnOnPassword } from './password-off.ts';
import { hashPassword, newPasswordFault } from './passwords.ts';
import { checkPasskey, refuseManaged } from './proof.ts';
import { refused } from './refused.ts';
import type { AccountServices } from './user-calls.ts';

type Calls = Pick<Api['security'], 'turnOffPassword' | 'turnOnPassword'>;

export function makePasswordOffHandlers(services: AccountServices): Handlers<Calls, Context> {
  const { sessions } = services;
  return {
    /** The passkey proves that it works, before it is the only way. */
    turnOffPassword: async ({ body, ...context }) => {
      const caller = callerOf(context);
      const { userId } = caller;
      await refuseManaged(context);
      await checkPasskey(services, context, body.passkey);
      const isOff = await sessions.endOthersWith({ db: context.db, caller }, (tx) =>
        turnOffPassword(tx, caller, minWithoutPassword),
      );
      if (!isOff) throw new HttpError(409, 'Without a password you need two passkeys. Add another one first.');
      context.log.info({ requestId: context.request.id, user: userId }, 'a password was turned off');
      return undefined;
    },

    /** A new one: the earlier one may be the reason that it was turned off. */
    turnOnPassword: async ({ body, ...context }) => {
      const { userId, userName } = callerOf(context);
      await refuseManaged(context);
      const fault = newPasswordFault(body.newPassword, userName);
      if (fault) throw refused('newPassword', fault);
      await checkPasskey(services, context, body.passkey);
      if (!(await turnOnPassword(context.db, { userId, userName }, await hashPassword(body.newPassword))))
        throw new HttpError(409, 'Your password is on. Change it under Change password.');
      context.log.info({ requestId: context.request.id, user: userId }, 'a password was turned on');
      return undefined;
    },
  };
}
