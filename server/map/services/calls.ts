/** Calls to other services: layers, weather, routes, public positions. Only codes and numbers are forwarded. */

import type { Api } from '../../../contract/api.ts';
import { baseLayerNames } from '../../../contract/base-layer-names.ts';
import type { Handlers } from '../../../contract/endpoint.ts';
import { clock } from '../../base/clock.ts';
import { boxOf } from '../../base/geometry.ts';
import { HttpError } from '../../http/api-error.ts';
import type { Context } from '../../http/guard.ts';
import { refusalOf, UpstreamError } from '../../outgoing/outgoing-line.ts';
import { isRowInBand, locationOf } from './states.ts';
import type { Upstream } from './upstream.ts';

type UpstreamCalls = Pick<Handlers<Api['map'], Context>, 'layers' | 'openSky' | 'states' | 'routes' | 'metar'>;

export function makeUpstreamHandlers({ upstream }: { readonly upstream: Upstream }): UpstreamCalls {
  return {
    layers: async () => ({
      layers: baseLayerNames.map((name) => {
        const { attribution, minZoom, maxZoom, storing, unavailable } = upstream.tiles.sources[name];
        return { name, attribution, minZoom, maxZoom, storing, ...(unavailable ? { unavailable } : {}) };
      }),
    }),

    openSky: async ({ query }) => {
      const box = boxOf({
        lat1: query.latitude1,
        lat2: query.latitude2,
        lon1: query.longitude1,
        lon2: query.longitude2,
      });
      const rows = await orRefuse('OpenSky is', upstream.states.within(box));
      const band = { from: query.baro_altitude1, to: query.baro_altitude2 };
      return { openSkys: rows.filter((row) => isRowInBand(band, row)).map(locationOf) };
    },

    states: async ({ query }) => {
      const box = boxOf({ lat1: query.lamin, lat2: query.lamax, lon1: query.lomin, lon2: query.lomax });
      const rows = await orRefuse('The public aircraft states are', upstream.states.within(box));
      return { states: rows.map((row) => [...row]) };
    },

    routes: async ({ path }) => ({ routes: await orRefuse('Routes are', upstream.routes.of(icaoOf(path.icao))) }),

    metar: async ({ path }) => orRefuse('Weather is', upstream.weather.of(icaoOf(path.icao))),
  };
}

/** Only the code of a known airport may be sent (airport-services.ts). @throws HttpError 400 */
function icaoOf(text: string): string {
  const icao = text.trim().toUpperCase();
  if (!/^[A-Z0-9]{3,4}$/.test(icao)) throw new HttpError(400, 'An ICAO code has three or four letters or digits.');
  return icao;
}

/** `what` = its name on the map, with a verb. */
async function orRefuse<T>(what: string, requested: Promise<T>): Promise<T> {
  try {
    return await requested;
  } catch (error) {
    throw error instanceof UpstreamError ? refusalOf(error, what, 'ofCall', clock.now()) : error;
  }
}
