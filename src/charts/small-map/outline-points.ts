/** Corners of a range outline on the earth. Pure. */
import type { Place } from './position-view.ts';

const earthRadiusNmi = 3440.065;
const radians = Math.PI / 180;

/** Where a course of `bearingDeg` from the place ends after `nmi`. Longitudes continue beyond 180, so that an outline stays whole. */
export function pointAt({ lat, lon }: Place, bearingDeg: number, nmi: number): Place {
  const [angle, course, from] = [nmi / earthRadiusNmi, bearingDeg * radians, lat * radians];
  const to = Math.asin(Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(course));
  const turned = Math.atan2(
    Math.sin(course) * Math.sin(angle) * Math.cos(from),
    Math.cos(angle) - Math.sin(from) * Math.sin(to),
  );
  return { lat: to / radians, lon: lon + turned / radians };
}

/** Both ends of each bearing. Without receptions there is no outline. */
export function outlinePoints(place: Place, outline: readonly (number | null)[]): Place[] {
  if (!outline.some((nmi) => (nmi ?? 0) > 0)) return [];
  const widthDeg = 360 / outline.length;
  return outline.flatMap((nmi, at) =>
    nmi === null ? [place] : [pointAt(place, at * widthDeg, nmi), pointAt(place, (at + 1) * widthDeg, nmi)],
  );
}
