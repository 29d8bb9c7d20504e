/**
 * The calls of accounts and sessions. Must not: hold SQL (accounts/ does), or decide who may call (guard.ts has, before).
 */
import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { isPassword, passwordFault, userNameFault } from '../accounts/passwords.ts';
import type { Tokens } from '../accounts/sessions.ts';
import { acceptTerms, findById, findByName, type UserRow } from '../accounts/users.ts';
import { type Context, callerOf } from '../guard.ts';
import { HttpError, tooManyAttempts } from '../http/api-error.ts';
import { sessionCookies } from '../http/session-cookie.ts';
import type { Services } from '../services.ts';
import { makeOwnAccountHandlers } from './own-account.ts';
import { makeUserHandlers } from './users.ts';

const ended = (): HttpError => new HttpError(401, 'The session has ended. Please log in again.');

export function makeAccountHandlers(services: Services): Handlers<Api['account'], Context> {
  const { sessions, attempts } = services;
  return {
    /** Only user name and password are read (C03). Unknown name and wrong password are one answer, in the same time. */
    authenticate: async ({ body, ...context }) => {
      refuseMalformed(body.username, body.password);
      const tried: { user: UserRow | null; tokens: Tokens | null } = { user: null, tokens: null };
      const result = await attempts.attempt(context.request.ip, body.username, async () => {
        const found = await findByName(context.db, body.username);
        tried.user = found;
        const isRight = await isPassword(found?.passwordHash ?? null, body.password);
        if (found && isRight) tried.tokens = await sessions.start(found.id, found.passwordHash);
        return tried.tokens !== null;
      });
      if (typeof result === 'object') throw tooManyAttempts(result.waitS);
      // Only names that exist: what was typed may be a password in the wrong field.
      const { id: requestId, ip } = context.request;
      context.log.info({ requestId, user: tried.user?.userName ?? null, ok: result, ip }, 'log-in');
      if (!tried.tokens || !tried.user) throw new HttpError(401, 'User name or password is not right.');
      const { token, cookieToken } = tried.tokens;
      context.setHeader('set-cookie', sessionCookies(cookieToken, context.request.isSecure));
      return { token, user: { userName: tried.user.userName } };
    },

    self: async (context) => {
      const user = await findById(context.db, callerOf(context).userId);
      if (!user) throw ended();
      const { id, userName: username, role, name, surname, email, company, terms } = user;
      return { id, username, password: '', role, name, surname, email, company, terms };
    },

    me: async (context) => {
      const { userId: id, userName, role, company, terms } = callerOf(context);
      const refreshToken = await sessions.refreshTokenOf(context.request.token ?? '');
      if (!refreshToken) throw ended();
      return { user: { refreshToken, userName, id, role, terms, company } };
    },

    /** Consent is personal: for oneself only (C115). */
    acceptTerms: async ({ path, ...context }) => {
      const { userId } = callerOf(context);
      if (path.userId !== userId) throw new HttpError(403, 'Everybody accepts the terms for themselves.');
      const terms = await acceptTerms(context.db, userId);
      if (terms === null) throw ended();
      sessions.forgetUser(userId);
      return { terms };
    },

    refreshToken: async ({ body, ...context }) => {
      const tokens = await sessions.refresh(body.refreshToken);
      if (!tokens) throw ended();
      context.setHeader('set-cookie', sessionCookies(tokens.cookieToken, context.request.isSecure));
      return { token: tokens.token, refreshToken: tokens.refreshToken };
    },

    logout: async (context) => {
      await sessions.revoke(callerOf(context).sessionId);
      context.setHeader('set-cookie', sessionCookies(null, context.request.isSecure));
      return undefined;
    },

    ...makeUserHandlers(services),
    ...makeOwnAccountHandlers(services),
  };
}

/** C92: what cannot be a user name or a password is told as that, not as a failed log-in. */
function refuseMalformed(userName: string, password: string): void {
  const errors: Record<string, string[]> = {};
  const userNameSaid = userNameFault(userName);
  const passwordSaid = passwordFault(password);
  if (userNameSaid) errors.username = [userNameSaid];
  if (passwordSaid) errors.password = [passwordSaid];
  if (userNameSaid || passwordSaid)
    throw new HttpError(400, [userNameSaid, passwordSaid].filter(Boolean).join(' '), errors);
}
