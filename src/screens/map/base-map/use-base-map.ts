/**
 * Fills the base map: coarse outlines at once, fine ones and the names of cities when there is time. Follows the colours.
 * Must not: fail loudly; what could not be loaded leaves the map as it is.
 */
import type { FeatureCollection } from 'geojson';
import type { GeoJSONSource, Map as GlMap } from 'maplibre-gl';
import { useEffect } from 'react';
import { countriesOf } from '../../../lib/world/countries-aside.ts';
import type { MapColours } from '../../../ui/map-colours.ts';
import { recolour } from './base-style.ts';
import { loadCityNames } from './cities.ts';

export function useBaseMap(map: GlMap | null, colours: MapColours): void {
  useEffect(() => {
    if (map) recolour(map, colours);
  }, [map, colours]);
  useEffect(() => {
    if (!map) return;
    const gone = new AbortController();
    const { signal } = gone;
    const show = (parts: Readonly<Record<string, FeatureCollection>>): void => {
      if (signal.aborted) return;
      for (const [source, data] of Object.entries(parts)) void map.getSource<GeoJSONSource>(source)?.setData(data);
    };
    void (async () => {
      show(await countriesOf('coarse', signal));
      show({ 'city-names': await loadCityNames() });
      show(await countriesOf('fine', signal));
    })().catch((error: unknown) => {
      if (!signal.aborted) console.warn('Part of the base map could not be loaded.', error);
    });
    return () => gone.abort();
  }, [map]);
}
