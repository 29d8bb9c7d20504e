/** Trails of aircraft on the map: lines in altitude colours, dashed where positions are missing. Own file: each kind of trail, apart from the aircraft. */
import { useQuery } from '@tanstack/react-query';
import type { Feature, FeatureCollection, LineString } from 'geojson';
import { type ReactElement, useMemo, useState } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { api } from '../../../../contract/api.ts';
import { aircraftKey } from '../../../charts/positions/fix.ts';
import { readRecentTrails, type TrailPoint, trailMs, trailOpacity } from '../../../charts/recent-trails.ts';
import { companyQuery } from '../../../data/company-query.ts';
import { readAny } from '../../../data/response.ts';
import { send } from '../../../data/send.ts';
import { useNow } from '../../../data/use-now.ts';
import { boundsQuery, isWithin } from '../../../lib/bounds.ts';
import { type Aircraft, ageOf } from '../fleet/aircraft.ts';
import { useFilterShare } from '../fleet/filter-context.tsx';
import type { Fleet } from '../fleet/fleet.ts';
import { fleetKey, fleetStore } from '../fleet/fleet-store.ts';
import { driftOf, guessedUpToMs, latLonOf, worldOf } from '../fleet/motion.ts';
import type { Past } from '../fleet/past-context.tsx';
import { trailsAt } from '../fleet/past-fleet.ts';
import { joinTrail, noLines, noTrail, pointOf, type TrailLines, trailLines, useStoredTrail } from '../fleet/trail.ts';
import { bandExpression, noFeatures, slots } from '../gl-map.ts';
import { useMapShare } from '../map-context.ts';
import type { Viewport } from '../viewport.ts';

/** Butt ends: round ones would overlap and show as dots. */
const layout = { 'line-cap': 'butt', 'line-join': 'round' } as const;

type TrailLayersProps = {
  readonly id: string;
  readonly lines: TrailLines;
  readonly widthPx: number;
  /** Edge in the colour of the land. */
  readonly edgePx: number;
};

function TrailLayers({ id, lines, widthPx, edgePx }: TrailLayersProps): ReactElement {
  const { colours } = useMapShare();
  const paint = {
    'line-color': bandExpression(colours),
    'line-opacity': ['get', 'opacity'],
    'line-width': widthPx,
  } as const;
  return (
    <Source id={id} type="geojson" data={lines}>
      {edgePx > 0 ? (
        <Layer
          id={`${id}-edge`}
          type="line"
          layout={layout}
          paint={{ 'line-color': colours.land, 'line-width': widthPx + 2 * edgePx }}
          beforeId={slots.lines}
        />
      ) : null}
      <Layer
        id={id}
        type="line"
        filter={['!', ['get', 'isGap']]}
        layout={layout}
        paint={paint as never}
        beforeId={slots.lines}
      />
      <Layer
        id={`${id}-gaps`}
        type="line"
        filter={['get', 'isGap']}
        layout={layout}
        paint={{ ...paint, 'line-dasharray': [3, 3] } as never}
        beforeId={slots.lines}
      />
    </Source>
  );
}

type TrailsShown = {
  readonly fleet: Fleet;
  readonly viewport: Viewport | null;
  /** The selected aircraft has a trail of its own. */
  readonly selectedKey: string | null;
};

/** Fading trails of the aircraft in view, from the positions that were polled. They change with a poll or the view, never between. */
export function FleetTrails(): ReactElement {
  const { viewport } = useMapShare();
  const { fleet, selectedKey } = useFilterShare();
  const earlier = useEarlierTrails(fleet.receivedAt !== null && fleet.source === 'live');
  // biome-ignore lint/correctness/useExhaustiveDependencies: earlier trails are in the store
  const lines = useMemo(() => linesOf({ fleet, viewport, selectedKey }), [fleet, viewport, selectedKey, earlier]);
  return <TrailLayers id="trails" lines={lines} widthPx={1.8} edgePx={0} />;
}

function linesOf({ fleet, viewport, selectedKey }: TrailsShown): TrailLines {
  if (!viewport || fleet.receivedAt === null) return noLines;
  const inView = fleet.list.filter(({ lat, lon }) => isWithin(viewport.bounds, lat, lon));
  const longestMs = trailMs(inView.length);
  if (longestMs === 0) return noLines;
  const now = fleet.receivedAt;
  const recent = fleetStore.trails();
  const trails = inView.map((one) => (one.key === selectedKey ? [] : recent.of(one, now - longestMs)));
  return trailLines(trails, (at) => trailOpacity(now - at, longestMs));
}

