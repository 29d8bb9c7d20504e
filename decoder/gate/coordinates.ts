/** Positions in texts, each in the notation of its field: degrees with decimals, or with minutes and seconds. Pure. */

import { degreesWords } from '../words.ts';

export type Position = { readonly lat: number; readonly lon: number };
export type FoundPosition = Position & { readonly start: number; readonly end: number };

type Notation = {
  /** Limits it to a label or a beginning. null = every text. */
  readonly of: ((label: string, text: string) => boolean) | null;
  /** Groups: ns, a (degrees), af (their decimals), am (minutes), as (seconds), and ew, o, of, om, os for the longitude. */
  readonly pattern: RegExp;
  /** Without letters a pair of numbers is a position only if its format says so. */
  readonly isBare?: true;
};

const gap = '[ ,/]{0,3}';
const between = '(?<ew>[EW])';
const notation = (pattern: string, of: Notation['of'] = null): Notation => ({ of, pattern: new RegExp(pattern, 'g') });

const isFst = (label: string, text: string): boolean => label === '15' && text.startsWith('FST01');
/** The first that applies to a stretch of text. FST01 has two: the airports decide. */
const notations: readonly Notation[] = [
  // FST01...N373488W0756927: ten thousandths of a degree. With a leading zero it may be N050.123.
  notation(String.raw`(?<ns>[NS])(?<a>\d{2})(?<af>\d{4})${between}(?<o>\d{3})(?<of>\d{4})`, isFst),
  notation(String.raw`(?<ns>[NS])(?<a>0\d{2})(?<af>\d{3})${between}(?<o>\d{3})(?<of>\d{4})`, isFst),
  // POSA1N38843W 78790: thousandths. Minutes would be above 60.
  notation(
    String.raw`(?<ns>[NS])(?<a>[ \d]\d)(?<af>\d{3})${between}(?<o>[ \d]{2}\d)(?<of>\d{3})`,
    (label, text) => label === '16' && text.startsWith('POSA1'),
  ),
  // POS082150, N 6176,E 4643: hundredths.
  notation(
    String.raw`(?<ns>[NS])(?<a> ?[ \d]\d)(?<af>\d{2}),${between}(?<o> ?[ \d]{0,2}\d)(?<of>\d{2})(?=,)`,
    (label, text) => label === '10' && text.startsWith('POS'),
  ),
  // N 390104W 754601, S101043,W1530624: degrees, minutes, seconds.
  notation(
    String.raw`(?<ns>[NS])[ 0]?(?<a>\d{2}| \d)(?<am>\d{2})(?<as>\d{2})${gap}${between}(?<o>\d{3}| \d{2}| {2}\d)(?<om>\d{2})(?<os>\d{2})(?!\d)`,
    (label, text) => !isFst(label, text),
  ),
  // N3539.2W07727.1, with other digits behind it; N3835.95 W07858.88
  notation(
    String.raw`(?<ns>[NS]) ?(?<a>\d{2})(?<am>\d{2}\.\d)(?!\d)${gap}${between}(?<o>\d{3}| ?\d{2})(?<om>\d{2}\.\d)`,
  ),
  notation(
    String.raw`(?<ns>[NS]) ?(?<a>\d{2})(?<am>\d{2}\.\d{2,})${gap}${between}(?<o>\d{3}| ?\d{2})(?<om>\d{2}\.\d{2,})`,
  ),
  // 2315.5S04645.5W
  notation(String.raw`(?<!\d)(?<a>\d{2})(?<am>\d{2}\.\d+)(?<ns>[NS])(?<o>\d{3})(?<om>\d{2}\.\d+)${between}`),
  // N 38.364 W 75.226, S  3.882E 15.178, N 51.412,E   7.050
  notation(String.raw`(?<ns>[NS]) {0,3}(?<a>0?\d{1,2}\.\d+)${gap}${between} {0,3}(?<o>0?\d{1,3}\.\d+)`),
  // LON W077.358/LAT N39.126
  notation(
    String.raw`LON ${between} {0,2}(?<o>\d{1,3}\.\d+)\/LAT (?<ns>[NS]) {0,2}(?<a>\d{1,2}\.\d+)`,
    (label) => label === '1L',
  ),
  // LATN16491/LONE068519: tenths of minutes
  notation(
    String.raw`LAT(?<ns>[NS])(?<a>\d{2})(?<am>\d{3})\/LON${between}(?<o>\d{3})(?<om>\d{3})(?!\d)`,
    (label) => label === '80',
  ),
  // LAT N061.84,LON E052.79
  notation(
    String.raw`LAT (?<ns>[NS]) ?(?<a>\d{2,3}\.\d+),LON ${between} ?(?<o>\d{2,3}\.\d+)`,
    (label) => label === '11',
  ),
  // N040586 W074421: a zero, then tenths of minutes.
  notation(
    String.raw`(?<ns>[NS])0(?<a>\d{2})(?<am>\d{3}) ?${between}(?<o>\d{3})(?<om>\d{3})(?!\d)`,
    (label, text) => !isFst(label, text),
  ),
  // 76401, and below N35043W106541: thousandths. Minutes would be above 60.
  notation(
    String.raw`(?<ns>[NS])(?<a>\d{2})(?<af>\d{3})${between}(?<o>\d{3})(?<of>\d{3})`,
    (label, text) => label === 'H1' && text.startsWith('76401'),
  ),
  // ABS001DA_, and below 35607-106355: thousandths, north and east without a sign.
  notation(
    String.raw`(?<ns>[ -])(?<a>\d{2})(?<af>\d{3})(?<ew>[ -])(?<o>\d{3})(?<of>\d{3})`,
    (label, text) => label === 'H1' && text.startsWith('ABS'),
  ),
  // TRP 001209  36.5670 -106.7351
  notation(
    String.raw`(?<ns>-?)(?<a>\d{1,2}\.\d{4}) +(?<ew>-?)(?<o>\d{1,3}\.\d{4})`,
    (label, text) => label === 'H1' && text.startsWith('TRP '),
  ),
  // N38570W077518 (ARINC 702), N38568 W077261: tenths of minutes.
  notation(
    String.raw`(?<ns>[NS])(?<a>\d{2}| \d)(?<am>\d{3}) ?${between}(?<o>\d{3}| \d{2}| {2}\d)(?<om>\d{3})`,
    (label, text) => !(label === '16' && text.startsWith('POSA1')),
  ),
  // 3356N11824W, 4230N07130W
  notation(String.raw`(?<a>\d{2})(?<am>\d{2})(?<ns>[NS])(?<o>\d{3})(?<om>\d{2})${between}`),
  // 2340+2783-2514/42237: hundredths.
  notation(
    String.raw`(?<ns>[+-])(?<a>\d{2})(?<af>\d{2})(?<ew>[+-])(?<o>\d{2,3})(?<of>\d{2})(?=\/)`,
    (label) => label === '2F',
  ),
  // POS, and below 35000 48.06-121.17: columns. The sign is in the first or the last blank.
  notation(
    String.raw` ?(?<ns>-?) ?(?<a>\d{1,2}\.\d{2}) {0,2}(?<ew>-?) {0,2}(?<o>\d{1,3}\.\d{2})`,
    (label, text) => label === '14' && text.startsWith('POS'),
  ),
  // *POS10300950N3954W07759363312045802
  notation(
    String.raw`(?<ns>[NS])(?<a>\d{2})(?<am>\d{2})${between}(?<o>\d{3})(?<om>\d{2})`,
    (label, text) => label === 'H1' && text.startsWith('*POS'),
  ),
  // 39.43,- 75.62
  {
    of: (label) => ['2P', '83', '4N', '1L', 'H1', '13', '14', '15', '16', '17', '18'].includes(label),
    pattern: /(?<![\d.])(?<ns>[+-]?) {0,2}(?<a>\d{1,2}\.\d+)[,/] {0,3}(?<ew>[+-]?) {0,3}(?<o>\d{1,3}\.\d+)(?![\d.])/g,
    isBare: true,
  },
];

