/** Details of readers of this folder: names with values, empty ones skipped. Pure. */
import type { DecodedItem } from '../../contract/entities/decoding.ts';

export const itemsOf = (values: Readonly<Record<string, string | null | undefined | false>>): DecodedItem[] =>
  Object.entries(values).flatMap(([label, value]) =>
    typeof value === 'string' && value !== '' ? [{ label, value, isUnverified: label === 'Aircraft Position' }] : [],
  );

/** Parts of a sentence, empty ones skipped. */
export const joined = (parts: readonly (string | null | undefined | false)[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(', ');

/** Whole, or the checksum is wrong. */
export const damageOf = (isDamaged: boolean) => ({
  level: isDamaged ? ('partial' as const) : ('full' as const),
  understoodPercent: isDamaged ? null : 100,
  remaining: '',
});
