/** Tracks of past spans in and around the view: one request per span, a wider view requests again. */
import { useQueries } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../../../contract/api.ts';
import { ApiError } from '../../../api/api-error.ts';
import { send } from '../../../api/send.ts';
import { type Bounds, boundsQuery, covers } from '../../../lib/bounds.ts';
import { useMapShare } from '../map-context.ts';
import { type PastTrack, tracksOf } from './past-fleet.ts';

export type PastTracks = {
  readonly tracks: readonly PastTrack[];
  /** A server that did not respond is `unreached`, one that refused is `failed`. */
  readonly state: 'loading' | 'unreached' | 'failed' | 'ready';
};
type Span = { readonly from: number; readonly to: number };

/** Share of the view around it: a short move requests nothing. */
const aroundShare = 0.5;

export function usePastTracks(spans: readonly Span[]): PastTracks {
  const { company } = useMapShare();
  const bounds = useWideBounds();
  const results = useQueries({
    queries: spans.map(({ from, to }) => ({
      queryKey: ['past', company, from, to, bounds],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        if (!bounds) return [];
        const instants = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
        const query = { ...instants, ...boundsQuery(bounds), ...(company === null ? {} : { company }) };
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
