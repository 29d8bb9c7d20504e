/**
 * Every call, in the order of the specification, grouped as the server's handlers are; each group stands in a file of `calls/`.
 * Must not: say who may call (audience.ts).
 */
import { account } from './calls/account.ts';
import { imports } from './calls/imports.ts';
import { ingest } from './calls/ingest.ts';
import { map } from './calls/map.ts';
import { acarsMessage } from './calls/messages.ts';
import { overallBid } from './calls/overall-bid.ts';
import { aircraft, aircraftType, airline, airport, flight } from './calls/reference.ts';
import { station } from './calls/stations.ts';
import { statistics } from './calls/statistics.ts';
import { system } from './calls/system.ts';
import type { Endpoint } from './endpoint.ts';

export const api = {
  account,
  acarsMessage,
  aircraftType,
  airline,
  aircraft,
  airport,
  flight,
  map,
  station,
  statistics,
  overallBid,
  ingest,
  imports,
  system,
} satisfies Record<string, Readonly<Record<string, Endpoint>>>;
export type Api = typeof api;

/** Every call in one list. */
export const endpoints: readonly Endpoint[] = Object.values(api).flatMap((group) => Object.values(group) as Endpoint[]);