/** Trails from before the map was opened, requested once. Without a response they begin with the first poll. Changes when they have been received. `isEnabled` = the first positions are known. */
function useEarlierTrails(isEnabled: boolean): number {
  const { address, company, viewport } = useMapShare();
  const { source } = address;
  const { data } = useQuery({
    queryKey: ['trails', fleetKey(source, company)],
    queryFn: async ({ signal }) => {
      if (!viewport) return 0;
      const query = { ...boundsQuery(viewport.bounds), ...companyQuery(company) };
      const trails = readRecentTrails(await send(api.map.trails, { query, cause: 'poll', signal }, readAny));
      for (const { icao, points } of trails) fleetStore.trails().addEarlier(aircraftKey(icao), points);
      return trails.length;
    },
    enabled: isEnabled && viewport !== null && source === 'receivers',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    meta: { isQuiet: true },
  });
  return data ?? 0;
}

/** Trail of the selected aircraft: stored positions and those received since. Without a response there is no trail and no error. */
export function SelectedTrail({ aircraft }: { readonly aircraft: Aircraft }): ReactElement {
  const stored = useStoredTrail(aircraft.icao);
  const seen = useSeen(aircraft);
  const lines = useMemo(() => trailLines([joinTrail(stored, seen)], () => 1), [stored, seen]);
  return <TrailLayers id="selected-trail" lines={lines} widthPx={3} edgePx={1} />;
}

/** Fixes since the aircraft was selected, which mounted this component. */
function useSeen(aircraft: Aircraft): readonly TrailPoint[] {
  const [seen, setSeen] = useState<readonly TrailPoint[]>(noTrail);
  if (seen.at(-1)?.at === aircraft.fixAt) return seen;
  const next = [...seen, pointOf(aircraft)];
  setSeen(next);
  return next;
}

type PastTrailsProps = { readonly past: Past; readonly trails: 'all' | 'selected' };

/** Trails of a past range or of a replay. */
export function PastTrails({ past, trails }: PastTrailsProps): ReactElement {
  const { selectedKey } = useFilterShare();
  const lines = useMemo(() => {
    const { fleet, trailsFrom, gapMs } = past;
    const tracks = trails === 'all' ? past.tracks : past.tracks.filter(({ icao }) => aircraftKey(icao) === selectedKey);
    const now = fleet.receivedAt ?? 0;
    const longestMs = now - trailsFrom;
    return trailLines(trailsAt(tracks, fleet, trailsFrom), (at) => trailOpacity(now - at, longestMs), gapMs);
  }, [past, trails, selectedKey]);
  return <TrailLayers id="past-trails" lines={lines} widthPx={1.8} edgePx={0} />;
}

/** A jet flies 4 nmi in this time. */
const stepMs = 30_000;

/** Dashed lines to where aircraft of stored positions could be by now. */
export function PossiblePaths(): ReactElement {
  const { colours } = useMapShare();
  const { fleet } = useFilterShare();
  const now = useNow(stepMs);
  const paths = useMemo(() => possiblePaths(fleet.list, now), [fleet, now]);
  return (
    <Source id="possible-paths" type="geojson" data={paths}>
      <Layer
        id="possible-paths"
        type="line"
        paint={{ 'line-color': colours['stale-mark'], 'line-width': 1.5, 'line-dasharray': [3, 3] }}
        beforeId={slots.lines}
      />
    </Source>
  );
}

/** Where aircraft of stored positions could be by now: straight on at their speed. Pure. */
export function possiblePaths(list: readonly Aircraft[], now: number): FeatureCollection<LineString, null> {
  const features = list.flatMap((aircraft): Feature<LineString, null>[] => {
    const ageMs = ageOf(aircraft, now);
    const drift = driftOf({ ...aircraft, isStored: false });
    if (!aircraft.isStored || ageMs > guessedUpToMs || (drift.x === 0 && drift.y === 0)) return [];
    const from = worldOf(aircraft.lat, aircraft.lon);
    const seconds = ageMs / 1000;
    const to = latLonOf({ x: from.x + drift.x * seconds, y: from.y + drift.y * seconds });
    const coordinates = [
      [aircraft.lon, aircraft.lat],
      [to.lon, to.lat],
    ];
    return [{ type: 'Feature', properties: null, geometry: { type: 'LineString', coordinates } }];
  });
  return features.length === 0 ? noFeatures : { type: 'FeatureCollection', features };
}
