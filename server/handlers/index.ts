/**
 * The handler of every call of the contract. A call without one does not compile.
 */
import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import type { Context } from '../guard.ts';
import type { AnyHandlers } from '../http/calls.ts';
import type { Services } from '../services.ts';
import { makeAcarsMessageHandlers } from './acars-message.ts';
import { makeAccountHandlers } from './account.ts';
import { makeImportHandlers } from './imports.ts';
import { makeIngestHandlers } from './ingest.ts';
import { makePositionHandlers } from './map.ts';
import { makeUpstreamHandlers } from './map-upstream.ts';
import { overallBidHandlers } from './overall-bid.ts';
import {
  aircraftHandlers,
  aircraftTypeHandlers,
  airlineHandlers,
  airportHandlers,
  flightHandlers,
} from './reference.ts';
import { makeStationHandlers } from './station.ts';
import { makeStationHealthHandler } from './station-health.ts';
import { statisticsHandlers } from './statistics.ts';
import { makeSystemHandlers } from './system.ts';

type AllHandlers = { readonly [G in keyof Api]: Handlers<Api[G], Context> };

export function makeHandlers(services: Services): AnyHandlers {
  const handlers: AllHandlers = {
    account: makeAccountHandlers(services),
    acarsMessage: makeAcarsMessageHandlers(services),
    aircraftType: aircraftTypeHandlers,
    airline: airlineHandlers,
    aircraft: aircraftHandlers,
    airport: airportHandlers,
    flight: flightHandlers,
    map: { ...makePositionHandlers(services), ...makeUpstreamHandlers(services) },
    station: { ...makeStationHandlers(services), health: makeStationHealthHandler(services) },
    statistics: statisticsHandlers,
    overallBid: overallBidHandlers,
    ingest: makeIngestHandlers(services),
    imports: makeImportHandlers(services),
    system: makeSystemHandlers(services),
  };
  return handlers as unknown as AnyHandlers;
}
