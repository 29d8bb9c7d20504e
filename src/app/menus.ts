/** Menus per audience in the specified order (NAV-02 to NAV-06), and the account menu (C119). */

import type { Audience } from '../../contract/audience.ts';
import { basePath } from '../lib/base-path.ts';
import { specTexts } from '../lib/spec-texts.ts';
import type { RoutePath } from './route-table.ts';

/** Icon names, rendered by MenuIcon. */
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
  | 'receivers'
  | 'audit'
  | 'server'
  | 'import'
  | 'device'
  | 'security'
  | 'logins'
  | 'password'
  | 'appearance'
  | 'keys'
  | 'install'
  | 'overview'
  | 'faults'
  | 'notices'
  | 'rules';
/** Pages of the server, in the design of the app (decision 32). */
export const docsPath = `${basePath}/docs`;
export type MenuItem = { readonly label: string; readonly to: RoutePath; readonly icon: IconName };

const text = specTexts.menu;
const logOut: MenuItem = { label: text.logOut, to: '/logout', icon: 'logOut' };
/** Text in parentheses in NAV-03 to NAV-06 describes the target and is not part of the label (C104). */
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

/** Below the specified menu, in a navigation region of its own. */
const overview: MenuItem = { label: 'Overview', to: '/overview', icon: 'overview' };
const stationStatus: MenuItem = { label: 'Station status', to: '/stationStatus', icon: 'station' };
const faults: MenuItem = { label: 'Faults', to: '/faults', icon: 'faults' };
const notices: MenuItem = { label: 'Notices', to: '/notices', icon: 'notices' };
const rules: MenuItem = { label: 'Rules', to: '/rules', icon: 'rules' };
export const moreMenus: Readonly<Partial<Record<Audience, readonly MenuItem[]>>> = {
  admin: [overview, faults, notices, stationStatus, rules],
  parser: [overview, faults, notices, stationStatus, rules],
  customer: [overview, notices, stationStatus, rules],
  companyUser: [overview, faults, notices, stationStatus, rules],
};

const messages: MenuItem = { label: 'Messages', to: '/akrxAll', icon: 'raw' };
const withMap: readonly MenuItem[] = [
  overview,
  messages,
  { label: 'Map', to: '/openstreetMap', icon: 'map' },
  faults,
  notices,
];
/** Go to anything is Find in the bottom bar of narrow screens. Others have it in the header. */
export const hasFind = (audience: Audience): boolean => audience === 'customer';
/** At the bottom of narrow screens. */
export const bottomMenus: Readonly<Record<Audience, readonly MenuItem[]>> = {
  visitor: [],
  noRole: [],
  admin: withMap,
  parser: withMap,
  customer: [
    { label: 'Station', to: '/stationStatus', icon: 'station' },
    { label: 'Messages', to: '/akrx', icon: 'raw' },
    { label: 'Map', to: '/openstreetMapCompany', icon: 'map' },
    notices,
  ],
  companyUser: [overview, messages, faults, notices],
};

const accountRoutes: readonly MenuItem[] = [
  overview,
  stationStatus,
  { label: 'Report', to: '/report', icon: 'statistics' },
  { label: 'Stored on this device', to: '/device', icon: 'device' },
  { label: 'Account security', to: '/accountSecurity', icon: 'security' },
  { label: 'My logins', to: '/logins', icon: 'logins' },
  { label: 'Change password', to: '/changePassword', icon: 'password' },
];
const audit: MenuItem = { label: 'Audit trail', to: '/audit', icon: 'audit' };
const withImport: readonly MenuItem[] = [
  ...accountRoutes.slice(0, 2),
  { label: 'Receivers', to: '/receivers', icon: 'receivers' },
  { label: 'Import messages', to: '/import', icon: 'import' },
  audit,
  { label: 'Server status', to: '/serverStatus', icon: 'server' },
  ...accountRoutes.slice(2),
];

const withAudit: readonly MenuItem[] = [...accountRoutes.slice(0, 2), audit, ...accountRoutes.slice(2)];

/** Added screens of the account menu (C119). None without a known role. */
export const accountMenus: Readonly<Record<Audience, readonly MenuItem[]>> = {
  visitor: [],
  noRole: [],
  admin: withImport,
  parser: accountRoutes,
  customer: accountRoutes,
  companyUser: withAudit,
};
