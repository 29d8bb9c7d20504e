/** Texts of any Unicode characters for property tests. */
import fc from 'fast-check';

const [firstSurrogate, surrogates] = [0xd800, 0x800];
/** As the unit 'binary' of fast-check, which first makes a map of all 1.1 million characters: a second of CPU. */
const character = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map((n) => String.fromCodePoint(n < firstSurrogate ? n : n + surrogates));

/** Also names that a careless program finds in every object, such as `__proto__`. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.oneof({ weight: 4, arbitrary: fc.string({ unit: character, maxLength }) }, fc.string({ maxLength }));
