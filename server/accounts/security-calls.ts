/** Calls about the security of the own account. */
import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import type { UsedCredential } from '../../contract/entities/passkeys.ts';
import { fieldError, HttpError, tooManyAttempts } from '../http/api-error.ts';
import { type Context, callerOf } from '../http/guard.ts';
import { networkOf } from '../http/network-of.ts';
import { passwordMail } from '../mail/account-mail.ts';
import { sendInTime } from '../mail/mailer.ts';
import { type AccountServices, needsSecondFactor } from './account-services.ts';
import { attemptCode, beginSession, isAnyCode, recordOutcome, verifyPassword } from './log-in.ts';
import {
  addPasskey,
  hasPasskeys,
  newPasskeyOptions,
  passkeyOptions,
  passkeysOf,
  passkeyWithUser,
  removePasskey,
  removePasskeys,
  userOfPasskey,
} from './passkeys.ts';
import { hashPassword, isPassword, newPasswordFault } from './passwords.ts';
import {
  beginSetUp,
  hasSecondFactor,
  newRecoveryCodes,
  recoveryCodesLeft,
  redeemCode,
  removeSecondFactor,
} from './second-factor.ts';
import { endSessionsOf, loginsOf } from './sessions.ts';
import {
  accountOfToken,
  accountsOf,
  newResetToken,
  restorePassword,
  setPassword,
  turnOffPassword,
  turnOnPassword,
} from './stored-passwords.ts';
import { passwordHashOf, passwordStateOf, type VerifiedUser } from './users.ts';

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

// ---- What a change of the own security needs: an open session is not enough, because someone else may have found it.

/** Password and code, or a passkey, which is both. */
type Proof = {
  readonly currentPassword: string;
  readonly code?: string | undefined;
  readonly passkey?: UsedCredential | undefined;
};

/** The provider decides how these users log in, and when no longer. @throws HttpError 409 */
async function refuseManaged(context: Context): Promise<void> {
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
  if (!result) throw fieldError('currentPassword', 'The current password is wrong.');
}

/** A passkey of the caller, for a challenge of the caller. @throws HttpError 400, 429 */
async function checkPasskey(services: AccountServices, context: Context, passkey: UsedCredential): Promise<void> {
  const { userId } = callerOf(context);
  // Per account over all networks: others of this network are not slowed, and a second network has no further tries.
  const result = await services.attempts.attempt(`passkey of ${userId}`, 'proof', async () => {
    const { verified } = await userOfPasskey(services, context, passkey, userId);
    return verified !== null;
  });
  if (typeof result === 'object') throw tooManyAttempts(result.waitS);
  if (!result) throw fieldError('passkey', 'This passkey is not accepted. Start again.');
}

/** A passkey, or the password and a code where the user needs one to log in. @throws HttpError 400, 409, 429 */
async function checkProof(services: AccountServices, context: Context, proof: Proof): Promise<void> {
  const { userId, role } = callerOf(context);
  await refuseManaged(context);
  if (proof.passkey) return checkPasskey(services, context, proof.passkey);
  await checkPassword(services, context, proof.currentPassword);
  const hasCode = await hasSecondFactor(context.db, userId);
  const needsPasskey = needsSecondFactor(services.config.accounts, role) && (await hasPasskeys(context.db, userId));
  if (!hasCode && !needsPasskey) return;
  if (!(await isAnyCode(services, context, userId, proof.code ?? '')))
    throw fieldError(
      'code',
      hasCode ? 'This code is wrong or was used before.' : 'Use your passkey, or a recovery code.',
    );
}

// ---- Calls of passkeys (decision 22). A passkey with user verification is both factors, so it replaces password and code.

type PasskeyCalls = Pick<
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
const minWithoutPassword = 2;

