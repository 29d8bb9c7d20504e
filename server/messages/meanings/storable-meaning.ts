/** A meaning as it is written to the database, and the fields that lists filter by. Own file: the thread and its caller share it. */
import type { DecodeLevel, Facts, Meaning, MeaningKind } from '../../../contract/entities/meaning.ts';

export type StorableMeaning = {
  /** Of `jsonb`: without NUL and lone surrogates. */
  readonly json: string;
  /** null = a text that nobody reads has no kind. */
  readonly kind: MeaningKind | null;
  readonly level: DecodeLevel;
};

/** Characters. A list of 500 faults has 150,000. */
const maxLength = 200_000;
const maxWords = 1000;

export function storableMeaning(meaning: Meaning): StorableMeaning {
  // Only a long one is copied: a copy of every message costs time (decision 50).
  const stored = meaning.words.length > maxWords ? { ...meaning, words: meaning.words.slice(0, maxWords) } : meaning;
  const json = jsonOf(stored);
  const isLong = json.length > maxLength;
  const short = (): string => jsonOf({ ...stored, level: 'partial', facts: {} satisfies Facts });
  return {
    json: isLong ? short() : json,
    kind: meaning.level === 'none' ? null : meaning.kind,
    level: isLong && meaning.level === 'full' ? 'partial' : meaning.level,
  };
}

function jsonOf(meaning: Meaning): string {
  const json = JSON.stringify(meaning);
  return /\\u(?:0000|d[89a-f])/.test(json) ? JSON.stringify(meaning, storable) : json;
}

/** Replacer of JSON for `jsonb`: a text without NUL and lone surrogates. */
export const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd') : value;
