/** Times, positions and altitudes as written in ACARS texts. */
import type { FlightState } from './flight.ts';
import type { Random } from './random.ts';

export const pad = (value: number, length: number): string => String(Math.round(Math.abs(value))).padStart(length, '0');
export const hhmm = (ms: number): string => new Date(ms).toISOString().slice(11, 16).replace(':', '');
export const hhmmss = (ms: number): string => new Date(ms).toISOString().slice(11, 19).replaceAll(':', '');
export const dayOfMonth = (ms: number): string => new Date(ms).toISOString().slice(8, 10);
export const ns = (lat: number): string => (lat < 0 ? 'S' : 'N');
export const ew = (lon: number): string => (lon < 0 ? 'W' : 'E');
/** Degrees, minutes and tenths without a point: N44343E026051. */
export function degreesMinutes(lat: number, lon: number): string {
  const part = (value: number, digits: number): string => {
    const tenths = Math.round(Math.abs(value) * 600);
    return `${pad(Math.floor(tenths / 600), digits)}${pad(tenths % 600, 3)}`;
  };
  return `${ns(lat)}${part(lat, 2)}${ew(lon)}${part(lon, 3)}`;
}
export const level = (altFt: number): string => pad(altFt / 100, 3);
export const degreesC = (altFt: number): number => Math.round(15 - Math.min(altFt, 36_000) / 505);
export const signed = (value: number, length: number): string => `${value < 0 ? 'M' : 'P'}${pad(value, length)}`;
/** 16 bits as four hex digits, as CRCs end such texts. */
export const check = (random: Random): string => random.whole(0, 0xffff).toString(16).toUpperCase().padStart(4, '0');
/** Fuel left, in tenths of tonnes. */
export const fuel = (s: FlightState): string => ((1 - s.fraction) * 8 + 3.4).toFixed(1);

const consonants = 'BDFGKLMNPRSTVX';
const vowels = 'AEIOU';
/** An invented five-letter waypoint. The same part of a route has the same names. */
export function waypoint(s: FlightState, ahead: number): string {
  let n =
    (s.from.icao.charCodeAt(1) * 31 + s.to.icao.charCodeAt(2) * 17 + Math.floor(s.fraction * 24) + ahead) * 2654435761;
  let name = '';
  for (let i = 0; i < 5; i++) {
    n = Math.floor(n / 7) + 13 * (i + 1);
    const letters = i % 2 ? vowels : consonants;
    name += letters[n % letters.length];
  }
  return name;
}
export const minutes = (ms: number, count: number): number => ms + count * 60_000;
