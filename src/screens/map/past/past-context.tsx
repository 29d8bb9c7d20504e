/** What the map shows instead of live positions: the chosen range of the app, or a replay. */
import { createContext, type ReactElement, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { serverNow } from '../../../api/send.ts';
import { useRange } from '../../../range/range-store.ts';
import { useMapShare } from '../map-context.ts';
import type { Fleet } from '../positions/fleet.ts';
import { useFleet } from '../positions/fleet-store.ts';
import { setMapTime } from './map-clock.ts';
import { fleetAt, type PastTrack } from './past-fleet.ts';
import { chunksOf, type Replay } from './replay.ts';
import { type PastTracks, usePastTracks } from './use-past-tracks.ts';

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
const Share = createContext<PastShare | null>(null);

export function usePast(): PastShare {
  const share = use(Share);
  if (!share) throw new Error('This is no part of the map screen.');
  return share;
}

/** Live or past. */
export function useShownFleet(): Fleet {
  const live = useFleet();
  return usePast().past?.fleet ?? live;
}

const hourMs = 3_600_000;
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
    setMapTime(at);
    return () => setMapTime(null);
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
  return <Share value={share}>{children}</Share>;
}
