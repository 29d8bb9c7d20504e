/** Handlers of all calls. A missing one does not compile. */
import type { Api } from '../contract/api.ts';
import type { Handlers } from '../contract/endpoint.ts';
import { makeAccountHandlers } from './accounts/calls.ts';
import { makeSecurityHandlers } from './accounts/security-calls.ts';
import { makeAuditHandlers } from './audit/calls.ts';
import { overallBidHandlers } from './bids/calls.ts';
import { makeFindHandlers } from './find/calls.ts';
import { makeFirstSightHandler } from './first-sight/calls.ts';
import type { AnyHandlers } from './http/calls.ts';
import type { Context } from './http/guard.ts';
import { makeImportHandlers } from './imports/calls.ts';
import { makePositionHandlers } from './map/calls.ts';
import { reportOfFrame } from './map/frame-report.ts';
import { makeUpstreamHandlers } from './map/upstream-calls.ts';
import { makeAcarsMessageHandlers } from './messages/calls.ts';
import { makeSignInHandlers } from './oidc/calls.ts';
import { makeOverviewHandlers } from './overview/calls.ts';
import { makePlaceHandlers } from './places/calls.ts';
import { makeRawHandlers } from './radio/raw-calls.ts';
import { makeIngestHandlers } from './receive/calls.ts';
import { aircraftHandlers, aircraftTypeHandlers, airlineHandlers, airportHandlers } from './reference/calls.ts';
import { flightHandlers } from './reference/flights/calls.ts';
import type { Services } from './services.ts';
import { makeReceiverHandlers } from './sources/calls.ts';
import { makeStationHandlers } from './stations/calls.ts';
import { makeStationHealthHandler } from './stations/health/calls.ts';
import { makeStatisticsHandlers } from './statistics/calls.ts';
import { makeSystemHandlers } from './system-calls.ts';
import { makeTailHandlers } from './tail/calls.ts';
import { sharedViewHandlers } from './views/calls.ts';

type AllHandlers = { readonly [G in keyof Api]: Handlers<Api[G], Context> };

export function makeHandlers(services: Services): AnyHandlers {
  const handlers: AllHandlers = {
    account: makeAccountHandlers(services),
    security: makeSecurityHandlers(services),
    signIn: makeSignInHandlers(services),
    acarsMessage: makeAcarsMessageHandlers(services),
    aircraftType: aircraftTypeHandlers,
    airline: airlineHandlers,
    aircraft: aircraftHandlers,
    airport: airportHandlers,
    flight: flightHandlers,
    map: { ...makePositionHandlers(services), ...makeUpstreamHandlers(services), ...makeRawHandlers(services) },
    station: { ...makeStationHandlers(services), health: makeStationHealthHandler(services) },
    find: makeFindHandlers(services),
    statistics: { ...makeStatisticsHandlers(services), firstSight: makeFirstSightHandler(services) },
    overview: makeOverviewHandlers(services),
    places: makePlaceHandlers(services),
    tail: makeTailHandlers(services),
    overallBid: overallBidHandlers,
    sharedViews: sharedViewHandlers,
    ingest: makeIngestHandlers({ ...services, onMap: (rows) => services.outbound.take(rows.map(reportOfFrame)) }),
    receivers: makeReceiverHandlers(services),
    imports: makeImportHandlers(services),
    audit: makeAuditHandlers(services),
    system: makeSystemHandlers(services),
  };
  return handlers as unknown as AnyHandlers;
}
