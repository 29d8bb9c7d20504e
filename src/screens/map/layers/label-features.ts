/**
 * Which aircraft have their name beside them on the map, and where. Pure.
 * Must not: know the map component.
 */
import type { FeatureCollection, Point } from 'geojson';
import { isWithin } from '../../../lib/bounds.ts';
import { oneLine } from '../../../lib/format.ts';
import { type Aircraft, altitudeText, nameOf } from '../positions/aircraft.ts';
import { latLonOf, placeAt } from '../positions/motion.ts';
import type { ViewInSight } from '../sight.ts';

/** Of the specification's zooms: names from here, levels with them from there. */
const namesFromZoom = 6;
const levelsFromZoom = 8;
/** Where more are in view, names would hide what they name. */
const mostLabels = 250;

export type LabelFeatures = FeatureCollection<Point, { readonly text: string; readonly isSelected: boolean }>;
export type Labelled = {
  readonly list: readonly Aircraft[];
  readonly sight: ViewInSight | null;
  readonly selectedKey: string | null;
  readonly now: number;
  /** Seconds past its fix that an aircraft is drawn at most. */
  readonly furthestS: number;
};

export function labelFeatures({ list, sight, selectedKey, now, furthestS }: Labelled): LabelFeatures {
  const inView =
    sight && sight.zoom >= namesFromZoom ? list.filter((one) => isWithin(sight.bounds, one.lat, one.lon)) : [];
  const hasLevels = sight !== null && sight.zoom >= levelsFromZoom;
  return {
    type: 'FeatureCollection',
    features: (inView.length > mostLabels ? [] : inView).map((one) => {
      const { lat, lon } = latLonOf(placeAt(one, now, furthestS));
      return {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [lon, lat] },
        properties: { text: textOf(one, hasLevels), isSelected: one.key === selectedKey },
      };
    }),
  };
}

function textOf(aircraft: Aircraft, hasLevel: boolean): string {
  const parts = [oneLine(nameOf(aircraft)), hasLevel ? altitudeText(aircraft) : null];
  return parts.filter((part) => part !== null).join(' ');
}
