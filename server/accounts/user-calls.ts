/** Calls of user management and email confirmation. Own file: handlers for an Admin, those of the caller are in calls.ts. */
import type { Api } from '../../contract/api.ts';
import type { Body, Handlers } from '../../contract/endpoint.ts';
import { actingAs } from '../database/acting.ts';
import type { Database } from '../database/pool.ts';
import { type FieldFaults, HttpError, refuseFields, tooManyAttempts } from '../http/api-error.ts';
import { actorOf, type Context, callerOf } from '../http/guard.ts';
import { confirmationMail } from '../mail/account-mail.ts';
import { emailFault } from '../mail/email-address.ts';
import type { AccountServices } from './account-services.ts';
import { confirmAddress, endPause, newConfirmation, validHours } from './email-confirmations.ts';
import { hashPassword, newPasswordFault, userNameFault } from './passwords.ts';
import { lookAlike, plainNameFault } from './plain-names.ts';
import { changeUser, closeUser, createUser, namesInUse, type Refusal, userById, userPage, usersWith } from './users.ts';

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
      refuseFields(userChangeFaults(body));
      await refuseLookAlikes(context.db, body);
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
  refuseFields(newUserFaults(body, needsEmail));
  await refuseLookAlikes(db, body);
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

/** @throws HttpError 400 */
async function refuseLookAlikes(
  db: Database,
  { role, company }: { readonly role: string; readonly company: string | null },
): Promise<void> {
  const { roles, companies } = await namesInUse(db);
  const checks = { role: lookAlike(role, roles), company: company?.trim() ? lookAlike(company, companies) : null };
  const found = Object.entries(checks).filter((one): one is [string, string] => one[1] !== null);
  refuseFields(
    Object.fromEntries(
      found.map(([field, other]) => [field, [`This looks like ${other.trim()}, which is another name.`]]),
    ),
  );
}

/** After the account is stored: an unavailable mail server prevents no account. */
async function sendConfirmation(
  { mailer, db }: AccountServices,
  { log, request }: Context,
  user: { readonly id: string; readonly email: string; readonly userName: string },
): Promise<'sent' | 'failed'> {
  const token = await newConfirmation(db, user);
  if (token === null) throw noUser();
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

// ---- Rules of account fields. Pure.

const maxLength = 200;
/** One line of text: a control character could forge lines in exports and logs. */
function lineFault(text: string): string | null {
  if (text.length > maxLength) return `Use at most ${maxLength} characters.`;
  return /\p{Cc}/u.test(text) ? 'Line breaks and control characters are not allowed here.' : null;
}

/** Role and company: no two that a reader takes for one. */
const nameFault = (text: string): string | null => lineFault(text) ?? plainNameFault(text.trim());

function faultsOf(checks: Readonly<Record<string, string | null>>): FieldFaults {
  return Object.fromEntries(Object.entries(checks).flatMap(([name, fault]) => (fault ? [[name, [fault]]] : [])));
}

function newUserFaults(
  user: {
    readonly username: string;
    readonly password: string;
    readonly email: string;
    readonly name: string;
    readonly surname: string;
    readonly role: string;
    readonly company: string;
    readonly terms: number;
  },
  needsEmail: boolean,
): FieldFaults {
  return faultsOf({
    name: lineFault(user.name),
    surname: lineFault(user.surname),
    company: nameFault(user.company),
    email: needsEmail || user.email.trim() !== '' ? emailFault(user.email.trim()) : null,
    username: userNameFault(user.username),
    password: newPasswordFault(user.password, user.username),
    role: nameFault(user.role),
    terms: user.terms === 0 || user.terms === 1 ? null : 'Terms are 0 or 1 (accepted).',
  });
}

function userChangeFaults(change: {
  readonly role: string;
  readonly company: string | null;
  readonly phoneNumber: string | null;
}): FieldFaults {
  return faultsOf({
    role: nameFault(change.role),
    company: nameFault(change.company ?? ''),
    phoneNumber: lineFault(change.phoneNumber ?? ''),
  });
}

/** A blank company is null: it would count as one in comparisons. */
const trimmedCompany = (company: string | null): string | null => company?.trim() || null;
