/**
 * A part of the world as a map shows it. Pure.
 * Must not: know a projection or a zoom.
 */

/** Degrees. `east` may be above 180 and `west` below -180 where the date line is in view: west < east always. */
export type Bounds = {
  readonly north: number;
  readonly south: number;
  readonly east: number;
  readonly west: number;
};

/** Into -180 to 180: a map that was turned around the world stands where it did. */
export function wrapLon(lon: number): number {
  return lon >= -180 && lon <= 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180;
}

/** `lon` from -180 to 180. */
export function isWithin({ north, south, east, west }: Bounds, lat: number, lon: number): boolean {
  if (lat < south || lat > north) return false;
  const turns = Math.ceil((west - lon) / 360);
  return lon + turns * 360 <= east;
}

/** Is this a place on earth? Whatever a server sent is not until it was asked. */
export function isPlace(lat: unknown, lon: unknown): boolean {
  return typeof lat === 'number' && typeof lon === 'number' && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
}

/** As calls are asked for it: from south-west to north-east, each from -180 to 180; over the date line `lon1` is the larger. */
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
/** A tenth of a metre is enough of them. */
const degrees = (value: number): string => String(Math.round(value * 1e6) / 1e6);
