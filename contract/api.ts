/** Every call, grouped as in `calls/`. */
import { account, preferences, sharedViews, signIn } from './calls/account.ts';
import { audit } from './calls/audit.ts';
import { faults } from './calls/faults.ts';
import { imports } from './calls/imports.ts';
import { ingest } from './calls/ingest.ts';
import { map } from './calls/map.ts';
import { acarsMessage } from './calls/messages.ts';
import { notices, rules, ways } from './calls/notices.ts';
import { overallBid } from './calls/overall-bid.ts';
import { find, overview, places, tail } from './calls/pages.ts';
import { receivers } from './calls/receivers.ts';
import { aircraft, aircraftType, airline, airport, flight } from './calls/reference.ts';
import { reports } from './calls/reports.ts';
import { security } from './calls/security.ts';
import { station } from './calls/stations.ts';
import { statistics } from './calls/statistics.ts';
import { system } from './calls/system.ts';
import type { Endpoint } from './endpoint.ts';

export const api = {
  account,
  security,
  signIn,
  acarsMessage,
  aircraftType,
  airline,
  aircraft,
  airport,
  flight,
  map,
  station,
  statistics,
  overview,
  find,
  places,
  tail,
  faults,
  rules,
  notices,
  ways,
  reports,
  overallBid,
  sharedViews,
  preferences,
  ingest,
  receivers,
  imports,
  audit,
  system,
} satisfies Record<string, Readonly<Record<string, Endpoint>>>;
export type Api = typeof api;

/** Every call in one list. */
export const endpoints: readonly Endpoint[] = Object.values(api).flatMap((group) => Object.values(group) as Endpoint[]);
