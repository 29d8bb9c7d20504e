/**
 * The part of the world that a map asks for. Must not: know what is looked for there.
 */

/** Degrees; the two latitudes in any order, the longitudes from west to east. An absent one is no bound. */
export type Bounds = {
  readonly lat1?: number | undefined;
  readonly lat2?: number | undefined;
  readonly lon1?: number | undefined;
  readonly lon2?: number | undefined;
};
/** null = no bound. A west that is greater than the east lies beyond the antimeridian. */
export type Sides = Readonly<Record<'south' | 'north' | 'west' | 'east', number | null>>;

/** A map that was moved around the world may ask for 200 degrees east: that is 160 west. From 170 to -170 goes over the antimeridian. */
export function sidesOf({ lat1, lat2, lon1, lon2 }: Bounds): Sides {
  const [south, north] = lat1 !== undefined && lat2 !== undefined && lat1 > lat2 ? [lat2, lat1] : [lat1, lat2];
  const isRound = lon1 !== undefined && lon2 !== undefined && lon2 - lon1 >= 360;
  return {
    south: south ?? null,
    north: north ?? null,
    west: isRound || lon1 === undefined ? null : aroundTheWorld(lon1),
    east: isRound || lon2 === undefined ? null : aroundTheWorld(lon2),
  };
}

export function isWithin({ south, north, west, east }: Sides, lat: number, lon: number): boolean {
  if (south !== null && lat < south) return false;
  if (north !== null && lat > north) return false;
  const isEastOfWest = west === null || lon >= west;
  const isWestOfEast = east === null || lon <= east;
  return west !== null && east !== null && west > east ? isEastOfWest || isWestOfEast : isEastOfWest && isWestOfEast;
}

function aroundTheWorld(longitude: number): number {
  if (longitude >= -180 && longitude <= 180) return longitude;
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}
