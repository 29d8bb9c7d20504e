/** Distances on the sphere. */

export type Place = { readonly lat: number; readonly lon: number };

const earthM = 6_371_000;
const radians = Math.PI / 180;

export function distanceM(from: Place, to: Place): number {
  const fromLat = from.lat * radians;
  const toLat = to.lat * radians;
  const up = Math.sin((toLat - fromLat) / 2);
  const across = Math.sin(((to.lon - from.lon) * radians) / 2);
  const square = up * up + Math.cos(fromLat) * Math.cos(toLat) * across * across;
  return 2 * earthM * Math.asin(Math.min(1, Math.sqrt(square)));
}

/** Into -180 to 180, without 180. */
export function wrapLon(lon: number): number {
  const wrapped = lon - Math.floor((lon + 180) / 360) * 360;
  // Next to the date line the sum above is rounded to the other side.
  return wrapped >= -180 && wrapped < 180 ? wrapped : -180;
}