type Checks = {
  /** Origin and destination, as far as the text names them. */
  readonly airports: readonly string[];
  readonly known: Position | null;
  /** A position that a format claims for a pair of numbers without letters. 'any' = the format says where in the text it is. */
  readonly bare?: Position | 'any' | null;
  /** Only positions in this part of the text. */
  readonly within?: readonly [start: number, end: number];
};

/**
 * All positions of a text in order, without those outside the range or at 0, 0, those far from the airports of the flight, and
 * those far from where the aircraft is.
 */
export function positionsIn(label: string, text: string, { airports, known, bare, within }: Checks): FoundPosition[] {
  // With the characters beside it: some notations depend on them.
  const from = within ? Math.max(0, within[0] - 1) : 0;
  const part = within ? text.slice(from, within[1] + 1) : text;
  const found: FoundPosition[] = [];
  const unclear: FoundPosition[] = [];
  for (const { of, pattern, isBare } of notations) {
    if (of !== null && !of(label, text)) continue;
    // matchAll would copy the pattern for each text.
    pattern.lastIndex = 0;
    for (let match = pattern.exec(part); match; match = pattern.exec(part)) {
      const position = readPosition(match.groups ?? {});
      if (position === null || !isNearFlight(position, airports) || !isNearPlace(position, known)) continue;
      if (isBare && bare !== 'any' && !(bare && isSame(position, bare))) continue;
      const place = {
        ...position,
        start: from + match.index,
        end: from + match.index + match[0].length,
      };
      const twin = found.find((other) => place.start < other.end && other.start < place.end);
      if (!twin) found.push(place);
      else if (isFst(label, text)) unclear.push(twin);
    }
  }
  return found.filter((one) => !unclear.includes(one)).sort((a, b) => a.start - b.start);
}

