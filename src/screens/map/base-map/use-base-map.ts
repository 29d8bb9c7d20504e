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
import type { CountryData, Detail } from './countries.ts';

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

/** Worked out in a worker that lives as long as it takes. */
function countriesOf(detail: Detail, signal: AbortSignal): Promise<CountryData> {
  const worker = new Worker(new URL('./countries-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<CountryData>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<CountryData>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.postMessage(detail);
  }).finally(() => worker.terminate());
}
