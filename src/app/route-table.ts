/** Every route in one row: path, title, audiences, code (NAV-07 to NAV-15, C08, C09, C68, C119). Code is loaded on demand, so tests read it without screens. */
import type { RouteComponent } from '@tanstack/react-router';
import { type Audience, loggedIn } from '../../contract/audience.ts';
import type { ListDefinition } from '../list/define-list.ts';

/** The default export of its file: a component, or the definition of a list. */
type Code =
  | { readonly screen: () => Promise<{ readonly default: RouteComponent }> }
  | { readonly list: () => Promise<{ readonly default: ListDefinition }> };

export type RouteRow = Code & {
  /** `$id` is a parameter. Matching ignores case. */
  readonly path: string;
  readonly title: string;
  /** Short title for the header of a phone. */
  readonly shortTitle?: string;
  /** Others get the unmatched text of their audience. */
  readonly audiences: readonly Audience[];
  /** Opens before the terms are accepted (C08). */
  readonly beforeTerms?: true;
  /** Why it shows no data offline after a visit. Every other screen does (decision 33). */
  readonly needsServer?: string;
};

const all: readonly Audience[] = ['visitor', 'admin', 'parser', 'customer', 'companyUser', 'noRole'];
const admin: readonly Audience[] = ['admin'];
const parser: readonly Audience[] = ['parser'];
const adminParser: readonly Audience[] = ['admin', 'parser'];
const customer: readonly Audience[] = ['customer'];
const allData: readonly Audience[] = ['admin', 'parser', 'companyUser'];
const company: readonly Audience[] = ['customer', 'companyUser'];
const withHome: readonly Audience[] = ['admin', 'parser', 'customer', 'companyUser'];
/** Any user with a home may have receivers (C68). The server limits data to their own. */
const feeders = withHome;