const avionics = /^(?<ns>[NS])(?<a>\d{2})(?<am>\d{3})(?<ew>[EW])(?<o>\d{3})(?<om>\d{3})$/;
/** A field that is a position of ARINC 702, `N38570W077518`: tenths of minutes. null = it is none, or cannot be. */
export function avionicsPosition(text: string, known: Position | null): Position | null {
  const groups = avionics.exec(text)?.groups;
  const position = groups ? readPosition(groups) : null;
  return position && isNearPlace(position, known) ? position : null;
}

type Groups = Readonly<Record<string, string | undefined>>;

function readPosition({ ns, ew, ...parts }: Groups): Position | null {
  const lat = degreesOf(parts.a, parts.af, parts.am, parts.as);
  const lon = degreesOf(parts.o, parts.of, parts.om, parts.os);
  if (lat === null || lon === null || lat > 90 || lon > 180 || (lat === 0 && lon === 0)) return null;
  return { lat: ns === 'S' || ns === '-' ? -lat : lat, lon: ew === 'W' || ew === '-' ? -lon : lon };
}

/** null = minutes or seconds of 60 and more. Minutes without a point have tenths as their third digit. */
function degreesOf(whole = '', decimals?: string, minutes?: string, seconds?: string): number | null {
  const min = minutes === undefined ? 0 : Number(minutes) / (/^\d{3}$/.test(minutes) ? 10 : 1);
  const sec = seconds === undefined ? 0 : Number(seconds);
  // Some avionics round 59.96 minutes to 60.0.
  if (min > 60 || (min === 60 && seconds !== undefined) || sec >= 60) return null;
  const degrees = Number(decimals === undefined ? whole : `${whole}.${decimals}`.replaceAll(' ', ''));
  return Number.isNaN(degrees) ? null : degrees + min / 60 + sec / 3600;
}

/** The library writes three decimals, and drops a fourth digit of label 21. */
const isSame = (a: Position, b: Position): boolean =>
  Math.abs(a.lat - b.lat) < 0.011 && Math.abs(a.lon - b.lon) < 0.011;

/** `38.953 N 77.863 W`: as in sentences, with a decimal more. */
export const writePosition = (position: Position): string => degreesWords(position, 3);

