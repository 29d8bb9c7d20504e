/**
 * What our decoder makes of a message: the `decodingModel` of our own server, and of the decoder in the browser.
 * Must not: be demanded of another server; what the specification leaves open may be any text or object there (C63b).
 */
import * as z from 'zod/mini';
import { nullableNumber, nullableText } from '../kinds.ts';

export const decodedItem = z.object({
  label: z.string(),
  value: z.string(),
  /** Holds a position as the decoder read it, which may be wrong: never to be drawn on a map. */
  isUnverified: z.boolean(),
});
export type DecodedItem = z.output<typeof decodedItem>;

export const decodingModel = z.object({
  /** What kind of message it is; 'Not decodable' for a message of no known form, which is a normal answer. */
  description: z.string(),
  /** How much of it was understood. */
  level: z.enum(['none', 'partial', 'full']),
  /** The same as a share of the text, 0 to 100; null = not known. */
  understoodPercent: nullableNumber,
  items: z.array(decodedItem),
  /** What of the text remains undecoded. */
  remaining: z.string(),
  /** Why nothing could be decoded, as a sentence; null = something was. */
  reason: nullableText,
});
export type DecodingModel = z.output<typeof decodingModel>;
