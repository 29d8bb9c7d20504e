/** Where aircraft of stored positions could be by now: straight on at their speed. Pure. */
import type { Feature, FeatureCollection, LineString } from 'geojson';
import { type Aircraft, ageOf } from './aircraft.ts';
import { driftOf, latLonOf, worldOf } from './motion.ts';

/** A longer path has no meaning: the aircraft has turned or landed. */
export const guessedUpToMs = 30 * 60_000;

type Paths = FeatureCollection<LineString, null>;
const noPaths: Paths = { type: 'FeatureCollection', features: [] };

export function possiblePaths(list: readonly Aircraft[], now: number): Paths {
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
  return features.length === 0 ? noPaths : { type: 'FeatureCollection', features };
}
