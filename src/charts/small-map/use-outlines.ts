/** Country outlines and city names of a small map: coarse first, fine in idle time. */
import { useEffect, useState } from 'react';
import { measureText, type Units } from '../../lib/units.ts';
import { isFineDue, type LandState, untilLoaded, worldLinesOf } from '../../lib/world/countries-aside.ts';
import { type City, loadCities } from '../../lib/world/load-cities.ts';
import type { WorldLines } from '../../lib/world/world-lines.ts';
import { loadLettersOfNames } from '../../ui/text-font.ts';
import { distanceKm, type Place } from './view.ts';

export type Outlines = WorldLines & { readonly cities: readonly City[]; readonly landState: LandState };

const nothing: Outlines = { land: [], borders: [], cities: [], landState: 'loading' };

/** `hasCities`: their names are 280 kB, for maps that show them. */
export function useOutlines({ hasCities }: { readonly hasCities: boolean }): Outlines {
  const [outlines, setOutlines] = useState(nothing);
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const add = (parts: Partial<Outlines>): void => {
      if (!signal.aborted) setOutlines((old) => ({ ...old, ...parts }));
    };
    const load = async (): Promise<void> => {
      add({ ...(await worldLinesOf('coarse', signal)), landState: 'loaded' });
      if (hasCities) {
        const [cities] = await Promise.all([loadCities(), loadLettersOfNames()]);
        add({ cities });
      }
      if (await isFineDue(signal)) add(await worldLinesOf('fine', signal));
    };
    void untilLoaded(load, signal, () =>
      setOutlines((old) => (old.landState === 'loaded' ? old : { ...old, landState: 'failed' })),
    );
    return () => gone.abort();
  }, [hasCities]);
  return outlines;
}

const nearKm = 150;
/** `, 5 km from Cluj-Napoca`, or '' without a city nearby. */
export function nearWords(cities: readonly City[], place: Place, { land }: Units): string {
  let [best, bestKm] = ['', nearKm];
  for (const [name, lat, lon] of cities) {
    if (Math.abs(lat - place.lat) > 1.5) continue;
    const km = distanceKm(place, { lat, lon });
    if (km < bestKm) [best, bestKm] = [name, km];
  }
  return best === '' ? '' : `, ${measureText(land, bestKm)} from ${best}`;
}
