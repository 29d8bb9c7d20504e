/**
 * What somebody does to the own account beyond the session. Must not: take an id from the client.
 */
import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { changePasswordHash, passwordHashOf } from '../accounts/manage-users.ts';
import { hashPassword, isPassword, passwordFault } from '../accounts/passwords.ts';
import { type Context, callerOf } from '../guard.ts';
import { HttpError, tooManyAttempts } from '../http/api-error.ts';
import type { Services } from '../services.ts';

const wrongPassword = 'The current password is not right.';

export function makeOwnAccountHandlers({
  sessions,
  attempts,
}: Services): Handlers<Pick<Api['account'], 'changePassword'>, Context> {
  return {
    /** Counted with the log-in: a session left open is no way to guess on. */
    changePassword: async ({ body, ...context }) => {
      const { userId, userName, sessionId } = callerOf(context);
      const fault = passwordFault(body.newPassword);
      if (fault) throw new HttpError(400, fault, { newPassword: [fault] });
      let before: string | null = null;
      const result = await attempts.attempt(context.request.ip, userName, async () => {
        before = await passwordHashOf(context.db, userId);
        return isPassword(before, body.currentPassword);
      });
      if (typeof result === 'object') throw tooManyAttempts(result.waitS);
      const isChanged =
        result &&
        before !== null &&
        (await changePasswordHash(context.db, userId, before, await hashPassword(body.newPassword)));
      if (!isChanged) throw new HttpError(400, wrongPassword, { currentPassword: [wrongPassword] });
      await sessions.revokeOthers(userId, sessionId);
      context.log.info({ requestId: context.request.id, user: userId }, 'a password was changed');
      return undefined;
    },
  };
}
