/**
 * The session cookie of what carries no token: two calls (C36) and the map's tiles. Unreadable for scripts, never sent across sites.
 * Must not: be a key to anything else; it holds a token of its own.
 */

import { sessionLifeS } from '../accounts/sessions.ts';

const cookieName = 'downlink-session';

/** Where it goes, and nowhere else. */
const paths = ['/api/v1', '/tiles'];

/** The values of Set-Cookie, one for each path; null takes the cookies away. `isSecure` = the person came by HTTPS. */
export function sessionCookies(token: string | null, isSecure: boolean): string[] {
  return paths.map((path) => {
    const parts = [`${cookieName}=${token ?? ''}`, `Path=${path}`, 'HttpOnly', 'SameSite=Strict'];
    if (isSecure) parts.push('Secure');
    parts.push(`Max-Age=${token ? sessionLifeS : 0}`);
    return parts.join('; ');
  });
}

/** The token in a Cookie header, or null. */
export function cookieToken(header: string | undefined): string | null {
  for (const part of (header ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2);
    if (name === cookieName && value) return value;
  }
  return null;
}
