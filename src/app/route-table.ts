/**
 * Who may open what, as data: one row per route (NAV-07 to NAV-15, C08, C09, C68, C119). Pure; routes.tsx adds the screens.
 * Must not: import React, the router or a screen, so that guard and tests read it without loading any.
 */
import type { Audience } from '../../contract/audience.ts';

export type RouteRow = {
  /** `$id` marks a parameter; letter case does not matter when it is matched. */
  readonly path: string;
  readonly title: string;
  /** For the header of a phone, where there is no room. */
  readonly shortTitle?: string;
  /** Everyone else meets the unmatched text of their audience. */
  readonly audiences: readonly Audience[];
  /** Opens although the terms are not accepted (C08). */
  readonly beforeTerms?: true;
};

const all: readonly Audience[] = ['visitor', 'admin', 'parser', 'customer', 'companyUser', 'noRole'];
const admin: readonly Audience[] = ['admin'];
const parser: readonly Audience[] = ['parser'];
const adminParser: readonly Audience[] = ['admin', 'parser'];
const customer: readonly Audience[] = ['customer'];
const allData: readonly Audience[] = ['admin', 'parser', 'companyUser'];
const company: readonly Audience[] = ['customer', 'companyUser'];
const withHome: readonly Audience[] = ['admin', 'parser', 'customer', 'companyUser'];
/** Receivers may belong to anyone who has a home (C68); the server narrows to what is theirs. */
const feeders = withHome;

export const routeTable = {
  auth: { path: '/auth', title: 'Log in', audiences: all, beforeTerms: true },
  auth2: {
    path: '/auth2',
    title: 'Terms and Conditions',
    audiences: [...withHome, 'noRole'],
    beforeTerms: true,
  },
  logout: { path: '/logout', title: 'Log out', audiences: [...withHome, 'noRole'], beforeTerms: true },
  confirmEmail: { path: '/confirmemail', title: 'E-mail confirmation', audiences: all, beforeTerms: true },

  administrator: { path: '/administrator', title: 'Administrator', audiences: admin },
  parser: { path: '/parser', title: 'Decoder', audiences: parser },
  decoding: { path: '/decoding', title: 'ACARS messages decoder', shortTitle: 'Decoder', audiences: parser },

  akrx: { path: '/akrx', title: 'ACARS raw', audiences: customer },
  akrxAll: { path: '/akrxAll', title: 'ACARS raw (all data)', shortTitle: 'ACARS raw', audiences: allData },
  acarsWithExtData: {
    path: '/acarsWithExtData',
    title: 'ACARS per aircraft',
    shortTitle: 'Per aircraft',
    audiences: allData,
  },
  acarsWithExtDataCompany: {
    path: '/acarsWithExtDataCompany',
    title: 'ACARS per Aircraft',
    shortTitle: 'Per Aircraft',
    audiences: customer,
  },
  adsb: { path: '/adsb', title: 'ADSB', audiences: adminParser },
  adsbCompany: { path: '/adsbCompany', title: 'ADSB messages', audiences: company },

  airport: { path: '/airports/$id', title: 'Airport', audiences: [...adminParser, 'customer'] },
  airports: { path: '/airports', title: 'Airports', audiences: [...adminParser, 'customer'] },
  aircraftOfAirline: {
    path: '/aircraft/$id',
    title: 'Aircraft of an airline',
    shortTitle: 'Fleet',
    audiences: adminParser,
  },
  aircraft: { path: '/aircraft', title: 'Aircraft', audiences: adminParser },
  flights: { path: '/flights/$id', title: 'Flights', audiences: adminParser },
  airlines: { path: '/airlines', title: 'Airlines', audiences: adminParser },

  openstreetMap: { path: '/openstreetMap', title: 'Map', audiences: adminParser },
  openstreetMapCompany: { path: '/openstreetMapCompany', title: 'Map', audiences: customer },

  statistics: { path: '/statistics', title: 'Statistics', audiences: adminParser },
  stationStatus: { path: '/stationStatus', title: 'Station status', audiences: feeders },
  addStation: { path: '/addStation', title: 'Add station', audiences: admin },
  stationDetails: { path: '/stationDetails/$id', title: 'Station', audiences: admin },
  updateStation: { path: '/updateStation/$id', title: 'Update station', audiences: admin },

  overallBid: { path: '/overall-bid-details', title: 'Overall bid', audiences: admin },
  updateOverallBid: { path: '/update-overall-bid', title: 'Update overall bid', audiences: admin },

  users: { path: '/user', title: 'Users', audiences: admin },
  addUser: { path: '/addUser', title: 'Add user', audiences: admin },
  updateUser: { path: '/updateUser/$id', title: 'Update user', audiences: admin },
  deleteUser: { path: '/deleteUser/$id', title: 'Delete user', audiences: admin },

  import: { path: '/import', title: 'Import messages', audiences: admin },
  device: { path: '/device', title: 'Stored on this device', shortTitle: 'This device', audiences: withHome },
  changePassword: { path: '/changePassword', title: 'Change password', audiences: withHome },
} as const satisfies Record<string, RouteRow>;

export type RouteName = keyof typeof routeTable;
export type RoutePath = (typeof routeTable)[RouteName]['path'];

/** Where `/` leads (NAV-13). */
export const rootOf: Readonly<Record<Audience, RoutePath>> = {
  visitor: '/auth',
  admin: '/administrator',
  parser: '/parser',
  customer: '/akrx',
  companyUser: '/akrxAll',
  noRole: '/auth',
};

const patterns = Object.values<RouteRow>(routeTable).map((row) => ({
  row,
  pattern: new RegExp(`^${row.path.replace('$id', '[^/]+')}/?$`, 'i'),
}));

/** The row of a path (no query), or null. Letter case and a slash at the end do not matter (C14b). */
export function rowOfPath(pathname: string): RouteRow | null {
  return patterns.find(({ pattern }) => pattern.test(pathname))?.row ?? null;
}
