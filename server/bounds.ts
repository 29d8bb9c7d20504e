/**
 * The part of the earth that a map shows, for every call that is asked with bounds.
 * Must not: know what is looked for in it, or how a call names its parameters.
 */

/** Degrees; the two latitudes in any order, the longitudes from west to east. An absent one is no bound. */
export type Bounds = {
  readonly lat1?: number;
  readonly lat2?: number;
  readonly lon1?: number;
  readonly lon2?: number;
};
/** `spans` = [west, east], each from -180 to 180 with west <= east: two of them when the bounds go over the antimeridian. */
export type Box = {
  readonly south: number;
  readonly north: number;
  readonly spans: readonly (readonly [west: number, east: number])[];
};

/** A map that was moved around the world may ask for 200 degrees east: that is 160 west. From 170 to -170 goes over the antimeridian. */
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
