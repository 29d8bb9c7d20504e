/** Texts as they are compared: without case, accents, hyphens and dots. Pure. */

const isPlain = /^[\w ]*$/;

/** Words with one space between. */
export function foldWords(text: string): string {
  // Normalising each of 50,000 texts takes longer than the search.
  if (isPlain.test(text)) return text.toLowerCase().replace(/[_ ]+/g, ' ').trim();
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f.'’-]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const isPlainCode = /^[a-z0-9-]*$/i;
export const foldCode = (text: string): string =>
  isPlainCode.test(text) ? text.toLowerCase().replaceAll('-', '') : foldWords(text).replaceAll(' ', '');

const flightForm = /^([a-z]{3}|[a-z][a-z0-9]|[0-9][a-z])0*([1-9][0-9]*[a-z]?|0[a-z]?)$/;

/** Airline code and number without leading zeros. null = not a flight. `code` is folded. */
export function splitFlight(code: string): readonly [airline: string, number: string] | null {
  const [, airline, number] = flightForm.exec(code) ?? [];
  return airline !== undefined && number !== undefined ? [airline, number] : null;
}

/** Other codes of airlines: two letters of ICAO codes, and ICAO codes of two letters, which airlines share. Folded. */
export type OtherCodes = ReadonlyMap<string, readonly string[]>;

export function otherCodes(pairs: readonly (readonly [string, string])[]): OtherCodes {
  const codes = new Map<string, string[]>();
  const add = (code: string, other: string): unknown => codes.set(code, [...(codes.get(code) ?? []), other]);
  for (const [two, icao] of pairs) {
    add(two.toLowerCase(), icao.toLowerCase());
    add(icao.toLowerCase(), two.toLowerCase());
  }
  return codes;
}

/** RO0731 is also RO731 and ROT731. Folded, each once. */
export function flightForms(flight: string, others: OtherCodes): readonly string[] {
  const folded = foldCode(flight);
  const parts = splitFlight(folded);
  if (!parts) return [folded];
  const [airline, number] = parts;
  return [...new Set([folded, airline + number, ...(others.get(airline) ?? []).map((other) => other + number)])];
}

/** Equal for RO0731 and ROT731. LH400 is DLH400 or GEC400: no two of them are known to be one flight. */
export function flightKey(flight: string, others: OtherCodes): string {
  const folded = foldCode(flight);
  const parts = splitFlight(folded);
  if (!parts) return folded;
  const [airline, number] = parts;
  const [other, ...more] = others.get(airline) ?? [];
  const isOnly = other !== undefined && more.length === 0 && others.get(other)?.length === 1;
  return (isOnly && other < airline ? other : airline) + number;
}
