/** The product's aircraft layer. The address sets the number of aircraft and whether they move. */

import { bandCount } from '../../../src/charts/altitude-bands.ts';
import { readPositions } from '../../../src/charts/positions/read-positions.ts';
import { aircraftLayerId, createAircraftLayer } from '../../../src/screens/map/aircraft/aircraft-layer.ts';
import { type Fleet, mergeFleet, noFleet } from '../../../src/screens/map/fleet/fleet.ts';
import { emptyMap, iconPx, offer } from './map-page.ts';

const isMoving = new URLSearchParams(location.search).has('moving');
const map = await emptyMap();
/** Right after the newest fix: all are live, and all may still move. */
let now = Date.now();
const worldPx = (): number => 512 * 2 ** map.getZoom();
const layer = createAircraftLayer({ now: () => now, iconPx: () => iconPx, worldPx });
layer.setColours({
  bands: Array.from({ length: bandCount }, (_, band) => [band / bandCount, 0.1, 0.12]),
  accent: [0.04, 0.4, 0.57],
  emergency: [0.82, 0.24, 0.24],
  halo: [0.95, 0.96, 0.95],
  haloPx: 1.5,
});
layer.setMoving(isMoving);
map.addLayer(layer);
let fleet: Fleet = noFleet;
const count = (): number => (map.getLayer(aircraftLayerId) ? fleet.list.length : 0);
await offer(
  map,
  (rows) => {
    now = Date.parse(rows[0]?.seenAt ?? '');
    fleet = mergeFleet(fleet, readPositions({ currentLocations: rows }) ?? [], { at: now });
    layer.show({ list: fleet.list });
    // Also where the product needs none: a refresh is measured with its frame.
    map.triggerRepaint();
  },
  count,
);
