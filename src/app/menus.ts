/**
 * The menus, one per audience, in the specification's order (NAV-02 to NAV-06), and what hangs in the account menu (C119).
 * Must not: say who may open a path (route-table.ts does; a test holds both together).
 */
import type { Audience } from '../../contract/audience.ts';
import { specTexts } from '../lib/spec-texts.ts';
import type { RoutePath } from './route-table.ts';

/** Names of the pictures, drawn by MenuIcon. */
export type IconName =
  | 'raw'
  | 'aircraftMessages'
  | 'adsb'
  | 'airports'
  | 'aircraft'
  | 'airlines'
  | 'map'
  | 'statistics'
  | 'decoder'
  | 'administrator'
  | 'logOut'
  | 'logIn'
  | 'station'
  | 'import'
  | 'device'
  | 'password';
export type MenuItem = { readonly label: string; readonly to: RoutePath; readonly icon: IconName };

const text = specTexts.menu;
const logOut: MenuItem = { label: text.logOut, to: '/logout', icon: 'logOut' };
/** Parentheses in NAV-03 to NAV-06 name the target and are no part of the label (C104). */
const rawAll: MenuItem = { label: text.acarsRaw, to: '/akrxAll', icon: 'raw' };
const perAircraft: MenuItem = { label: text.acarsPerAircraft, to: '/acarsWithExtData', icon: 'aircraftMessages' };
const airports: MenuItem = { label: text.airports, to: '/airports', icon: 'airports' };

const dataMenu: readonly MenuItem[] = [
  rawAll,
  perAircraft,
  { label: text.adsb, to: '/adsb', icon: 'adsb' },
  airports,
  { label: text.aircraft, to: '/aircraft', icon: 'aircraft' },
  { label: text.airlines, to: '/airlines', icon: 'airlines' },
  { label: text.map, to: '/openstreetMap', icon: 'map' },
  { label: text.statistics, to: '/statistics', icon: 'statistics' },
];

export const menus: Readonly<Record<Audience, readonly MenuItem[]>> = {
  visitor: [{ label: text.logIn, to: '/auth', icon: 'logIn' }],
  customer: [
    { label: text.acarsRaw, to: '/akrx', icon: 'raw' },
    { label: text.acarsPerAircraftCustomer, to: '/acarsWithExtDataCompany', icon: 'aircraftMessages' },
    { label: text.adsbMessages, to: '/adsbCompany', icon: 'adsb' },
    airports,
    { label: text.map, to: '/openstreetMapCompany', icon: 'map' },
    logOut,
  ],
  parser: [...dataMenu, { label: text.decoder, to: '/parser', icon: 'decoder' }, logOut],
  admin: [...dataMenu, { label: text.administrator, to: '/administrator', icon: 'administrator' }, logOut],
  companyUser: [rawAll, perAircraft, { label: text.adsbCompany, to: '/adsbCompany', icon: 'adsb' }, logOut],
  noRole: [logOut],
};

const accountRoutes: readonly MenuItem[] = [
  { label: 'Station status', to: '/stationStatus', icon: 'station' },
  { label: 'Stored on this device', to: '/device', icon: 'device' },
  { label: 'Change password', to: '/changePassword', icon: 'password' },
];
const withImport: readonly MenuItem[] = [
  ...accountRoutes.slice(0, 1),
  { label: 'Import messages', to: '/import', icon: 'import' },
  ...accountRoutes.slice(1),
];

/** The added screens of the account menu (C119); nothing without a known role. */
export const accountMenus: Readonly<Record<Audience, readonly MenuItem[]>> = {
  visitor: [],
  noRole: [],
  admin: withImport,
  parser: accountRoutes,
  customer: accountRoutes,
  companyUser: accountRoutes,
};
