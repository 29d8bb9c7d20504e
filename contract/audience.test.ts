import { describe, expect, test } from 'vitest';
import { api, endpoints } from './api.ts';
import { type Audience, loggedIn, mayCall, permissionFor } from './audience.ts';
import { audienceOf } from './audience-of.ts';

describe('NAV-20: audience of a user', () => {
  test.each<[string, string | null, Audience]>([
    ['Admin', null, 'admin'],
    [' ADMIN ', 'Carpatair', 'admin'],
    ['parser', 'Carpatair', 'parser'],
    ['Customer', null, 'customer'],
    ['Customer', '  ', 'customer'],
    ['User', '', 'customer'],
    ['Customer', 'Carpatair', 'companyUser'],
    ['Guest', 'Carpatair', 'companyUser'],
    ['Guest', null, 'noRole'],
    ['', null, 'noRole'],
  ])('C11, C12: role %j with company %j is %s', (role, company, audience) => {
    expect(audienceOf({ role, company })).toBe(audience);
  });
  test('a user without a login is a visitor', () => expect(audienceOf(null)).toBe('visitor'));
});

/** The table 'Who may call what' of the specification, by hand. */
const allowed: Record<string, readonly Audience[]> = {
  'API-06': ['admin'],
  'API-11': ['admin', 'parser', 'customer'],
  'API-12': ['admin', 'parser'],
  'API-13': ['admin', 'parser', 'customer', 'companyUser'],
  'API-14': ['admin', 'parser', 'companyUser'],
  'API-15': ['admin', 'parser', 'companyUser'],
  'API-16': ['admin', 'parser', 'customer'],
  'API-20': ['admin', 'parser'],
  'API-24': ['admin', 'parser', 'customer'],
  'API-34': ['admin', 'parser'],
  'API-49': ['admin'],
  'API-02': ['admin'],
  'API-07': ['admin'],
  'API-09': ['admin'],
  'API-10': ['admin'],
};

describe('NAV-21, C116: permissions of calls', () => {
  test.each(Object.entries(allowed))('%s', (id, audiences) => {
    const says = loggedIn.filter((audience) => permissionFor(id, audience, true) === 'yes');
    expect(says.toSorted()).toEqual([...audiences].toSorted());
    expect(permissionFor(id, 'visitor', true)).toBe('no');
  });
  test('a call without a row in the table is open to no one', () => {
    for (const id of ['API-unknown', '__proto__', 'constructor', ''])
      for (const audience of loggedIn) expect(permissionFor(id, audience, true)).toBe('no');
  });
  test('AUTH-09: before the terms are accepted only login, session, terms and confirmation are allowed', () => {
    const open = endpoints.filter((endpoint) => permissionFor(endpoint.id, 'admin', false) !== 'no').map((e) => e.id);
    expect(open).toEqual([
      'API-01',
      'API-03',
      'API-04',
      'API-05',
      'API-33',
      'ADD-refreshToken',
      'ADD-logout',
      'ADD-beginRequiredSecondFactor',
      'ADD-requestPassword',
      'ADD-setPassword',
      'ADD-beginPasskeyLogin',
      'ADD-passkeyLogin',
      'ADD-beginRequiredPasskey',
      'ADD-addRequiredPasskey',
      'ADD-beginSignIn',
      'ADD-completeSignIn',
      'ADD-health',
      'ADD-live',
      'ADD-openapi',
    ]);
  });
  test('every call has a row and every row a call', () => {
    expect(Object.keys(mayCall).toSorted()).toEqual(endpoints.map((endpoint) => endpoint.id).toSorted());
  });
});

describe('API-52: the contract', () => {
  test('no two calls share method and path, ignoring case', () => {
    const places = endpoints.map((e) => `${e.method} ${e.path.toLowerCase().replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(places).size).toBe(places.length);
  });
  test('API-01 to API-51 are complete, except for the dropdown call that the specification omits (API-19)', () => {
    const ids = new Set(endpoints.map((endpoint) => endpoint.id));
    const missing = Array.from({ length: 51 }, (_, n) => `API-${String(n + 1).padStart(2, '0')}`).filter(
      (id) => !ids.has(id),
    );
    expect(missing).toEqual(['API-19']);
  });
  test('API-12: each parameter of the ADS-B search also exists with suffix 2, besides the date range', () => {
    const names = Object.keys(api.acarsMessage.adsb.query);
    const dates = ['acarsMessageDateTimeMin', 'acarsMessageDateTimeMax', 'offset', 'limit'];
    const added = 'archive';
    const fields = names.filter((name) => !dates.includes(name) && name !== added);
    const plain = fields.filter((name) => !name.endsWith('2'));
    expect(fields.filter((name) => name.endsWith('2')).toSorted()).toEqual(plain.map((name) => `${name}2`).toSorted());
    expect(names).toEqual(expect.arrayContaining(dates));
  });
  test('API-14: the all-data list has the parameters of API-11 and the four of RAW-10', () => {
    const company = Object.keys(api.acarsMessage.company.query).filter((name) => name !== 'company');
    const extra = ['aggregationStatus', 'consensusStatus', 'aggregatedText', 'consensusResult'];
    expect(Object.keys(api.acarsMessage.allUsers.query).toSorted()).toEqual([...company, ...extra].toSorted());
  });
});
