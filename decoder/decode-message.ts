/**
 * Decodes one message. Only importer of @airframes/acars-decoder. Never throws.
 * Run it in a thread (decode-line.ts): a slow text would block the caller. Pure.
 */
import { MessageDecoder } from '@airframes/acars-decoder';
import type { DecodedItem, DecodingModel } from '../contract/entities/decoding.ts';
import { notDecodable } from './not-decodable.ts';

/** Characters. A message of 16 blocks has 3,520. Some kinds unpack their content, so the response is limited as well. */
export const longestText = 20_000;
const longestValue = 4000;
const mostItems = 500;

let library: MessageDecoder | undefined;

/** Label and text as received, untrimmed (DEC-05). */
export function decodeMessage(label: string, text: string): DecodingModel {
  const size = text.length;
  if (size > longestText)
    return notDecodable(
      text.slice(0, longestText),
      `This text has ${count(size)} characters. The limit is ${count(longestText)}.`,
    );
  if (text === '') return notDecodable('', 'Enter a text to decode.');
  try {
    library ??= new MessageDecoder();
    return modelOf(library.decode({ label, text }), text);
  } catch {
    // The library throws on many texts that only look like a known kind (an invalid time, a missing field).
    return notDecodable(text, 'The text resembles a known message type but does not match its format.');
  }
}

function modelOf({ decoded, decoder, formatted, remaining }: LooseResult, text: string): DecodingModel {
  const given = Array.isArray(formatted.items) ? formatted.items : [];
  const items = given.slice(0, mostItems).flatMap(itemOf);
  const description = cut(wordsOf(formatted.description));
  const hasMeaning = items.length > 0 || (given.length === 0 && description !== '');
  if (!decoded || decoder.decodeLevel === 'none' || !hasMeaning) return notDecodable(text);
  const rest = wordsOf(remaining.text).slice(0, longestText);
  // Unreadable values count as not decoded, whatever the library reports, as do texts with a remainder.
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

/** The library's types are too strict: values may be missing, or not text. */
type LooseResult = Pick<ReturnType<MessageDecoder['decode']>, 'decoded' | 'decoder'> & {
  readonly formatted: { readonly description?: unknown; readonly items?: unknown };
  readonly remaining: { readonly text?: unknown };
};

/** None for unreadable values such as NaN. */
function itemOf(item: unknown): DecodedItem[] {
  if (typeof item !== 'object' || item === null) return [];
  const { label, value, type } = item as Record<string, unknown>;
  const [name, words] = [cut(wordsOf(label)), cut(wordsOf(value)).replace(dayOfMonth, 'day $1, $2')];
  if (name === '' || /^\s*$|\bNaN\b|\bundefined\b|\bInvalid Date\b/.test(words)) return [];
  return [{ label: name, value: words, isUnverified: /position|coordinates/.test(String(type)) || place.test(words) }];
}
/** The library's format of a time with only a day. */
const dayOfMonth = /YYYY-MM-(\d\d)T(\d\d:\d\d:\d\d)/g;
/** The library's format of a position, in any item. */
const place = /\d\.\d+ [NS], \d+\.\d+ [EW]/;

const wordsOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const cut = (text: string): string =>
  text.length > longestValue
    ? `${text.slice(0, longestValue)}… (${count(text.length - longestValue)} characters more)`
    : text;
const count = (value: number): string => value.toLocaleString('en-US');

/** Null if more remains than there was (a packed text), or if nothing readable remains. */
function percentOf(size: number, rest: number): number | null {
  if (rest === 0 || rest > size) return null;
  // Never 0 or 100: both would contradict the level.
  return Math.min(99, Math.max(1, Math.round((1 - rest / size) * 100)));
}