function makePasskeyHandlers(services: AccountServices): Handlers<PasskeyCalls, Context> {
  const isRequired = (role: string): boolean => needsSecondFactor(services.config.accounts, role);

  /** A user with this password, whose role needs a second factor, and who has none. @throws HttpError 401, 409, 429 */
  async function withoutFactor(
    context: Context,
    credentials: { readonly username: string; readonly password: string },
  ): Promise<VerifiedUser> {
    const user = await verifyPassword(services, context, credentials);
    if (!isRequired(user.role)) throw new HttpError(409, 'Your role does not need a second factor. Log in.');
    if ((await hasSecondFactor(context.db, user.id)) || (await hasPasskeys(context.db, user.id)))
      throw new HttpError(409, 'You already have a second factor. Log in with it.');
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

    removePasskey: async ({ path, body, ...context }) => {
      const caller = callerOf(context);
      await checkProof(services, context, body);
      const done = await removePasskey(context.db, caller, path.id, await minLeftOf(context, caller));
      if (done === 'unknown') throw new HttpError(404, 'You do not have this passkey.');
      if (done === 'last') throw new HttpError(409, 'You need this passkey to log in. Add another one first.');
      return undefined;
    },

    beginPasskeyProof: async (context) => passkeyOptions(services, context, callerOf(context).userId),

    beginPasskeyLogin: async (context) => passkeyOptions(services, context, null),

    passkeyLogin: async ({ body, ...context }) => {
      let outcome: Awaited<ReturnType<typeof userOfPasskey>> = { verified: null, named: null };
      // Per passkey over all networks. One that is not known has no owner to protect: its tries are counted by network, apart from all others.
      const isKnown = (await passkeyWithUser(context.db, body.id)) !== null;
      const [from, name] = isKnown
        ? [`passkey ${body.id}`, 'login']
        : [`unknown ${networkOf(context.request.ip)}`, 'passkey'];
      const result = await services.attempts.attempt(from, name, async () => {
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

// ---- Calls of an account whose only factor is a passkey (decision 22).

type PasswordOffCalls = Pick<Api['security'], 'turnOffPassword' | 'turnOnPassword'>;

function makePasswordOffHandlers(services: AccountServices): Handlers<PasswordOffCalls, Context> {
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
      if (fault) throw fieldError('newPassword', fault);
      await checkPasskey(services, context, body.passkey);
      if (!(await turnOnPassword(context.db, { userId, userName }, await hashPassword(body.newPassword))))
        throw new HttpError(409, 'Your password is on. Change it under Change password.');
      context.log.info({ requestId: context.request.id, user: userId }, 'a password was turned on');
      return undefined;
    },
  };
}

// ---- Calls for a forgotten password (decision 21).

type ResetCalls = Pick<Api['security'], 'requestPassword' | 'setPassword'>;
const maxLength = 254;
/** One response for a wrong token, a used and an expired one. */
const invalid = (): HttpError => new HttpError(400, 'This link is no longer valid. Request a new one.');

function makePasswordResetHandlers(services: AccountServices): Handlers<ResetCalls, Context> {
  const { sessions, attempts, mailer, config } = services;

  /** After the response: its time must not reveal whether there is such an account. */
  async function sendLinks({ log, request, db }: Context, text: string): Promise<void> {
    try {
      for (const { id, userName, email } of await accountsOf(db, text)) {
        const token = await newResetToken(db, id);
        if (token === null) continue;
        const mail = passwordMail({ publicUrl: mailer.publicUrl(), email, userName, token });
        await sendInTime((until) => mailer.send(mail, until));
        log.info({ requestId: request.id, user: id, ip: request.ip }, 'a link for a new password was sent');
      }
    } catch (error) {
      log.error({ requestId: request.id, err: error }, 'a link for a new password could not be sent');
    }
  }

  return {
    requestPassword: async ({ body, ...context }) => {
      if (config.mail.smtpUrl === null)
        throw new HttpError(409, 'This server cannot send email. Ask an administrator.');
      const text = body.account.trim();
      if (text === '' || text.length > maxLength) throw new HttpError(400, 'Enter your username or email address.');
      // Each request counts as a wrong attempt: no flood of emails, and no list of names.
      const result = await attempts.attempt(context.request.ip, `reset ${text}`, async () => false);
      if (typeof result === 'object') throw tooManyAttempts(result.waitS);
      void sendLinks(context, text);
      return undefined;
    },

    setPassword: async ({ body, ...context }) => {
      const { token, newPassword } = body;
      if (token.length > maxLength) throw invalid();
      // No one guesses 256 bits. A count of wrong links by network would refuse the valid link of a neighbour.
      const user = await accountOfToken(context.db, token);
      if (!user) throw invalid();
      const { id, userName } = user;
      const fault = newPasswordFault(newPassword, userName);
      if (fault) throw new HttpError(400, fault, { newPassword: [fault] });
      if (!(await setPassword(services.db, token, await hashPassword(newPassword)))) throw invalid();
      sessions.forgetUser(id);
      context.log.info({ requestId: context.request.id, user: id }, 'a forgotten password was replaced');
      return undefined;
    },
  };
}

// ---- Calls of the second factor (decision 22).

type SecondFactorCalls = Pick<
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

function makeSecondFactorHandlers(services: AccountServices): Handlers<SecondFactorCalls, Context> {
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
      if (!isRequired(user.role)) throw new HttpError(409, 'Your role does not need a second factor. Log in.');
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
      if (!isRight)
        throw fieldError('code', 'This code is wrong. Check the clock of your phone and enter the next code.');
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
