/** Bounds of a map, for every call with bounds. */

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
