import { describe, expect, test } from 'vitest';
import {
  clockSlackMs,
  defaultIdleLimitMs,
  endReason,
  idleEnd,
  initialState,
  isAlive,
  reduce,
  type Session,
  type SessionState,
  safePath,
  sessionLifeMs,
} from './session.ts';

const loginAt = Date.UTC(2026, 10, 20, 8, 0, 0);
const ana: Session = {
  token: 't1',
  expirationDate: loginAt + sessionLifeMs,
  userId: 'u-ana',
  role: 'Parser',
  terms: 1,
  company: null,
  refreshToken: 'r1',
  userName: 'ana',
  userDetails: { id: 'u-ana' },
};
const marks = { lastUserInputAt: loginAt, lastUserRequestAt: loginAt, lastSeenAt: loginAt };
const enter = (state: SessionState = initialState, session = ana): SessionState =>
  reduce(state, { type: 'logged-in', session, now: loginAt });
const end = (state: SessionState, reason: 'logged-out' | 'expired' | 'unauthorized', redirectPath?: string) =>
  reduce(state, { type: 'ended', reason, redirectPath });

describe('the life of a session', () => {
  test('SES-06 C04: it lasts 29000 s from the login', () => {
    expect(sessionLifeMs).toBe(29_000_000);
  });

  test.each([
    [28_999, true],
    [29_000, false],
    [29_001, false],
  ])('SES-04 SES-05: %i s after the login it is alive: %s', (seconds, isStillAlive) => {
    expect(isAlive(ana, loginAt + seconds * 1000)).toBe(isStillAlive);
  });

  test('SES-04: a clock before the login is not accepted, beyond a minute of slack', () => {
    expect(isAlive(ana, loginAt - clockSlackMs)).toBe(true);
    expect(isAlive(ana, loginAt - clockSlackMs - 1)).toBe(false);
    expect(isAlive({ expirationDate: loginAt + 9 * 3600_000 + sessionLifeMs }, loginAt)).toBe(false);
  });

  test('SES-05: a clock set back within the session does not lengthen it', () => {
    const seen = { ...marks, lastSeenAt: loginAt + 3 * 3600_000, lastUserInputAt: loginAt + 3 * 3600_000 };
    expect(endReason(ana, seen, null, loginAt + 3600_000)).toBe('expired');
    expect(endReason(ana, seen, null, seen.lastSeenAt - clockSlackMs)).toBeNull();
  });

  test('SES-13 C05b: 30 minutes without use end it; the later of input and request counts', () => {
    const used = { ...marks, lastUserRequestAt: loginAt + 60_000 };
    expect(idleEnd(used, defaultIdleLimitMs)).toBe(loginAt + 60_000 + 1_800_000);
    expect(endReason(ana, used, defaultIdleLimitMs, loginAt + 1_859_999)).toBeNull();
    expect(endReason(ana, used, defaultIdleLimitMs, loginAt + 1_860_000)).toBe('inactive');
  });

  test("C05b: 'off' leaves only the expiry", () => {
    expect(endReason(ana, marks, null, loginAt + 28_999_999)).toBeNull();
    expect(endReason(ana, marks, null, loginAt + 29_000_000)).toBe('expired');
  });
});

describe('the states', () => {
  test('SES-01 AUTH-18: logged out at first, logged in after authentication and profile, logged out after the end', () => {
    const inside = enter();
    expect(initialState.kind).toBe('out');
    expect(inside.kind === 'in' && inside.session.token).toBe('t1');
    expect(end(inside, 'expired').kind).toBe('out');
  });

  test('SES-07: a logout sets the flag and forgets the path', () => {
    const out = end(enter(), 'logged-out');
    expect(out).toMatchObject({ kind: 'out', reason: 'logged-out', shouldLogout: true, redirectPath: '/' });
  });

  test('SES-10 NAV-16: the redirect path is / unless one is remembered', () => {
    expect(initialState).toMatchObject({ redirectPath: '/' });
    expect(end(enter(), 'unauthorized', '/akrxAll?tail=N163US')).toMatchObject({
      redirectPath: '/akrxAll?tail=N163US',
    });
  });

  test('AUTH-04: entering /auth takes the flag back, and only the flag', () => {
    const out = end(enter(), 'expired', '/airports');
    expect(reduce(out, { type: 'should-logout-cleared' })).toEqual({ ...out, shouldLogout: false });
  });

  test('SES-04: a session that has run out is not entered', () => {
    const late = reduce(initialState, { type: 'restored', session: ana, now: ana.expirationDate });
    expect(late).toBe(initialState);
  });

  test('C05: an update never moves the end of the session', () => {
    const state = reduce(enter(), { type: 'updated', part: { token: 't2', expirationDate: loginAt * 2 } });
    expect(state.kind === 'in' && state.session).toEqual({ ...ana, token: 't2' });
  });

  test('each login, logout and change of role, company or user is another epoch; a new token is not', () => {
    const inside = enter();
    const epochAfter = (part: Partial<Session>): number => reduce(inside, { type: 'updated', part }).epoch;
    expect(inside.epoch).toBe(1);
    expect(epochAfter({ token: 't2', refreshToken: 'r2', terms: 0 })).toBe(1);
    expect(epochAfter({ role: 'Admin' })).toBe(2);
    expect(epochAfter({ company: 'ACME' })).toBe(2);
    expect(end(inside, 'logged-out').epoch).toBe(2);
  });

  test('SES-17: an unchanged profile changes nothing', () => {
    const inside = enter();
    expect(reduce(inside, { type: 'updated', part: { role: 'Parser', userDetails: { id: 'u-ana' } } })).toBe(inside);
  });

  test('an end while logged out changes nothing', () => {
    const out = end(enter(), 'expired', '/airports');
    expect(end(out, 'logged-out')).toBe(out);
  });

  test('C15 C54: the path of one user is not handed to another', () => {
    const out = end(enter(), 'expired', '/akrxAll?tail=N163US');
    expect(enter(out)).toMatchObject({ redirectPath: '/akrxAll?tail=N163US' });
    expect(enter(out, { ...ana, userId: 'u-bo' })).toMatchObject({ redirectPath: '/' });
  });

  test('C14: the path requested by a visitor is remembered through the login', () => {
    const remembered = reduce(initialState, { type: 'path-remembered', path: '/statistics?x=1' });
    expect(enter(remembered)).toMatchObject({ kind: 'in', redirectPath: '/statistics?x=1' });
  });
});

test.each([
  ['/akrxAll?tail=N1#x', '/akrxAll?tail=N1#x'],
  ['//evil.example/', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example/', '/'],
  ['/a\nb', '/'],
  ['/auth', '/'],
  ['/AUTH2?x=1', '/'],
  ['/logout', '/'],
  ['/authors', '/authors'],
  ['', '/'],
  [undefined, '/'],
])('SES-10: %j is remembered as %j', (path, expected) => {
  expect(safePath(path)).toBe(expected);
});
