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
