/**
 * The session cookie of the two calls that carry no token (C36): unreadable for scripts, never sent across sites.
 * Must not: be a key to anything else; it holds a token of its own.
 */

import { sessionLifeS } from '../accounts/sessions.ts';
import type { Config } from '../config.ts';

const cookieName = 'downlink-session';

/** The value of Set-Cookie; null takes the cookie away. */
export function sessionCookie(token: string | null, config: Config): string {
  const parts = [`${cookieName}=${token ?? ''}`, 'Path=/api/v1', 'HttpOnly', 'SameSite=Strict'];
  if (config.tls) parts.push('Secure');
  parts.push(`Max-Age=${token ? sessionLifeS : 0}`);
  return parts.join('; ');
}

/** The token in a Cookie header, or null. */
export function cookieToken(header: string | undefined): string | null {
  for (const part of (header ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2);
    if (name === cookieName && value) return value;
  }
  return null;
}
