/** Times, positions, fuel, wind and names as the demo's texts write them, and what a text is made of. */
import { hourMs } from '../../contract/durations.ts';
import { aircraftTypes } from './aircraft-types.ts';
import type { DemoAircraft } from './fleet.ts';
import type { FlightState } from './flight.ts';
import type { Random } from './random.ts';

export type Moment = {
  readonly aircraft: DemoAircraft;
  readonly state: FlightState;
  readonly atMs: number;
  readonly random: Random;
};
/**
 * `text` is complete: traffic cuts texts longer than a block. `containsPosition` = it contains the position. `number` = first letter of
 * the message number, '' = none (an uplink). `isIntact` = no damaged copy is passed on.
 */
export type DemoText = {
  readonly label: string;
  readonly text: string;
  readonly number: string;
  readonly containsPosition?: true;
  readonly containsDestination?: true;
  readonly isIntact?: true;
};

export const pad = (value: number, length: number): string => String(Math.round(Math.abs(value))).padStart(length, '0');
const iso = (ms: number): string => new Date(ms).toISOString();
export const hhmm = (ms: number): string => iso(ms).slice(11, 16).replace(':', '');
export const hhmmss = (ms: number): string => iso(ms).slice(11, 19).replaceAll(':', '');
export const dayOfMonth = (ms: number): string => iso(ms).slice(8, 10);
/** YYMMDD */
export const yymmdd = (ms: number): string => iso(ms).slice(2, 10).replaceAll('-', '');
const monthNames = 'JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC';
/** NOV */
export const monthName = (ms: number): string => monthNames.substr(new Date(ms).getUTCMonth() * 3, 3);
/** DDMMMYY */
export const dateName = (ms: number): string => `${dayOfMonth(ms)}${monthName(ms)}${iso(ms).slice(2, 4)}`;

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

type Wind = { readonly from: number; readonly kt: number };
/** From the west, stronger with altitude. The same place has the same wind. */
export function windOf({ lat, lon, altFt }: Pick<FlightState, 'lat' | 'lon' | 'altFt'>): Wind {
  const wave = Math.sin(lat / 7) + Math.cos(lon / 11);
  return { from: Math.round(265 + 35 * wave), kt: Math.round(8 + (altFt / 1000) * (1.2 + 0.45 * wave)) };
}
/** 265045 */
export const windDigits = (state: FlightState): string => {
  const { from, kt } = windOf(state);
  return `${pad(from, 3)}${pad(kt, 3)}`;
};

/** Fuel on board, kg: what the rest of the flight burns, and a reserve. Falls with time, and at the gate stays. */
export function fuelKg({ aircraft, state, atMs }: Moment): number {
  const { burnKgHour, reserveKg } = aircraftTypes[aircraft.type];
  const { off, on } = state.times;
  const left = Math.min(Math.max(on - atMs, 0), on - off) / hourMs;
  return Math.round(reserveKg + burnKgHour * left);
}
/** In hundreds of kg. */
export const fuelHundreds = (moment: Moment): number => Math.round(fuelKg(moment) / 100);

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

/** The stand of a flight at an airport. */
export const standOf = ({ flight, from }: FlightState): string => {
  const n = Number(flight.slice(2)) * 7 + from.icao.charCodeAt(3);
  return `${'ABCD'[n % 4]}${2 + (n % 47)}`;
};
/** Runways by airport are not part of the demo: a number for each, always the same. */
export const runwayOf = (icao: string): string =>
  pad(1 + ((icao.charCodeAt(1) * 5 + icao.charCodeAt(2) * 3 + icao.charCodeAt(3)) % 36), 2);

/** CRC-16, polynomial 1021, from FFFF, inverted, as four digits: ARINC 622, 623 and 702. */
export const checksum = (bytes: Iterable<number>): string =>
  (crc16(bytes) ^ 0xffff).toString(16).toUpperCase().padStart(4, '0');
export function crc16(bytes: Iterable<number>): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}
export const codesOf = (text: string): number[] => Array.from(text, (one) => one.charCodeAt(0));
export const withChecksum = (text: string): string => text + checksum(codesOf(text));
