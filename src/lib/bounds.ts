/** Bounds of a map. Pure. */

/** Degrees. `east` may exceed 180 and `west` may be below -180 across the date line: always west < east. */
export type Bounds = {
  readonly north: number;
  readonly south: number;
  readonly east: number;
  readonly west: number;
};

export const world: Bounds = { north: 90, south: -90, east: 180, west: -180 };

/** Normalised to -180..180, for a map that was moved around the world. */
export function wrapLon(lon: number): number {
  return lon >= -180 && lon <= 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180;
}

/** `lon` from -180 to 180. */
export function isWithin({ north, south, east, west }: Bounds, lat: number, lon: number): boolean {
  if (lat < south || lat > north) return false;
  const turns = Math.ceil((west - lon) / 360);
  return lon + turns * 360 <= east;
}

/** Whether all of `inner` is part of `outer`, with a tolerance of a fiftieth: a small move requests nothing. */
export function covers(outer: Bounds, inner: Bounds): boolean {
  const [dLat, dLon] = [(inner.north - inner.south) / 50, (inner.east - inner.west) / 50];
  if (inner.south < outer.south - dLat || inner.north > outer.north + dLat) return false;
  if (outer.east - outer.west >= 360) return true;
  const west = outer.west + ((((inner.west + dLon - outer.west) % 360) + 360) % 360);
  return west + (inner.east - inner.west) - 2 * dLon <= outer.east;
}

/** Whether this is a valid position, for values of any server. */
export function isPlace(lat: unknown, lon: unknown): boolean {
  return typeof lat === 'number' && typeof lon === 'number' && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
}

/** Call parameters: from south-west to north-east, each -180 to 180. Across the date line `lon1` is larger. */
export function boundsQuery({
  north,
  south,
  east,
  west,
}: Bounds): Readonly<Record<'lat1' | 'lat2' | 'lon1' | 'lon2', string>> {
  const isWhole = east - west >= 360;
  return {
    lat1: degrees(Math.max(south, -90)),
    lat2: degrees(Math.min(north, 90)),
    lon1: degrees(isWhole ? -180 : wrapLon(west)),
    lon2: degrees(isWhole ? 180 : wrapLon(east)),
  };
}
/** Rounded to a tenth of a metre. */
const degrees = (value: number): string => String(Math.round(value * 1e6) / 1e6);
