/** `decodingModel` of our decoder. Other servers may return any text or object (C63b). */
import * as z from 'zod/mini';
import { nullableNumber, nullableText } from '../kinds.ts';

const decodedItem = z.object({
  label: z.string(),
  value: z.string(),
  /** Contains a decoded position, which may be wrong: never draw it on a map. */
  isUnverified: z.boolean(),
});
export type DecodedItem = z.output<typeof decodedItem>;

export const decodingModel = z.object({
  /** Kind of message. 'Not decodable' for unknown forms, which is a normal response. */
  description: z.string(),
  /** How much was decoded. */
  level: z.enum(['none', 'partial', 'full']),
  /** The same as a share of the text, 0 to 100. null = unknown. */
  understoodPercent: nullableNumber,
  items: z.array(decodedItem),
  /** Undecoded remainder of the text. */
  remaining: z.string(),
  /** Why nothing could be decoded, as a text. null = something was. */
  reason: nullableText,
});
export type DecodingModel = z.output<typeof decodingModel>;
