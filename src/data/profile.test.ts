import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../../contract/api.ts';
import { madeUpSession } from '../session/made-up-session.ts';
import { sessionStore } from '../session/session-store.ts';
import { followReturn, refreshProfile } from './profile.ts';
import { send } from './send.ts';

afterEach(() => vi.unstubAllGlobals());

const user = { id: 'ana', userName: 'ana', role: 'Admin', terms: 1, company: null, refreshToken: 'r' };

test('C53: a profile that could not be reached is read as soon as the server responds to another request', async () => {
  vi.stubGlobal('location', new URL('http://downlink.test/akrxAll'));
  let isDown = true;
  const requested: string[] = [];
  const respond = (body: unknown, status = 200): Response => Response.json(body, { status });
  vi.stubGlobal('fetch', async (input: Request | string) => {
    const path = new URL(typeof input === 'string' ? input : input.url, 'http://downlink.test').pathname;
    requested.push(path);
    if (!path.endsWith('/account/me')) return respond({ message: 'no', errorCode: 0 }, 400);
    return isDown ? respond({}, 503) : respond({ user });
  });
  await sessionStore.loggedIn(madeUpSession());
  followReturn();
  await refreshProfile();
  expect(sessionStore.get()).toMatchObject({ kind: 'in', session: { role: 'Parser' } });

  isDown = false;
  await send(api.system.health, { cause: 'poll' }).catch(() => undefined);
  await expect.poll(() => sessionStore.get()).toMatchObject({ kind: 'in', session: { role: 'Admin' } });
  expect(requested.filter((path) => path.endsWith('/account/me'))).toHaveLength(2);
});
