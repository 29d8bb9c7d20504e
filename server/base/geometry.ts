/** Positions and great circles. */
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
