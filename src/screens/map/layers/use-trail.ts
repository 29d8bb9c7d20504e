/**
 * The way of the selected aircraft as a line below the aircraft: what the server knows of it, and what was seen since.
 * Must not: fail loudly: without a trail the aircraft is still there.
 */
import { useQuery } from '@tanstack/react-query';
import type { GeoJSONSource, Map as GlMap } from 'maplibre-gl';
import { useEffect, useMemo, useState } from 'react';
import { api } from '../../../../contract/api.ts';
import { sendForAny } from '../../../api/send.ts';
import { currentEpoch } from '../../../session/session-store.ts';
import type { MapColours } from '../../../ui/map-colours.ts';
import { slots } from '../base-map/base-style.ts';
import type { Aircraft } from '../positions/aircraft.ts';
import { joinTrail, readTrail, type TrailPlace, trailLines } from '../positions/trail.ts';

const trailId = 'aircraft-trail';

export type TrailShown = {
  readonly map: GlMap | null;
  readonly aircraft: Aircraft | null;
  readonly company: string | null;
  readonly colours: MapColours;
};

export function useTrail({ map, aircraft, company, colours }: TrailShown): void {
  const icao = aircraft?.icao ?? null;
  const told = useToldTrail(icao, company);
  const seen = useSeen(aircraft);
  const lines = useMemo(() => trailLines(joinTrail(told, seen)), [told, seen]);
  const { accent, land } = colours;
  useEffect(() => {
    if (!map || icao === null) return;
    const add = (): void => {
      if (map.getSource(trailId)) return;
      map.addSource(trailId, { type: 'geojson', data: { type: 'MultiLineString', coordinates: [] } });
      for (const [id, color, width] of [
        [`${trailId}-halo`, land, 4],
        [trailId, accent, 2],
      ] as const)
        map.addLayer(
          {
            id,
            type: 'line',
            source: trailId,
            layout: { 'line-cap': 'round', 'line-join': 'round' },
            paint: { 'line-color': color, 'line-width': width },
          },
          slots.lines,
        );
    };
    add();
    return () => {
      for (const id of [trailId, `${trailId}-halo`]) if (map.getLayer(id)) map.removeLayer(id);
      if (map.getSource(trailId)) map.removeSource(trailId);
    };
  }, [map, icao, accent, land]);
  useEffect(() => {
    if (icao !== null) void map?.getSource<GeoJSONSource>(trailId)?.setData(lines);
  }, [map, icao, lines]);
}

const nothing: readonly TrailPlace[] = [];

function useToldTrail(icao: string | null, company: string | null): readonly TrailPlace[] {
  const { data } = useQuery({
    queryKey: ['trail', currentEpoch(), icao, company],
    queryFn: async ({ signal }) => {
      const query = { icao: icao ?? '', ...(company === null ? {} : { company }) };
      return readTrail(await sendForAny(api.map.trail, { query, cause: 'user', signal }));
    },
    enabled: icao !== null,
    networkMode: 'always',
    retry: false,
    refetchOnMount: true,
    staleTime: 60_000,
    meta: { isQuiet: true },
  });
  return data ?? nothing;
}

/** Fixes of the selected aircraft since it was selected. */
function useSeen(aircraft: Aircraft | null): readonly TrailPlace[] {
  const [seen, setSeen] = useState<{ key: string; places: readonly TrailPlace[] } | null>(null);
  const key = aircraft?.key ?? null;
  if (aircraft && (seen?.key !== key || seen.places.at(-1)?.at !== aircraft.fixAt)) {
    const place = { lat: aircraft.lat, lon: aircraft.lon, at: aircraft.fixAt };
    const next = { key: aircraft.key, places: seen?.key === key ? [...seen.places, place] : [place] };
    setSeen(next);
    return next.places;
  }
  return seen !== null && seen.key === key ? seen.places : nothing;
}
