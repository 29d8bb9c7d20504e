import { describe, expect, test } from 'vitest';
import type { Audience } from '../../contract/audience.ts';
import { homeAfterLogIn } from '../session/after-log-in.ts';
import { rootOf } from './roots.ts';
import { isOpen, outcomeOf } from './route-guard.ts';
import { routeTable, shortcuts } from './route-table.ts';

const audiences: readonly Audience[] = ['visitor', 'admin', 'parser', 'customer', 'companyUser', 'noRole'];
const person = (audience: Audience, hasAcceptedTerms = true) => ({ audience, hasAcceptedTerms });
const sample = (path: string): string => path.replace('$id', '7');
const opens = (audience: Audience): string[] =>
  Object.values(routeTable)
    .filter((row) => row.path !== '/auth2' && outcomeOf(sample(row.path), person(audience)).kind === 'show')
    .map((row) => row.path)
    .sort();
/** What users are notified of (decision 45). */
const told = ['/notices', '/rules', '/rules/$id'];
const everyones = ['/confirmemail', '/resetPassword'];
const added = [
  ...told,
  '/overview',
  '/tail/$id',
  '/station/$id',
  '/tail/$id/briefing',
  '/tail/$id/dialogue',
  '/stationStatus',
  '/report',
  '/device',
  '/accountSecurity',
  '/logins',
  '/changePassword',
];
/** Faults of aircraft (decision 44). */
const ledger = ['/faults', '/faults/$id'];
const sorted = (...paths: string[]): string[] => [...paths].sort();

describe('the route table', () => {
  test('NAV-08: the paths that an Admin may open, and no other', () => {
    expect(opens('admin')).toEqual(
      sorted(
        '/openstreetMap',
        '/aircraft/$id',
        '/aircraft',
        '/airports/$id',
        '/airport/$id',
        '/airports',
        '/flights/$id',
        '/akrxAll',
        '/adsb',
        '/airlines',
        '/acarsWithExtData',
        '/statistics',
        '/addStation',
        '/receivers',
        '/audit',
        '/serverStatus',
        '/addReceiver',
        '/stationDetails/$id',
        '/updateStation/$id',
        '/overall-bid-details',
        '/update-overall-bid',
        '/logout',
        '/user',
        '/addUser',
        '/updateUser/$id',
        '/deleteUser/$id',
        '/administrator',
        '/import',
        '/coverage',
        ...ledger,
        ...added,
        ...everyones,
      ),
    );
  });
  test('NAV-09: the paths that a Parser may open, and no other (C10)', () => {
    expect(opens('parser')).toEqual(
      sorted(
        '/openstreetMap',
        '/aircraft/$id',
        '/aircraft',
        '/airports/$id',
        '/airport/$id',
        '/airports',
        '/flights/$id',
        '/akrxAll',
        '/adsb',
        '/airlines',
        '/acarsWithExtData',
        '/statistics',
        '/logout',
        '/decoding',
        '/parser',
        '/coverage',
        ...ledger,
        ...added,
        ...everyones,
      ),
    );
  });
  test('NAV-10: the paths that a Customer may open, and no other (C09)', () => {
    expect(opens('customer')).toEqual(
      sorted(
        '/openstreetMapCompany',
        '/airports/$id',
        '/airport/$id',
        '/airports',
        '/akrx',
        '/adsbCompany',
        '/acarsWithExtDataCompany',
        '/logout',
        ...added,
        ...everyones,
      ),
    );
  });
  test('NAV-11: the paths that a user of a company may open, and no other (C13)', () => {
    expect(opens('companyUser')).toEqual(
      sorted('/akrxAll', '/adsbCompany', '/acarsWithExtData', '/logout', '/audit', ...ledger, ...added, ...everyones),
    );
  });
  test('NAV-12, C119: without a known role /logout, /auth, /confirmemail, /resetPassword, /device, /accountSecurity, /logins and /changePassword open, and nothing else (C16)', () => {
    expect(opens('noRole')).toEqual(
      sorted(
        '/auth',
        '/logout',
        '/confirmemail',
        '/resetPassword',
        '/device',
        '/accountSecurity',
        '/logins',
        '/changePassword',
      ),
    );
  });
  test('NAV-15, C68, C119: decoder, station, email confirmation and the added screens are rows', () => {
    for (const path of [
      '/decoding',
      '/stationDetails/7',
      '/stationStatus',
      '/confirmemail',
      '/device',
      '/changePassword',
    ])
      expect(
        audiences.some((audience) => isOpen(path, audience)),
        path,
      ).toBe(true);
    expect(isOpen('/import', 'admin')).toBe(true);
    expect(isOpen('/import', 'parser')).toBe(false);
  });
});

