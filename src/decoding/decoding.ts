/**
 * What a decoding is for the screens, read tolerantly, and as a text to be copied. Pure.
 * Must not: demand our own shape of another server: what `decodingModel` holds is not specified (C63b).
 */
import * as z from 'zod/mini';
import { type DecodedItem, type DecodingModel, decodingModel } from '../../contract/entities/decoding.ts';

/** Our own model, or whatever another server says as lines of text. */
export type Decoding = DecodingModel | { readonly level: 'unknown'; readonly lines: readonly string[] };

/** Text as it is; an object as `key: value` lines (C63b), unless it is what our own decoder says. */
export function readDecoding(given: unknown): Decoding {
  const own = z.safeParse(decodingModel, given);
  if (own.success) return own.data;
  if (typeof given !== 'object' || given === null) return { level: 'unknown', lines: [wordsOf(given)] };
  return { level: 'unknown', lines: Object.entries(given).map(([key, value]) => `${key}: ${wordsOf(value)}`) };
}
const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** In a few words: what stands behind 'Decoded message:'. */
export const titleOf = (decoding: Decoding): string =>
  decoding.level === 'unknown' ? decoding.lines.join('\n') : decoding.description;

/** How much was understood, in words. */
export function understoodWords({ level, understoodPercent }: DecodingModel): string {
  if (level === 'full') return 'Fully decoded';
  if (level === 'none') return 'Not decoded';
  return understoodPercent === null ? 'Partly decoded' : `Partly decoded, about ${understoodPercent} % of the text`;
}

export const unverified = 'unverified';
const lineOf = ({ label, value, isUnverified }: DecodedItem): string =>
  `${label}: ${value}${isUnverified ? ` (${unverified})` : ''}`;

/** All of it as text, for the clipboard. `title` = the words before the first line. */
export function textOfDecoding(decoding: Decoding, title: string): string {
  const first = `${title} ${titleOf(decoding)}`;
  if (decoding.level === 'unknown') return first;
  const { items, remaining, reason } = decoding;
  const rest = remaining === '' ? [] : [`Not decoded: ${remaining}`];
  return [first, ...(reason ? [reason] : [understoodWords(decoding)]), ...items.map(lineOf), ...rest].join('\n');
}
