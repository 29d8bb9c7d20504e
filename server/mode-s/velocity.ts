/** Airborne velocity: type code 19. */
import { fieldBits } from './bits.ts';

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

export function velocityOf(bytes: Uint8Array): Velocity {
  const sub = fieldBits(bytes, 6, 8);
  const scale = sub === 2 || sub === 4 ? supersonic : 1;
  const isKnown = sub >= 1 && sub <= 4;
  return {
    kind: 'velocity',
    ground: isKnown && sub <= 2 ? groundOf(bytes, scale) : null,
    air: isKnown && sub >= 3 ? airOf(bytes, scale) : null,
    vertical: isKnown ? verticalOf(bytes) : null,
    haeBaroOffset: signed(fieldBits(bytes, 49, 49), fieldBits(bytes, 50, 56), 25),
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
