/** Positions, great circles, and bounds of a map. */
export type Place = { readonly lat: number; readonly lon: number };

const earthRadiusNmi = 3440.065;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** Great circle distance in nautical miles. */
export function distanceNmi(a: Place, b: Place): number {
  const [la, lb] = [radians(a.lat), radians(b.lat)];
  const h = Math.sin((lb - la) / 2) ** 2 + Math.cos(la) * Math.cos(lb) * Math.sin(radians(b.lon - a.lon) / 2) ** 2;
  return 2 * earthRadiusNmi * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The point at `fraction` (0 to 1) of the great circle from a to b. */
export function along(a: Place, b: Place, fraction: number): Place {
  const d = distanceNmi(a, b) / earthRadiusNmi;
  if (d === 0) return a;
  const [la, lb, oa, ob] = [radians(a.lat), radians(b.lat), radians(a.lon), radians(b.lon)];
  const [p, q] = [Math.sin((1 - fraction) * d) / Math.sin(d), Math.sin(fraction * d) / Math.sin(d)];
  const x = p * Math.cos(la) * Math.cos(oa) + q * Math.cos(lb) * Math.cos(ob);
  const y = p * Math.cos(la) * Math.sin(oa) + q * Math.cos(lb) * Math.sin(ob);
  const z = p * Math.sin(la) + q * Math.sin(lb);
  return { lat: degrees(Math.atan2(z, Math.hypot(x, y))), lon: degrees(Math.atan2(y, x)) };
}

/** Initial course from a to b, degrees clockwise from north, 0 to 359. */
export function courseDeg(a: Place, b: Place): number {
  const [la, lb, d] = [radians(a.lat), radians(b.lat), radians(b.lon - a.lon)];
  const course = degrees(
    Math.atan2(Math.sin(d) * Math.cos(lb), Math.cos(la) * Math.sin(lb) - Math.sin(la) * Math.cos(lb) * Math.cos(d)),
  );
  return Math.round((course + 360) % 360) % 360;
}

// ---- Bounds of a map, for every call with bounds.

/** Degrees. The latitudes in any order, the longitudes from west to east. Absent = no bound. */
export type Bounds = {
  readonly lat1?: number;
  readonly lat2?: number;
  readonly lon1?: number;
  readonly lon2?: number;
};
/** `spans` = [west, east], each -180 to 180 with west <= east. Two of them across the antimeridian. */
export type Box = {
  readonly south: number;
  readonly north: number;
  readonly spans: readonly (readonly [west: number, east: number])[];
};

/** A map moved around the world may request 200 degrees east, which is 160 west. From 170 to -170 crosses the antimeridian. */
export function boxOf({ lat1 = -90, lat2 = 90, lon1, lon2 }: Bounds): Box {
  const south = Math.max(Math.min(lat1, lat2), -90);
  const north = Math.min(Math.max(lat1, lat2), 90);
  if (lon1 !== undefined && lon2 !== undefined && lon2 - lon1 >= 360) return { south, north, spans: [[-180, 180]] };
  const west = lon1 === undefined ? -180 : aroundTheWorld(lon1);
  const east = lon2 === undefined ? 180 : aroundTheWorld(lon2);
  if (west <= east) return { south, north, spans: [[west, east]] };
  return {
    south,
    north,
    spans: [
      [west, 180],
      [-180, east],
    ],
  };
}

export function isInBox({ south, north, spans }: Box, latitude: number, longitude: number): boolean {
  if (!(latitude >= south && latitude <= north)) return false;
  return spans.some(([west, east]) => longitude >= west && longitude <= east);
}

function aroundTheWorld(longitude: number): number {
  if (longitude >= -180 && longitude <= 180) return longitude;
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
