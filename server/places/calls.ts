/** The pages of one station and one airport (decision 57). */
import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { companyOfMessages } from '../http/company-scope.ts';
import type { Context } from '../http/guard.ts';
import { stationScopeOf } from '../statistics/station-query.ts';
import { AirportPages } from './airport-page.ts';
import type { Sources } from './sources.ts';
import { StationPages } from './station-page.ts';

export function makePlaceHandlers(sources: Sources): Handlers<Api['places'], Context> {
  const stations = new StationPages(sources);
  const airports = new AirportPages(sources);
  return {
    station: ({ path, ...context }) =>
      stations.read(path.stationId, { stations: stationScopeOf(context), company: companyOfMessages(context) }),
    airport: ({ path, ...context }) => airports.read(path.icao, companyOfMessages(context)),
  };
}
