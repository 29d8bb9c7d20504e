import { expect, test } from 'vitest';
import { credentialsFor, readApiBase, readConfig } from './api-base.ts';

const page = 'https://downlink.example/akrx';

test.each([
  ['/api/v1', '/api/v1'],
  ['/api/v1/', '/api/v1'],
  ['https://api.example/api/v1//', 'https://api.example/api/v1'],
  ['http://127.0.0.1:8081/api/v1', 'http://127.0.0.1:8081/api/v1'],
  ['http://api.example/api/v1', null],
  ['//api.example/v1', null],
  ['https://user:pw@api.example/v1', null],
  ['javascript:alert(1)', null],
  ['https://api.example/v1?x=1', null],
  ['/api v1', null],
  ['', null],
  [7, null],
  [undefined, null],
])('API_BASE: %j is used as %j', (value, base) => {
  expect(readApiBase(value, page)).toBe(base);
});

test('missing or invalid values of /config.json use the default', () => {
  const standard = readConfig(null, page);
  expect(standard).toMatchObject({ apiBase: '/api/v1', idleLimitMs: 1_800_000, sendsCookiesAbroad: false });
  expect(readConfig({ apiBase: 5, inactivityMinutes: -3, provider: 'x', apiCookies: 'yes' }, page)).toEqual(standard);
});

test("C05b: the time without use is configurable, 'off' leaves it out", () => {
  expect(readConfig({ inactivityMinutes: 10 }, page).idleLimitMs).toBe(600_000);
  expect(readConfig({ inactivityMinutes: 'off' }, page).idleLimitMs).toBeNull();
});

test('C50: the provider is configurable', () => {
  const provider = { name: 'Airfield Radio', contact: 'data@airfield.example' };
  expect(readConfig({ provider }, page).provider).toEqual(provider);
});

test('C36: cookies go to our own origin, to another only if configured', () => {
  expect(credentialsFor('/api/v1', false)).toBe('same-origin');
  expect(credentialsFor('http://localhost/api/v1', false)).toBe('same-origin');
  expect(credentialsFor('https://api.example/v1', false)).toBe('omit');
  expect(credentialsFor('https://api.example/v1', true)).toBe('include');
});
