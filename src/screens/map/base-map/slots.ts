/** Initial map style: no sources, only empty layers that fix the drawing order. */
import type { StyleSpecification } from 'maplibre-gl';

/** `<Layer beforeId={slots.airports}>` is drawn below that slot and above all earlier slots, in any mount order. From bottom to top. */
export const slots = {
  base: 'slot-base',
  tiles: 'slot-tiles',
  night: 'slot-night',
  ranges: 'slot-ranges',
  lines: 'slot-lines',
  airports: 'slot-airports',
  aircraft: 'slot-aircraft',
} as const;

/** One constant object: react-map-gl loads another style when the object changes. */
export const slotStyle: StyleSpecification = {
  version: 8,
  // A change of theme shows land and marks at once: half way, neither can be read.
  transition: { duration: 0, delay: 0 },
  sources: {},
  layers: Object.values(slots).map((id) => ({ id, type: 'background', layout: { visibility: 'none' } })),
};