// ---- Whether a position can belong to a flight: between the areas of two ICAO codes, near where the aircraft is. Coarse, without a list of airports. Pure.

type Area = readonly [south: number, north: number, west: number, east: number];
/** By the first letters (ICAO Doc 7910), or the whole code far from its country. East of 180 goes on above 180. */
const areas: Readonly<Record<string, Area>> = {
  A: [-15, 5, 140, 180],
  B: [41, 84, -75, 22],
  C: [41, 84, -142, -52],
  D: [3, 38, -9, 17],
  E: [47, 81, -15, 35],
  EGYP: [-53, -51, -62, -57],
  F: [-55, 25, -30, 75],
  G: [3, 36, -26, -1],
  H: [-12, 34, 9, 52],
  K: [24, 50, -125, -66],
  L: [27, 52, -32, 46],
  LFVM: [46, 48, -57, -56],
  LFVP: [46, 48, -57, -56],
  M: [5, 33, -119, -59],
  N: [-55, 0, 155, 230],
  NZ: [-48, -34, 166, 184],
  NZFX: [-79, -77, 166, 168],
  NZWD: [-79, -77, 166, 168],
  O: [12, 40, 32, 78],
  P: [-16, 72, 130, 231],
  R: [4, 46, 116, 154],
  S: [-57, 14, -110, -28],
  SA: [-56, -21, -74, -53],
  SC: [-56, -17, -110, -66],
  SCRM: [-63, -62, -60, -58],
  T: [10, 33, -68, -58],
  U: [35, 82, 19, 191],
  V: [-1, 36, 67, 116],
  W: [-12, 8, 94, 142],
  Y: [-55, -9, 96, 169],
  Z: [18, 54, 73, 136],
};
/** Degrees around the areas of both airports: of latitude, of longitude. */
const margin = 5;
const sideMargin = 12;
/** Degrees of longitude. Longer flights may cross the polar region, or go either way around. */
const longFlight = 60;
const anyWay = 120;

/** True if fewer than two airports are known. */
function isNearFlight({ lat, lon }: Position, airports: readonly string[]): boolean {
  const ends = airports.flatMap((code) =>
    /^[A-Z]{4}$/.test(code) ? [areas[code] ?? areas[code.slice(0, 2)] ?? areas[code.slice(0, 1)]] : [],
  );
  const known = ends.filter((area) => area !== undefined);
  if (known.length < 2) return true;
  const south = Math.min(...known.map(([value]) => value));
  const north = Math.max(...known.map(([, value]) => value));
  const [west, east] = narrowest(known);
  const isLong = east - west > longFlight;
  if (lat < south - margin && !(isLong && south < -25)) return false;
  if (lat > north + margin && !(isLong && north > 25)) return false;
  if (east - west > anyWay) return true;
  return [lon, lon + 360].some((value) => value >= west - sideMargin && value <= east + sideMargin);
}

/** West and east of all areas, the shorter way around. */
function narrowest(known: readonly Area[]): readonly [number, number] {
  const spans = [0, 360].map((turn): readonly [number, number] => {
    const edges = known.map(
      ([, , west, east]) => (west < 0 ? [west + turn, east + turn] : [west, east]) as [number, number],
    );
    return [Math.min(...edges.map(([west]) => west)), Math.max(...edges.map(([, east]) => east))];
  });
  return spans.reduce((best, span) => (span[1] - span[0] < best[1] - best[0] ? span : best));
}

/** An hour of flight. */
const nearNmi = 500;
const radians = Math.PI / 180;

/** True if no place is known. */
function isNearPlace({ lat, lon }: Position, known: Position | null): boolean {
  if (known === null) return true;
  const across = Math.sin(lat * radians) * Math.sin(known.lat * radians);
  const along = Math.cos(lat * radians) * Math.cos(known.lat * radians) * Math.cos((lon - known.lon) * radians);
  return (Math.acos(Math.min(1, across + along)) / radians) * 60 <= nearNmi;
}