export const routeTable = {
  auth: {
    path: '/auth',
    title: 'Log in',
    audiences: all,
    beforeTerms: true,
    screen: () => import('../screens/auth/LogInScreen.tsx'),
  },
  auth2: {
    path: '/auth2',
    title: 'Terms and Conditions',
    audiences: [...withHome, 'noRole'],
    beforeTerms: true,
    screen: () => import('../screens/auth/TermsScreen.tsx'),
  },
  logout: {
    path: '/logout',
    title: 'Log out',
    audiences: [...withHome, 'noRole'],
    beforeTerms: true,
    screen: () => import('../screens/auth/LogOutScreen.tsx'),
  },
  confirmEmail: {
    path: '/confirmemail',
    title: 'E-mail confirmation',
    audiences: all,
    beforeTerms: true,
    needsServer: 'A confirmation link works once, on the server.',
    screen: () => import('../screens/users/ConfirmEmailScreen.tsx'),
  },

  resetPassword: {
    path: '/resetPassword',
    title: 'New password',
    audiences: all,
    beforeTerms: true,
    needsServer: 'A password is set on the server.',
    screen: () => import('../screens/auth/ResetPasswordScreen.tsx'),
  },

  administrator: {
    path: '/administrator',
    title: 'Administrator',
    audiences: admin,
    screen: () => import('../screens/home/AdministratorScreen.tsx'),
  },
  parser: {
    path: '/parser',
    title: 'Decoder',
    audiences: parser,
    screen: () => import('../screens/home/ParserScreen.tsx'),
  },
  overview: {
    path: '/overview',
    title: 'Overview',
    audiences: withHome,
    screen: () => import('../screens/home/OverviewScreen.tsx'),
  },
  report: {
    path: '/report',
    title: 'Report',
    audiences: withHome,
    screen: () => import('../screens/report/ReportScreen.tsx'),
  },
  decoding: {
    path: '/decoding',
    title: 'ACARS messages decoder',
    shortTitle: 'Decoder',
    audiences: parser,
    screen: () => import('../screens/decoder/DecodingScreen.tsx'),
  },
  coverage: {
    path: '/coverage',
    title: 'Decoding by label',
    shortTitle: 'Decoding',
    audiences: adminParser,
    screen: () => import('../screens/coverage/CoverageScreen.tsx'),
  },

  akrx: {
    path: '/akrx',
    title: 'ACARS raw',
    audiences: customer,
    list: () => import('../screens/acars/akrx.list.ts'),
  },
  akrxAll: {
    path: '/akrxAll',
    title: 'ACARS raw (all data)',
    shortTitle: 'ACARS raw',
    audiences: allData,
    list: () => import('../screens/acars/akrx-all.list.ts'),
  },
  acarsWithExtData: {
    path: '/acarsWithExtData',
    title: 'ACARS per aircraft',
    shortTitle: 'Per aircraft',
    audiences: allData,
    list: () => import('../screens/acars/per-aircraft.list.ts'),
  },
  acarsWithExtDataCompany: {
    path: '/acarsWithExtDataCompany',
    title: 'ACARS per Aircraft',
    shortTitle: 'Per Aircraft',
    audiences: customer,
    list: () => import('../screens/acars/per-aircraft-company.list.ts'),
  },
  adsb: {
    path: '/adsb',
    title: 'ADSB (all data)',
    shortTitle: 'ADSB',
    audiences: adminParser,
    list: () => import('../screens/adsb/adsb.list.ts'),
  },
  adsbCompany: {
    path: '/adsbCompany',
    title: 'ADSB messages',
    shortTitle: 'ADSB',
    audiences: company,
    list: () => import('../screens/adsb/adsb-company.list.ts'),
  },

  airport: {
    path: '/airports/$id',
    title: 'Airport',
    audiences: [...adminParser, 'customer'],
    list: () => import('../screens/reference/airports.list.ts'),
  },
  airports: {
    path: '/airports',
    title: 'Airports',
    audiences: [...adminParser, 'customer'],
    list: () => import('../screens/reference/airports.list.ts'),
  },
  airportPage: {
    path: '/airport/$id',
    title: 'Airport',
    audiences: [...adminParser, 'customer'],
    screen: () => import('../screens/airport/AirportScreen.tsx'),
  },
  aircraftOfAirline: {
    path: '/aircraft/$id',
    title: 'Aircraft of an airline',
    shortTitle: 'Fleet',
    audiences: adminParser,
    list: () => import('../screens/reference/aircraft-of-airline.list.ts'),
  },
  aircraft: {
    path: '/aircraft',
    title: 'Aircraft',
    audiences: adminParser,
    list: () => import('../screens/reference/aircraft.list.ts'),
  },
  flights: {
    path: '/flights/$id',
    title: 'Flights of an aircraft',
    shortTitle: 'Flights',
    audiences: adminParser,
    list: () => import('../screens/reference/flights.list.ts'),
  },
  tail: {
    path: '/tail/$id',
    title: 'One aircraft',
    audiences: withHome,
    screen: () => import('../screens/tail/TailScreen.tsx'),
  },
  faults: {
    path: '/faults',
    title: 'Faults',
    audiences: allData,
    list: () => import('../screens/faults/faults.list.ts'),
  },
  faultsOfTail: {
    path: '/faults/$id',
    title: 'Faults of an aircraft',
    shortTitle: 'Faults',
    audiences: allData,
    screen: () => import('../screens/faults/FaultTailScreen.tsx'),
  },
  notices: {
    path: '/notices',
    title: 'Notices',
    audiences: withHome,
    screen: () => import('../screens/notices/NoticesScreen.tsx'),
  },
  dialogue: {
    path: '/tail/$id/dialogue',
    title: 'Dialogue of an aircraft',
    shortTitle: 'Dialogue',
    audiences: withHome,
    screen: () => import('../screens/tail/DialogueScreen.tsx'),
  },
  briefing: {
    path: '/tail/$id/briefing',
    title: 'Briefing of an aircraft',
    shortTitle: 'Briefing',
    audiences: withHome,
    screen: () => import('../screens/tail/BriefingScreen.tsx'),
  },
  airlines: {
    path: '/airlines',
    title: 'Airlines',
    audiences: adminParser,
    list: () => import('../screens/reference/airlines.list.ts'),
  },

  openstreetMap: {
    path: '/openstreetMap',
    title: 'Map',
    audiences: adminParser,
    screen: () => import('../screens/map/MapScreen.tsx'),
  },
  openstreetMapCompany: {
    path: '/openstreetMapCompany',
    title: 'Map',
    audiences: customer,
    screen: () => import('../screens/map/MapScreen.tsx'),
  },

  rule: {
    path: '/rules/$id',
    title: 'Rule',
    audiences: withHome,
    screen: () => import('../screens/rules/RuleScreen.tsx'),
  },
  rules: {
    path: '/rules',
    title: 'Rules',
    audiences: withHome,
    screen: () => import('../screens/rules/RulesScreen.tsx'),
  },

  statistics: {
    path: '/statistics',
    title: 'Statistics',
    audiences: adminParser,
    screen: () => import('../screens/statistics/StatisticsScreen.tsx'),
  },
  stationPage: {
    path: '/station/$id',
    title: 'Station',
    audiences: feeders,
    screen: () => import('../screens/station/StationScreen.tsx'),
  },
  stationStatus: {
    path: '/stationStatus',
    title: 'Station status',
    shortTitle: 'Stations',
    audiences: feeders,
    screen: () => import('../screens/station-status/StationStatusScreen.tsx'),
  },
  receivers: {
    path: '/receivers',
    title: 'Receivers',
    audiences: admin,
    screen: () => import('../screens/receivers/ReceiversScreen.tsx'),
  },
  serverStatus: {
    path: '/serverStatus',
    title: 'Server status',
    shortTitle: 'Server',
    audiences: admin,
    screen: () => import('../screens/server/ServerStatusScreen.tsx'),
  },
  audit: {
    path: '/audit',
    title: 'Audit trail',
    audiences: ['admin', 'companyUser'],
    list: () => import('../screens/audit/audit.list.ts'),
  },
  addReceiver: {
    path: '/addReceiver',
    title: 'Add receiver',
    audiences: admin,
    screen: () => import('../screens/receivers/AddReceiverScreen.tsx'),
  },
  addStation: {
    path: '/addStation',
    title: 'Add station',
    audiences: admin,
    screen: () => import('../screens/stations/AddStationScreen.tsx'),
  },
  stationDetails: {
    path: '/stationDetails/$id',
    title: 'Station',
    audiences: admin,
    screen: () => import('../screens/stations/StationDetailsScreen.tsx'),
  },
  updateStation: {
    path: '/updateStation/$id',
    title: 'Update station',
    shortTitle: 'Station',
    audiences: admin,
    screen: () => import('../screens/stations/UpdateStationScreen.tsx'),
  },

  overallBid: {
    path: '/overall-bid-details',
    title: 'Overall bid',
    audiences: admin,
    screen: () => import('../screens/overall-bid/OverallBidScreen.tsx'),
  },
  updateOverallBid: {
    path: '/update-overall-bid',
    title: 'Update overall bid',
    shortTitle: 'Bid',
    audiences: admin,
    screen: () => import('../screens/overall-bid/UpdateOverallBidScreen.tsx'),
  },

  users: {
    path: '/user',
    title: 'Users',
    audiences: admin,
    list: () => import('../screens/users/users.list.ts'),
  },
  addUser: {
    path: '/addUser',
    title: 'Add user',
    audiences: admin,
    screen: () => import('../screens/users/AddUserScreen.tsx'),
  },
  updateUser: {
    path: '/updateUser/$id',
    title: 'Update user',
    audiences: admin,
    needsServer: 'Users have no version: a form on an old record could overwrite a newer one.',
    screen: () => import('../screens/users/UpdateUserScreen.tsx'),
  },
  deleteUser: {
    path: '/deleteUser/$id',
    title: 'Delete user',
    audiences: admin,
    needsServer: 'An account is deleted by its current record.',
    screen: () => import('../screens/users/DeleteUserScreen.tsx'),
  },

  import: {
    path: '/import',
    title: 'Import messages',
    audiences: admin,
    needsServer: 'The import runs on the server.',
    screen: () => import('../screens/import/ImportScreen.tsx'),
  },
  device: {
    path: '/device',
    title: 'Stored on this device',
    shortTitle: 'This device',
    audiences: loggedIn,
    screen: () => import('../screens/device/DeviceScreen.tsx'),
  },
  accountSecurity: {
    path: '/accountSecurity',
    title: 'Account security',
    shortTitle: 'Security',
    audiences: loggedIn,
    screen: () => import('../screens/security/AccountSecurityScreen.tsx'),
  },
  logins: {
    path: '/logins',
    title: 'My logins',
    audiences: loggedIn,
    screen: () => import('../screens/security/LoginsScreen.tsx'),
  },
  changePassword: {
    path: '/changePassword',
    title: 'Change password',
    audiences: loggedIn,
    screen: () => import('../screens/users/ChangePasswordScreen.tsx'),
  },
} as const satisfies Record<string, RouteRow>;

export type RouteName = keyof typeof routeTable;
export type RoutePath = (typeof routeTable)[RouteName]['path'];

/** Shortcuts of the installed app (manifest.webmanifest): `/?open=<name>` opens the first screen available to the audience. */
export const shortcuts = {
  overview: ['/overview'],
  map: ['/openstreetMap', '/openstreetMapCompany'],
  'acars-raw': ['/akrxAll', '/akrx'],
  'station-status': ['/stationStatus'],
} as const satisfies Record<string, readonly RoutePath[]>;
