/**
 * Sessions: opaque 256-bit tokens of which only SHA-256 is stored; they rotate, they can be revoked, and they end
 * 29000 s after the log-in (C04), whatever happens between.
 * Must not: know passwords or requests.
 *
 * Each token follows from the one before and the session's secret seed: token -> refresh token -> next token. So the
 * profile call can name the refresh token of a token (SES-17) although neither is stored, and fifty refreshes at once get one answer.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { audienceOf } from '../../contract/audience.ts';
import { clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import type { Caller } from '../guard.ts';

export const sessionLifeS = 29_000;
/** An old token still counts this long after a rotation: requests under way, other tabs, an answer that was lost. */
export const graceS = 15;
/** A change made past this process (another server, SQL) is seen at the latest after this time. */
const staleMs = 1000;
const maxCached = 10_000;
/** No honest client is more rotations behind within the grace. */
const maxSteps = 50;

export type Tokens = { readonly token: string; readonly refreshToken: string; readonly cookieToken: string };
type SessionRow = {
  sessionId: string;
  seed: Buffer;
  tokenHash: Buffer;
  refreshHash: Buffer;
  rotatedAt: Date | null;
  expiresAt: Date;
  userId: string;
  userName: string;
  role: string;
  company: string | null;
  terms: number;
};
type Cached = { readonly caller: Caller; readonly expiresAtMs: number; readonly readAt: number };

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const derive = (seed: Buffer, use: string, from: string): string =>
  createHmac('sha256', seed).update(`${use}:${from}`).digest('base64url');
const cacheKey = (use: 'bearer' | 'cookie', token: string): string => `${use}:${token}`;
const refreshOf = (seed: Buffer, token: string): string => derive(seed, 'refresh', token);
const nextOf = (seed: Buffer, refreshToken: string): string => derive(seed, 'token', refreshToken);
const cookieOf = (seed: Buffer): string => derive(seed, 'cookie', '');

const selectSession = `select s.id as "sessionId", s.seed, s.token_hash as "tokenHash", s.refresh_hash as "refreshHash",
    s.rotated_at as "rotatedAt", s.expires_at as "expiresAt", u.id as "userId", u.user_name as "userName", u.role, u.company, u.terms
  from sessions s join users u on u.id = s.user_id
  where s.revoked_at is null and s.expires_at > $2`;