test('NAV-21, NAV-23: each area of the product is open to its audiences only', () => {
  const areas = {
    'raw ACARS': [
      ['/akrx', '/akrxAll'],
      ['admin', 'parser', 'customer', 'companyUser'],
    ],
    'ADS-B': [
      ['/adsb', '/adsbCompany'],
      ['admin', 'parser', 'customer', 'companyUser'],
    ],
    airports: [['/airports'], ['admin', 'parser', 'customer']],
    'aircraft, airlines, flights': [
      ['/aircraft', '/airlines', '/flights/7'],
      ['admin', 'parser'],
    ],
    'the map': [
      ['/openstreetMap', '/openstreetMapCompany'],
      ['admin', 'parser', 'customer'],
    ],
    'the decoder': [['/decoding'], ['parser']],
    'feeder statistics': [['/statistics'], ['admin', 'parser']],
    'users, stations and the bid': [
      ['/user', '/addUser', '/addStation', '/stationDetails/7', '/updateStation/7', '/overall-bid-details'],
      ['admin'],
    ],
  } as const;
  for (const [area, [paths, who]] of Object.entries(areas))
    expect(
      audiences.filter((audience) => paths.some((path) => isOpen(path, audience))),
      area,
    ).toEqual(who);
});

describe('the guard', () => {
  test('NAV-07, C14: a visitor is redirected to /auth from every path, which is remembered', () => {
    for (const path of ['/aircraft', '/airports', '/airlines', '/akrxAll', '/statistics', '/no/such/path', '/auth2'])
      expect(outcomeOf(path, person('visitor')), path).toEqual({ kind: 'go', to: '/auth', isRemembered: true });
    expect(outcomeOf('/', person('visitor'))).toEqual({ kind: 'go', to: '/auth', isRemembered: false });
    expect(outcomeOf('/logout', person('visitor'))).toEqual({ kind: 'go', to: '/auth', isRemembered: false });
    expect(outcomeOf('/auth', person('visitor'))).toMatchObject({ kind: 'show' });
  });
  test('C14b: /confirmemail is open to everyone, in any case', () => {
    for (const audience of audiences)
      expect(outcomeOf('/ConfirmEmail', person(audience, false)), audience).toMatchObject({ kind: 'show' });
  });
  test.each([
    ['admin', '/decoding', 'Data not found administrator'],
    ['parser', '/user', 'Data not found parser'],
    ['customer', '/statistics', 'Data not found customer'],
    ['companyUser', '/airports', 'Data not found'],
    ['noRole', '/airports', 'Please Log In (You cannot access the content because you accidentally logged out)'],
  ] as const)('ERR-20, NAV-08 to NAV-12: %s on %s shows the unmatched text', (audience, path, text) => {
    expect(outcomeOf(path, person(audience))).toEqual({ kind: 'text', text });
    expect(outcomeOf('/nowhere', person(audience))).toEqual({ kind: 'text', text });
  });
  test('NAV-13: / leads to the root of the audience', () => {
    expect(audiences.map((audience) => outcomeOf('/', person(audience)))).toEqual(
      audiences.map((audience) => ({ kind: 'go', to: rootOf[audience], isRemembered: false })),
    );
    expect(audiences.map((audience) => rootOf[audience])).toEqual([
      '/auth',
      '/administrator',
      '/parser',
      '/akrx',
      '/akrxAll',
      '/auth',
    ]);
  });
  test('AUTH-09, C08: before the terms are accepted data paths lead to /auth2, public ones open', () => {
    expect(outcomeOf('/akrxAll', person('parser', false))).toEqual({ kind: 'go', to: '/auth2', isRemembered: true });
    expect(outcomeOf('/user', person('parser', false))).toEqual({ kind: 'go', to: '/auth2', isRemembered: false });
    for (const path of ['/auth2', '/logout', '/confirmemail'])
      expect(outcomeOf(path, person('parser', false)), path).toMatchObject({ kind: 'show' });
  });
  test('C08: /auth2 redirects to the root after acceptance', () => {
    expect(outcomeOf('/auth2', person('admin'))).toEqual({ kind: 'go', to: '/administrator', isRemembered: false });
  });
  test('C16: /auth redirects to the home of a user, and shows the form to a visitor', () => {
    expect(outcomeOf('/auth', person('customer'))).toEqual({ kind: 'go', to: '/akrx', isRemembered: false });
    expect(outcomeOf('/auth', person('noRole'))).toMatchObject({ kind: 'show' });
  });
  test('C07: /akrx redirects to the root after a login; typed by hand it is unmatched', () => {
    for (const audience of ['admin', 'parser', 'companyUser', 'noRole'] as const) {
      expect(outcomeOf('/akrx', person(audience), true)).toEqual({
        kind: 'go',
        to: rootOf[audience],
        isRemembered: false,
      });
      expect(outcomeOf('/akrx', person(audience)).kind).toBe('text');
    }
    expect(outcomeOf('/akrx', person('customer'), true)).toMatchObject({ kind: 'show' });
  });
});

