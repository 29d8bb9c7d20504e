/**
 * Fills the base map: coarse outlines at once, fine ones and the names of cities when there is time. Follows the colours.
 * Must not: fail loudly; what could not be loaded leaves the map as it is.
 */
import type { FeatureCollection } from 'geojson';
import type { GeoJSONSource, Map as GlMap } from 'maplibre-gl';
import { useEffect } from 'react';
import type { MapColours } from '../map-colours.ts';
import { recolour } from './base-style.ts';
import { loadCityNames } from './cities.ts';
import { loadCountries } from './countries.ts';

export function useBaseMap(map: GlMap | null, colours: MapColours): void {
  useEffect(() => {
    if (map) recolour(map, colours);
  }, [map, colours]);
  useEffect(() => {
    if (!map) return;
    let isGone = false;
    const show = (parts: Readonly<Record<string, FeatureCollection>>): void => {
      if (isGone) return;
      for (const [source, data] of Object.entries(parts)) void map.getSource<GeoJSONSource>(source)?.setData(data);
    };
    void (async () => {
      show(await loadCountries('coarse'));
      show({ 'city-names': await loadCityNames() });
      // Much more to work out: after the first picture.
      await map.once('idle');
      show(await loadCountries('fine'));
    })().catch((error: unknown) => console.warn('Part of the base map could not be loaded.', error));
    return () => {
      isGone = true;
    };
  }, [map]);
}
