/** Responses that one screen or panel reads: their requests, their ages and their stored copies. */
import { queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import type { BaseLayer } from '../../contract/base-layers.ts';
import type { Reads } from '../../contract/endpoint.ts';
import { type FirstSight, firstSight, type SightDays } from '../../contract/entities/first-sight.ts';
import { type Overview, overview } from '../../contract/entities/overview.ts';
import { type AirportPage, airportPage, type StationPage, stationPage } from '../../contract/entities/places.ts';
import type { Receivers } from '../../contract/entities/receivers.ts';
import type { Aircraft, Airport } from '../../contract/entities/reference.ts';
import type { ServerStatus } from '../../contract/entities/server-status.ts';
import type { SharedView } from '../../contract/entities/shared-view.ts';
import { type DayCounts, dayCounts, type MessageBand, messageBand } from '../../contract/entities/statistics.ts';
import { readKnown } from '../../contract/known-values.ts';
import { parseInstant } from '../../contract/params.ts';
import { fullCopyRows } from './offline/full-copies.ts';
import { storedRowsOf } from './offline/stored-pages.ts';
import { type ApiResponse, callResource, type Found, resource } from './resource.ts';
import { readAny } from './response.ts';
import { send, serverNow } from './send.ts';

// ---- Messages per ten minutes up to now (ADD-band). One request and one stored copy per length.

/** The longest band of the call. */
export const maxBandHours = 168;

export function bandQuery(hours: number): UseQueryOptions<ApiResponse<MessageBand>> {
  return {
    ...resource<MessageBand>({
      key: [api.statistics.band.id, hours],
      request: ({ signal }) => {
        const query = { from: new Date(serverNow() - hours * 3_600_000).toISOString() };
        return send(api.statistics.band, { query, cause: 'poll', signal }, readAny);
      },
      read: (body) => readKnown(messageBand, body),
      timeOf: (body) => parseInstant(String((body as { asOf?: unknown } | null)?.asOf)),
      copy: { call: api.statistics.band, variant: String(hours) },
    }),
    staleTime: 60_000,
    // Without it the list is complete, and other servers of this API lack the call.
    meta: { isQuiet: true },
  };
}

// ---- Messages per day of the last weeks (ADD-days).

export function dayCountsQuery(): UseQueryOptions<ApiResponse<DayCounts>> {
  return {
    ...resource<DayCounts>({
      key: [api.statistics.days.id],
      request: (config) => send(api.statistics.days, config, readAny),
      read: (body) => readKnown(dayCounts, body),
      timeOf: (body) => parseInstant(String((body as { asOf?: unknown } | null)?.asOf)),
      copy: { call: api.statistics.days },
    }),
    staleTime: 10 * 60_000,
    // Without it the calendar is complete, and other servers of this API lack the call.
    meta: { isQuiet: true },
  };
}

// ---- What the receiver sent with a message beyond its columns (ADD-extra), requested when it is opened. It never changes.

type MessageExtra = Reads<typeof api.acarsMessage.extra>;

export const extraQuery = (id: string): UseQueryOptions<ApiResponse<MessageExtra>> => ({
  ...callResource(api.acarsMessage.extra, { id }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { isQuiet: true },
});

// ---- The receptions of a message (ADD-heard), requested for an expanded row.

export type MessageReceptions = Reads<typeof api.acarsMessage.heard>;

/** Other stations may report the message later. */

export const receptionsQuery = (id: string): UseQueryOptions<ApiResponse<MessageReceptions>> => ({
  ...callResource(api.acarsMessage.heard, { id }),
  staleTime: 15_000,
  meta: { isQuiet: true },
});

// ---- The base layers of this server, stored for the next start.

export function mapLayersQuery(): UseQueryOptions<readonly BaseLayer[]> {
  return {
    queryKey: ['map-layers'],
    queryFn: async ({ signal }) => (await send(api.map.layers, { cause: 'poll', signal })).layers,
    staleTime: 10 * 60_000,
    refetchOnReconnect: true,
    meta: { isQuiet: true, persist: true },
  };
}

// ---- One airport by its id: from the server, else from the device (C39).

/** null = no airport has this id. Never throws. */
export async function airportById(airportId: string): Promise<Airport | null | 'unknown'> {
  if (!/^\d{1,15}$/.test(airportId)) return null;
  try {
    return (await send(api.airport.byId, { path: { airportId }, cause: 'user' })).airport;
  } catch {
    // Unreachable, or a server without this call.
    const stored = await fullCopyRows({ endpoint: api.airport.list, scope: {} });
    const rows = (stored?.rows ?? []) as readonly Airport[];
    return rows.find((row) => String(row.airportId) === airportId) ?? (stored ? null : 'unknown');
  }
}

// ---- Saved views that the user's company shares.

export const sharedViewsKey = [api.sharedViews.ofCompany.id, {}];

export function sharedViewsQuery(): UseQueryOptions<ApiResponse<SharedView[]>> {
  // The menu works without them, and other servers of this API lack the call.
  return { ...callResource(api.sharedViews.ofCompany), meta: { isQuiet: true } } as UseQueryOptions<
    ApiResponse<SharedView[]>
  >;
}

// ---- The pages of one station (ADD-stationPage) and one airport (ADD-airportPage).

/** The screen reports a failure in place. */
const meta = { isQuiet: true };
const timeOf = (body: unknown): number | null => parseInstant(String((body as { asOf?: unknown } | null)?.asOf));

/** `id` = station number, or the name of one of its receivers. */
export const stationPageQuery = (id: string): UseQueryOptions<ApiResponse<StationPage>> => ({
  ...resource<StationPage>({
    key: [api.places.station.id, id],
    request: (config) => send(api.places.station, { path: { stationId: id }, ...config }, readAny),
    read: (body) => readKnown(stationPage, body),
    timeOf,
    copy: { call: api.places.station, variant: id },
  }),
  meta,
});

export const airportPageQuery = (icao: string): UseQueryOptions<ApiResponse<AirportPage>> => ({
  ...resource<AirportPage>({
    key: [api.places.airport.id, icao],
    request: (config) => send(api.places.airport, { path: { icao }, ...config }, readAny),
    read: (body) => readKnown(airportPage, body),
    timeOf,
    copy: { call: api.places.airport, variant: icao },
  }),
  meta,
});

// ---- What a list reads in the archive of the server (ADD-archive). Never stored: the archive needs the server.

export type ArchiveSize = Reads<typeof api.acarsMessage.archive>;
/** Texts of the wire. Absent = open. */
type ArchiveWindow = { readonly from?: string | undefined; readonly to?: string | undefined };

export const archiveQuery = (isAdsb: boolean, window: ArchiveWindow = {}) =>
  queryOptions<ArchiveSize>({
    queryKey: [api.acarsMessage.archive.id, isAdsb, window],
    queryFn: ({ signal }) =>
      send(api.acarsMessage.archive, {
        query: {
          isAdsb: String(isAdsb),
          ...(window.from ? { from: window.from } : {}),
          ...(window.to ? { to: window.to } : {}),
        },
        cause: 'poll',
        signal,
      }),
    staleTime: 600_000,
    // Without it nothing is offered, and other servers of this API lack the call.
    meta: { isQuiet: true },
  });

// ---- Receivers of the server with their state.

export const receiversKey = [api.receivers.all.id];

export function receiversQuery(): UseQueryOptions<ApiResponse<Receivers>> {
  return {
    ...resource<Receivers>({
      key: receiversKey,
      request: (config) => send(api.receivers.all, config),
      read: (body) => readKnown(api.receivers.all.response, body),
      timeOf: (body) => parseInstant(String((body as { asOf?: unknown } | null)?.asOf)),
      copy: { call: api.receivers.all },
    }),
    meta: { errorTitle: 'The receivers could not be loaded' },
  };
}

// ---- Health, backup and sources of the server.

export function serverStatusQuery(): UseQueryOptions<ApiResponse<ServerStatus>> {
  return {
    ...resource<ServerStatus>({
      key: [api.system.status.id],
      request: (config) => send(api.system.status, config),
      read: (body) => readKnown(api.system.status.response, body),
      timeOf,
      copy: { call: api.system.status },
    }),
    meta: { errorTitle: 'The state of the server could not be loaded' },
  };
}

// ---- The record of the aircraft with a 24 bit address (API-23, C112), else the stored one. Other servers return another shape.

/** `value` = the body, whatever its shape; null = the server has no such aircraft. */
export function aircraftByIcaoQuery(icao24: string): UseQueryOptions<ApiResponse<unknown>> {
  return {
    ...resource<unknown>({
      key: ['aircraft-by-icao', icao24],
      request: ({ signal }) => send(api.aircraft.byIcao, { query: { icao24 }, cause: 'user', signal }, readAny),
      read: (body) => body,
      copy: { store: () => undefined, find: (session) => storedAircraft(icao24, session) },
    }),
    staleTime: 5 * 60_000,
    meta: { isQuiet: true },
  };
}

async function storedAircraft(icao24: string, session: AbortSignal): Promise<Found<unknown> | null> {
  const stored = await storedRowsOf({ endpoint: api.aircraft.list, scope: {} }, session);
  const rows = (stored?.rows ?? []) as unknown as readonly Aircraft[];
  const aircraft = rows.find((row) => row.modeS?.toUpperCase() === icao24.toUpperCase());
  return aircraft && stored
    ? { value: aircraft, dataAt: Math.max(...stored.pages.map(({ storedAt }) => storedAt)) }
    : null;
}

// ---- Statistics at first sight (ADD-firstSight), stored by range and station.

export type SightCriteria = {
  readonly days: SightDays;
  /** '' = all. */
  readonly stationId: string;
};
export type SightResponse = ApiResponse<FirstSight>;

export function firstSightQuery({ days, stationId }: SightCriteria): UseQueryOptions<SightResponse> {
  return {
    ...resource<FirstSight>({
      key: [api.statistics.firstSight.id, days, stationId],
      request: ({ signal }) => {
        const query = { days: String(days), ...(stationId === '' ? {} : { stationId }) };
        return send(api.statistics.firstSight, { query, cause: 'poll', signal }, readAny);
      },
      read: (body) => readKnown(firstSight, body),
      timeOf: (body) => parseInstant(String((body as { asOf?: unknown } | null)?.asOf)),
      copy: { call: api.statistics.firstSight, variant: JSON.stringify({ days, stationId }) },
    }),
    // The section reports it in place: other servers of this API lack the call.
    meta: { isQuiet: true },
  };
}

export type OverviewResponse = ApiResponse<Overview>;

export function overviewQuery(): UseQueryOptions<OverviewResponse> {
  return {
    ...resource<Overview>({
      key: [api.overview.mine.id],
      // Part of start screens, on which it may load late: no activity of the user (C05b).
      request: ({ signal }) => send(api.overview.mine, { cause: 'poll', signal }, readAny),
      read: (body) => readKnown(overview, body),
      timeOf: (body) => parseInstant(String((body as { asOf?: unknown } | null)?.asOf)),
      copy: { call: api.overview.mine },
    }),
    // The screen reports it in place: it is part of start screens, and other servers of this API lack the call.
    meta: { isQuiet: true },
  };
}
