/** Calls for a forgotten password (decision 73). */
import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { HttpError, tooManyAttempts } from '../http/api-error.ts';
import type { Context } from '../http/guard.ts';
import { passwordMail } from '../mail/password-mail.ts';
import { sendInTime } from '../mail/send-in-time.ts';
import { accountOfToken, accountsOf, newResetToken, setPassword } from './password-reset.ts';
import { hashPassword, newPasswordFault } from './passwords.ts';
import type { AccountServices } from './user-calls.ts';

type Calls = Pick<Api['security'], 'requestPassword' | 'setPassword'>;
const maxLength = 254;
/** One response for a wrong token, a used and an expired one. */
const invalid = (): HttpError => new HttpError(400, 'This link is no longer valid. Request a new one.');

export function makePasswordResetHandlers(services: AccountServices): Handlers<Calls, Context> {
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
      if (config.mail.smtpUrl === null) throw new HttpError(409, 'This server sends no email. Ask an administrator.');
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
      let user: Awaited<ReturnType<typeof accountOfToken>> = null;
      const result = await attempts.attempt(context.request.ip, 'reset by link', async () => {
        user = await accountOfToken(context.db, token);
        return user !== null;
      });
      if (typeof result === 'object') throw tooManyAttempts(result.waitS);
      if (!user) throw invalid();
      const { id, userName } = user as { id: string; userName: string };
      const fault = newPasswordFault(newPassword, userName);
      if (fault) throw new HttpError(400, fault, { newPassword: [fault] });
      if (!(await setPassword(services.db, token, await hashPassword(newPassword)))) throw invalid();
      sessions.forgetUser(id);
      context.log.info({ requestId: context.request.id, user: id }, 'a forgotten password was replaced');
      return undefined;
    },
  };
}
