/** Airports in view, the selected airport and its routes, shared by list, layer and card. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react';
import { api } from '../../../../contract/api.ts';
import type { MapAirport } from '../../../../contract/entities/reference.ts';
import { isIcaoCode, routesQuery, whyUnavailable } from '../../../data/airport-services.ts';
import { listQuery } from '../../../data/list-resource.ts';
import {
  type AirportCriteria,
  type MapAirports,
  mapAirportsQuery,
  storedAirportsQuery,
} from '../../../data/map-airports.ts';
import { screenContext, useMapShare } from '../map-context.ts';
import { airportCode, airportKey } from '../panel/in-view.ts';
import { airportSet } from '../viewport.ts';
import { type Route, readRoutes } from './routes.ts';

type AirportsShare = KnownAirports & {
  readonly selected: MapAirport | null;
  /** MAP-07. null = none. */
  readonly select: (airport: MapAirport | null) => void;
  readonly routes: AirportRoutes;
};
const [Provider, useAirportsShare] = screenContext<AirportsShare>();

export { useAirportsShare };

export function AirportsProvider({ children }: { children: ReactNode }): ReactElement {
  const { airports, areMissing } = useAirports();
  const [selected, select] = useSelection(airports);
  const routes = useRoutes(selected?.airportICAO?.trim().toUpperCase() ?? null);
  const share = useMemo(
    () => ({ airports, areMissing, selected, select, routes }),
    [airports, areMissing, selected, select, routes],
  );
  return <Provider value={share}>{children}</Provider>;
}

/** The address contains its code. An airport out of view is requested, one without a code is known here only. */
function useSelection(airports: MapAirports | null): readonly [MapAirport | null, AirportsShare['select']] {
  const { address, change } = useMapShare();
  const [picked, setPicked] = useState<MapAirport | null>(null);
  const code = address.airport;
  const isPicked = picked !== null && airportCode(picked) === code;
  const inView = code === null ? null : airports?.value.find((one) => airportCode(one) === code);
  const lookedUp = useAirportOf(isPicked || inView || !airports ? null : code);
  const select = useMemo(
    () => (airport: MapAirport | null) => {
      setPicked(airport);
      change({ airport: airport && airportCode(airport) });
    },
    [change],
  );
  return [(isPicked ? picked : inView) ?? lookedUp, select];
}

function useAirportOf(code: string | null): MapAirport | null {
  const request = {
    filters: { airportICAO: code ?? '' },
    window: null,
    sort: null,
    offset: 0,
    limit: 1,
  } as const;
  const { data } = useQuery({
    ...listQuery(api.airport.list, request),
    enabled: code !== null,
    meta: { isQuiet: true },
  });
  const [row] = code === null ? [] : (data?.rows ?? []);
  return row ?? null;
}

export const isSameAirport = (a: MapAirport, b: MapAirport | null): boolean =>
  b !== null && airportKey(a) === airportKey(b);

// ---- airports in view

const restMs = 1000;
/** Retry interval when neither server nor device has airports. */
const againMs = 5000;

/** `areMissing`: neither the server nor the device has them. Before, null = not received yet. */
type KnownAirports = { readonly airports: MapAirports | null; readonly areMissing: boolean };

/**
 * Airports in view: requested 1 s after the map stops moving (MAP-10), by zoom (MAP-11).
 * Stored airports are shown until the response arrives, and offline.
 */
function useAirports(): KnownAirports {
  const { viewport, isAtRest } = useMapShare();
  const [criteria, setCriteria] = useState<AirportCriteria | null>(null);
  useEffect(() => {
    if (!viewport || !isAtRest) return;
    const requested = { set: airportSet(viewport.zoom, viewport.bounds), bounds: viewport.bounds };
    const timer = setTimeout(() => setCriteria(requested), restMs);
    return () => clearTimeout(timer);
  }, [viewport, isAtRest]);
  const { data, isError } = useQuery({
    ...mapAirportsQuery(criteria ?? { set: 'large', bounds: null }),
    enabled: criteria !== null,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.status === 'error' ? againMs : false),
  });
  const view: AirportCriteria = {
    set: airportSet(viewport?.zoom ?? 0, viewport?.bounds ?? null),
    bounds: viewport?.bounds ?? null,
  };
  const stored = useQuery({ ...storedAirportsQuery(view), enabled: viewport !== null && data === undefined });
  const airports = data ?? stored.data ?? null;
  return { airports, areMissing: airports === null && isError };
}

// ---- routes of the selected airport, requested on selection (MAP-07) and drawn on demand

export type AirportRoutes = {
  readonly icao: string | null;
  readonly found: readonly Route[];
  readonly state: 'loading' | 'ready' | { readonly why: string };
  readonly isShown: boolean;
  readonly show: (isShown: boolean) => void;
};

function useRoutes(icao: string | null): AirportRoutes {
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
