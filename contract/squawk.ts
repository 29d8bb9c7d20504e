/** Transponder codes: four octal digits. */

/** Decoders and services may add the meaning in words. null = invalid. */
export function squawkOf(text: unknown): string | null {
  return typeof text === 'string' ? (/^[0-7]{4}(?!\d)/.exec(text.trim())?.[0] ?? null) : null;
}

const emergencies: Readonly<Record<string, string>> = {
  '7500': 'unlawful interference',
  '7600': 'radio failure',
  '7700': 'emergency',
};

/** Meaning of an emergency code. null = any other code. */
export const emergencyOf = (squawk: string | null): string | null =>
  squawk === null ? null : (emergencies[squawk] ?? null);

/** Emergency and priority states of ADS-B (type code 28, subtype 1), by their code: names of readsb, and words. `none` ends a state. */
export const emergencyStates = [
  ['none', null],
  ['general', 'general emergency'],
  ['lifeguard', 'lifeguard/medical'],
  ['minfuel', 'minimum fuel'],
  ['nordo', 'no communications'],
  ['unlawful', 'unlawful interference'],
  ['downed', 'downed aircraft'],
] as const;
export type EmergencyState = (typeof emergencyStates)[number][0];

/** null = unknown, also for the reserved code. */
export const emergencyStateOf = (name: unknown): EmergencyState | null =>
  emergencyStates.find(([known]) => known === name)?.[0] ?? null;
/** null = no emergency. */
export const emergencyStateText = (state: EmergencyState | null): string | null =>
  emergencyStates.find(([known]) => known === state)?.[1] ?? null;
