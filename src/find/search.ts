/** Ranks entries for a typed text (decision 39). Pure: tens of thousands of entries take milliseconds. */
import { type Entry, type EntryKind, entryKinds, restRank } from './entries.ts';
import { foldWords, splitFlight } from './fold.ts';

/** Watched and recently opened objects, as `entryKey`. */
export type Known = { readonly watched: ReadonlySet<string>; readonly recent: ReadonlySet<string> };
export const nothingKnown: Known = { watched: new Set(), recent: new Set() };
export const entryKey = ({ kind, id }: Pick<Entry, 'kind' | 'id'>): string => `${kind} ${id}`;

export type Search = {
  /** The best first. */
  readonly entries: readonly Entry[];
  /** Number of matches of each kind. */
  readonly counts: Readonly<Record<EntryKind, number>>;
};

/** Matches, the best first. */
const [exactCode, start, nameStart, wordStart, part, typo] = [0, 1, 2, 3, 4, 5];
const ranks = restRank + 1;
/** Shorter words with an error mean too many others. */
const minTypoLetters = 5;
/** Longer texts are sentences. */
const maxTypoWords = 2;
const maxFound = 60;

/** `station 1001`, `flight RO731`: these words choose a kind. */
const kindWords: Readonly<Record<string, EntryKind>> = {
  station: 'station',
  receiver: 'station',
  tail: 'aircraft',
  aircraft: 'aircraft',
  flight: 'flight',
  airport: 'airport',
  label: 'label',
};

/** Folded words of a question that name nothing. */
const noise = new Set(
  'a an and are can do does find for how i in is it me my of on now please show the to what where with'.split(' '),
);

/** `groups` = entries of each kind, equal matches in their order. `isUnderstood` = the text is more than a name: only whole words count. */
export function search(
  groups: readonly (readonly Entry[])[],
  typed: string,
  known: Known = nothingKnown,
  isUnderstood = false,
): Search {
  const query = queryOf(typed);
  const counts = Object.fromEntries(entryKinds.map((kind) => [kind, 0])) as Record<EntryKind, number>;
  if (!query) return { entries: [], counts };
  const buckets: Entry[][] = [];
  const collect = (matchOf: (entry: Entry) => number | null): void => {
    for (const entries of groups)
      for (const entry of entries) {
        const match = matchOf(entry);
        if (match === null || (isUnderstood && match > wordStart)) continue;
        const place = match * ranks + rankOf(entry, known);
        const bucket = buckets[place];
        if (bucket) bucket.push(entry);
        else buckets[place] = [entry];
        counts[entry.kind]++;
      }
  };
  collect((entry) => matchOf(entry, query));
  const isName = query.tokens.length <= maxTypoWords;
  if (buckets.length === 0 && isName && !isUnderstood) collect((entry) => (isTypo(entry, query) ? typo : null));
  const found: Entry[] = [];
  for (const bucket of buckets) {
    if (!bucket) continue;
    if (found.length >= maxFound) break;
    found.push(...byKind(bucket).slice(0, maxFound - found.length));
  }
  return { entries: found, counts };
}

/** Within a kind the order is that of the entries. */
function byKind(entries: readonly Entry[]): readonly Entry[] {
  return entryKinds.flatMap((kind) => entries.filter((entry) => entry.kind === kind));
}

function rankOf(entry: Entry, { watched, recent }: Known): number {
  if (entry.live !== restRank || (watched.size === 0 && recent.size === 0)) return entry.live;
  const key = entryKey(entry);
  return watched.has(key) ? 2 : recent.has(key) ? 3 : restRank;
}

type Query = {
  /** Folded words. */
  readonly tokens: readonly string[];
  readonly text: string;
  /** Codes that the whole text may be: as typed, and as a flight without leading zeros. */
  readonly codes: readonly string[];
  /** `OE-L` is the start of a tail: nothing else is written like this. */
  readonly isTail: boolean;
  /** The rest of the text for entries of one kind. */
  readonly of: { readonly kind: EntryKind; readonly query: Query } | null;
};

