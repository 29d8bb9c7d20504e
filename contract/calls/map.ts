/**
 * Positions, routes, weather. Paths and parameter names keep their case and typos (C27 to C29).
 * Third-party data: 424 if the service is not configured or unreachable, 429 with Retry-After while it is limited.
 */
import * as z from 'zod/mini';
import { baseLayerNames } from '../base-layer-names.ts';
import { get, keyHeader } from '../endpoint.ts';
import * as entity from '../entities/map.ts';
import { rowSchema } from '../kinds.ts';
import { instantParam, numberParam, textParam } from '../params.ts';

const locations = z.array(rowSchema(entity.location));
const baseLayer = z.object({
  name: z.enum(baseLayerNames),
  attribution: z.string(),
  minZoom: z.number(),
  maxZoom: z.number(),
  storing: z.enum(['no', 'seen', 'areas']),
  unavailable: z.optional(z.string()),
});
export const map = {
  currentLocation: get('API-27', '/CurrentLocation/GetCurrentLocation2', z.object({ currentLocations: locations }), {
    query: { lat1: numberParam, lat2: numberParam, lon1: numberParam, lon2: numberParam, company: textParam },
    summary: 'Last positions in bounds',
  }),
  trail: get('ADD-trail', '/CurrentLocation/trail', z.object({ trail: z.array(rowSchema(entity.trailPoint)) }), {
    query: { icao: textParam, company: textParam },
    summary: 'Trail of an aircraft (up to 500 points of 6 hours), oldest first',
  }),
  trails: get('ADD-trails', '/CurrentLocation/trails', z.object({ trails: z.array(entity.recentTrail) }), {
    query: { lat1: numberParam, lat2: numberParam, lon1: numberParam, lon2: numberParam, company: textParam },
    summary:
      'Trails of the aircraft in bounds over the last 15 minutes, up to 32 points each; empty for more than 1,500 aircraft',
  }),
  past: get('ADD-past', '/CurrentLocation/past', z.object({ aircraft: z.array(entity.pastAircraft) }), {
    query: {
      from: instantParam,
      to: instantParam,
      lat1: numberParam,
      lat2: numberParam,
      lon1: numberParam,
      lon2: numberParam,
      company: textParam,
    },
    summary:
      'Aircraft in bounds in a past range of up to 6 hours, from stored ADS-B: up to 1,500 with 32 positions each',
  }),
  rawTrail: get(
    'ADD-rawTrail',
    '/CurrentLocation/rawTrail',
    z.object({ trail: z.array(rowSchema(entity.trailPoint)) }),
    {
      query: { icao: textParam, from: instantParam, to: instantParam },
      summary:
        'Trail of an aircraft with a point per second, up to 1 hour long, decoded from all frames (ADSB_RAW_DAYS)',
    },
  ),
  heardBy: get('ADD-heardBy', '/CurrentLocation/heardBy', z.object({ heardBy: z.array(entity.heardBy) }), {
    query: { icao: textParam, company: textParam },
    summary: 'Stations that received the newest message of up to 12 aircraft (addresses separated by commas)',
  }),
  ranges: get('ADD-mapRanges', '/CurrentLocation/ranges', z.object({ stations: z.array(entity.stationOutline) }), {
    query: { stationId: textParam },
    summary:
      'Range outlines of up to 12 stations (numbers separated by commas; default: the stations that the caller feeds)',
    stored: { title: 'Ranges on the map', each: 'choices' },
  }),
  coverage: get('ADD-mapCoverage', '/CurrentLocation/coverage', entity.coverage, {
    query: { company: textParam },
    summary: 'Stored ADS-B positions of the last 24 hours by cells of the earth, up to 6,000 cells',
    stored: { title: 'Coverage on the map' },
  }),
  layers: get('ADD-mapLayers', '/map/layers', z.object({ layers: z.array(baseLayer) }), {
    summary: 'All base layers; unavailable ones contain the reason',
  }),
  openSky: get('API-28', '/OpenSkyFlightsCurrentLocation', z.object({ openSkys: locations }), {
    query: {
      latitude1: numberParam,
      latitude2: numberParam,
      longitude1: numberParam,
      longitude2: numberParam,
      baro_altitude1: numberParam,
      baro_altitude2: numberParam,
    },
    refuses: [424],
    summary: 'Positions of the OpenSky source in bounds and altitude band (m)',
  }),
  states: get('API-29', '/External/states', z.object({ states: z.nullable(z.array(z.array(z.unknown()))) }), {
    query: { lamin: numberParam, lomin: numberParam, lamax: numberParam, lomax: numberParam },
    refuses: [424],
    summary: 'Public aircraft states in bounds (C56)',
  }),
  routes: get('API-31', '/External/routes/{icao}', z.object({ routes: z.array(z.unknown()) }), {
    refuses: [424],
    keyHeader,
    summary: 'Daily routes of an airport (C56)',
  }),
  metar: get('API-32', '/External/metar/{icao}', entity.weather, {
    refuses: [424],
    summary: 'Weather of an airport (C56)',
    stored: { title: 'Weather of airports', each: 'airports' },
  }),
};
