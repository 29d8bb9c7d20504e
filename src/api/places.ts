/** The pages of one station (ADD-stationPage) and one airport (ADD-airportPage). */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import { type AirportPage, airportPage, type StationPage, stationPage } from '../../contract/entities/places.ts';
import { parseInstant } from '../../contract/params.ts';
import { type ApiResponse, resource } from './resource.ts';
import { readAny } from './response.ts';
import { send } from './send.ts';

/** The screen reports a failure in place. */
const meta = { isQuiet: true };
const timeOf = (body: unknown): number | null => parseInstant(String((body as { asOf?: unknown } | null)?.asOf));

/** `id` = station number, or the name of one of its receivers. */
export const stationPageQuery = (id: string): UseQueryOptions<ApiResponse<StationPage>> => ({
  ...resource<StationPage>({
    key: [api.places.station.id, id],
    request: (config) => send(api.places.station, { path: { stationId: id }, ...config }, readAny),
    read: (body) => stationPage.parse(body),
    timeOf,
    copy: { call: api.places.station, variant: id },
  }),
  meta,
});

export const airportPageQuery = (icao: string): UseQueryOptions<ApiResponse<AirportPage>> => ({
  ...resource<AirportPage>({
    key: [api.places.airport.id, icao],
    request: (config) => send(api.places.airport, { path: { icao }, ...config }, readAny),
    read: (body) => airportPage.parse(body),
    timeOf,
    copy: { call: api.places.airport, variant: icao },
  }),
  meta,
});
