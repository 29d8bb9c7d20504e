/**
 * Asks for the positions in view, again and again (MAP-09): one source, one request at a time, none while the tab is hidden or the server is
 * out of reach. What is told goes to the fleet's store.
 * Must not: draw, count as use of the session (C05b), or forget the fleet when a poll fails.
 */
import { type QueryFunctionContext, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { useConnection } from '../../../api/connection.ts';
import { serverNow } from '../../../api/send.ts';
import type { Bounds } from '../../../lib/bounds.ts';
import { currentEpoch } from '../../../session/session-store.ts';
import { reportDataAge } from '../../../ui/data-age.ts';
import { useValue, valueStore } from '../../../ui/value-store.ts';
import type { PositionSource } from '../map-address.ts';
import type { ViewInSight } from '../sight.ts';
import { type AltitudeBandM, altitudeBand, firstAltitudeBand } from '../zoom-tables.ts';
import { askPositions, type PositionQuestion, type PositionsTold } from './ask-positions.ts';
import { covers } from './bounds.ts';
import { fleetStore, useFleet } from './fleet-store.ts';
import { useLastPositions } from './use-last-positions.ts';

/** MAP-09. */
export const pollMs = 4500;
export const companyPollMs = 5000;
/** A map that is moved on and on asks for each new view no sooner after the last request. */
const betweenMovesMs = 1000;
/** However late a request is, the next follows no sooner. */
const soonestMs = 100;

export type PositionsAsked = {
  readonly source: PositionSource;
  readonly company: string | null;
  /** null = the map has not stood yet. Another object each time that it came to rest. */
  readonly sight: ViewInSight | null;
};
/** How the asking goes, for whoever tells it. */
export type PositionsState = {
  /** Why the last poll failed; null = it did not. */
  readonly error: Error | null;
  /** null = the source has none (MAP-12, MAP-13). */
  readonly band: AltitudeBandM | null;
};
const stateStore = valueStore<PositionsState>({ error: null, band: null });
export const usePositionsState = (): PositionsState => useValue(stateStore);

/** Once on a screen. */
export function usePositions({ source, company, sight }: PositionsAsked): void {
  const name = JSON.stringify([currentEpoch(), source, company]);
  const { state: reach } = useConnection();
  const everyMs = company === null ? pollMs : companyPollMs;
  const band = useAltitudeBand(sight);
  /** The view as it is when asked: it is no part of the query's key, or each move of the map would be another query. */
  const view = useRef<Pick<PositionQuestion, 'bounds' | 'altitudeBand'> | null>(null);
  view.current = sight && { bounds: sight.bounds, altitudeBand: band };
  const asked = useRef<{ readonly name: string; readonly at: number; readonly bounds: Bounds } | null>(null);

  const told = useRef<PositionsTold | null>(null);

  useEffect(() => fleetStore.begin(name), [name]);
  const query = useQuery({
    queryKey: ['positions', name],
    queryFn: async ({ signal, client, queryKey }: QueryFunctionContext) => {
      if (!view.current) return null;
      const question = { source, company, ...view.current };
      asked.current = { name, at: Date.now(), bounds: question.bounds };
      const cause = client.getQueryData(queryKey) === undefined ? 'user' : 'poll';
      told.current = await askPositions(question, told.current, { cause, signal });
      fleetStore.take(name, told.current.fixes, { at: serverNow() });
      return told.current.fixes.length;
    },
    enabled: sight !== null,
    // From start to start; one that takes longer is waited for. Out of reach, connection.ts says when to try.
    refetchInterval: ({ state }) => {
      if (reach !== 'reached' && reach !== 'slow') return false;
      if (state.fetchStatus === 'fetching') return everyMs;
      const sinceMs = Date.now() - (asked.current?.at ?? 0);
      return Math.min(everyMs, Math.max(soonestMs, everyMs - sinceMs));
    },
    // Whoever comes back to the tab sees where they are now.
    refetchOnWindowFocus: 'always',
    networkMode: 'always',
    retry: false,
    staleTime: 0,
    gcTime: 0,
    structuralSharing: false,
    // Of the other sources their switch says it.
    meta: source === 'receivers' ? { errorTitle: 'Positions could not be read' } : { isQuiet: true },
  });

  const { refetch } = query;
  useEffect(() => {
    const last = asked.current;
    if (!sight || last?.name !== name || covers(last.bounds, sight.bounds)) return;
    const waitMs = Math.max(0, last.at + betweenMovesMs - Date.now());
    const timer = setTimeout(() => void refetch({ cancelRefetch: true }), waitMs);
    return () => clearTimeout(timer);
  }, [sight, name, refetch]);
  const { error } = query;
  const shownBand = source === 'opensky' ? band : null;
  useEffect(() => stateStore.set({ error, band: shownBand }), [error, shownBand]);
  useLastPositions({ name, source, company, hasFailed: error !== null });
  useDataAge(error);
}

/** Tells the header how old the positions are. */
function useDataAge(error: Error | null): void {
  const { answeredAt, source } = useFleet();
  const why = error instanceof ApiError ? error.unreached : null;
  useEffect(() => {
    if (answeredAt === null) reportDataAge({ source: error ? 'failed' : 'loading', at: null });
    else reportDataAge({ source: why ? 'stored' : source, at: answeredAt, why });
  }, [answeredAt, source, error, why]);
  useEffect(() => () => reportDataAge(null), []);
}

/** MAP-12, MAP-13, C59: the table counts from the first zoom on. */
function useAltitudeBand(sight: ViewInSight | null): AltitudeBandM {
  const first = useRef<number | null>(null);
  const wasZoomed = useRef(false);
  if (sight && first.current === null) first.current = sight.zoom;
  if (sight && sight.zoom !== first.current) wasZoomed.current = true;
  const zoom = sight && wasZoomed.current ? Math.floor(sight.zoom) : null;
  return useMemo(() => (zoom === null ? firstAltitudeBand : altitudeBand(zoom)), [zoom]);
}
