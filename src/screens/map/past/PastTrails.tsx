/** Trails of a past range or of a replay. */
import { type ReactElement, useMemo } from 'react';
import { aircraftKey } from '../positions/aircraft.ts';
import { trailOpacity } from '../trails/recent-trails.ts';
import { TrailLayers } from '../trails/TrailLayers.tsx';
import { trailLines } from '../trails/trail.ts';
import type { Past } from './past-context.tsx';
import { trailsAt } from './past-fleet.ts';

type PastTrailsProps = {
  readonly past: Past;
  readonly trails: 'all' | 'selected';
  readonly selectedKey: string | null;
};

export function PastTrails({ past, trails, selectedKey }: PastTrailsProps): ReactElement {
  const lines = useMemo(() => {
    const { fleet, trailsFrom, gapMs } = past;
    const tracks = trails === 'all' ? past.tracks : past.tracks.filter(({ icao }) => aircraftKey(icao) === selectedKey);
    const now = fleet.receivedAt ?? 0;
    const longestMs = now - trailsFrom;
    return trailLines(trailsAt(tracks, fleet, trailsFrom), (at) => trailOpacity(now - at, longestMs), gapMs);
  }, [past, trails, selectedKey]);
  return <TrailLayers id="past-trails" lines={lines} widthPx={1.8} edgePx={0} />;
}
