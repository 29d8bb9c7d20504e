/** Session cookie for requests without a token: two calls (C36) and map tiles. HttpOnly, SameSite=Strict, with its own token. */

const cookieName = 'downlink-session';

/** The only paths that receive it. */
const paths = ['/api/v1', '/tiles'];

/** Values of Set-Cookie, one per path. null removes the cookies. `isSecure` = by HTTPS. `lifeS` = of the session. `base` = `BASE_PATH`. */
export function sessionCookies(
  token: string | null,
  { isSecure, lifeS, base }: { readonly isSecure: boolean; readonly lifeS: number; readonly base: string },
): string[] {
  return paths.map((path) => {
    const parts = [`${cookieName}=${token ?? ''}`, `Path=${base}${path}`, 'HttpOnly', 'SameSite=Strict'];
    if (isSecure) parts.push('Secure');
    parts.push(`Max-Age=${token ? lifeS : 0}`);
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
