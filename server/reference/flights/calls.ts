import type { Api } from '../../../contract/api.ts';
import type { Handlers } from '../../../contract/endpoint.ts';
import { companyOf } from '../../http/company-scope.ts';
import type { Context } from '../../http/guard.ts';
import { idOf } from '../calls.ts';
import { flightsOfAircraft } from './flights.ts';

export const flightHandlers: Handlers<Api['flight'], Context> = {
  /** An unknown aircraft, or an invalid id, has no flights. */
  ofAircraft: async ({ query, path, db, caller, companyScope }) => {
    const company = companyOf(caller, undefined, false, companyScope);
    const { flights, count } = await flightsOfAircraft(db, idOf(path.aircraftId, 'an aircraft'), query, company);
    return { flights: [...flights], flightsCount: count };
  },
};
