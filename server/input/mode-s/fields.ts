/** Fields that several kinds of frames contain: altitude, identity, callsign, surface movement, status, airborne velocity (type code 19). */
import { fieldBits } from './bits.ts';

// ---- Altitude codes: 25 ft steps (Q bit), 100 ft steps (Gillham code), metres.

/** `feet` is null for a code without an altitude, for an invalid one, and for metres, whose coding is not published. */
export type Altitude = { readonly feet: number | null; readonly isMetric: boolean };

/** The 13 bits are C1 A1 C2 A2 C4 A4 M B1 Q B2 D2 B4 D4. In the Gillham code Q is D1. */
const metric = 0x40;
const steps25 = 0x10;
const nothing: Altitude = { feet: null, isMetric: false };
/** Both tables begin here (ICAO Annex 10, volume IV): the two codes of the Gillham code below it are not assigned. */
export const lowestFt = -1000;

/** The code of DF 0, 4, 16 and 20. */
export const altitudeOf13 = (code: number): Altitude => altitudes[code & 0x1fff] ?? nothing;
/** The code of airborne positions: the same without M. */
export const altitudeOf12 = (code: number): Altitude => altitudeOf13(((code & 0xfc0) << 1) | (code & 0x3f));

function readAltitude(code: number): Altitude {
  if (code === 0) return nothing;
  if (code & metric) return { feet: null, isMetric: true };
  if (!(code & steps25)) return { feet: gillhamFeet(code), isMetric: false };
  const n = ((code & 0x1f80) >> 2) | ((code & 0x20) >> 1) | (code & 0xf);
  return { feet: n * 25 - 1000, isMetric: false };
}

/** Gray codes: D2 D4 A1 A2 A4 B1 B2 B4 count 500 ft, C1 C2 C4 the 100 ft between, back and forth. Null = not a valid code. */
export function gillhamFeet(code: number): number | null {
  const hundreds = binaryOf(pick(code, [0x1000, 0x400, 0x100]));
  const step = hundreds === 7 ? 5 : hundreds;
  if (code & steps25 || hundreds === 0 || hundreds === 5 || hundreds === 6) return null;
  const fiveHundreds = binaryOf(pick(code, [0x4, 0x1, 0x800, 0x200, 0x80, 0x20, 0x8, 0x2]));
  const feet = fiveHundreds * 500 + (fiveHundreds % 2 ? 6 - step : step) * 100 - 1300;
  return feet < lowestFt ? null : feet;
}

const pick = (code: number, masks: readonly number[]): number =>
  masks.reduce((value, mask) => (value << 1) | (code & mask ? 1 : 0), 0);

/** The number of a Gray code of up to 8 bits. */
function binaryOf(gray: number): number {
  let value = gray;
  for (const shift of [4, 2, 1]) value ^= value >> shift;
  return value;
}

const altitudes = Array.from({ length: 0x2000 }, (_, code) => readAltitude(code));

// ---- Identity codes: 13 bits in the order C1 A1 C2 A2 C4 A4 X B1 D1 B2 D2 B4 D4, as four octal digits.

/** The masks of 4, 2 and 1 of each digit. */
const digits = [
  [0x80, 0x200, 0x800],
  [0x2, 0x8, 0x20],
  [0x100, 0x400, 0x1000],
  [0x1, 0x4, 0x10],
] as const;

const readSquawk = (code: number): string =>
  digits.map((masks) => masks.reduce((digit, mask) => (digit << 1) | (code & mask ? 1 : 0), 0)).join('');
const squawks = Array.from({ length: 0x2000 }, (_, code) => readSquawk(code));

export const squawkOf = (code: number): string => squawks[code & 0x1fff] ?? '';

// ---- Call sign and emitter category: type codes 1 to 4, and the call sign of register BDS 2,0.

/** Six bits each. Only letters, digits and the blank are assigned, the others show what was sent. */
const characters = '@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_ !"#$%&\'()*+,-./0123456789:;<=>?';

/** Blanks at the end are cut. Null if all bits are 0. */
export function identificationOf(bytes: Uint8Array): string | null {
  let text = '';
  let any = 0;
  for (let bit = 9; bit <= 51; bit += 6) {
    const code = fieldBits(bytes, bit, bit + 5);
    any |= code;
    text += characters[code];
  }
  return any === 0 ? null : text.trimEnd();
}

/** Emitter category, such as A3: type code 4 is set A, 1 is set D. */
export const categoryOf = (type: number, sub: number): string => (((14 - type) << 4) | sub).toString(16).toUpperCase();

/** Whether all characters are assigned ones: letters, digits, blanks. */
export function isIdentification(bytes: Uint8Array): boolean {
  for (let bit = 9; bit <= 51; bit += 6)
    if (!/[A-Z0-9 ]/.test(characters[fieldBits(bytes, bit, bit + 5)] ?? '')) return false;
  return true;
}

// ---- Ground speed and track of surface positions: type codes 5 to 8.

/** Codes of movement: from this code and this speed on, in these steps. */
const ranges = [
  [124, 175, 0],
  [109, 100, 5],
  [94, 70, 2],
  [39, 15, 1],
  [13, 2, 0.5],
  [9, 1, 0.25],
  [2, 0.125, 0.125],
  [1, 0, 0],
] as const;

