/** Login: authentication, profile, session (SES-08). The router redirects when the session starts. */
import { api } from '../../../contract/api.ts';
import { sessionOf } from '../../api/profile.ts';
import { send, sendAs } from '../../api/send.ts';
import { sessionStore } from '../../session/session-store.ts';

/** Returns the user name for the greeting. Throws ApiError without logging in. */
export async function logIn(username: string, password: string, code: string): Promise<string> {
  const loggedInAt = Date.now();
  // C03: the server reads only the first two, and the code of a user with a second factor.
  const body = { username, password, role: '', terms: 0, company: '', ...(code === '' ? {} : { code }) };
  return enter(await send(api.account.authenticate, { body, cause: 'user' }), loggedInAt);
}

type ApiResponse = { readonly token: string; readonly user: { readonly userName: string } };

/** With the response of a login, by password or by passkey. */
export async function enter({ token, user }: ApiResponse, loggedInAt: number): Promise<string> {
  const profile = await sendAs(token, api.account.me, {}).catch((error: unknown) => {
    // A token without a session is useless.
    sendAs(token, api.account.logout, {}, { isQuiet: true }).catch(() => undefined);
    throw error;
  });
  await sessionStore.loggedIn(sessionOf(token, profile.user, loggedInAt));
  return user.userName;
}
