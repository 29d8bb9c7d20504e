/** Calls about the security of the own account. */
import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { HttpError } from '../http/api-error.ts';
import { type Context, callerOf } from '../http/guard.ts';
import { loginsOf } from './logins.ts';
import { makePasskeyHandlers } from './passkey-calls.ts';
import { makePasswordOffHandlers } from './password-off-calls.ts';
import { makePasswordResetHandlers } from './password-reset-calls.ts';
import { makeSecondFactorHandlers } from './second-factor-calls.ts';
import type { AccountServices } from './user-calls.ts';

export function makeSecurityHandlers(services: AccountServices): Handlers<Api['security'], Context> {
  const { sessions } = services;
  return {
    ...makeSecondFactorHandlers(services),
    ...makePasswordResetHandlers(services),
    ...makePasskeyHandlers(services),
    ...makePasswordOffHandlers(services),

    logins: async (context) => loginsOf(context.db, callerOf(context)),

    /** The own session ends by logout only, which also empties the device. */
    endLogin: async ({ path, ...context }) => {
      const { userId, sessionId } = callerOf(context);
      const isEnded = path.id !== sessionId && (await sessions.revokeOf(userId, path.id));
      if (!isEnded) throw new HttpError(404, 'This login has already ended.');
      context.log.info({ requestId: context.request.id, user: userId }, 'a login was ended by its user');
      return undefined;
    },

    endOtherLogins: async (context) => {
      const { userId, sessionId } = callerOf(context);
      await sessions.revokeOthers(userId, sessionId);
      context.log.info({ requestId: context.request.id, user: userId }, 'other logins were ended by their user');
      return undefined;
    },
  };
}
