/**
 * Sessions: opaque 256-bit tokens, stored as SHA-256, rotated, revocable, ending 29000 s after login (C04).
 * Each token derives from the one before and the session's secret seed: token -> refresh token -> next token. So the profile
 * call names the refresh token (SES-17) without storing it, and fifty concurrent refreshes get one response.
 * The cookie's token derives from the seed and a secret outside the database: a copy of the database opens nothing.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { audienceOf } from '../../contract/audience-of.ts';
import type { Logins } from '../../contract/entities/logins.ts';
import { clock } from '../base/clock.ts';
import { type Actor, actingAs } from '../database/acting.ts';
import type { Database, Query, Transaction } from '../database/pool.ts';
import type { Caller } from '../http/guard.ts';

export const sessionLifeS = 29_000;
/** Validity of an old token after a rotation: pending requests, other tabs, a lost response. */
export const graceS = 15;
/** Changes by another process (another server, SQL) take effect after this time at the latest. */
const staleMs = 1000;
const maxCached = 10_000;
/** Precision of the last use: a write per session and minute. */
const noteUseMs = 60_000;
/** No honest client is more rotations behind within the grace period. */
const maxSteps = 50;

type TokenPair = { readonly token: string; readonly refreshToken: string };
type Tokens = TokenPair & { readonly cookieToken: string };
type SessionRow = {
  sessionId: string;
  seed: Buffer;
  tokenHash: Buffer;
  refreshHash: Buffer;
  rotatedAt: Date | null;
  expiresAt: Date;
  usedAt: Date;
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

/** `more` = a further column and a comma. `from` = tables with `sessions s`. Value $2 = now. */
const sessionSql = ({
  more = '',
  from = 'sessions s',
} = {}): string => `select ${more} s.id as "sessionId", s.seed, s.token_hash as "tokenHash", s.refresh_hash as "refreshHash",
    s.rotated_at as "rotatedAt", s.expires_at as "expiresAt", coalesce(s.used_at, s.issued_at) as "usedAt", u.id as "userId", u.user_name as "userName", u.role, u.company, u.terms
  from ${from} join users u on u.id = s.user_id
  where s.revoked_at is null and s.expires_at > $2`;

export class Sessions {
  readonly #db: Database;
  readonly #secret: string;
  readonly #cache = new LRUCache<string, Cached>({ max: maxCached });
  /** Counts what was forgotten: a read that began before it may be out of date. */
  #forgotten = 0;

  /** `secret` = of this installation, the same after a restart. */
  constructor(db: Database, secret: string) {
    this.#db = db;
    this.#secret = secret;
  }

  #cookieOf(seed: Buffer): string {
    return createHmac('sha256', this.#secret).update('cookie:').update(seed).digest('base64url');
  }

  #withCookie({ seed }: SessionRow, pair: TokenPair): Tokens {
    return { ...pair, cookieToken: this.#cookieOf(seed) };
  }

  /** A new session for a user who had this password hash, recorded as a login. null = the hash changed, or the account is closed. */
  async start(
    user: Actor & { readonly userId: string },
    verifiedHash: string,
    { userAgent, address }: Device,
    how: string | null = null,
  ): Promise<Tokens | null> {
    const seed = randomBytes(32);
    const token = randomBytes(32).toString('base64url');
    const refreshToken = refreshOf(seed, token);
    const cookieToken = this.#cookieOf(seed);
    const now = clock.now();
    // The row is locked until the session is stored: a change of the password comes before it, or after it and then ends it.
    const started = await actingAs(this.#db, user).query(
      `insert into sessions (user_id, seed, token_hash, refresh_hash, cookie_hash, issued_at, expires_at, user_agent, address)
       select id, $2, $3, $4, $5, $6, $7, $9, $10 from users where id = $1 and password_hash = $8 for share
       returning audit('logged in', 'login', $11, $12)`,
      [
        user.userId,
        seed,
        digest(token),
        digest(refreshToken),
        digest(cookieToken),
        new Date(now),
        new Date(now + sessionLifeS * 1000),
        verifiedHash,
        userAgent,
        address,
        user.userName,
        how,
      ],
    );
    return started.length > 0 ? { token, refreshToken, cookieToken } : null;
  }

  /** Like callerOf, from the cache. undefined = call callerOf. */
  knownCaller(token: string, use: 'bearer' | 'cookie'): Caller | null | undefined {
    const known = this.#cache.get(cacheKey(use, token));
    if (!known || performance.now() - known.readAt >= staleMs) return undefined;
    return clock.now() < known.expiresAtMs ? known.caller : null;
  }

  /** The holder of this token, or null. `use` 'cookie' accepts only the cookie's token. */
  async callerOf(token: string, use: 'bearer' | 'cookie'): Promise<Caller | null> {
    if (!tokenPattern.test(token)) return null;
    const known = this.knownCaller(token, use);
    if (known !== undefined) return known;
    const key = cacheKey(use, token);
    const hash = digest(token);
    const forgotten = this.#forgotten;
    const row = use === 'cookie' ? await this.#byCookie(hash) : await this.#byToken(hash);
    if (!row) {
      this.#cache.delete(key);
      return null;
    }
    const caller = callerFrom(row);
    this.#noteUse(row);
    if (forgotten === this.#forgotten)
      this.#cache.set(key, { caller, expiresAtMs: row.expiresAt.getTime(), readAt: performance.now() });
    return caller;
  }

  async hasEnded({ sessionId }: Pick<Caller, 'sessionId'>): Promise<boolean> {
    const rows = await this.#db.query('select 1 from sessions where id = $1 and revoked_at is null', [sessionId]);
    return rows.length === 0;
  }

  /** In the background: a full disk or a lost write must not refuse a read. */
  #noteUse({ sessionId, usedAt }: SessionRow): void {
    const now = clock.now();
    if (now - usedAt.getTime() < noteUseMs) return;
    const values = [sessionId, new Date(now), new Date(now - noteUseMs)];
    this.#db
      .query('update sessions set used_at = $2 where id = $1 and coalesce(used_at, issued_at) <= $3', values)
      .catch(() => undefined);
  }

  /** The session of a token that was valid recently, without a query: for counting, not for trust. */
  knownSession(token: string, use: 'bearer' | 'cookie' = 'bearer'): string | null {
    return this.#cache.get(cacheKey(use, token))?.caller.sessionId ?? null;
  }

  /** The current refresh token, for the holder of a valid token. */
  async refreshTokenOf(token: string): Promise<string | null> {
    const row = await this.#byToken(digest(token));
    if (!row) return null;
    return walk(row, refreshOf(row.seed, token))?.refreshToken ?? null;
  }

  /**
   * New tokens within the same session. Using it again within the grace period returns the same ones. After that, someone else
   * has a copy: the session ends. null = invalid.
   */
  async refresh(refreshToken: string): Promise<Tokens | null> {
    if (!tokenPattern.test(refreshToken)) return null;
    const now = new Date(clock.now());
    const rows = await this.#db.query<SessionRow>(`${sessionSql()} and s.refresh_hash = $1`, [
      digest(refreshToken),
      now,
    ]);
    const row = rows[0];
    if (row && (await this.#rotate(row, refreshToken, now)))
      return this.#withCookie(row, tokensAfter(row.seed, refreshToken));
    return this.#repeatResponse(refreshToken, now);
  }

  /** Compare and swap: of many at once, one rotates. */
  #rotate(row: SessionRow, refreshToken: string, now: Date): Promise<boolean> {
    const { token, refreshToken: next } = tokensAfter(row.seed, refreshToken);
    return this.#db.transaction(async (tx) => {
      const changed = await tx.query(
        `update sessions set previous_token_hash = token_hash, token_hash = $1, refresh_hash = $2, rotated_at = $3, cookie_hash = $6
         where id = $4 and refresh_hash = $5 and revoked_at is null returning id`,
        // The cookie differs with the secret: it was lost, or another server started the session.
        [digest(token), digest(next), now, row.sessionId, digest(refreshToken), digest(this.#cookieOf(row.seed))],
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

  async #repeatResponse(refreshToken: string, now: Date): Promise<Tokens | null> {
    const rows = await this.#db.query<SessionRow & { redeemedAt: Date }>(
      `${sessionSql({ more: 'r.used_at as "redeemedAt",', from: 'used_refresh_tokens r join sessions s on s.id = r.session_id' })}
       and r.refresh_hash = $1`,
      [digest(refreshToken), now],
    );
    const row = rows[0];
    if (!row) return null;
    if (now.getTime() - row.redeemedAt.getTime() <= graceS * 1000) {
      const pair = walk(row, refreshToken);
      return pair && this.#withCookie(row, pair);
    }
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

  /** Ends one session of this user. False: there is none. */
  async revokeOf(userId: string, sessionId: string): Promise<boolean> {
    const now = new Date(clock.now());
    const ended = await this.#db.query(
      'update sessions set revoked_at = $3 where id = $1 and user_id = $2 and revoked_at is null and expires_at > $3 returning id',
      [sessionId, userId, now],
    );
    this.#forget((caller) => caller.sessionId === sessionId && caller.userId === userId);
    return ended.length > 0;
  }

  /** Ends every session of a user except one, which ended the others. */
  async revokeOthers(userId: string, exceptSessionId: string): Promise<void> {
    await endSessionsOf(this.#db, userId, exceptSessionId);
    this.forgetUser(userId);
  }

  /**
   * Runs a change of the caller's login and ends the caller's other sessions, in one transaction. `change` returns false if it changed nothing:
   * then none ends.
   */
  async endOthersWith(
    { db, caller: { userId, sessionId } }: { readonly db: Database; readonly caller: Caller },
    change: (tx: Transaction) => Promise<boolean>,
  ): Promise<boolean> {
    const isChanged = await db.transaction(async (tx) => {
      if (!(await change(tx))) return false;
      await endSessionsOf(tx, userId, sessionId);
      return true;
    });
    if (isChanged) this.forgetUser(userId);
    return isChanged;
  }

  /** Role, company, terms or the account changed: the next call reads them again. */
  forgetUser(userId: string): void {
    this.#forget((caller) => caller.userId === userId);
  }

  /** Removes sessions that expired more than a day ago, by a trusted clock. */
  async sweep(nowMs: number): Promise<void> {
    await this.#db.query('delete from sessions where expires_at < $1', [new Date(nowMs - 86_400_000)]);
  }

  #forget(isMeant: (caller: Caller) => boolean): void {
    this.#forgotten += 1;
    for (const [key, { caller }] of [...this.#cache]) if (isMeant(caller)) this.#cache.delete(key);
  }

  async #byToken(hash: Buffer): Promise<SessionRow | null> {
    const now = clock.now();
    const rows = await this.#db.query<SessionRow>(
      `${sessionSql()} and (s.token_hash = $1 or (s.previous_token_hash = $1 and s.rotated_at > $3))`,
      [hash, new Date(now), new Date(now - graceS * 1000)],
    );
    return rows[0] ?? null;
  }

  async #byCookie(hash: Buffer): Promise<SessionRow | null> {
    const rows = await this.#db.query<SessionRow>(`${sessionSql()} and s.cookie_hash = $1`, [
      hash,
      new Date(clock.now()),
    ]);
    return rows[0] ?? null;
  }
}

