/** Loads coarse outlines, city names, then fine outlines. Failed parts are missing on the map without a message. */
import type { FeatureCollection } from 'geojson';
import { useEffect, useState } from 'react';
import { countriesOf, isFineDue } from '../../../lib/world/countries-aside.ts';
import { yieldToMain } from '../../../lib/yield-to-main.ts';
import { loadCityNames } from './cities.ts';

export type BaseMapData = Readonly<Record<'land' | 'borders' | 'country-names' | 'city-names', FeatureCollection>>;

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] };
const noData: BaseMapData = { land: nothing, borders: nothing, 'country-names': nothing, 'city-names': nothing };

/** `isEnabled`: the map can draw it. */
export function useBaseMapData(isEnabled: boolean): BaseMapData {
  const [data, setData] = useState(noData);
  useEffect(() => {
    if (!isEnabled) return;
    const gone = new AbortController();
    const { signal } = gone;
    const show = (parts: Partial<BaseMapData>): void => {
      if (!signal.aborted) setData((before) => ({ ...before, ...parts }));
    };
    void (async () => {
      show(await countriesOf('coarse', signal));
      show({ 'city-names': await loadCityNames() });
      if (!(await isFineDue(signal))) return;
      // One part a task: all at once block a phone for a fifth of a second.
      for (const part of Object.entries(await countriesOf('fine', signal))) {
        show(Object.fromEntries([part]));
        await yieldToMain();
      }
    })().catch((error: unknown) => {
      if (!signal.aborted) console.warn('Part of the base map could not be loaded.', error);
    });
    return () => gone.abort();
  }, [isEnabled]);
  return data;
}
