/** Values and facts as words of a sentence, in one notation everywhere. Pure. */
import type { FactPlace, Facts } from '../contract/entities/meaning.ts';

/** `HH:MM` or `HH:MM:SS` of digits `HHMM`, `HHMMSS`. null = no time of day. 24:00 is the end of a day. */
export function timeOf(digits: string): string | null {
  const parts = /^(\d\d)(\d\d)(\d\d)?$/
    .exec(digits)
    ?.slice(1)
    .filter((part) => part !== undefined);
  if (!parts) return null;
  const [hour = 99, minute = 99, second = 0] = parts.map(Number);
  const isTime = (hour < 24 && minute < 60 && second < 60) || (hour === 24 && minute === 0 && second === 0);
  return isTime ? parts.join(':') : null;
}

export const pressureLevel = (hundreds: number): NonNullable<Facts['altitude']> => ({
  words: `FL${String(hundreds).padStart(3, '0')}`,
  ft: hundreds * 100,
});
export const pressureFeet = (ft: number): NonNullable<Facts['altitude']> => ({ words: `${grouped(ft)} ft`, ft });

/** One for all: `toLocaleString` looks it up each time, which takes longer than to decode a message. */
const numbers = new Intl.NumberFormat('en-US');
/** `35,000`, `−1,200`: with a true minus. */
export const grouped = (value: number): string => numbers.format(value).replace('-', '−');
export const celsiusWords = (value: number): string => `${grouped(value)} °C`;
const windOf = ({ windFromDeg, windKt }: Facts): string | null =>
  windFromDeg === undefined || windKt === undefined
    ? null
    : `wind ${String(windFromDeg).padStart(3, '0')}° ${windKt} kt`;
/** `−57.7 °C, wind 327° 21 kt` */
export const airWords = (facts: Facts): string =>
  list([facts.temperatureC !== undefined && celsiusWords(facts.temperatureC), windOf(facts)]);

/** `10.75 N 57.24 E` */
export const degreesWords = ({ lat, lon }: { readonly lat: number; readonly lon: number }, decimals = 2): string =>
  `${Math.abs(lat).toFixed(decimals)} ${lat < 0 ? 'S' : 'N'} ${Math.abs(lon).toFixed(decimals)} ${lon < 0 ? 'W' : 'E'}`;

/** `ROTAR`, `10.75 N 57.24 E`. null = neither. */
export function placeWords({ name, lat, lon }: FactPlace): string | null {
  if (name !== undefined && name !== '') return name;
  return lat === undefined || lon === undefined ? null : degreesWords({ lat, lon });
}

/** `4.2 t`, `12,300 lb`, `fuel 148`: without a unit the number needs its name. */
export function fuelWords({ value, unit }: NonNullable<Facts['fuel']>): string {
  if (unit === null) return `fuel ${grouped(value)}`;
  return unit === 'kg' && value >= 1000 ? `${(value / 1000).toFixed(1)} t` : `${grouped(value)} ${unit}`;
}

/** Parts of a sentence. */
export const list = (parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter((part): part is string => typeof part === 'string' && part !== '').join(', ');

/** The first names: `ZUN, PYRIT, DRK and 3 more`. */
export const namesWords = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ');

/** `Position near ROTAR 14:02Z, FL350, ETA EDDF 14:32Z, 4.2 t`: whatever of these the text holds. `passed` = the waypoint behind. */
export function positionWords(facts: Facts, passed?: string): string {
  const { position, altitude, time, times, to, next, fuel, speed, temperatureC } = facts;
  const where = position ? placeWords(position) : null;
  const isNamed = where !== null && position?.name === where;
  const at = position?.time ?? time;
  const ahead = next
    ?.map((one) => list([placeWords(one)]) + (one.time ? ` ${one.time}Z` : ''))
    .find((one) => one !== '');
  return list([
    `Position${where === null ? ' report' : ` ${isNamed ? 'near ' : ''}${where}`}${at ? ` ${at}Z` : ''}`,
    altitude?.words,
    passed,
    speed && `${grouped(speed.value)} ${speed.unit ?? ''}`.trim(),
    ahead && `next ${ahead}`,
    times?.eta ? `ETA ${to ? `${to} ` : ''}${times.eta}Z` : to && `to ${to}`,
    fuel && fuelWords(fuel),
    windOf(facts),
    temperatureC !== undefined && celsiusWords(temperatureC),
  ]);
}

const movements = [
  [
    'in',
    (at: string, { from, to }: Facts) => `At the gate${to ? ` at ${to}` : ''} ${at}Z${from ? `, from ${from}` : ''}`,
  ],
  ['on', (at: string, { from, to }: Facts) => `Landed${to ? ` at ${to}` : ''} ${at}Z${from ? `, from ${from}` : ''}`],
  [
    'off',
    (at: string, { from, to }: Facts) => `Took off${from ? ` from ${from}` : ''} ${at}Z${to ? `, to ${to}` : ''}`,
  ],
  [
    'out',
    (at: string, { from, to }: Facts) => `Left the gate${from ? ` at ${from}` : ''} ${at}Z${to ? `, to ${to}` : ''}`,
  ],
] as const;
/** The last of out, off, on, in that the text holds, or its estimates. null = no time. */
export function gateWords(facts: Facts): string | null {
  const { times, to, fuel, gate } = facts;
  for (const [name, words] of movements) {
    const at = times?.[name];
    const eta = times?.eta;
    if (at)
      return list([
        words(at, facts),
        eta && name !== 'in' && name !== 'on' && `ETA ${eta}Z`,
        gate && `gate ${gate}`,
        fuel && fuelWords(fuel),
      ]);
  }
  if (!times?.eta) return null;
  return list([`ETA ${to ? `${to} ` : ''}${times.eta}Z`, gate && `gate ${gate}`, fuel && fuelWords(fuel)]);
}

/** A text as one line of up to 120 characters, without control characters. */
export function oneLine(text: string): string {
  const line = text
    .slice(0, 1000)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length > 120 ? `${line.slice(0, 119).trim()}…` : line;
}

/** `KIAD to KLAX`, or what is known of it. */
export function routeWords({ from, to }: Facts): string {
  if (from && to) return `${from} to ${to}`;
  return from ? `from ${from}` : to ? `to ${to}` : '';
}
