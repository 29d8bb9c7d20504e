import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { api } from '../../contract/api.ts';
import { ApiError } from './api-error.ts';
import { type RawResponse, readAged, readAny, readResponse, readTagged, readThirdParty } from './response.ts';

const json = (body: unknown, status = 200): RawResponse => ({
  status,
  contentType: 'application/json; charset=utf-8',
  isRedirect: false,
  date: null,
  etag: null,
  text: JSON.stringify(body),
});
const html = (status: number): RawResponse => ({
  ...json(null, status),
  contentType: 'text/html',
  text: '<html><title>Sign in to the network</title></html>',
});
const failureOf = (raw: RawResponse, endpoint: Parameters<typeof readResponse>[0] = api.account.me): ApiError => {
  try {
    readResponse(endpoint, raw);
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('It was read as a response.');
};

describe('C53: unreachable server', () => {
  test.each([502, 503, 504])('status %i, whatever page it carries', (status) => {
    expect(failureOf(html(status)).unreached).toBe('unavailable');
    expect(failureOf(json({ message: 'down' }, status)).unreached).toBe('unavailable');
  });
  test.each([200, 302, 401, 403, 404, 500, 511])('a page in HTML with status %i is a captive portal', (status) => {
    expect(failureOf(html(status)).unreached).toBe('portal');
  });
  test('a redirect is never followed', () => {
    expect(failureOf({ ...json({}), isRedirect: true, status: 0 }).unreached).toBe('portal');
    expect(failureOf(json({}, 302)).unreached).toBe('portal');
  });
  test('JSON that is cut or of another shape is of another version, not a captive portal; HTML declared as JSON is one', () => {
    expect(failureOf({ ...json(null), text: '{"user":{' }).unreached).toBe('mismatch');
    expect(failureOf(json({ login: 'here' })).unreached).toBe('mismatch');
    expect(failureOf({ ...json(null, 400), text: '{"mess' }).unreached).toBe('mismatch');
    expect(failureOf({ ...json(null), contentType: 'image/png' }).unreached).toBe('portal');
    expect(failureOf({ ...json(null), text: '\n<html>Sign in</html>' }).unreached).toBe('portal');
  });
});

describe('refusals of the server', () => {
  test('AUTH-03: its message is the message', () => {
    const error = failureOf(json({ message: 'Username or password is wrong.', status: 401 }, 401));
    expect(error).toMatchObject({ unreached: null, status: 401, message: 'Username or password is wrong.' });
  });
  test('AUTH-03 C51b: without a message the text is the generic one', () => {
    expect(failureOf(json({ title: 'x' }, 500)).message).toBe('Request failed with status code 500.');
    expect(failureOf(json({ message: '  ' }, 500)).message).toBe('Request failed with status code 500.');
  });
  test('a 403 without a message, as other servers of this API send it, says who can help', () => {
    expect(failureOf({ ...json(null, 403), contentType: '', text: '' }).message).toBe(
      'Your account does not have permission for this. Ask an administrator for access.',
    );
  });
  test('C52: a 401 with an empty body, as other servers of this API send it, is a 401', () => {
    expect(failureOf({ ...json(null, 401), contentType: '', text: '' })).toMatchObject({
      unreached: null,
      status: 401,
    });
  });
  test('a bare message is enough where the rest does not fit', () => {
    expect(failureOf(json({ message: 'No', status: '409', errors: 5 }, 409)).body).toEqual({ message: 'No' });
  });
});

describe('valid responses', () => {
  const profile = { refreshToken: 'r', userName: 'a', id: '1', role: 'Admin', terms: 1, company: null };
  test('SES-17: the profile by its schema, unknown members dropped', () => {
    expect(readResponse(api.account.me, json({ user: { ...profile, more: 1 } }))).toEqual({ user: profile });
  });
  test('nothing, if nothing is required', () => {
    expect(readResponse(api.account.logout, { ...json(null, 204), contentType: '', text: '' })).toBeUndefined();
    expect(readResponse(api.account.logout, json({}))).toBeUndefined();
  });
  test('an invalid value never breaks a row, an invalid row never breaks the list', () => {
    const rows = [{ tail: 5, flight: {}, freq: 'x', text: 'hello' }, null, 'row'];
    const response = readResponse(api.acarsMessage.allUsers, json({ acarsMessages: rows, acarsMessagesCount: '3' }));
    expect(response).toMatchObject({
      acarsMessagesCount: 3,
      acarsMessages: [{ tail: '5', freq: null, text: 'hello' }, {}, {}],
    });
  });
  test('a list without its rows is invalid', () => {
    expect(failureOf(json({ acarsMessagesCount: 0 }), api.acarsMessage.allUsers).unreached).toBe('mismatch');
  });
  test('anything else is a response or an ApiError', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 100, max: 599 }), (text, status) => {
        try {
          readResponse(api.acarsMessage.allUsers, { ...json(null, status), text });
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
    );
  });
});

describe('C56: responses of third-party services', () => {
  const failure = (raw: RawResponse, read: (raw: RawResponse) => unknown): ApiError | null => {
    try {
      read(raw);
      return null;
    } catch (error) {
      return error instanceof ApiError ? error : null;
    }
  };
  test.each([424, 429, 500, 502, 503, 504])('a failure (%i) does not count as unreachable', (status) => {
    const reported = failure(json({ message: 'Weather is limited until 14:50 UTC.' }, status), readThirdParty);
    expect(reported).toMatchObject({ unreached: null, status, message: 'Weather is limited until 14:50 UTC.' });
  });
  test('an HTML page counts as unreachable', () => {
    expect(failure(html(503), readThirdParty)?.unreached).toBe('unavailable');
    expect(failure(html(200), readThirdParty)?.unreached).toBe('portal');
  });
  test('a JSON response of any shape is read, anything else is refused', () => {
    for (const body of [null, 7, 'text', [1], { odd: { shape: true } }]) expect(readAny(json(body))).toEqual(body);
    expect(failure({ ...json(null), text: '{"cut":' }, readAny)?.unreached).toBe('mismatch');
    expect(failure(html(200), readAny)?.unreached).toBe('portal');
  });
});

test('a request with a tag gets the response and its tag, or unchanged; any other redirect is refused', () => {
  expect(readTagged({ ...json({ a: 1 }), etag: 'W/"1"' })).toEqual({ etag: 'W/"1"', body: { a: 1 } });
  const unchanged: RawResponse = { ...json(null, 304), contentType: '', text: '' };
  expect(readTagged(unchanged)).toBe('unchanged');
  expect(() => readTagged({ ...unchanged, status: 302 })).toThrow(ApiError);
  expect(() => readAny(unchanged)).toThrow(ApiError);
});

test('STAT-09: the header Age is the age of a body without a time; an invalid one is 0', () => {
  const ageOf = (age?: string | null) => readAged({ ...json({ a: 1 }), ...(age === undefined ? {} : { age }) });
  expect(ageOf('23')).toMatchObject({ body: { a: 1 }, ageMs: 23_000 });
  for (const age of [undefined, null, '', '-1', '1e3', 'x']) expect(ageOf(age).ageMs).toBe(0);
});
