/**
 * What the map asks: positions, routes, weather. What comes from another service answers 424 where that service is not configured or
 * cannot be reached, and 429 with Retry-After while it is limited; the message says which.
 * Letter case, typos and parameter names are the wire's (C27 to C29). Must not: say who may call (audience.ts).
 */
import * as z from 'zod/mini';
import { baseLayerNames } from '../base-layers.ts';
import { get } from '../endpoint.ts';
import * as entity from '../entities/map.ts';
import { rowSchema } from '../kinds.ts';
import { numberParam, textParam } from '../params.ts';

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
    summary: 'Where an aircraft was on its way here (at most 500 points of 6 hours), oldest first',
  }),
  layers: get('ADD-mapLayers', '/map/layers', z.object({ layers: z.array(baseLayer) }), {
    summary: 'All base layers as this server has them; those that it cannot show say why',
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
    summary: 'Positions of the OpenSky source in bounds and altitude band (m)',
  }),
  states: get('API-29', '/External/states', z.object({ states: z.nullable(z.array(z.array(z.unknown()))) }), {
    query: { lamin: numberParam, lomin: numberParam, lamax: numberParam, lomax: numberParam },
    summary: 'Public aircraft states in bounds (C56)',
  }),
  routes: get('API-31', '/External/routes/{icao}', z.object({ routes: z.array(z.unknown()) }), {
    summary: 'Daily routes of an airport (C56)',
  }),
  metar: get('API-32', '/External/metar/{icao}', entity.weather, { summary: 'Weather of an airport (C56)' }),
};
