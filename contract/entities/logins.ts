/** Sessions of a user, as the user sees them. */
import * as z from 'zod/mini';

export const login = z.object({
  id: z.string(),
  /** User-Agent header of the login. Blank = unknown. */
  userAgent: z.string(),
  /** IP address of the login. Blank = unknown. */
  address: z.string(),
  startedAt: z.string(),
  /** To the minute. */
  usedAt: z.string(),
  expiresAt: z.string(),
  /** The session of this request. */
  isCurrent: z.boolean(),
});
export type Login = z.output<typeof login>;

export const logins = z.object({ logins: z.array(login), asOf: z.string() });
export type Logins = z.output<typeof logins>;
