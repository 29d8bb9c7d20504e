/** `decodingModel` of our decoder. Other servers may return any text or object (C63b). */
import * as z from 'zod/mini';
import { instant, nullableNumber, nullableText } from '../kinds.ts';
import { type MeaningKind, meaning, meaningKinds } from './meaning.ts';

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
  /** Facts, and the message as one line. null = not decodable. Older servers lack it. */
  meaning: z.optional(z.nullable(meaning)),
});
export type DecodingModel = z.output<typeof decodingModel>;

type KindNumbers = { readonly [K in MeaningKind]: z.ZodMiniNumber };
/** `notDecoded` = texts that nobody reads. They have no kind. `waiting` = not decoded yet. */
export const kindCounts = z.object({
  counts: z.object(Object.fromEntries(meaningKinds.map((kind) => [kind, z.number()])) as KindNumbers),
  notDecoded: z.number(),
  waiting: z.number(),
  /** More messages than are counted: the numbers are those of the newest ones. */
  isCut: z.boolean(),
});
export type KindCounts = z.output<typeof kindCounts>;

/** Messages that the coverage board reads. */
export const coverageRows = 100_000;
/** Undecoded shapes of a label. */
export const coverageShapes = 10;
/** By frequency. */
export const decodingCoverage = z.object({
  from: instant.schema,
  to: instant.schema,
  /** The window has more messages than are read: these are the newest ones, from `from` on. */
  isCut: z.boolean(),
  labels: z.array(
    z.object({
      label: nullableText,
      messages: z.number(),
      full: z.number(),
      partial: z.number(),
      none: z.number(),
      /** Not decoded yet. */
      waiting: z.number(),
      /** Messages with at least one fact. */
      withFacts: z.number(),
      /** First 40 characters of undecoded texts: 9 = a digit, A = a letter. */
      shapes: z.array(z.object({ shape: z.string(), messages: z.number() })),
    }),
  ),
});
export type DecodingCoverage = z.output<typeof decodingCoverage>;
