/** Fading trails of the aircraft in view, from the positions that were polled. They change with a poll or the view, never between. */
import { type ReactElement, useMemo } from 'react';
import { isWithin } from '../../../lib/bounds.ts';
import type { Fleet } from '../positions/fleet.ts';
import { recentTrails } from '../positions/fleet-store.ts';
import type { Viewport } from '../viewport.ts';
import { trailMs, trailOpacity } from './recent-trails.ts';
import { TrailLayers } from './TrailLayers.tsx';
import { noLines, type TrailLines, trailLines } from './trail.ts';
import { useEarlierTrails } from './use-earlier-trails.ts';

type FleetTrailsProps = {
  readonly fleet: Fleet;
  readonly viewport: Viewport | null;
  /** The selected aircraft has a trail of its own. */
  readonly selectedKey: string | null;
};

export function FleetTrails({ fleet, viewport, selectedKey }: FleetTrailsProps): ReactElement {
  const earlier = useEarlierTrails(fleet.receivedAt !== null && fleet.source === 'live');
  // biome-ignore lint/correctness/useExhaustiveDependencies: earlier trails are in the store
  const lines = useMemo(() => linesOf({ fleet, viewport, selectedKey }), [fleet, viewport, selectedKey, earlier]);
  return <TrailLayers id="trails" lines={lines} widthPx={1.8} edgePx={0} />;
}

function linesOf({ fleet, viewport, selectedKey }: FleetTrailsProps): TrailLines {
  if (!viewport || fleet.receivedAt === null) return noLines;
  const inView = fleet.list.filter(({ lat, lon }) => isWithin(viewport.bounds, lat, lon));
  const longestMs = trailMs(inView.length);
  if (longestMs === 0) return noLines;
  const now = fleet.receivedAt;
  const trails = inView.map((one) => (one.key === selectedKey ? [] : recentTrails.of(one, now - longestMs)));
  return trailLines(trails, (at) => trailOpacity(now - at, longestMs));
}