/** Several words of the typed text, all of them in this name. */
export function isNamedBy(typed: string, name: string): boolean {
  const tokens = queryOf(typed)?.tokens ?? [];
  const words = ` ${foldWords(name)}`;
  return tokens.length > 1 && tokens.every((token) => words.includes(` ${token}`));
}

function queryOf(typed: string): Query | null {
  const text = foldWords(typed);
  if (text === '') return null;
  const tokens = text.split(' ');
  const code = tokens.join('');
  const flight = splitFlight(code)?.join('');
  // 'how do I connect readsb' is found by two words.
  const meant = tokens.filter((token) => !noise.has(token));
  const kind = tokens.length > 1 ? kindWords[tokens[0] ?? ''] : undefined;
  const rest = kind && queryOf(tokens.slice(1).join(' '));
  return {
    tokens: meant.length > 0 ? meant : tokens,
    text,
    codes: flight === undefined || flight === code ? [code] : [code, flight],
    isTail: tailStart.test(typed.trim()),
    of: kind && rest ? { kind, query: rest } : null,
  };
}

/** Hyphens are not compared: without this rule OE-L would be the airport OEL first. */
const tailStart = /^[a-z0-9]{1,2}-[a-z0-9]{0,5}$/i;

function matchOf(entry: Entry, query: Query): number | null {
  const found = matchOfWords(entry, query);
  const isOther = query.isTail && entry.kind !== 'aircraft' && found !== null;
  const whole = isOther ? Math.max(found, wordStart) : found;
  if (!query.of || query.of.kind !== entry.kind) return whole;
  const rest = matchOfWords(entry, query.of.query);
  return whole === null || (rest !== null && rest < whole) ? rest : whole;
}

function matchOfWords({ codes, words, isNamed }: Entry, { tokens, text, codes: asCodes }: Query): number | null {
  if (codes !== '') {
    let isStart = false;
    for (const code of asCodes) {
      const at = codes.indexOf(` ${code}`);
      if (at < 0) continue;
      if (codes.includes(` ${code} `)) return exactCode;
      isStart = true;
    }
    if (isStart) return start;
  }
  if (isNamed && words.startsWith(` ${text}`)) return start;
  let match = wordStart;
  for (const token of tokens) {
    if (words.includes(` ${token}`) || codes.includes(` ${token}`)) continue;
    if (!words.includes(token) && !codes.includes(token)) return null;
    match = part;
  }
  // 'station feeding' is the screen Station status before others with both words.
  return match === wordStart && isNamed && tokens.some((token) => words.startsWith(` ${token} `)) ? nameStart : match;
}

/** Each word matches, one with one error. */
function isTypo(entry: Entry, query: Query): boolean {
  const { tokens } = query.of?.kind === entry.kind ? query.of.query : query;
  let errors = 0;
  for (const token of tokens) {
    if (entry.words.includes(token) || entry.codes.includes(token)) continue;
    errors++;
    if (errors > 1 || token.length < minTypoLetters) return false;
    if (!hasNearWord(entry.words, token) && !hasNearWord(entry.codes, token)) return false;
  }
  return errors === 1;
}

function hasNearWord(words: string, token: string): boolean {
  for (let from = 1; from > 0 && from < words.length; from = words.indexOf(' ', from) + 1)
    if (isNearStart(words, from, token)) return true;
  return false;
}

/** Whether the word at `from` starts with the token if one letter is changed, added, removed or swapped with the next. */
function isNearStart(words: string, from: number, token: string): boolean {
  let same = 0;
  while (same < token.length && words[from + same] === token[same]) same++;
  const at = from + same;
  if (words[at] === ' ' && same < token.length - 1) return false;
  const rest = token.slice(same + 1);
  return (
    words.startsWith(rest, at + 1) ||
    words.startsWith(token.slice(same), at + 1) ||
    words.startsWith(rest, at) ||
    (words[at] === token[same + 1] && words[at + 1] === token[same] && words.startsWith(token.slice(same + 2), at + 2))
  );
}
