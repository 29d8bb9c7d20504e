/** Position of the sun to about 0.1 degrees, and its next rise or set. Pure. */
import { dayMs } from '../../contract/durations.ts';

/** 1 January 2000, 12:00 UTC. */
const epochMs = Date.UTC(2000, 0, 1, 12);
const rad = Math.PI / 180;

/** Where the sun is overhead, by the low-precision formula of the Astronomical Almanac. */
export function subsolarPoint(at: number): { readonly lat: number; readonly lon: number } {
  const days = (at - epochMs) / dayMs;
  const anomaly = (357.528 + 0.985_600_3 * days) * rad;
  const meanLon = 280.46 + 0.985_647_4 * days;
  const lambda = (meanLon + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * rad;
  const tilt = (23.439 - 0.000_000_4 * days) * rad;
  const rightAscension = Math.atan2(Math.cos(tilt) * Math.sin(lambda), Math.cos(lambda)) / rad;
  const siderealDeg = 280.460_62 + 360.985_647_366_29 * days;
  const lon = rightAscension - siderealDeg;
  return { lat: Math.asin(Math.sin(tilt) * Math.sin(lambda)) / rad, lon: lon - 360 * Math.round(lon / 360) };
}

/** Altitude of the upper rim at rise and set, with refraction. */
const horizonDeg = -0.833;
const stepMs = 60_000;

/** Of the sun's centre above the horizon. */
export function altitudeDeg(at: number, { lat, lon }: { readonly lat: number; readonly lon: number }): number {
  const sun = subsolarPoint(at);
  const sine =
    Math.sin(lat * rad) * Math.sin(sun.lat * rad) +
    Math.cos(lat * rad) * Math.cos(sun.lat * rad) * Math.cos((lon - sun.lon) * rad);
  return Math.asin(Math.max(-1, Math.min(1, sine))) / rad;
}

/** The next within a day. null = polar day or night. `at` to the minute. */
export function nextSunEvent(
  now: number,
  place: { readonly lat: number; readonly lon: number },
): { readonly what: 'sunrise' | 'sunset'; readonly at: number } | null {
  const isUp = altitudeDeg(now, place) > horizonDeg;
  const first = Math.ceil(now / stepMs) * stepMs;
  for (let at = first; at <= now + dayMs; at += stepMs)
    if (altitudeDeg(at, place) > horizonDeg !== isUp) return { what: isUp ? 'sunset' : 'sunrise', at };
  return null;
}