export class Sessions {
  readonly #db: Database;
  readonly #cache = new Map<string, Cached>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** A new session for a user whose password was found right against this hash; null = it is another one now, or the account is closed. */
  async start(userId: string, verifiedHash: string): Promise<Tokens | null> {
    const seed = randomBytes(32);
    const token = randomBytes(32).toString('base64url');
    const refreshToken = refreshOf(seed, token);
    const cookieToken = cookieOf(seed);
    const now = clock.now();
    // The row is held until the session stands: a change of the password comes before it, or after it and then ends it.
    const started = await this.#db.query(
      `insert into sessions (user_id, seed, token_hash, refresh_hash, cookie_hash, issued_at, expires_at)
       select id, $2, $3, $4, $5, $6, $7 from users where id = $1 and password_hash = $8 for share
       returning id`,
      [
        userId,
        seed,
        digest(token),
        digest(refreshToken),
        digest(cookieToken),
        new Date(now),
        new Date(now + sessionLifeS * 1000),
        verifiedHash,
      ],
    );
    return started.length > 0 ? { token, refreshToken, cookieToken } : null;
  }

  /** As callerOf, as far as it is known from a moment ago; undefined = ask callerOf. */
  knownCaller(token: string, use: 'bearer' | 'cookie'): Caller | null | undefined {
    const known = this.#cache.get(cacheKey(use, token));
    if (!known || performance.now() - known.readAt >= staleMs) return undefined;
    return clock.now() < known.expiresAtMs ? known.caller : null;
  }

  /** Who holds this token, or null. `use` 'cookie' takes the cookie's token and no other. */
  async callerOf(token: string, use: 'bearer' | 'cookie'): Promise<Caller | null> {
    if (!tokenPattern.test(token)) return null;
    const known = this.knownCaller(token, use);
    if (known !== undefined) return known;
    const key = cacheKey(use, token);
    const hash = digest(token);
    const row = use === 'cookie' ? await this.#byCookie(hash) : await this.#byToken(hash);
    this.#cache.delete(key);
    if (!row) return null;
    const caller = callerFrom(row);
    if (this.#cache.size >= maxCached) this.#cache.clear();
    this.#cache.set(key, { caller, expiresAtMs: row.expiresAt.getTime(), readAt: performance.now() });
    return caller;
  }

  /** The session of a token that was valid a moment ago, without asking the database: to count by, not to trust. */
  knownSession(token: string, use: 'bearer' | 'cookie' = 'bearer'): string | null {
    return this.#cache.get(cacheKey(use, token))?.caller.sessionId ?? null;
  }

  /** The refresh token that is valid now, for the holder of a valid token. */
  async refreshTokenOf(token: string): Promise<string | null> {
    const row = await this.#byToken(digest(token));
    if (!row) return null;
    return walk(row, refreshOf(row.seed, token))?.refreshToken ?? null;
  }

  /**
   * New tokens within the same session. Used again within the grace it gives the same ones; used after it, somebody else
   * has a copy: the session ends. null = not valid (any more).
   */
  async refresh(refreshToken: string): Promise<Tokens | null> {
    if (!tokenPattern.test(refreshToken)) return null;
    const now = new Date(clock.now());
    const rows = await this.#db.query<SessionRow>(`${selectSession} and s.refresh_hash = $1`, [
      digest(refreshToken),
      now,
    ]);
    const row = rows[0];
    if (row && (await this.#rotate(row, refreshToken, now))) return tokensAfter(row.seed, refreshToken);
    return this.#answerAgain(refreshToken, now);
  }

  /** Compare and swap: of many at once, one rotates. */
  #rotate(row: SessionRow, refreshToken: string, now: Date): Promise<boolean> {
    const { token, refreshToken: next } = tokensAfter(row.seed, refreshToken);
    return this.#db.transaction(async (tx) => {
      const changed = await tx.query(
        `update sessions set previous_token_hash = token_hash, token_hash = $1, refresh_hash = $2, rotated_at = $3
         where id = $4 and refresh_hash = $5 and revoked_at is null returning id`,
        [digest(token), digest(next), now, row.sessionId, digest(refreshToken)],
      );
      if (changed.length === 0) return false;
      await tx.query('insert into used_refresh_tokens (refresh_hash, session_id, used_at) values ($1, $2, $3)', [
        digest(refreshToken),
        row.sessionId,
        now,
      ]);
      return true;
    });
  }

  async #answerAgain(refreshToken: string, now: Date): Promise<Tokens | null> {
    const rows = await this.#db.query<SessionRow & { usedAt: Date }>(
      `${selectSession.replace('select ', 'select r.used_at as "usedAt", ').replace('from sessions s', 'from used_refresh_tokens r join sessions s on s.id = r.session_id')}
       and r.refresh_hash = $1`,
      [digest(refreshToken), now],
    );
    const row = rows[0];
    if (!row) return null;
    if (now.getTime() - row.usedAt.getTime() <= graceS * 1000) return walk(row, refreshToken);
    await this.revoke(row.sessionId);
    return null;
  }

  async revoke(sessionId: string): Promise<void> {
    await this.#db.query('update sessions set revoked_at = $2 where id = $1 and revoked_at is null', [
      sessionId,
      new Date(clock.now()),
    ]);
    this.#forget((caller) => caller.sessionId === sessionId);
  }

  /** Ends every session of a user (password reset, account closed). */
  async revokeUser(userId: string): Promise<void> {
    await this.#db.query('update sessions set revoked_at = $2 where user_id = $1 and revoked_at is null', [
      userId,
      new Date(clock.now()),
    ]);
    this.forgetUser(userId);
  }

  /** Ends every session of a user but one: the password, the role or the company was changed in it. */
  async revokeOthers(userId: string, keptSessionId: string): Promise<void> {
    await this.#db.query('update sessions set revoked_at = $3 where user_id = $1 and id <> $2 and revoked_at is null', [
      userId,
      keptSessionId,
      new Date(clock.now()),
    ]);
    this.forgetUser(userId);
  }

  /** Role, company, terms or the account changed: the next call reads them anew. */
  forgetUser(userId: string): void {
    this.#forget((caller) => caller.userId === userId);
  }

  /** Takes sessions away that ended more than a day ago. */
  async sweep(): Promise<void> {
    await this.#db.query('delete from sessions where expires_at < $1', [new Date(clock.now() - 86_400_000)]);
  }

  #forget(isMeant: (caller: Caller) => boolean): void {
    for (const [key, { caller }] of this.#cache) if (isMeant(caller)) this.#cache.delete(key);
  }

  async #byToken(hash: Buffer): Promise<SessionRow | null> {
    const now = clock.now();
    const rows = await this.#db.query<SessionRow>(
      `${selectSession} and (s.token_hash = $1 or (s.previous_token_hash = $1 and s.rotated_at > $3))`,
      [hash, new Date(now), new Date(now - graceS * 1000)],
    );
    return rows[0] ?? null;
  }

  async #byCookie(hash: Buffer): Promise<SessionRow | null> {
    const rows = await this.#db.query<SessionRow>(`${selectSession} and s.cookie_hash = $1`, [
      hash,
      new Date(clock.now()),
    ]);
    return rows[0] ?? null;
  }
}

function callerFrom(row: SessionRow): Caller {
  const { userId, userName, role, company, terms, sessionId } = row;
  return { userId, userName, role, company, terms, sessionId, audience: audienceOf({ role, company }) };
}

function tokensAfter(seed: Buffer, refreshToken: string): Tokens {
  const token = nextOf(seed, refreshToken);
  return { token, refreshToken: refreshOf(seed, token), cookieToken: cookieOf(seed) };
}

/** From a refresh token of this session to the tokens that are valid now. */
function walk(row: SessionRow, from: string): Tokens | null {
  let refreshToken = from;
  let token = '';
  for (let step = 0; step < maxSteps; step += 1) {
    if (digest(refreshToken).equals(row.refreshHash)) return { token, refreshToken, cookieToken: cookieOf(row.seed) };
    token = nextOf(row.seed, refreshToken);
    refreshToken = refreshOf(row.seed, token);
  }
  return null;
}
