/**
 * The normal answer for about half of what is heard. Must not: import the library, which only the threads load.
 */
import type { DecodingModel } from '../contract/entities/decoding.ts';

/** `reason` = why, as a sentence for the person. */
export function notDecodable(
  text: string,
  reason = 'No known kind of message has this label and this form.',
): DecodingModel {
  return { description: 'Not decodable', level: 'none', understoodPercent: 0, items: [], remaining: text, reason };
}
