/**
 * The one pipeline from a received text to what it means: our readers, then what the receiver decoded. Never throws. Run it in a thread
 * where texts come from outside: a slow one would block the caller. Pure.
 */

import { decoderVersion } from '../contract/decoder-version.ts';
import type { DecodingModel } from '../contract/entities/decoding.ts';
import type { Meaning } from '../contract/entities/meaning.ts';
import { miamReader } from './fans/miam.ts';
import { labelWords } from './label-meanings.ts';
import { notDecodable } from './not-decodable.ts';
import { readReceiver } from './read-receiver.ts';
import { firstReading, readText } from './readers.ts';
import { type LineRequest, type Reader, type Reading, type ReceivedText, receivedText } from './reading.ts';

/** Characters. A message of 16 blocks has 3,520. Some kinds unpack their content, so the response is limited as well. */
export const longestText = 20_000;

/** The content of a packed message is read once, by readers that unpack nothing. */
const readers: readonly Reader[] = [miamReader(readText), readText, readReceiver];

/** null = not decodable. */
export function readMessage(message: ReceivedText): Reading | null {
  if (message.text === '' && message.decoded === null) return null;
  if (message.text.length > longestText) return null;
  return firstReading(readers, message);
}

/** What is stored with a message. */
export const meaningOf = (message: ReceivedText): Meaning => meaningOfReading(message, readMessage(message));

/** Labels that say all without a text: they keep the link alive. */
const linkLabels: readonly string[] = ['_d', '_\u007f', 'Q0'];

function meaningOfReading({ label, text, block }: ReceivedText, reading: Reading | null): Meaning {
  const version = decoderVersion;
  if (reading) {
    const { kind, level, words, by, facts } = reading;
    return { version, kind, level, words, by, facts };
  }
  const isBlank = text.trim() === '';
  const kind = linkLabels.includes(label) ? 'link' : 'other';
  if (isBlank && kind === 'link')
    return { version, kind, level: 'full', words: labelWords(label), by: 'own', facts: {} };
  const words = isBlank
    ? 'No text'
    : (block ?? 1) > 1
      ? `Block ${block} of a message that is not joined`
      : labelWords(label);
  return { version, kind, level: 'none', words, by: 'own', facts: {} };
}

/** Label and text as received, untrimmed (DEC-05). `known` = where the aircraft is, by its receiver. */
export function decodeMessage(request: LineRequest): DecodingModel {
  const message = receivedText(request);
  const size = message.text.length;
  if (size > longestText)
    return notDecodable(
      message.text.slice(0, longestText),
      `This text has ${count(size)} characters. The limit is ${count(longestText)}.`,
    );
  if (message.text === '' && message.decoded === null)
    return { ...notDecodable('', 'Enter a text to decode.'), meaning: meaningOfReading(message, null) };
  const reading = readMessage(message);
  const meaning = meaningOfReading(message, reading);
  if (!reading) return { ...notDecodable(message.text), meaning };
  const { description, level, understoodPercent, items, remaining } = reading;
  return {
    description,
    level,
    understoodPercent,
    items: [...items],
    remaining,
    reason: null,
    meaning,
  };
}

const count = (value: number): string => value.toLocaleString('en-US');
