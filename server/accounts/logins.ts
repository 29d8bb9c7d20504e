/** SQL of the list of a user's own sessions. */
import type { Logins } from '../../contract/entities/logins.ts';
import { clock } from '../base/clock.ts';
import type { Database } from '../database/pool.ts';

/** What is stored about the browser that logs in. Both are untrusted texts. */
export type Device = { readonly userAgent: string; readonly address: string };

type Row = {
  readonly id: string;
  readonly userAgent: string;
  readonly address: string;
  readonly issuedAt: Date;
  readonly usedAt: Date | null;
  readonly expiresAt: Date;
};

const maxUserAgent = 300;

/** Without control characters: the text is shown, and stored in a backup. */
export const deviceOf = (request: { readonly ip: string; readonly userAgent: string }): Device => ({
  userAgent: request.userAgent.replace(/\p{Cc}/gu, ' ').slice(0, maxUserAgent),
  address: request.ip,
});

/** The current one first, then by last use. */
export async function loginsOf(
  db: Pick<Database, 'query'>,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<Logins> {
  const now = new Date(clock.now());
  const rows = await db.query<Row>(
    `select id, user_agent as "userAgent", address, issued_at as "issuedAt", used_at as "usedAt", expires_at as "expiresAt"
     from sessions where user_id = $1 and revoked_at is null and expires_at > $2
     order by id = $3 desc, coalesce(used_at, issued_at) desc, id limit 200`,
    [userId, now, sessionId],
  );
  const logins = rows.map(({ id, userAgent, address, issuedAt, usedAt, expiresAt }) => ({
    id,
    userAgent,
    address,
    startedAt: issuedAt.toISOString(),
    usedAt: (usedAt ?? issuedAt).toISOString(),
    expiresAt: expiresAt.toISOString(),
    isCurrent: id === sessionId,
  }));
  return { logins, asOf: now.toISOString() };
}
