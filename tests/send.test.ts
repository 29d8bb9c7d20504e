import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '../contract/api.ts';
import { learnConfig } from '../src/data/api-base.ts';
import { ApiError } from '../src/data/api-error.ts';
import { connection } from '../src/data/connection.ts';
import { listCall, sendList } from '../src/data/list-wire.ts';
import { readThirdParty } from '../src/data/response.ts';
import { send, urlOf } from '../src/data/send.ts';
import { madeUpSession } from '../src/session/made-up-session.ts';
import { EndedSession } from '../src/session/session-signal.ts';
import { sessionStore } from '../src/session/session-store.ts';

/*
 * A peer that misbehaves on purpose (cut, silent, portal, revoked tokens), which the real server never does. That app and
 * real server work together is tested in tests/.
 */
type Peer = (request: IncomingMessage, response: ServerResponse) => void;
let peer: Peer = () => undefined;
let server: Server;
const calls: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'}`);
    peer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  learnConfig({ apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1` }, true);
  return () => {
    server.closeAllConnections();
    server.close();
  };
});
const respond = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const logIn = (token = 't1'): Promise<void> => sessionStore.loggedIn(madeUpSession({ token, userId: 'u1' }));
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => error,
  );
const list = api.acarsMessage.allUsers;
const emptyList = { acarsMessages: [], acarsMessagesCount: 0 };
const ask = (signal?: AbortSignal, deadlineMs?: number): Promise<unknown> =>
  send(list, { cause: 'user', deadlineMs, ...(signal ? { signal } : {}) });

beforeEach(async () => {
  calls.length = 0;
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await logIn();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await sessionStore.logOut('logged-out');
});

test('C27: the address has the case of the specification, its values are text', () => {
  const path = { userId: 'a/b ?' };
  expect(urlOf('/api/v1', api.account.acceptTerms, { path })).toBe('/api/v1/Account/AcceptTerms/a%2Fb%20%3F');
  const query = { tail: 'N1&x=1', offset: '0', flight: undefined };
  expect(urlOf('/api/v1', list, { query })).toBe('/api/v1/AcarsMessage/allUsers?tail=N1%26x%3D1&offset=0');
});

test('C56 WX-03: the routes call sends the session in a key header, too, the weather call only as a bearer', async () => {
  const sent: IncomingMessage['headers'][] = [];
  peer = (request, response) => {
    sent.push(request.headers);
    respond(response, 200, { routes: [] });
  };
  await send(api.map.routes, { path: { icao: 'LROP' }, cause: 'user', isThirdParty: true }, readThirdParty);
  await send(api.map.metar, { path: { icao: 'LROP' }, cause: 'user', isThirdParty: true }, readThirdParty);
  expect(sent.map((headers) => [headers['x-api-key'], headers.authorization])).toEqual([
    ['t1', 'Bearer t1'],
    [undefined, 'Bearer t1'],
  ]);
});

describe('the token', () => {
  test('SES-14: is sent as bearer', async () => {
    peer = (_, response) => respond(response, 200, emptyList);
    await ask();
    expect(calls).toEqual(['GET /api/v1/AcarsMessage/allUsers Bearer t1']);
  });
  test('SES-15 C36: is not sent with the ADS-B search and the type codes', async () => {
    peer = (_, response) => respond(response, 200, { adsbMessages: [], adsbMessagesCount: 0, typeCodes: [] });
    await send(api.acarsMessage.adsb, { cause: 'user' });
    await send(api.aircraftType.code, { cause: 'user' });
    expect(calls.every((call) => call.endsWith(' -'))).toBe(true);
    expect(calls).toHaveLength(2);
  });
  test('SES-11: without a session nothing is requested', async () => {
    await sessionStore.logOut('logged-out');
    calls.length = 0;
    expect(await failureOf(ask())).toBeInstanceOf(EndedSession);
    expect(calls).toEqual([]);
  });
});

describe('C05 C52 SES-16: a 401', () => {
  test('is repaired by one renewal, shared by many calls', async () => {
    peer = (request, response) => {
      if (request.url?.endsWith('/refreshToken')) respond(response, 200, { token: 't2', refreshToken: 'r2' });
      else if (request.headers.authorization === 'Bearer t2') respond(response, 200, emptyList);
      else respond(response, 401, { message: 'expired' });
    };
    const before = sessionStore.deadlines()?.expiresAt;
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([emptyList, emptyList, emptyList]);
    expect(calls.filter((call) => call.includes('/account/refreshToken'))).toHaveLength(1);
    expect(console.warn).toHaveBeenCalledWith('API-14: unauthorized or token expired');
    expect(sessionStore.get()).toMatchObject({ session: { token: 't2', refreshToken: 'r2' } });
    expect(sessionStore.deadlines()?.expiresAt).toBe(before);
  });
  test.each([401, 404, 501])('ends the session when the renewal returns %i', async (status) => {
    peer = (request, response) =>
      respond(response, request.url?.endsWith('/refreshToken') ? status : 401, { message: 'no' });
    expect(await failureOf(ask())).toBeInstanceOf(EndedSession);
    expect(sessionStore.get()).toMatchObject({ kind: 'out', reason: 'unauthorized', shouldLogout: true });
  });
  test('does not end the session when the renewal does not reach the server', async () => {
    peer = (request, response) => {
      if (request.url?.endsWith('/refreshToken')) respond(response, 503, {});
      else respond(response, 401, { message: 'no' });
    };
    expect(await failureOf(ask())).toMatchObject({ unreached: 'unavailable' });
    expect(sessionStore.get().kind).toBe('in');
  });
  test.each<[string, (response: ServerResponse) => void]>([
    ['stays refused', (response) => respond(response, 200, { token: 't2', refreshToken: 'r2' })],
    ['cannot be renewed', (response) => respond(response, 404, { message: 'Not found.' })],
    ['is renewed by a server that is down', (response) => respond(response, 503, {})],
  ])('of a cookie call that %s does not end the session', async (_, renew) => {
    peer = (request, response) => {
      if (request.url?.endsWith('/refreshToken')) renew(response);
      else respond(response, 401, { message: 'no cookie' });
    };
    expect(await failureOf(send(api.acarsMessage.adsb, { cause: 'user' }))).toMatchObject({ status: 401 });
    expect(sessionStore.get().kind).toBe('in');
  });
  test('AUTH-03: from authenticate is only a login failure', async () => {
    peer = (_, response) => respond(response, 401, { message: 'Username or password is wrong.' });
    const body = { username: 'ana', password: 'secret', role: '', terms: 0, company: '' };
    const error = await failureOf(send(api.account.authenticate, { body, cause: 'user' }));
    expect(error).toMatchObject({ status: 401, message: 'Username or password is wrong.' });
    expect(calls).toHaveLength(1);
    expect(sessionStore.get().kind).toBe('in');
  });
});

test('API-52: a list of messages that another server refuses is requested as receptions, until the session ends', async () => {
  const page = listCall(list, { filters: {}, window: null, sort: null, offset: 0, limit: 10, isJoined: true }, {});
  const read = (): Promise<unknown> => sendList(page, { cause: 'user' });
  const requested = (): boolean[] => calls.splice(0).map((call) => call.includes('joined=true'));
  const refuse = (body: object): void => {
    peer = (request, response) =>
      respond(response, request.url?.includes('joined=') ? 400 : 200, { ...emptyList, ...body });
  };
  // It names another parameter: asking again changes nothing.
  refuse({ message: 'Invalid request.', errors: { tail: ['Too long.'] } });
  expect(await failureOf(read())).toMatchObject({ status: 400 });
  expect(requested()).toEqual([true]);
  for (const errors of [{}, { errors: { joined: ['Unknown parameter.'] } }]) {
    refuse({ message: 'Invalid request.', ...errors });
    await read();
    await read();
    expect(requested()).toEqual([true, false, false]);
    await sessionStore.logOut('logged-out');
    await logIn();
  }
});
test('API-52: a call that another server lacks is reported as not supported, and the server as reachable', async () => {
  peer = (request, response) => {
    // A browser reports a refused preflight like a lost connection.
    if (request.url?.endsWith('/Stations/names')) request.socket.destroy();
    else respond(response, 200, emptyList);
  };
  await ask();
  const failure = await failureOf(send(api.station.names, { cause: 'poll' }));
  expect(failure).toMatchObject({
    status: 404,
    unreached: null,
    message: 'This server does not support this function.',
  });
  expect(connection.get().state).toBe('reached');
});

describe('C53: an unreachable server', () => {
  test.each<[string, Peer, string]>([
    ['the connection is reset', (request) => request.socket.destroy(), 'refused'],
    [
      'the body is cut',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
        response.write('{"acarsMessages":[');
        setImmediate(() => response.destroy());
      },
      'refused',
    ],
    [
      'a portal redirects',
      (_, response) => response.writeHead(302, { location: 'http://portal.example/' }).end(),
      'portal',
    ],
    [
      'a portal responds',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      'portal',
    ],
    [
      'a proxy responds with 503',
      (_, response) => response.writeHead(503, { 'retry-after': '5' }).end('busy'),
      'unavailable',
    ],
  ])('%s', async (_, how, why) => {
    peer = how;
    expect(await failureOf(ask())).toMatchObject({ name: 'ApiError', unreached: why });
    expect(sessionStore.get().kind).toBe('in');
  });

  test('a body that arrives slowly: the deadline is for the whole response', async () => {
    peer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 400);
      response.on('close', () => clearInterval(drip));
    };
    // A deadline for each part of the response would never end this request.
    expect(await failureOf(ask(undefined, 1000))).toMatchObject({ unreached: 'timeout' });
  });

  test('a server that answers after 30 s is waited for, one that needs longer than 45 s is not', async () => {
    peer = (_, response) => respond(response, 200, emptyList);
    const deadlines = vi.spyOn(AbortSignal, 'timeout');
    await ask();
    expect(deadlines.mock.calls).toEqual([[45_000]]);
    deadlines.mockRestore();
  });
});

describe('a cancelled call', () => {
  test('gives the caller their own reason', async () => {
    peer = () => undefined;
    const gate = new AbortController();
    const failure = failureOf(ask(gate.signal));
    gate.abort(new Error('not needed'));
    expect(await failure).toMatchObject({ message: 'not needed' });
  });
  test('SES-07: a logout aborts running requests; no result is delivered', async () => {
    let release: () => void = () => undefined;
    const arrived = new Promise<void>((here) => {
      peer = (_, response) => {
        release = () => respond(response, 200, emptyList);
        here();
      };
    });
    const failure = failureOf(ask());
    await arrived;
    const ended = sessionStore.logOut('logged-out');
    release();
    expect(await failure).toBeInstanceOf(EndedSession);
    await ended;
  });
});

test('the error for an unreachable server is a sentence', () => {
  expect(new ApiError({ unreached: 'no-network' }).message).toBe('No network connection.');
});
