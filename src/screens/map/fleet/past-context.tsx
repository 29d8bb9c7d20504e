/** What the map shows instead of live positions: the chosen range of the app, or a replay. */
import { useQueries } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { api } from '../../../../contract/api.ts';
import { hourMs } from '../../../../contract/durations.ts';
import { ApiError } from '../../../data/api-error.ts';
import { companyQuery } from '../../../data/company-query.ts';
import { send, serverNow } from '../../../data/send.ts';
import { useNow } from '../../../data/use-now.ts';
import { type Bounds, boundsQuery, covers } from '../../../lib/bounds.ts';
import { onSecond } from '../../../lib/use-second.ts';
import { useRange } from '../../../range/range.ts';
import { useValue, valueStore } from '../../../ui/value-store.ts';
import { screenContext, useMapShare } from '../map-context.ts';
import type { Fleet } from './fleet.ts';
import { useFleet } from './fleet-store.ts';
import { chunksOf, fleetAt, type PastTrack, type Replay, tracksOf } from './past-fleet.ts';

export type Past = {
  /** Epoch ms of the last positions shown. */
  readonly at: number;
  readonly fleet: Fleet;
  readonly tracks: readonly PastTrack[];
  /** Beginning of the trails. */
  readonly trailsFrom: number;
  /** Longer than between two positions of an aircraft. */
  readonly gapMs: number;
};
/** A longer range leaves the map live. */
export type RangeState = 'none' | 'long' | PastTracks['state'];

type PastShare = {
  /** null = live. */
  readonly past: Past | null;
  readonly range: RangeState;
  readonly replay: Replay | null;
  readonly replayState: PastTracks['state'];
  /** null = back to live positions. */
  readonly setReplay: (next: (now: Replay | null) => Replay | null) => void;
};
const [Provider, usePast] = screenContext<PastShare>();

export { usePast };

/** Live or past. */
export function useShownFleet(): Fleet {
  const live = useFleet();
  return usePast().past?.fleet ?? live;
}

const longestRangeMs = 6 * hourMs;
/** Positions of a response per aircraft. */
const steps = 32;
/** In a replay an aircraft disappears after this time without a position. */
const replayMaxAgeMs = 3 * 60_000;
const replayTrailMs = 15 * 60_000;

export function PastProvider({ children }: { children: ReactNode }): ReactElement {
  const { address } = useMapShare();
  const { range } = useRange();
  const [replay, setReplay] = useState<Replay | null>(null);
  const isPast = range !== null && range.to <= serverNow();
  const isShort = isPast && range.to - range.from <= longestRangeMs;
  const isRange = isShort && replay === null && address.source === 'receivers';
  const ofRange = usePastTracks(isRange ? [range] : []);
  const ofReplay = usePastTracks(replay ? chunksOf(replay) : []);
  const { tracks: replayed } = ofReplay;
  const { tracks: ranged, state } = ofRange;
  const at = replay?.at ?? null;
  useEffect(() => {
    replayedAt.set(at);
    return () => replayedAt.set(null);
  }, [at]);
  const past = useMemo((): Past | null => {
    if (at !== null) {
      const fleet = fleetAt(replayed, at, replayMaxAgeMs);
      return { at, fleet, tracks: replayed, trailsFrom: at - replayTrailMs, gapMs: replayMaxAgeMs };
    }
    if (!isRange || state !== 'ready') return null;
    const spanMs = range.to - range.from;
    const fleet = fleetAt(ranged, range.to, spanMs);
    return {
      at: range.to,
      fleet,
      tracks: ranged,
      trailsFrom: range.from,
      gapMs: Math.max(replayMaxAgeMs, (2.5 * spanMs) / steps),
    };
  }, [at, replayed, isRange, ranged, state, range]);
  const rangeState: RangeState = isRange ? state : isPast && !isShort && replay === null ? 'long' : 'none';
  const share = useMemo(
    (): PastShare => ({ past, range: rangeState, replay, replayState: ofReplay.state, setReplay }),
    [past, rangeState, replay, ofReplay.state],
  );
  return <Provider value={share}>{children}</Provider>;
}

// ---- Tracks of past spans in and around the view: one request per span, a wider view requests again

export type PastTracks = {
  readonly tracks: readonly PastTrack[];
  /** A server that did not respond is `unreached`, one that refused is `failed`. */
  readonly state: 'loading' | 'unreached' | 'failed' | 'ready';
};
type Span = { readonly from: number; readonly to: number };

/** Share of the view around it: a short move requests nothing. */
const aroundShare = 0.5;

function usePastTracks(spans: readonly Span[]): PastTracks {
  const { company } = useMapShare();
  const bounds = useWideBounds();
  const results = useQueries({
    queries: spans.map(({ from, to }) => ({
      queryKey: ['past', company, from, to, bounds],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        if (!bounds) return [];
        const instants = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
        const query = { ...instants, ...boundsQuery(bounds), ...companyQuery(company) };
        return (await send(api.map.past, { query, cause: 'user', signal })).aircraft;
      },
      enabled: bounds !== null,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 120_000,
      retry: false,
      structuralSharing: false,
      meta: { isQuiet: true },
    })),
  });
  const responses = results.map(({ data }) => data);
  // Joined again only for other responses: a replay renders several times per second.
  const joined = useRef<{ readonly responses: typeof responses; readonly tracks: readonly PastTrack[] } | null>(null);
  if (
    joined.current?.responses.length !== responses.length ||
    joined.current.responses.some((one, at) => one !== responses[at])
  )
    joined.current = { responses, tracks: tracksOf(responses.flatMap((response) => (response ? [response] : []))) };
  const { tracks } = joined.current;
  const error = results.find(({ isError }) => isError)?.error;
  const state = error ? stateOf(error) : responses.includes(undefined) ? 'loading' : 'ready';
  return { tracks, state };
}

const stateOf = (error: Error): 'unreached' | 'failed' =>
  error instanceof ApiError && error.unreached !== null ? 'unreached' : 'failed';

function useWideBounds(): Bounds | null {
  const seen = useMapShare().viewport?.bounds ?? null;
  const [requested, setRequested] = useState<Bounds | null>(null);
  if (!seen || (requested && covers(requested, seen))) return requested;
  const [high, wide] = [(seen.north - seen.south) * aroundShare, (seen.east - seen.west) * aroundShare];
  const next = {
    north: seen.north + high,
    south: seen.south - high,
    east: seen.east + wide,
    west: seen.west - wide,
  };
  setRequested(next);
  return next;
}

// ---- Time of the map: that of a replay, otherwise now. Positions age and move by it

/** null = now. */
const replayedAt = valueStore<number | null>(null);

export const mapNow = (): number => replayedAt.get() ?? serverNow();

const onMapSecond = (listener: () => void): (() => void) => {
  const stops = [onSecond(listener), replayedAt.subscribe(listener)];
  return () => {
    for (const stop of stops) stop();
  };
};

/** What `read` returns at each second, in a replay with it. The component renders when that changes, not each second. */
export const useAtMapNow = <T extends string | boolean>(read: (now: number) => T): T =>
  useSyncExternalStore(onMapSecond, () => read(mapNow()));

/** Updated every `everyMs`, in a replay with it. */
export function useMapNow(everyMs: number): number {
  const now = useNow(everyMs);
  return useValue(replayedAt) ?? now;
}
