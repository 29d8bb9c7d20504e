/** Calls of user management and email confirmation. */

import type { Api } from '../../contract/api.ts';
import type { Body, Handlers } from '../../contract/endpoint.ts';
import { actingAs } from '../database/acting.ts';
import type { Database } from '../database/pool.ts';
import { HttpError, tooManyAttempts } from '../http/api-error.ts';
import { actorOf, type Context, callerOf } from '../http/guard.ts';
import { confirmationMail } from '../mail/confirmation-mail.ts';
import type { MailConfig } from '../mail/mail-config.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { AccountsConfig } from './accounts-config.ts';
import { confirmAddress, endPause, newConfirmation, validHours } from './email-confirmations.ts';
import type { LoginAttempts } from './login-attempts.ts';
import { changeUser, closeUser, createUser, type Refusal, userById, userPage, usersWith } from './manage-users.ts';
import { hashPassword } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import { type Faults, newUserFaults, trimmedCompany, userChangeFaults } from './user-rules.ts';

/** Shared by the calls of accounts. */
export type AccountServices = {
  readonly db: Database;
  readonly sessions: Sessions;
  readonly attempts: LoginAttempts;
  readonly mailer: Mailer;
  readonly config: {
    readonly accounts: AccountsConfig;
    readonly mail: Pick<MailConfig, 'smtpUrl' | 'publicUrl'>;
    readonly basePath: string;
  };
};
type Calls = Pick<
  Api['account'],
  | 'userRegister'
  | 'users'
  | 'register'
  | 'byId'
  | 'updateRoleCompany'
  | 'delete'
  | 'confirmEmail'
  | 'usersBySearchString'
  | 'sendConfirmation'
>;
type Registration = Body<Api['account']['register']>;
/** One response for an unknown address, a wrong token, a used and an expired one. */
const notConfirmed = (): HttpError =>
  new HttpError(400, 'This link is no longer valid. Ask an administrator for a new one.');
const noUser = (): HttpError => new HttpError(404, 'There is no such user.');
const longestToken = 100;
/** The caller waits for the email, and the app's timeout is 8 s. */
const mailWithinMs = 6000;

export function makeUserHandlers(services: AccountServices): Handlers<Calls, Context> {
  const { sessions, attempts } = services;
  return {
    users: async ({ query, db }) => userPage(db, query),

    byId: async ({ path, ...context }) => {
      if (context.permission === 'own' && path.id !== callerOf(context).userId)
        throw new HttpError(403, 'You can only view your own account.');
      const user = await userById(context.db, path.id);
      if (!user) throw noUser();
      return user;
    },

    usersBySearchString: async ({ query, db }) => {
      const text = query.searchString?.trim() ?? '';
      return text === '' ? [] : usersWith(db, text);
    },

    register: async ({ body, ...context }) => {
      const user = await registerUser(context, body, { needsEmail: true });
      return { id: user.id, confirmationEmail: await sendConfirmation(services, context, user) };
    },

    /** The short form of C01: without an address there is nothing to confirm. */
    userRegister: async ({ body, ...context }) => ({
      user: await registerUser(context, { ...body, email: '', name: '', surname: '' }, { needsEmail: false }),
    }),

    updateRoleCompany: async ({ body, ...context }) => {
      refuseFaults(userChangeFaults(body));
      const { role, phoneNumber } = body;
      const change = {
        role: role.trim(),
        company: trimmedCompany(body.company),
        emailConfirmed: String(body.emailConfirmed) === 'true',
        phoneNumber: phoneNumber?.trim() || null,
      };
      const done = await changeUser(context.db, body.userName, change, callerOf(context).sessionId);
      if (typeof done === 'string') throw refusal(done);
      // Users with other rights log in again. The Admin's own session continues with the new rights.
      sessions.forgetUser(done.id);
      context.log.info(
        { requestId: context.request.id, user: done.id, by: callerOf(context).userId },
        'a user was changed',
      );
      return undefined;
    },

    delete: async ({ path, ...context }) => {
      const { userId } = callerOf(context);
      if (path.id === userId) throw new HttpError(409, 'You cannot delete your own account. Another Admin can.');
      const done = await closeUser(context.db, path.id);
      if (done !== 'closed') throw refusal(done);
      sessions.forgetUser(path.id);
      context.log.info({ requestId: context.request.id, user: path.id, by: userId }, 'an account was closed');
      return undefined;
    },

    confirmEmail: async ({ query, ...context }) => {
      const email = query.email?.trim() ?? '';
      const token = query.activationToken?.trim() ?? '';
      if (email === '' || token === '' || token.length > longestToken) throw notConfirmed();
      const result = await attempts.attempt(context.request.ip, `confirm ${email}`, () =>
        confirmAddress(actingAs(context.db, actorOf(null, context.request.ip)), email, token),
      );
      if (typeof result === 'object') throw tooManyAttempts(result.waitS);
      if (!result) throw notConfirmed();
      return {};
    },

    sendConfirmation: async ({ path, ...context }) => {
      const user = await userById(context.db, path.id);
      if (!user) throw noUser();
      if (user.email === '') throw new HttpError(409, 'This user has no email address.');
      if (user.emailConfirmed) throw new HttpError(409, 'This email address is already confirmed.');
      return { confirmationEmail: await sendConfirmation(services, context, user) };
    },
  };
}

async function registerUser(
  { db, log, request, caller }: Context,
  body: Registration,
  { needsEmail }: { needsEmail: boolean },
) {
  refuseFaults(newUserFaults(body, needsEmail));
  const passwordHash = await hashPassword(body.password);
  const user = await db.transaction((tx) =>
    createUser(tx, {
      userName: body.username,
      name: body.name.trim(),
      surname: body.surname.trim(),
      email: body.email.trim(),
      role: body.role.trim(),
      company: trimmedCompany(body.company),
      terms: body.terms,
      passwordHash,
    }),
  );
  if (!user) {
    const taken = `The username ${body.username} is already in use.`;
    throw new HttpError(409, taken, { username: [taken] });
  }
  log.info({ requestId: request.id, user: user.id, by: caller?.userId ?? null }, 'a user was registered');
  return user;
}

/** After the account is stored: an unavailable mail server prevents no account. */
async function sendConfirmation(
  { mailer, db }: AccountServices,
  { log, request }: Context,
  user: { readonly id: string; readonly email: string; readonly userName: string },
): Promise<'sent' | 'failed'> {
  const token = await newConfirmation(db, user);
  if (typeof token === 'object')
    throw new HttpError(429, 'An email was just sent. Wait a minute.', undefined, token.waitS);
  try {
    const { email, userName } = user;
    const mail = confirmationMail({ publicUrl: mailer.publicUrl(), email, userName, token, validHours });
    await mailer.send(mail, AbortSignal.timeout(mailWithinMs));
    return 'sent';
  } catch (error) {
    log.error({ requestId: request.id, user: user.id, err: error }, 'a confirmation mail could not be sent');
    await endPause(db, user.id, token);
    return 'failed';
  }
}

function refusal(why: Refusal): HttpError {
  return why === 'unknown' ? noUser() : new HttpError(409, 'This is the last Admin. Create another Admin first.');
}

function refuseFaults(faults: Faults): void {
  const sentences = Object.values(faults).flat();
  if (sentences.length > 0) throw new HttpError(400, sentences.join(' '), faults);
}