/** For commands and transactions: a running server applies it within a second. All sessions, or all except one. */
export async function endSessionsOf(db: Query, userId: string, exceptSessionId: string | null = null): Promise<void> {
  await db.query(
    'update sessions set revoked_at = $2 where user_id = $1 and revoked_at is null and id is distinct from $3',
    [userId, new Date(clock.now()), exceptSessionId],
  );
}

function callerFrom(row: SessionRow): Caller {
  const { userId, userName, role, company, terms, sessionId } = row;
  return { userId, userName, role, company, terms, sessionId, audience: audienceOf({ role, company }) };
}

function tokensAfter(seed: Buffer, refreshToken: string): TokenPair {
  const token = nextOf(seed, refreshToken);
  return { token, refreshToken: refreshOf(seed, token) };
}

/** Current tokens for a refresh token of this session. */
function walk(row: SessionRow, from: string): TokenPair | null {
  let refreshToken = from;
  let token = '';
  for (let step = 0; step < maxSteps; step += 1) {
    if (digest(refreshToken).equals(row.refreshHash)) return { token, refreshToken };
    token = nextOf(row.seed, refreshToken);
    refreshToken = refreshOf(row.seed, token);
  }
  return null;
}

// ---- SQL of the list of a user's own sessions.

/** What is stored about the browser that logs in. Both are untrusted texts. */
type Device = { readonly userAgent: string; readonly address: string };

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
  db: Query,
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
