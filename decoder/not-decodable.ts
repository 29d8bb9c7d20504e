/** Normal response for about half of all messages. Without the library, which only the threads load. */
import type { DecodingModel } from '../contract/entities/decoding.ts';

/** `reason` = a text for the user. */
export function notDecodable(
  text: string,
  reason = 'No known message type matches this label and text.',
): DecodingModel {
  return {
    description: 'Not decodable',
    level: 'none',
    understoodPercent: 0,
    items: [],
    remaining: text,
    reason,
    meaning: null,
  };
}
