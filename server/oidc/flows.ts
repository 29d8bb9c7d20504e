/** SQL of sign-ins that have begun. */
import { createHash } from 'node:crypto';
import { clock } from '../base/clock.ts';
import type { Database } from '../database/pool.ts';
import type { Flow } from './provider.ts';

type Query = Pick<Database, 'query'>;

/** Time to sign in at the provider. */
const lifeMs = 10 * 60_000;
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export async function storeFlow(
  db: Query,
  { state, nonce, verifier, redirectUri }: Flow,
  ticket: string,
): Promise<void> {
  const now = clock.now();
  await db.query(
    `with expired as (delete from oidc_flow where expires_at <= $7)
     insert into oidc_flow (state_hash, ticket_hash, nonce, verifier, redirect_uri, expires_at) values ($1, $2, $3, $4, $5, $6)`,
    [digest(state), digest(ticket), nonce, verifier, redirectUri, new Date(now + lifeMs), new Date(now)],
  );
}

/** Uses it up. null = unknown, used, expired, or begun elsewhere. */
export async function takeFlow(db: Query, state: string, ticket: string): Promise<Flow | null> {
  const [taken] = await db.query<Omit<Flow, 'state'> & { isValid: boolean }>(
    `delete from oidc_flow where state_hash = $1
     returning nonce, verifier, redirect_uri as "redirectUri", ticket_hash = $2 and expires_at > $3 as "isValid"`,
    [digest(state), digest(ticket), new Date(clock.now())],
  );
  if (!taken?.isValid) return null;
  const { nonce, verifier, redirectUri } = taken;
  return { state, nonce, verifier, redirectUri };
}