describe('after login', () => {
  const home = (
    audience: 'admin' | 'parser' | 'customer' | 'companyUser' | 'noRole',
    terms: number,
    remembered = '/',
  ) => homeAfterLogIn({ role: audience, terms }, remembered, (path) => isOpen(path, audience)).to;
  test('C15: the remembered path takes precedence if the audience may open it, else the redirect of the role', () => {
    expect(home('parser', 1, '/akrxAll?tail=N163US')).toBe('/akrxAll?tail=N163US');
    expect(home('parser', 1, '/user')).toBe('/parser');
    expect(home('customer', 1, '/nowhere')).toBe('/akrx');
    expect(home('parser', 0, '/akrxAll')).toBe('/auth2');
  });
  test('C15: a remembered path on another server is not followed', () => {
    for (const remembered of ['//evil.example/akrxAll', 'https://evil.example/akrxAll', '/\\evil.example'])
      expect(home('parser', 1, remembered)).toBe('/parser');
  });
});

describe('shortcuts of the installed app', () => {
  const remembered = '/?open=map';
  test('OFF-01: a shortcut leads to a screen open to the audience, or else to its root', () => {
    const targets = (audience: Audience) =>
      Object.keys(shortcuts).map((name) => outcomeOf(`/?open=${name}`, person(audience)));
    const goesTo = (...paths: string[]) => paths.map((to) => ({ kind: 'go', to, isRemembered: false }));
    expect(targets('parser')).toEqual(goesTo('/overview', '/openstreetMap', '/akrxAll', '/stationStatus'));
    expect(targets('customer')).toEqual(goesTo('/overview', '/openstreetMapCompany', '/akrx', '/stationStatus'));
    expect(targets('companyUser')).toEqual(goesTo('/overview', '/akrxAll', '/akrxAll', '/stationStatus'));
    expect(targets('noRole')).toEqual(goesTo('/auth', '/auth', '/auth', '/auth'));
    for (const unknown of ['/?open=nothing', '/?open=constructor', '/?open='])
      expect(outcomeOf(unknown, person('parser')), unknown).toEqual({ kind: 'go', to: '/parser', isRemembered: false });
  });
  test('OFF-01 C15: a visitor who opens a shortcut gets its screen after the login', () => {
    expect(outcomeOf(remembered, person('visitor'))).toEqual({ kind: 'go', to: '/auth', isRemembered: true });
    const homeOf = (role: string, audience: Audience) =>
      homeAfterLogIn({ role, terms: 1 }, remembered, (path) => isOpen(path, audience)).to;
    expect(homeOf('Parser', 'parser')).toBe(remembered);
    expect(homeOf('User', 'companyUser')).toBe('/akrx');
  });
});
