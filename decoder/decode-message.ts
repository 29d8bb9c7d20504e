/**
 * From label and text of a message to what they mean: the only door to @airframes/acars-decoder, for server and browser alike. Pure.
 * Must not: throw, whatever the text is, nor run where a slow text would hold up others (decode-line.ts gives it a thread).
 */
import { MessageDecoder } from '@airframes/acars-decoder';
import type { DecodedItem, DecodingModel } from '../contract/entities/decoding.ts';
import { notDecodable } from './not-decodable.ts';

/** Characters. A message of 16 blocks has 3,520; some kinds unpack what they carry, so that the answer has bounds of its own. */
export const longestText = 20_000;
const longestValue = 4000;
const mostItems = 500;

let library: MessageDecoder | undefined;

/** Label and text exactly as they came: nothing is trimmed (DEC-05). */
export function decodeMessage(label: string, text: string): DecodingModel {
  const size = text.length;
  if (size > longestText)
    return notDecodable(
      text.slice(0, longestText),
      `This text has ${count(size)} characters; at most ${count(longestText)} can be decoded.`,
    );
  if (text === '') return notDecodable('', 'There is no text to decode.');
  try {
    library ??= new MessageDecoder();
    return modelOf(library.decode({ label, text }), text);
  } catch {
    // The library throws on many a text that only looks like one of its kinds (a time of no clock, a field that is missing).
    return notDecodable(text, 'The text begins like a known kind of message, but cannot be read as one.');
  }
}

function modelOf({ decoded, decoder, formatted, remaining }: LooseResult, text: string): DecodingModel {
  const given = Array.isArray(formatted.items) ? formatted.items : [];
  const items = given.slice(0, mostItems).flatMap(itemOf);
  const description = cut(wordsOf(formatted.description));
  const hasMeaning = items.length > 0 || (given.length === 0 && description !== '');
  if (!decoded || decoder.decodeLevel === 'none' || !hasMeaning) return notDecodable(text);
  const rest = wordsOf(remaining.text).slice(0, longestText);
  // A value that cannot be read was not understood, whatever the library says; nor was a text of which something is left.
  const isFull = decoder.decodeLevel === 'full' && items.length === given.length && rest === '';
  return {
    description: /^(unknown)?$/i.test(description) ? 'Known kind of message' : description,
    level: isFull ? 'full' : 'partial',
    understoodPercent: isFull ? 100 : percentOf(text.length, rest.length),
    items,
    remaining: rest,
    reason: null,
  };
}

/** The library's types promise more than it keeps: values may be missing, or no text. */
type LooseResult = Pick<ReturnType<MessageDecoder['decode']>, 'decoded' | 'decoder'> & {
  readonly formatted: { readonly description?: unknown; readonly items?: unknown };
  readonly remaining: { readonly text?: unknown };
};

/** None where the value cannot be read: NaN and the like are no facts. */
function itemOf(item: unknown): DecodedItem[] {
  if (typeof item !== 'object' || item === null) return [];
  const { label, value, type } = item as Record<string, unknown>;
  const [name, words] = [cut(wordsOf(label)), cut(wordsOf(value)).replace(dayOfMonth, 'day $1, $2')];
  if (name === '' || /^\s*$|\bNaN\b|\bundefined\b|\bInvalid Date\b/.test(words)) return [];
  return [{ label: name, value: words, isUnverified: /position|coordinates/.test(String(type)) || place.test(words) }];
}
/** As the library writes a time of which the day alone is known. */
const dayOfMonth = /YYYY-MM-(\d\d)T(\d\d:\d\d:\d\d)/g;
/** As the library writes a position, in whatever item. */
const place = /\d\.\d+ [NS], \d+\.\d+ [EW]/;

const wordsOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const cut = (text: string): string =>
  text.length > longestValue
    ? `${text.slice(0, longestValue)}… (${count(text.length - longestValue)} characters more)`
    : text;
const count = (value: number): string => value.toLocaleString('en-US');

/** Null where more is left than was there (the text was packed), and where nothing is left that would tell. */
function percentOf(size: number, rest: number): number | null {
  if (rest === 0 || rest > size) return null;
  // Never all and never nothing: both would contradict the level.
  return Math.min(99, Math.max(1, Math.round((1 - rest / size) * 100)));
}
