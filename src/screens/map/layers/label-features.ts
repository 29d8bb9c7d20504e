/** Names of aircraft as features at their drawn positions. Pure. */
import type { FeatureCollection, Point } from 'geojson';
import { latLonOf, placeAt } from '../positions/motion.ts';
import type { Label } from './select-labels.ts';

type LabelFeatures = FeatureCollection<Point, Omit<Label, 'aircraft'> & { readonly order: number }>;
export const noLabels: LabelFeatures = { type: 'FeatureCollection', features: [] };

/** `furthestS` = maximum extrapolation past a fix, seconds. */
export function labelFeatures(labels: readonly Label[], now: number, furthestS: number): LabelFeatures {
  if (labels.length === 0) return noLabels;
  return {
    type: 'FeatureCollection',
    features: labels.map(({ aircraft, ...properties }, order) => {
      const { lat, lon } = latLonOf(placeAt(aircraft, now, furthestS));
      return {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [lon, lat] },
        properties: { ...properties, order },
      };
    }),
  };
}
