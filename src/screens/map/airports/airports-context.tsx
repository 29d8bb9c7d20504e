/** Airports in view, the selected airport and its routes, shared by list, layer and card. */
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactElement, type ReactNode, use, useMemo, useState } from 'react';
import { api } from '../../../../contract/api.ts';
import type { MapAirport } from '../../../../contract/entities/reference.ts';
import { listQuery } from '../../../api/list-resource.ts';
import type { MapAirports } from '../../../api/map-airports.ts';
import { useMapShare } from '../map-context.ts';
import { airportCode, airportKey } from '../panel/in-view.ts';
import { useAirports } from './use-airports.ts';
import { type AirportRoutes, useRoutes } from './use-routes.ts';

type AirportsShare = {
  /** null = none received yet. */
  readonly airports: MapAirports | null;
  readonly selected: MapAirport | null;
  /** MAP-07. null = none. */
  readonly select: (airport: MapAirport | null) => void;
  readonly routes: AirportRoutes;
};
const Share = createContext<AirportsShare | null>(null);

export function useAirportsShare(): AirportsShare {
  const share = use(Share);
  if (!share) throw new Error('This is no part of the map screen.');
  return share;
}

export function AirportsProvider({ children }: { children: ReactNode }): ReactElement {
  const { viewport, isAtRest } = useMapShare();
  const airports = useAirports(viewport, isAtRest);
  const [selected, select] = useSelection(airports);
  const routes = useRoutes(selected?.airportICAO?.trim().toUpperCase() ?? null);
  const share = useMemo(() => ({ airports, selected, select, routes }), [airports, selected, select, routes]);
  return <Share value={share}>{children}</Share>;
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
