/** Names the register (BDS) of a Comm-B reply, which the reply itself does not state. Only if no other register fits. */
import type { Motion } from './aircraft.ts';
import { fieldBits } from './bits.ts';
import { isIdentification } from './identification.ts';

type Field = (first: number, last: number) => number;

/** `motion` = ground speed and track of the aircraft in the last seconds. It decides between 5,0 and 6,0. Two hexadecimal digits, or null. */
export function inferRegister(bytes: Uint8Array, motion: Motion | null): string | null {
  const field: Field = (first, last) => fieldBits(bytes, first, last);
  if (field(1, 24) === 0 && field(25, 48) === 0 && field(49, 56) === 0) return null;
  let [first, second]: (string | null)[] = [null, null];
  for (const [name, fits] of registers) {
    if (!fits(field, bytes)) continue;
    if (second) return null;
    if (first) second = name;
    else first = name;
  }
  if (!second) return first ?? null;
  return first === '50' && second === '60' && motion ? byMotion(field, motion) : null;
}

const registers: readonly (readonly [name: string, fits: (field: Field, bytes: Uint8Array) => boolean])[] = [
  ['10', (field) => field(1, 8) === 0x10 && field(10, 14) === 0],
  // 1,7 lists the registers of the aircraft, and 2,0 is mandatory.
  ['17', (field) => field(7, 7) === 1 && field(25, 48) === 0 && field(49, 56) === 0],
  ['20', (field, bytes) => field(1, 8) === 0x20 && isIdentification(bytes)],
  // Threat type 3 is not assigned, and resolution advisories of ACAS III do not exist.
  ['30', (field) => field(1, 8) === 0x30 && field(29, 30) !== 3 && field(16, 22) < 48],
  ['40', isIntention],
  ['50', isTurn],
  ['60', isHeading],
];

/** A value whose status bit is off is zero. */
const isConsistent = (field: Field, values: Values): boolean =>
  values.every(([status, last]) => field(status, status) === 1 || field(status + 1, last) === 0);
type Values = readonly (readonly [status: number, last: number])[];

const intentionValues: Values = [
  [1, 13],
  [14, 26],
  [27, 39],
  [48, 51],
  [54, 56],
];
const turnValues: Values = [
  [1, 11],
  [12, 23],
  [24, 34],
  [35, 45],
  [46, 56],
];
const headingValues: Values = [
  [1, 12],
  [13, 23],
  [24, 34],
  [35, 45],
  [46, 56],
];
/** Selected altitudes and pressure setting. */
function isIntention(field: Field): boolean {
  return isConsistent(field, intentionValues) && field(40, 47) === 0 && field(52, 53) === 0;
}

/** Roll, true track, ground speed, track rate, true airspeed. */
function isTurn(field: Field): boolean {
  if (!isConsistent(field, turnValues)) return false;
  const roll = field(1, 1) ? (signed(field, 2, 11) * 45) / 256 : 0;
  const groundKt = field(24, 24) ? field(25, 34) * 2 : null;
  const airKt = field(46, 46) ? field(47, 56) * 2 : null;
  if (Math.abs(roll) > 50 || (groundKt ?? 0) > 600 || (airKt ?? 0) > 600) return false;
  return groundKt === null || airKt === null || Math.abs(groundKt - airKt) <= 200;
}

/** Magnetic heading, indicated airspeed, Mach, vertical rates. */
function isHeading(field: Field): boolean {
  if (!isConsistent(field, headingValues)) return false;
  const airKt = field(13, 13) ? field(14, 23) : null;
  const mach = field(24, 24) ? (field(25, 34) * 2.048) / 512 : null;
  const rates = [35, 46].map((status) => (field(status, status) ? signed(field, status + 1, status + 10) * 32 : 0));
  return (airKt ?? 0) <= 500 && (mach ?? 0) <= 1 && rates.every((rate) => Math.abs(rate) <= 6000);
}

/** The one register whose values agree with the squitters. */
function byMotion(field: Field, { speedKt, trackDeg }: Motion): string | null {
  const angle = (deg: number): number => (trackDeg === null ? 0 : Math.abs(((deg - trackDeg + 540) % 360) - 180));
  const isTurnNear =
    field(24, 24) === 1 &&
    Math.abs(field(25, 34) * 2 - speedKt) <= 20 &&
    (!field(12, 12) || angle((signed(field, 13, 23) * 90) / 512) <= 10);
  // Wind and declination turn the heading away from the track. At altitude, indicated airspeed is below ground speed.
  const isHeadingNear =
    field(1, 1) === 1 &&
    angle((signed(field, 2, 12) * 90) / 512) <= 40 &&
    (!field(13, 13) || field(14, 23) <= speedKt + 150);
  if (isTurnNear === isHeadingNear) return null;
  return isTurnNear ? '50' : '60';
}

/** Two's complement. */
function signed(field: Field, first: number, last: number): number {
  const value = field(first, last);
  const size = 2 ** (last - first + 1);
  return value >= size / 2 ? value - size : value;
}
