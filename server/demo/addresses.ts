/** Aircraft registrations and 24-bit addresses by country. */
import type { Random } from './random.ts';

/** `pattern`: `@` represents a letter. First and last address of the country's block (ICAO Annex 10, volume III, chapter 9), without parts that its military uses. */
type Country = { readonly pattern: string; readonly first: number; readonly last: number };

export const countries = {
  RO: { pattern: 'YR-@@@', first: 0x4a0000, last: 0x4a7fff },
  HU: { pattern: 'HA-L@@', first: 0x470000, last: 0x477fff },
  DE: { pattern: 'D-AI@@', first: 0x3c0000, last: 0x3dffff },
  AT: { pattern: 'OE-L@@', first: 0x440000, last: 0x447fff },
  GB: { pattern: 'G-@@@@', first: 0x400040, last: 0x43bfff },
  NL: { pattern: 'PH-B@@', first: 0x481000, last: 0x487fff },
  BE: { pattern: 'OO-S@@', first: 0x448000, last: 0x44efff },
  FR: { pattern: 'F-H@@@', first: 0x380000, last: 0x3a9fff },
  ES: { pattern: 'EC-N@@', first: 0x340000, last: 0x34ffff },
  PT: { pattern: 'CS-T@@', first: 0x490000, last: 0x497bff },
  IE: { pattern: 'EI-@@@', first: 0x4ca000, last: 0x4cafff },
  TR: { pattern: 'TC-J@@', first: 0x4b8300, last: 0x4bffff },
  CH: { pattern: 'HB-J@@', first: 0x4b0000, last: 0x4b6fff },
  PL: { pattern: 'SP-L@@', first: 0x488000, last: 0x48d7ff },
  SE: { pattern: 'SE-R@@', first: 0x4a8000, last: 0x4affff },
  FI: { pattern: 'OH-L@@', first: 0x460000, last: 0x467fff },
  GR: { pattern: 'SX-D@@', first: 0x468000, last: 0x46ffff },
  IS: { pattern: 'TF-@@@', first: 0x4cc000, last: 0x4ccfff },
  AE: { pattern: 'A6-E@@', first: 0x896000, last: 0x896fff },
  QA: { pattern: 'A7-A@@', first: 0x06a000, last: 0x06a3ff },
  /** Numbers instead of letters; unitedStatesAddress computes the address. */
  US: { pattern: '', first: 0xa00001, last: 0xadf7c7 },
} as const satisfies Readonly<Record<string, Country>>;
export type CountryCode = keyof typeof countries;

const hex = (address: number): string => address.toString(16).toUpperCase().padStart(6, '0');

/** A registration and an address not in `taken`. Both are added to it. */
export function newAircraft(code: CountryCode, taken: Set<string>, random: Random): { tail: string; icao: string } {
  for (;;) {
    const tail = code === 'US' ? `N${random.whole(101, 99_999)}` : registration(countries[code].pattern, random);
    const { first, last } = countries[code];
    const icao = code === 'US' ? unitedStatesAddress(tail) : hex(random.whole(first + 0x40, last));
    if (taken.has(tail) || taken.has(icao)) continue;
    taken.add(tail).add(icao);
    return { tail, icao };
  }
}

const registration = (pattern: string, random: Random): string =>
  pattern.replaceAll('@', () => String.fromCharCode(random.whole(65, 90)));

/** I and O are not used: they look like digits. */
const suffixLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
/** No letter, one of 24, or one and a second of 24. */
const suffixes = 1 + 24 * 25;
/** Number of registrations that start with one to four given digits, including the digits alone. */
const beginningWith = { one: 101_711, two: 10_111, three: 951, four: 35 } as const;

/** Addresses of the United States follow the order of their registrations: N1 is A00001, N99999 ADF7C7. */
export function unitedStatesAddress(tail: string): string {
  const [, digits = '', letters = ''] = /^N([1-9]\d{0,4})([A-HJ-NP-Z]{0,2})$/.exec(tail) ?? [];
  if (!digits || digits.length + letters.length > 5)
    throw new Error(`not a registration of the United States: ${tail}`);
  const steps = [beginningWith.two, beginningWith.three, beginningWith.four];
  let place = (Number(digits[0]) - 1) * beginningWith.one;
  for (const [i, digit] of [...digits.slice(1)].entries()) {
    const step = steps[i];
    // A letter or a fifth digit follows four digits: 24 letters first.
    place += step === undefined ? 25 + Number(digit) : suffixes + Number(digit) * step;
  }
  const [first, second] = letters;
  if (first !== undefined) {
    const isLastPlace = digits.length === 4;
    place += 1 + suffixLetters.indexOf(first) * (isLastPlace ? 1 : 25);
    if (second !== undefined) place += 1 + suffixLetters.indexOf(second);
  }
  return hex(countries.US.first + place);
}
