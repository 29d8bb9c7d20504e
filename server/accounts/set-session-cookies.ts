import type { Context } from '../http/guard.ts';
import { sessionCookies } from '../http/session-cookie.ts';
import { sessionLifeS } from './sessions.ts';

/** Adds the cookies of a session to the response. null removes them. */
export function setSessionCookies(
  { config }: { readonly config: { readonly basePath: string } },
  context: Context,
  token: string | null,
): void {
  const { isSecure } = context.request;
  context.setHeader('set-cookie', sessionCookies(token, { isSecure, lifeS: sessionLifeS, base: config.basePath }));
}
