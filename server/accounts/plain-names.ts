/** Rules of names that people compare by eye: roles and companies. Pure. */

/** Of words that are read as one. Latin stands next to the scripts of East Asia, but not to one with the same shapes. */
const scripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Thai',
  'Cherokee',
].map((name) => new RegExp(`\\p{Script=${name}}`, 'u'));
const isOtherSpace = /[^\S ]| {2}|^ | $/;
const isInvisible = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Null = plain. `text` without blanks around it. */
export function plainNameFault(text: string): string | null {
  if (isInvisible.test(text)) return 'Line breaks, control and invisible characters are not allowed here.';
  if (isOtherSpace.test(text)) return 'Use single ordinary spaces.';
  if (text.normalize('NFKC') !== text.normalize('NFC'))
    return 'Use ordinary letters and digits, no special forms of them.';
  return scripts.filter((one) => one.test(text)).length > 1 ? 'Use letters of one alphabet.' : null;
}

/** Letters with the shape of a Latin one, in lower case, and signs that are read for another. */
const latin = new Map<string, string>();
for (const [from, to] of [
  ['авеёзіјкмнорсԁтухѕһԛԝ', 'abee3ijkmhopcdtyxshqw'],
  ['αβεζηικμνορτυχ', 'abezhikmvoptux'],
  ['ցոսօհ', 'gnuoh'],
  ['01|ıłøđ', 'ollilod'],
] as const)
  for (const [at, letter] of [...from].entries()) latin.set(letter, [...to][at] ?? letter);

/** Two names look alike if one of these is equal: a capital I and a 1 are read as i or as l. */
const shapesOf = (name: string): string[] => [name, name.replaceAll('I', 'l'), name.replaceAll('1', 'i')].map(shapeOf);

function shapeOf(name: string): string {
  const base = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{P}\p{Z}]/gu, '');
  const letters = [...base].map((letter) => latin.get(letter) ?? letter).join('');
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w');
}

const foldName = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** A name among `known` that looks like this one and is another, or null. Case makes no other name. */
export function lookAlike(name: string, known: readonly string[]): string | null {
  const [folded, shapes] = [foldName(name), shapesOf(name)];
  if (known.some((one) => foldName(one) === folded)) return null;
  return known.find((one) => shapesOf(one).some((shape) => shapes.includes(shape))) ?? null;
}
