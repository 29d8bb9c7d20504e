import { expect, test } from 'vitest';
import type { Audience } from '../../contract/audience.ts';
import { accountMenus, bottomMenus, menus } from './menus.ts';
import { isOpen, outcomeOf } from './route-guard.ts';

const labels = (audience: Audience): string[] => menus[audience].map((item) => item.label);
const paths = (audience: Audience): string[] => menus[audience].map((item) => item.to);
const dataPaths = [
  ...['/akrxAll', '/acarsWithExtData', '/adsb', '/airports', '/aircraft', '/airlines', '/openstreetMap'],
  '/statistics',
];
const dataLabels = ['ACARS raw', 'ACARS per aircraft', 'ADSB', 'Airports', 'Aircraft', 'Airlines', 'Map', 'Statistics'];

test('NAV-02: a visitor has Log in only', () => {
  expect(labels('visitor')).toEqual(['Log in']);
});
test('NAV-03, C104: the 6 items of a Customer, in order, with their specified spelling', () => {
  expect(labels('customer')).toEqual([
    'ACARS raw',
    'ACARS per Aircraft',
    'ADSB messages',
    'Airports',
    'Map',
    'Log out',
  ]);
  expect(paths('customer')).toEqual([
    '/akrx',
    '/acarsWithExtDataCompany',
    '/adsbCompany',
    '/airports',
    '/openstreetMapCompany',
    '/logout',
  ]);
});
test('NAV-04, C10: the 10 items of a Parser, in order; Decoder opens /parser', () => {
  expect(labels('parser')).toEqual([...dataLabels, 'Decoder', 'Log out']);
  expect(paths('parser')).toEqual([...dataPaths, '/parser', '/logout']);
});
test('NAV-05: the 10 items of an Admin: Administrator instead of Decoder', () => {
  expect(labels('admin')).toEqual([...dataLabels, 'Administrator', 'Log out']);
  expect(paths('admin')).toEqual([...dataPaths, '/administrator', '/logout']);
});
test('NAV-06, C13: the 4 items of a user of a company', () => {
  expect(labels('companyUser')).toEqual(['ACARS raw', 'ACARS per aircraft', 'company ADSB', 'Log out']);
  expect(paths('companyUser')).toEqual(['/akrxAll', '/acarsWithExtData', '/adsbCompany', '/logout']);
});
test('NAV-12, C119: without a known role Log out only, and no added screens', () => {
  expect(labels('noRole')).toEqual(['Log out']);
  expect(accountMenus.noRole).toEqual([]);
});
test('NAV-01, C119: every item of every menu opens for its audience', () => {
  for (const [audience, items] of Object.entries(menus) as [Audience, (typeof menus)[Audience]][])
    for (const item of [...items, ...accountMenus[audience], ...bottomMenus[audience]]) {
      expect(isOpen(item.to, audience), `${audience} ${item.to}`).toBe(true);
      expect(outcomeOf(item.to, { audience, hasAcceptedTerms: true }).kind, `${audience} ${item.to}`).toBe('show');
    }
});
test('C119: Import is for the Admin only', () => {
  expect(Object.entries(accountMenus).filter(([, items]) => items.some((item) => item.to === '/import'))).toHaveLength(
    1,
  );
  expect(accountMenus.admin.some((item) => item.to === '/import')).toBe(true);
});
