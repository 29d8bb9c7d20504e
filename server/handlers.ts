/** Handlers of all calls. A missing one does not compile. Own file: the list of all groups. */
import type { Api } from '../contract/api.ts';
import type { Handlers } from '../contract/endpoint.ts';
import { makeAuditHandlers } from './accounts/audit/calls.ts';
import { makeAccountHandlers } from './accounts/calls.ts';
import { makeSignInHandlers } from './accounts/oidc/calls.ts';
import { preferenceHandlers } from './accounts/preferences.ts';
import { makeSecurityHandlers } from './accounts/security-calls.ts';
import { sharedViewHandlers } from './accounts/shared-views.ts';
import { faultHandlers } from './faults/calls.ts';
import type { AnyHandlers } from './http/calls.ts';
import type { Context } from './http/guard.ts';
import { makeImportHandlers } from './input/imports/calls.ts';
import { makeRawHandlers } from './input/radio/raw-calls.ts';
import { makeIngestHandlers } from './input/receive/calls.ts';
import { makeReceiverHandlers } from './input/sources/calls.ts';
import { makePositionHandlers } from './map/calls.ts';
import { reportOfFrame } from './map/frame-report.ts';
import { makeUpstreamHandlers } from './map/services/calls.ts';
import { makeAcarsMessageHandlers } from './messages/calls.ts';
import { makeAirportPageHandler } from './pages/airport-page.ts';
import { makeBriefingHandler } from './pages/briefing.ts';
import { makeFindHandlers } from './pages/find-index.ts';
import { makeFirstSightHandler } from './pages/first-sight.ts';
import { overallBidHandlers } from './pages/overall-bids.ts';
import { makeOverviewHandlers } from './pages/overview.ts';
import { makeReportHandlers } from './pages/report/calls.ts';
import { makeStationPageHandler } from './pages/station-page.ts';
import { makeTailHandlers } from './pages/tail.ts';
import { aircraftHandlers, aircraftTypeHandlers, airlineHandlers, airportHandlers } from './reference/calls.ts';
import { flightHandlers } from './reference/flights/flights.ts';
import type { Services } from './services.ts';
import { makeStationHandlers } from './stations/calls.ts';
import { makeStationHealthHandler } from './stations/health/station-health.ts';
import { makeStatisticsHandlers } from './statistics/calls.ts';
import { makeSystemHandlers } from './system-calls.ts';
import { noticesHandlers } from './telling/inbox/calls.ts';
import { makeRulesHandlers } from './telling/rules/calls.ts';
import { makeWaysHandlers } from './telling/ways/calls.ts';

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
    places: { station: makeStationPageHandler(services), airport: makeAirportPageHandler(services) },
    tail: { ...makeTailHandlers(services), briefing: makeBriefingHandler(services) },
    faults: faultHandlers,
    rules: makeRulesHandlers(services),
    notices: noticesHandlers,
    ways: makeWaysHandlers(services),
    reports: makeReportHandlers(),
    overallBid: overallBidHandlers,
    sharedViews: sharedViewHandlers,
    preferences: preferenceHandlers,
    ingest: makeIngestHandlers({ ...services, onMap: (rows) => services.outbound.take(rows.map(reportOfFrame)) }),
    receivers: makeReceiverHandlers(services),
    imports: makeImportHandlers(services),
    audit: makeAuditHandlers(services),
    system: makeSystemHandlers(services),
  };
  return handlers as unknown as AnyHandlers;
}
