/** Texts of air traffic services with their checksums (ARINC 622, 623, 745, DO-258): CPDLC, ADS-C, log-on, ATIS. */
import { downlinks, type Element, uplinks } from '../../decoder/fans/cpdlc-elements.ts';
import { type Value, widthOf } from '../../decoder/fans/per.ts';
import type { Place } from '../base/geometry.ts';
import { BitWriter, writeValue } from './per-writer.ts';
import {
  checksum,
  codesOf,
  type DemoText,
  degreesC,
  degreesMinutes,
  hhmm,
  hhmmss,
  type Moment,
  pad,
  runwayOf,
  waypoint,
  windOf,
  withChecksum,
} from './text-parts.ts';

/** Address in its messages, and facility. */
export type GroundUnit = { readonly address: string; readonly facility: string };
type Direction = 'up' | 'down';
const labels = { cpdlc: { up: 'AA', down: 'BA' }, adsc: { up: 'A6', down: 'B6' }, afn: { up: 'A0', down: 'B0' } };
const sent = (kind: keyof typeof labels, direction: Direction, text: string): DemoText => ({
  label: labels[kind][direction],
  text,
  number: direction === 'up' ? '' : 'L',
  isIntact: true,
});

const hex = (bytes: readonly number[]): string =>
  bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('');
/** 7 characters, dots in front. */
const registration = (tail: string): string => tail.padStart(7, '.');
function octets(unit: GroundUnit, imi: string, tail: string, bytes: readonly number[]): string {
  const sum = checksum([...codesOf(imi + registration(tail)), ...bytes]);
  return `/${unit.address}.${imi}${registration(tail)}${hex(bytes)}${sum}`;
}
/** The checksum covers what follows the first point. */
const characters = (address: string, text: string): string => `/${address}.${withChecksum(text)}`;

// ---- CPDLC

/** Number of an element, and its arguments in order. */
export type Said = readonly [element: number, ...values: Value[]];
export type Cpdlc = {
  readonly number: number;
  readonly reference?: number;
  readonly elements: readonly [Said, ...Said[]];
};

export function cpdlc(
  { aircraft, atMs }: Moment,
  unit: GroundUnit,
  direction: Direction,
  { number, reference, elements }: Cpdlc,
  imi: 'AT1' | 'CR1' | 'CC1' = 'AT1',
): DemoText {
  const at = new Date(atMs);
  const bits = new BitWriter()
    .write(elements.length > 1 ? 1 : 0, 1)
    .write(reference === undefined ? 0 : 1, 1)
    .write(1, 1)
    .write(number, 6);
  if (reference !== undefined) bits.write(reference, 6);
  bits.write(at.getUTCHours(), 5).write(at.getUTCMinutes(), 6).write(at.getUTCSeconds(), 6);
  const table: readonly Element[] = direction === 'up' ? uplinks : downlinks;
  for (const [index, [code, ...values]] of elements.entries()) {
    if (index === 1) bits.write(elements.length - 2, 2);
    bits.write(code, widthOf(table.length));
    for (const [slot, { type }] of (table[code]?.slots ?? []).entries()) writeValue(type, values[slot] ?? '', bits);
  }
  return sent('cpdlc', direction, octets(unit, imi, aircraft.tail, [...bits.bytes]));
}
export const disconnect = ({ aircraft }: Moment, unit: GroundUnit): DemoText =>
  sent('cpdlc', 'down', octets(unit, 'DR1', aircraft.tail, []));

export const flightLevel = (ft: number): Value => ({ flightLevel: Math.round(ft / 100) });
export const centre = (facility: string, mhz: number): readonly [Value, Value] => [
  { facility: { code: facility }, function: 'centre' },
  { vhf: mhz },
];

// ---- ADS-C. Fields are [value, width in bits], negative values as two's complement.

type Field = readonly [value: number, width: number];
function packed(...fields: readonly Field[]): number[] {
  const bits = new BitWriter();
  for (const [value, width] of fields) bits.write(value < 0 ? value + 2 ** width : value, width);
  return [...bits.bytes];
}
/** 180/2^20 degrees. */
const angle = (degrees: number): Field => [Math.round((degrees / 180) * 2 ** 20), 21];
const place = ({ lat, lon }: Place, ft: number): Field[] => [angle(lat), angle(lon), [Math.round(ft / 4), 16]];
/** 180/2^11 degrees, of -180 to 180. */
const track = (degrees: number): Field => [Math.round(((degrees > 180 ? degrees - 360 : degrees) / 180) * 2 ** 11), 12];

/** Seconds of an interval that a contract can state: 1 to 64 times 1, 8 or 64. */
const interval = (seconds: number): number =>
  seconds <= 512 ? (2 << 6) | (Math.round(seconds / 8) - 1) : (3 << 6) | (Math.round(seconds / 64) - 1);

export const periodicContract = ({ aircraft }: Moment, unit: GroundUnit, contract: number, seconds: number): DemoText =>
  // Ground vector and weather in each report.
  sent('adsc', 'up', octets(unit, 'ADS', aircraft.tail, [7, contract, 11, interval(seconds), 14, 1, 16, 1]));
