/** Login: authentication, profile, session (SES-08). The router redirects when the session starts. */

import { account } from '../../../contract/calls/account.ts';
import type { ApiError } from '../../data/api-error.ts';
import { sessionOf } from '../../data/profile.ts';
import { send, sendAs } from '../../data/send.ts';
import { sessionStore } from '../../session/session-store.ts';

/** Returns the user name for the greeting. Throws ApiError without logging in. */
export async function logIn(username: string, password: string, code: string): Promise<string> {
  const loggedInAt = Date.now();
  // C03: the server reads only the first two, and the code of a user with a second factor.
  const body = { username, password, role: '', terms: 0, company: '', ...(code === '' ? {} : { code }) };
  return enter(await send(account.authenticate, { body, cause: 'user' }), loggedInAt);
}

type ApiResponse = { readonly token: string; readonly user: { readonly userName: string } };

/** With the response of a login, by password or by passkey. */
export async function enter({ token, user }: ApiResponse, loggedInAt: number): Promise<string> {
  const profile = await sendAs(token, account.me, {}).catch((error: unknown) => {
    // A token without a session is useless.
    sendAs(token, account.logout, {}, { isQuiet: true }).catch(() => undefined);
    throw error;
  });
  await sessionStore.loggedIn(sessionOf(token, profile.user, loggedInAt));
  return user.userName;
}

// ---- steps: username and password first, then the second factor of users who have or need one

/** `passkey` = the user has passkeys only. `setUp` = the role needs a second factor and the user has none yet. */
export type Step = 'password' | 'code' | 'passkey' | 'setUp';

/** The step that a refusal requires. null = username or password are refused. */
export function stepAfter({ status, body }: Pick<ApiError, 'status' | 'body'>): Step | null {
  if (status !== 401) return null;
  return (['setUp', 'passkey', 'code'] as const).find((step) => body?.errors?.[step]) ?? null;
}

export type FieldErrors = { readonly username: string | null; readonly password: string | null };

const usernamePattern = /^[A-Za-z0-9._\-@+]{3,64}$/;
const shortestPassword = 6;

function usernameError(username: string): string | null {
  if (username === '') return 'Enter your username.';
  return usernamePattern.test(username) ? null : 'Use 3 to 64 letters, digits or . _ - @ + characters.';
}
function passwordError(password: string): string | null {
  if (password === '') return 'Enter your password.';
  return password.length < shortestPassword ? `Use at least ${shortestPassword} characters.` : null;
}

/** Error text of each field, or null. */
export function checkCredentials(username: string, password: string): FieldErrors {
  return { username: usernameError(username), password: passwordError(password) };
}
