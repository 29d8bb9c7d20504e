/** Status squitters: test squawk (type code 23), emergency (28), target state (29), operational status (31). */
import { fieldBits } from './bits.ts';
import { squawkOf } from './squawk.ts';

export type TestSquawk = { readonly kind: 'test squawk'; readonly squawk: string };
export type Emergency = { readonly kind: 'emergency'; readonly state: number; readonly squawk: string };
/** `nacp` = navigation accuracy category of the position. Null in versions without one. */
export type Accuracy = { readonly kind: 'accuracy'; readonly nacp: number | null };

export const testSquawkOf = (bytes: Uint8Array): TestSquawk => ({
  kind: 'test squawk',
  squawk: squawkOf(fieldBits(bytes, 9, 21)),
});

export const emergencyOf = (bytes: Uint8Array): Emergency => ({
  kind: 'emergency',
  state: fieldBits(bytes, 9, 11),
  squawk: squawkOf(fieldBits(bytes, 12, 24)),
});

/** Subtype 1 is the format of version 2. Subtype 0 of version 1 has another layout. */
export const targetStateOf = (bytes: Uint8Array, sub: number): Accuracy => ({
  kind: 'accuracy',
  nacp: sub === 1 ? fieldBits(bytes, 40, 43) : null,
});

/** Version 0 has no NACp. */
export const operationalStatusOf = (bytes: Uint8Array, sub: number): Accuracy => ({
  kind: 'accuracy',
  nacp: sub <= 1 && fieldBits(bytes, 41, 43) >= 1 ? fieldBits(bytes, 45, 48) : null,
});
