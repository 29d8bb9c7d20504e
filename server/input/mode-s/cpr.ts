/** Compact position reporting (CPR): positions of 17 bits each, from an even and an odd one, or from one near a known place. */
import { type Place, wrapLon } from './geometry.ts';

/** Latitude and longitude of a frame, 17 bits each. */
export type Half = { readonly lat: number; readonly lon: number };

const zones = 15;
const full = 131_072;
/** The surface repeats every quarter of the earth. */
const airborneDeg = 360;
const surfaceDeg = 90;

/** From this latitude on there is one longitude zone less: 59 at the equator, 1 at the poles. */
const limits = Float64Array.from({ length: 58 }, (_, n) => {
  const count = 59 - n;
  const ratio = (1 - Math.cos(Math.PI / (2 * zones))) / (1 - Math.cos((2 * Math.PI) / count));
  return count === 2 ? 87 : (Math.acos(Math.sqrt(ratio)) * 180) / Math.PI;
});

/** Longitude zones at a latitude (NL). */
export function zonesAt(lat: number): number {
  const from = Math.abs(lat);
  let low = 0;
  let high = limits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    // At 87 degrees itself there are two zones.
    const limit = limits[middle] ?? 0;
    if (from < limit || (from === limit && middle === limits.length - 1)) high = middle;
    else low = middle + 1;
  }
  return 59 - low;
}

const modulo = (value: number, by: number): number => value - by * Math.floor(value / by);

/** `crossed` = the halves are in different zones, so wait for the next. `impossible` = behind a pole. */
type Unplaced = 'crossed' | 'impossible';

/** The place of the newer half. */
export function fromAirbornePair(even: Half, odd: Half, isOddNewer: boolean): Place | Unplaced {
  const index = latitudeIndex(even, odd);
  const latEven = signedLat((airborneDeg / 60) * (modulo(index, 60) + even.lat / full));
  const latOdd = signedLat((airborneDeg / 59) * (modulo(index, 59) + odd.lat / full));
  const count = commonZones(latEven, latOdd);
  if (typeof count === 'string') return count;
  const lon = longitudeOf(even, odd, isOddNewer, count, airborneDeg);
  return { lat: isOddNewer ? latOdd : latEven, lon: wrapLon(lon) };
}

/** Of the eight possible places the one nearest to the reference. */
export function fromSurfacePair(even: Half, odd: Half, isOddNewer: boolean, near: Place): Place | Unplaced {
  const index = latitudeIndex(even, odd);
  const latEven = hemisphereOf((surfaceDeg / 60) * (modulo(index, 60) + even.lat / full), near);
  const latOdd = hemisphereOf((surfaceDeg / 59) * (modulo(index, 59) + odd.lat / full), near);
  const count = commonZones(latEven, latOdd);
  if (typeof count === 'string') return count;
  const lon = longitudeOf(even, odd, isOddNewer, count, surfaceDeg);
  return {
    lat: isOddNewer ? latOdd : latEven,
    lon: wrapLon(lon + surfaceDeg * Math.round((near.lon - lon) / surfaceDeg)),
  };
}

/** The place nearest to a known one. Right if both are within half a zone: 180 nmi in the air, 45 nmi on the surface. */
export function fromOne(half: Half, isOdd: boolean, isSurface: boolean, near: Place): Place | 'impossible' {
  const span = isSurface ? surfaceDeg : airborneDeg;
  const odd = isOdd ? 1 : 0;
  const lat = nearest(half.lat / full, span / (4 * zones - odd), near.lat);
  if (Math.abs(lat) > 90) return 'impossible';
  const lon = nearest(half.lon / full, span / Math.max(zonesAt(lat) - odd, 1), near.lon);
  return { lat, lon: wrapLon(lon) };
}

/** The value with this fraction of a zone that is nearest to another one. */
function nearest(fraction: number, zone: number, to: number): number {
  const here = to / zone;
  return zone * (fraction + Math.round(here - fraction));
}

const latitudeIndex = (even: Half, odd: Half): number => Math.floor((59 * even.lat - 60 * odd.lat) / full + 0.5);

/** Airborne latitudes are from 0 to 360, the south from 270 on. */
const signedLat = (lat: number): number => (lat >= 270 ? lat - 360 : lat);

/** Surface latitudes are from 0 to 90: north as they are, south 90 less. */
const hemisphereOf = (lat: number, near: Place): number =>
  Math.abs(lat - near.lat) <= Math.abs(lat - surfaceDeg - near.lat) ? lat : lat - surfaceDeg;

function commonZones(latEven: number, latOdd: number): number | Unplaced {
  if (Math.abs(latEven) > 90 || Math.abs(latOdd) > 90) return 'impossible';
  const count = zonesAt(latEven);
  return count === zonesAt(latOdd) ? count : 'crossed';
}

function longitudeOf(even: Half, odd: Half, isOdd: boolean, count: number, span: number): number {
  const own = Math.max(count - (isOdd ? 1 : 0), 1);
  const index = Math.floor((even.lon * (count - 1) - odd.lon * count) / full + 0.5);
  return (span / own) * (modulo(index, own) + (isOdd ? odd : even).lon / full);
}
