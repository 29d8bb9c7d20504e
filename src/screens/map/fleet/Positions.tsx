/**
 * Polls positions in view (MAP-09): one source, one request at a time, paused in hidden tabs and offline.
 * Polls do not count as activity (C05b). After a failed poll the fleet remains.
 */

import { type QueryFunctionContext, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { minuteMs } from '../../../../contract/durations.ts';
import { type AltitudeBandM, firstAltitudeBand } from '../../../charts/positions/fix.ts';
import { readPositions, rowOf } from '../../../charts/positions/read-positions.ts';
import {
  type PositionCriteria,
  type PositionsResponse,
  requestPositions,
} from '../../../charts/positions/request-positions.ts';
import { ApiError } from '../../../data/api-error.ts';
import { useIsReached } from '../../../data/connection.ts';
import { isPositionsDue, lastPositions, storePositions } from '../../../data/offline/last-positions.ts';
import { policy } from '../../../data/offline/policy.ts';
import { serverNow } from '../../../data/send.ts';
import { type Bounds, covers } from '../../../lib/bounds.ts';
import { reportDataAge } from '../../../ui/data-age.ts';
import { useValue, valueStore } from '../../../ui/value-store.ts';
import { useMapShare } from '../map-context.ts';
import { altitudeBand, everyAltitudeBand, type Viewport } from '../viewport.ts';
import { useFilterShare } from './filter-context.tsx';
import { fleetKey, fleetStore, useFleet } from './fleet-store.ts';
import { usePast } from './past-context.tsx';

/** MAP-09. */
const pollMs = 4500;
const companyPollMs = 5000;
/** Minimum interval of requests while the map keeps moving. */
const betweenMovesMs = 1000;
/** Minimum pause after a late response. */
const soonestMs = 100;

/** State of polling. */
type PositionsState = {
  /** Why the last poll failed, or null. */
  readonly error: Error | null;
  /** null = the source has none (MAP-12, MAP-13). */
  readonly band: AltitudeBandM | null;
};
const stateStore = valueStore<PositionsState>({ error: null, band: null });
export const usePositionsState = (): PositionsState => useValue(stateStore);

/** `name` = key of the fleet. */
export const positionsKey = (name: string): readonly string[] => ['positions', name];

/** Once on a screen, also without a map: the list shows the same aircraft. */
export function Positions(): null {
  const { address, company, viewport } = useMapShare();
  const { source } = address;
  const { isEveryAltitude } = useFilterShare();
  const { past } = usePast();
  const name = fleetKey(source, company);
  const isReached = useIsReached();
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
    queryKey: positionsKey(name),
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
      if (!isReached) return false;
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
  // An attempt has no error until it ends. Until then the last error is shown.
  const failed = useRef<{ readonly name: string; readonly error: Error } | null>(null);
  if (query.error) failed.current = { name, error: query.error };
  else if (query.isSuccess || failed.current?.name !== name) failed.current = null;
  const error = failed.current?.error ?? null;
  const shownBand = source === 'opensky' ? band : null;
  useEffect(() => stateStore.set({ error, band: shownBand }), [error, shownBand]);
  useLastPositions(name, error !== null || !isReached);
  useDataAge(error, past?.at ?? null);
  return null;
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

// ---- Stores the latest positions and shows them with their age while the server is unreachable. A live response takes precedence

/** Whether the device has answered. */
const readingStore = valueStore<'reading' | 'read'>('reading');
export const useStoredPositionsState = (): 'reading' | 'read' => useValue(readingStore);

/** `name` = key of the query in the fleet store. `isAway` = no response is expected: the last poll failed, or the server is unreachable. */
function useLastPositions(name: string, isAway: boolean): void {
  const { address, company } = useMapShare();
  const { source } = address;
  const fleet = useFleet();
  /** Of the response that was stored last. */
  const storedAt = useRef<number | null>(null);
  const store = useCallback(() => {
    const { list, receivedAt, source: from } = fleetStore.get();
    if (from !== 'live' || receivedAt === null || receivedAt === storedAt.current) return;
    storedAt.current = receivedAt;
    void storePositions(
      { source, company },
      { rows: list.map((one) => rowOf({ ...one, seenAt: one.fixAt })), storedAt: receivedAt },
    );
  }, [source, company]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each response
  useEffect(() => {
    if (isAway || isPositionsDue({ source, company }, Date.now())) store();
  }, [fleet, isAway, store]);
  useEffect(() => {
    const storeHidden = (): void => {
      if (document.visibilityState === 'hidden') store();
    };
    document.addEventListener('visibilitychange', storeHidden);
    return () => document.removeEventListener('visibilitychange', storeHidden);
  }, [store]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each query has positions of its own
  useEffect(() => readingStore.set('reading'), [name]);

  useEffect(() => {
    const show = async (): Promise<void> => {
      const stored = await lastPositions({ source, company }, serverNow());
      readingStore.set('read');
      const fixes = stored && readPositions({ currentLocations: stored.rows });
      // A live response may have arrived during the read.
      if (!stored || !fixes || fleetStore.get().receivedAt !== null) return;
      fleetStore.take(name, fixes, { at: stored.storedAt, source: 'stored' });
    };
    const timer = setTimeout(() => void show(), isAway ? 0 : policy.slowMs);
    return () => clearTimeout(timer);
  }, [name, source, company, isAway]);
}
