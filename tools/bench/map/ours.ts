/** The product's aircraft layer, from an answer's rows to the frame. Its address says how many aircraft, and whether they move between answers. */
import { aircraftLayerId, createAircraftLayer } from '../../../src/screens/map/layers/aircraft-layer.ts';
import { type Fleet, mergeFleet, noFleet } from '../../../src/screens/map/positions/fleet.ts';
import { readPositions } from '../../../src/screens/map/positions/read-positions.ts';
import { emptyMap, iconPx, offer } from './page.ts';

const isMoving = new URLSearchParams(location.search).has('moving');
const map = await emptyMap();
/** Right after the newest fix: all are live, and all may still move. */
let now = Date.now();
const layer = createAircraftLayer({ now: () => now, iconPx: () => iconPx });
layer.setColours({
  live: [0.08, 0.1, 0.12],
  aged: [0.56, 0.46, 0.34],
  accent: [0.04, 0.4, 0.57],
  halo: [0.95, 0.96, 0.95],
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
  },
  count,
);