/** Lateral deviation above 5 nmi, which does not happen. */
export const eventContract = ({ aircraft }: Moment, unit: GroundUnit, contract: number): DemoText =>
  sent('adsc', 'up', octets(unit, 'ADS', aircraft.tail, [8, contract, 10, 40]));
export const cancelContracts = ({ aircraft }: Moment, unit: GroundUnit): DemoText =>
  sent('adsc', 'up', octets(unit, 'ADS', aircraft.tail, [1]));

/** Where the aircraft is now. `acknowledged` = contract. */
export function adscReport(moment: Moment, unit: GroundUnit, acknowledged: number | null): DemoText {
  const { aircraft, state, atMs } = moment;
  const { from, kt } = windOf(state);
  const secondsOfHour = (atMs / 1000) % 3600;
  const bytes = [
    ...(acknowledged === null ? [] : [3, acknowledged]),
    // Accuracy 0.25 nmi, TCAS, redundant units.
    ...[7, ...packed(...place(state, state.altFt), [Math.floor(secondsOfHour * 8), 15], [0b0011101, 7])],
    ...[
      14,
      ...packed([0, 1], track(state.courseDeg), [state.speedKt * 2, 13], [Math.round(state.verticalFtMin / 16), 12]),
    ],
    ...[16, ...packed([kt * 2, 9], [0, 1], windDirection(from), [degreesC(state.altFt) * 4, 12])],
  ];
  return { ...sent('adsc', 'down', octets(unit, 'ADS', aircraft.tail, bytes)), containsPosition: true };
}
/** 180/2^8 degrees. */
const windDirection = (degrees: number): Field => [
  Math.round(((degrees > 180 ? degrees - 360 : degrees) / 180) * 2 ** 8),
  9,
];
export const adscAcknowledgement = ({ aircraft }: Moment, unit: GroundUnit, contract: number): DemoText =>
  sent('adsc', 'down', octets(unit, 'ADS', aircraft.tail, [3, contract]));

// ---- Log-on (AFN)

const logonHead = ({ aircraft, state, atMs }: Moment): string =>
  `AFN/FMH${state.callSign},${registration(aircraft.tail)},${aircraft.icao},${hhmmss(atMs)}`;

export const logOn = (moment: Moment, unit: GroundUnit): DemoText => ({
  ...sent(
    'afn',
    'down',
    characters(
      unit.address,
      `${logonHead(moment)}/FPO${degreesMinutes(moment.state.lat, moment.state.lon)},0/FCOADS,01/FCOATC,01`,
    ),
  ),
  containsPosition: true,
});
export const logOnAnswer = (moment: Moment, unit: GroundUnit): DemoText =>
  sent('afn', 'up', characters(unit.address, `${logonHead(moment)}/FAK0,${unit.facility}/FARADS,0/FARATC,0`));
/** `unit` tells the aircraft to log on to `next`. */
export const contactAdvisory = (moment: Moment, unit: GroundUnit, next: GroundUnit): DemoText =>
  sent('afn', 'up', characters(unit.address, `${logonHead(moment)}/FCA${next.address},0`));
export const contactComplete = (moment: Moment, unit: GroundUnit, next: GroundUnit): DemoText =>
  sent('afn', 'down', characters(unit.address, `${logonHead(moment)}/FCP${next.address},0`));

// ---- ATIS (ARINC 623)

export const atisRequest = ({ state: s }: Moment): DemoText => ({
  label: 'B9',
  number: 'L',
  containsDestination: true,
  isIntact: true,
  text: characters(s.to.icao, `TI2/024${s.to.icao}A`),
});

/** Of the last half hour: letter, wind and pressure of an airport stay until the next one. */
export function atis({ state: { to }, atMs }: Moment): DemoText {
  const halfHour = Math.floor(atMs / 1_800_000);
  const n = halfHour * 7 + to.icao.charCodeAt(2) * 11 + to.icao.charCodeAt(3);
  const { from, kt } = windOf({ lat: to.lat, lon: to.lon, altFt: 1500 + (n % 5) * 1000 });
  const text = [
    `${to.icao} ARR ATIS ${String.fromCharCode(65 + (halfHour % 26))}`,
    `${hhmm(halfHour * 1_800_000)}Z`,
    `EXP ILS APCH RWY ${runwayOf(to.icao)}`,
    'TRL 70',
    `WIND ${pad(Math.round(from / 10) * 10, 3)}/${pad(kt, 2)}KT VIS 10KM`,
    `FEW0${12 + (n % 33)} T${pad(6 + (n % 9), 2)} DP0${n % 6} QNH ${1004 + (n % 26)}`,
    'NOSIG',
  ].join('\r\n');
  return { label: 'A9', number: '', isIntact: true, text: characters(to.icao, `TI2/${text}`) };
}

/** Of a direct-to request and its clearance. */
export const nextFix = (moment: Moment): Value => ({ fix: waypoint(moment.state, 2) });
