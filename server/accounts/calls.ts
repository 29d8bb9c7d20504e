/** Calls of accounts and sessions. */

import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { HttpError, refuseFields, sessionEnded, tooManyAttempts } from '../http/api-error.ts';
import { type Context, callerOf } from '../http/guard.ts';
import type { AccountServices } from './account-services.ts';
import { logInByPassword, setSessionCookies } from './log-in.ts';
import { hashPassword, isPassword, newPasswordFault, passwordFault, userNameFault } from './passwords.ts';
import { makeUserHandlers } from './user-calls.ts';
import { acceptTerms, changePasswordHash, findById, passwordHashOf, passwordStateOf } from './users.ts';

const wrongPassword = 'The current password is wrong.';

export function makeAccountHandlers(services: AccountServices): Handlers<Api['account'], Context> {
  const { sessions, attempts } = services;
  return {
    /** Only user name, password and code are read (C03). */
    authenticate: async ({ body, ...context }) => {
      refuseMalformed(body.username, body.password);
      return logInByPassword(services, context, body);
    },

    self: async (context) => {
      const user = await findById(context.db, callerOf(context).userId);
      if (!user) throw sessionEnded();
      const { id, userName: username, role, name, surname, email, company, terms } = user;
      return { id, username, password: '', role, name, surname, email, company, terms };
    },

    me: async (context) => {
      const { userId: id, userName, role, company, terms } = callerOf(context);
      const refreshToken = await sessions.refreshTokenOf(context.request.token ?? '');
      if (!refreshToken) throw sessionEnded();
      return { user: { refreshToken, userName, id, role, terms, company } };
    },

    /** Consent is personal: only for oneself (C115). */
    acceptTerms: async ({ path, ...context }) => {
      const { userId } = callerOf(context);
      if (path.userId !== userId) throw new HttpError(403, 'You can accept the terms only for yourself.');
      const terms = await acceptTerms(context.db, userId);
      if (terms === null) throw sessionEnded();
      sessions.forgetUser(userId);
      return { terms };
    },

    refreshToken: async ({ body, ...context }) => {
      const tokens = await sessions.refresh(body.refreshToken);
      if (!tokens) throw sessionEnded();
      setSessionCookies(services, context, tokens.cookieToken);
      return { token: tokens.token, refreshToken: tokens.refreshToken };
    },

    logout: async (context) => {
      await sessions.revoke(callerOf(context).sessionId);
      setSessionCookies(services, context, null);
      return undefined;
    },

    /** Counted with the login: an open session is no way to keep guessing. */
    changePassword: async ({ body, ...context }) => {
      const caller = callerOf(context);
      const { userId, userName } = caller;
      if ((await passwordStateOf(context.db, userId)) !== 'on')
        throw new HttpError(409, 'Your account has no password to change. See Account security.');
      const fault = newPasswordFault(body.newPassword, userName);
      if (fault) throw new HttpError(400, fault, { newPassword: [fault] });
      let before: string | null = null;
      const result = await attempts.attempt(context.request.ip, userName, async () => {
        before = await passwordHashOf(context.db, userId);
        return isPassword(before, body.currentPassword);
      });
      if (typeof result === 'object') throw tooManyAttempts(result.waitS);
      const wrong = (): HttpError => new HttpError(400, wrongPassword, { currentPassword: [wrongPassword] });
      if (!result || before === null) throw wrong();
      const from: string = before;
      const to = await hashPassword(body.newPassword);
      const isChanged = await sessions.endOthersWith({ db: context.db, caller }, (tx) =>
        changePasswordHash(tx, userId, from, to),
      );
      if (!isChanged) throw wrong();
      context.log.info({ requestId: context.request.id, user: userId }, 'a password was changed');
      return undefined;
    },

    ...makeUserHandlers(services),
  };
}

/** C92: invalid names and passwords are reported as such, not as a failed login. */
function refuseMalformed(userName: string, password: string): void {
  const userNameError = userNameFault(userName);
  const passwordError = passwordFault(password);
  refuseFields({
    ...(userNameError ? { username: [userNameError] } : {}),
    ...(passwordError ? { password: [passwordError] } : {}),
  });
}
