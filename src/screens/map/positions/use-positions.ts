/**
 * Polls positions in view (MAP-09): one source, one request at a time, paused in hidden tabs and offline.
 * Polls do not count as activity (C05b). After a failed poll the fleet remains.
 */
import { type QueryFunctionContext, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { useConnection } from '../../../api/connection.ts';
import { serverNow } from '../../../api/send.ts';
import { type Bounds, covers } from '../../../lib/bounds.ts';
import { reportDataAge } from '../../../ui/data-age.ts';
import { useValue, valueStore } from '../../../ui/value-store.ts';
import type { PositionSource } from '../map-address.ts';
import type { Viewport } from '../viewport.ts';
import { type AltitudeBandM, altitudeBand, everyAltitudeBand, firstAltitudeBand } from '../zoom-tables.ts';
import { fleetKey, fleetStore, useFleet } from './fleet-store.ts';
import { type PositionCriteria, type PositionsResponse, requestPositions } from './request-positions.ts';
import { useLastPositions } from './use-last-positions.ts';

/** MAP-09. */
export const pollMs = 4500;
const companyPollMs = 5000;
/** Minimum interval of requests while the map keeps moving. */
const betweenMovesMs = 1000;
/** Minimum pause after a late response. */
const soonestMs = 100;
const minuteMs = 60_000;

type PositionsOptions = {
  readonly source: PositionSource;
  readonly company: string | null;
  /** null = the map was never at rest. A new object each time the map stops moving. */
  readonly viewport: Viewport | null;
  /** OpenSky without the limits of MAP-13. */
  readonly isEveryAltitude: boolean;
  /** Epoch ms of the past positions that the map shows instead. null = none. */
  readonly pastAt: number | null;
};
/** State of polling. */
type PositionsState = {
  /** Why the last poll failed, or null. */
  readonly error: Error | null;
  /** null = the source has none (MAP-12, MAP-13). */
  readonly band: AltitudeBandM | null;
};
const stateStore = valueStore<PositionsState>({ error: null, band: null });
export const usePositionsState = (): PositionsState => useValue(stateStore);

/** Once on a screen. */
export function usePositions({ source, company, viewport, isEveryAltitude, pastAt }: PositionsOptions): void {
  const name = fleetKey(source, company);
  const { state: reach } = useConnection();
  const everyMs = company === null ? pollMs : companyPollMs;
  const bandOfZoom = useAltitudeBand(viewport);
  const band = isEveryAltitude ? everyAltitudeBand : bandOfZoom;
  /** Current view at request time. Not part of the query key, or each move of the map would be a new query. */
  const view = useRef<Pick<PositionCriteria, 'bounds' | 'altitudeBand'> | null>(null);
  view.current = viewport && { bounds: viewport.bounds, altitudeBand: band };
  const requested = useRef<{ readonly name: string; readonly at: number; readonly bounds: Bounds } | null>(null);

  const last = useRef<PositionsResponse | null>(null);
  const endedAt = useRef(0);

  useEffect(() => fleetStore.begin(name), [name]);
  const query = useQuery({
    queryKey: ['positions', name],
    queryFn: async ({ signal, client, queryKey }: QueryFunctionContext) => {
      if (!view.current) return null;
      const criteria = { source, company, ...view.current };
      requested.current = { name, at: Date.now(), bounds: criteria.bounds };
      const cause = client.getQueryData(queryKey) === undefined ? 'user' : 'poll';
      try {
        last.current = await requestPositions(criteria, last.current, { cause, signal });
      } finally {
        endedAt.current = Date.now();
      }
      fleetStore.take(name, last.current.fixes, { at: serverNow() });
      return last.current.fixes.length;
    },
    enabled: viewport !== null,
    // From request to request; a late response delays the next one. While the server is unreachable, connection.ts decides when to try.
    refetchInterval: ({ state }) => {
      if (reach !== 'reached' && reach !== 'slow') return false;
      if (state.fetchStatus === 'fetching') return everyMs;
      // An instant, not a duration: this runs at each render, which must not delay the request.
      const dueAt = Math.max((requested.current?.at ?? 0) + everyMs, endedAt.current + soonestMs);
      return Math.min(everyMs, Math.max(1, dueAt - Date.now()));
    },
    // Returning to the tab requests current positions.
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
    structuralSharing: false,
    // Failures of the other sources are shown at the source switch.
    meta: source === 'receivers' ? { errorTitle: 'Positions could not be loaded' } : { isQuiet: true },
  });

  const { refetch } = query;
  useEffect(() => {
    const last = requested.current;
    if (!viewport || last?.name !== name || covers(last.bounds, viewport.bounds)) return;
    const waitMs = Math.max(0, last.at + betweenMovesMs - Date.now());
    const timer = setTimeout(() => void refetch({ cancelRefetch: true }), waitMs);
    return () => clearTimeout(timer);
  }, [viewport, name, refetch]);
  useEffect(() => {
    if (isEveryAltitude && requested.current?.name === name && source === 'opensky')
      void refetch({ cancelRefetch: true });
  }, [isEveryAltitude, name, source, refetch]);
  const { error } = query;
  const shownBand = source === 'opensky' ? band : null;
  useEffect(() => stateStore.set({ error, band: shownBand }), [error, shownBand]);
  const isAway = error !== null || (reach !== 'reached' && reach !== 'slow');
  useLastPositions({ name, source, company, isAway });
  useDataAge(error, pastAt);
}

/** Reports the age of positions to the header. */
function useDataAge(error: Error | null, pastAt: number | null): void {
  const { receivedAt, source } = useFleet();
  const why = error instanceof ApiError ? error.unreached : null;
  // A replay reports each minute of it, not each frame.
  const pastMinute = pastAt === null ? null : Math.floor(pastAt / minuteMs) * minuteMs;
  useEffect(() => {
    if (pastMinute !== null) reportDataAge({ source: 'past', at: pastMinute });
    else if (receivedAt === null) reportDataAge({ source: error ? 'failed' : 'loading', at: null });
    else reportDataAge({ source: why ? 'stored' : source, at: receivedAt, why });
  }, [receivedAt, source, error, why, pastMinute]);
  useEffect(() => () => reportDataAge(null), []);
}

/** MAP-12, MAP-13, C59: the table counts from the first zoom on. */
function useAltitudeBand(viewport: Viewport | null): AltitudeBandM {
  const first = useRef<number | null>(null);
  const wasZoomed = useRef(false);
  if (viewport && first.current === null) first.current = viewport.zoom;
  if (viewport && viewport.zoom !== first.current) wasZoomed.current = true;
  const zoom = viewport && wasZoomed.current ? Math.floor(viewport.zoom) : null;
  return useMemo(() => (zoom === null ? firstAltitudeBand : altitudeBand(zoom)), [zoom]);
}