/** The lower bound in knots. Null = not available, or reserved. */
export function movementKt(code: number): number | null {
  if (code > 124) return null;
  const range = ranges.find(([first]) => code >= first);
  return range ? range[1] + (code - range[0]) * range[2] : null;
}

// ---- Status squitters: test squawk (type code 23), emergency (28), target state (29), operational status (31).

export type TestSquawk = { readonly kind: 'test squawk'; readonly squawk: string };
export type Emergency = { readonly kind: 'emergency'; readonly state: number; readonly squawk: string };
/** `nacp` = navigation accuracy category of the position. Null in versions without one. `emergency` = state of a target state of version 1. */
export type Accuracy = { readonly kind: 'accuracy'; readonly nacp: number | null; readonly emergency: number | null };

export const testSquawkOf = (bytes: Uint8Array): TestSquawk => ({
  kind: 'test squawk',
  squawk: squawkOf(fieldBits(bytes, 9, 21)),
});

export const emergencyOf = (bytes: Uint8Array): Emergency => ({
  kind: 'emergency',
  state: fieldBits(bytes, 9, 11),
  squawk: squawkOf(fieldBits(bytes, 12, 24)),
});

/** Before version 2 of ADS-B the code is not sent: its bits are 0. */
export const sentSquawk = ({ squawk }: Emergency | TestSquawk): string | null => (squawk === '0000' ? null : squawk);

/** Subtype 0 is the format of version 1 if bit 11 is 0, subtype 1 that of version 2. Both have the category in one place. */
export function targetStateOf(bytes: Uint8Array, sub: number): Accuracy {
  const isVersion1 = sub === 0 && fieldBits(bytes, 11, 11) === 0;
  return {
    kind: 'accuracy',
    nacp: sub === 1 || isVersion1 ? fieldBits(bytes, 40, 43) : null,
    emergency: isVersion1 ? fieldBits(bytes, 54, 56) : null,
  };
}

/** Version 0 has no NACp. */
export const operationalStatusOf = (bytes: Uint8Array, sub: number): Accuracy => ({
  kind: 'accuracy',
  nacp: sub <= 1 && fieldBits(bytes, 41, 43) >= 1 ? fieldBits(bytes, 45, 48) : null,
  emergency: null,
});

export type Velocity = {
  readonly kind: 'velocity';
  /** Over ground, subtypes 1 and 2. Null = not available. */
  readonly ground: { readonly eastKt: number | null; readonly northKt: number | null } | null;
  /** Through the air, subtypes 3 and 4. */
  readonly air: { readonly headingDeg: number | null; readonly speedKt: number | null } | null;
  /** `feetPerMin` is positive in climb. Null in reserved subtypes. */
  readonly vertical: { readonly feetPerMin: number | null; readonly isBarometric: boolean } | null;
  /** GNSS height minus barometric altitude, in feet. Null = not available. */
  readonly haeBaroOffset: number | null;
};

/** Supersonic aircraft count in steps of 4 kt. */
const supersonic = 4;

/**
 * `isTisB` = sent by a ground station about an aircraft. There, bit 36 (GEO) is 1 if a height difference is sent; otherwise
 * its bits are accuracy and integrity.
 */
export function velocityOf(bytes: Uint8Array, isTisB: boolean): Velocity {
  const sub = fieldBits(bytes, 6, 8);
  const scale = sub === 2 || sub === 4 ? supersonic : 1;
  const isKnown = sub >= 1 && sub <= 4;
  const hasOffset = !isTisB || fieldBits(bytes, 36, 36) === 1;
  return {
    kind: 'velocity',
    ground: isKnown && sub <= 2 ? groundOf(bytes, scale) : null,
    air: isKnown && sub >= 3 ? airOf(bytes, scale) : null,
    vertical: isKnown ? verticalOf(bytes) : null,
    haeBaroOffset: hasOffset ? signed(fieldBits(bytes, 49, 49), fieldBits(bytes, 50, 56), 25) : null,
  };
}

const groundOf = (bytes: Uint8Array, scale: number) => ({
  eastKt: signed(fieldBits(bytes, 14, 14), fieldBits(bytes, 15, 24), scale),
  northKt: signed(fieldBits(bytes, 25, 25), fieldBits(bytes, 26, 35), scale),
});

const airOf = (bytes: Uint8Array, scale: number) => ({
  headingDeg: fieldBits(bytes, 14, 14) ? (fieldBits(bytes, 15, 24) * 360) / 1024 : null,
  speedKt: signed(0, fieldBits(bytes, 26, 35), scale),
});

const verticalOf = (bytes: Uint8Array) => ({
  feetPerMin: signed(fieldBits(bytes, 37, 37), fieldBits(bytes, 38, 46), 64),
  isBarometric: fieldBits(bytes, 36, 36) === 1,
});

/** Zero is "no value", so counting starts at 1. */
function signed(sign: number, raw: number, step: number): number | null {
  if (raw === 0) return null;
  const value = (raw - 1) * step;
  return sign && value !== 0 ? -value : value;
}

/** Over ground, degrees clockwise from north. Null without a speed, and at speed 0. */
export function trackDegOf({ eastKt, northKt }: NonNullable<Velocity['ground']>): number | null {
  if (eastKt === null || northKt === null || (eastKt === 0 && northKt === 0)) return null;
  return ((Math.atan2(eastKt, northKt) * 180) / Math.PI + 360) % 360;
}
