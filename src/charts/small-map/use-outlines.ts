/** Country outlines and city names of a small map: coarse first, fine in idle time. Failures are silent. */
import { useEffect, useState } from 'react';
import { measureText, type Units } from '../../lib/units.ts';
import { isFineDue, worldLinesOf } from '../../lib/world/countries-aside.ts';
import type { WorldLines } from '../../lib/world/world-lines.ts';
import { distanceKm, type Place } from './position-view.ts';

/** Name, latitude, longitude, and minimum zoom. */
export type CityName = readonly [name: string, lat: number, lon: number, fromZoom: number];
export type Outlines = WorldLines & { readonly cities: readonly CityName[] };

const nothing: Outlines = { land: [], borders: [], cities: [] };

/** `hasCities`: their names are 280 kB, for maps that show them. */
export function useOutlines({ hasCities }: { readonly hasCities: boolean }): Outlines {
  const [outlines, setOutlines] = useState(nothing);
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const add = (parts: Partial<Outlines>): void => {
      if (!signal.aborted) setOutlines((old) => ({ ...old, ...parts }));
    };
    void (async () => {
      add(await worldLinesOf('coarse', signal));
      if (hasCities) add({ cities: (await import('virtual:cities')).default });
      if (await isFineDue(signal)) add(await worldLinesOf('fine', signal));
    })().catch((error: unknown) => {
      if (!signal.aborted) console.warn('Part of the small map could not be loaded.', error);
    });
    return () => gone.abort();
  }, [hasCities]);
  return outlines;
}

const nearKm = 150;
/** `, 5 km from Cluj-Napoca`, or '' without a city nearby. */
export function nearWords(cities: readonly CityName[], place: Place, { land }: Units): string {
  let [best, bestKm] = ['', nearKm];
  for (const [name, lat, lon] of cities) {
    if (Math.abs(lat - place.lat) > 1.5) continue;
    const km = distanceKm(place, { lat, lon });
    if (km < bestKm) [best, bestKm] = [name, km];
  }
  return best === '' ? '' : `, ${measureText(land, bestKm)} from ${best}`;
}
