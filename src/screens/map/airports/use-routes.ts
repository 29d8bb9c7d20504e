/** Routes of the selected airport, requested on selection (MAP-07) and drawn on demand. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { isIcaoCode, routesQuery, whyUnavailable } from '../../../api/airport-services.ts';
import { type Route, readRoutes } from './routes.ts';

export type AirportRoutes = {
  readonly icao: string | null;
  readonly found: readonly Route[];
  readonly state: 'loading' | 'ready' | { readonly why: string };
  readonly isShown: boolean;
  readonly show: (isShown: boolean) => void;
};

export function useRoutes(icao: string | null): AirportRoutes {
  const requested = isIcaoCode(icao) ? icao : null;
  const { data, error } = useQuery({ ...routesQuery(requested ?? ''), enabled: requested !== null });
  // Closed again for another airport.
  const [shownOf, setShownOf] = useState<string | null>(null);
  const found = useMemo(() => (data ? readRoutes(data.body) : []), [data]);
  return {
    icao: requested,
    found,
    state: data ? 'ready' : error ? { why: whyUnavailable(error, 'Routes are') } : 'loading',
    isShown: requested !== null && shownOf === requested,
    show: (isShown) => setShownOf(isShown ? requested : null),
  };
}
