/** ACARS, ADS-B, ACARS per aircraft. Wire names and their order are specified, typos included (C76). */
import * as z from 'zod/mini';
import { entityOf } from '../fields.ts';
import { objectOrNull, type Row } from '../kinds.ts';
import { acars } from './acars.ts';
import { adsb } from './adsb.ts';
import { meaning } from './meaning.ts';
import { perAircraft } from './per-aircraft.ts';

export const acarsMessage = entityOf(acars);
export type AcarsMessage = Row<typeof acarsMessage>;

/** Behind the fields of ACARS rows, in every list of them. null = not decoded yet. */
export const acarsMeaning = { meaning: objectOrNull(meaning) } as const;

const heardText = z.nullable(z.string());
/**
 * Receptions of a message, and the result of reassembly. `blocks` in the order of the message, each with its consensus text and its
 * receptions, earliest first. A message of one block has one.
 */
export const messageHeard = z.object({
  aggregatedText: heardText,
  aggregationStatus: heardText,
  consensusStatus: heardText,
  consensusResult: heardText,
  blocks: z.array(
    z.object({
      msgno: heardText,
      blockId: heardText,
      /** The consensus text. */
      text: heardText,
      /** The block of the requested message. */
      isAsked: z.boolean(),
      receptions: z.array(
        z.object({
          id: z.string(),
          stationId: heardText,
          acarsDateTime: z.string(),
          /** Epoch seconds with the receiver's fraction. */
          timestamp: z.nullable(z.number()),
          freq: z.nullable(z.number()),
          level: z.nullable(z.number()),
          error: z.nullable(z.number()),
          text: heardText,
          /** Its text is the consensus text. */
          isWinner: z.boolean(),
        }),
      ),
    }),
  ),
});

/** What the receiver sent with a message and its columns lack, under the keys of decision 7. null = nothing is stored. */
export const messageExtra = z.object({ extra: z.nullable(z.record(z.string(), z.unknown())) });

export const adsbMessage = entityOf(adsb);
export type AdsbMessage = Row<typeof adsbMessage>;

export const acarsPerAircraft = entityOf(perAircraft);
export type AcarsPerAircraft = Row<typeof acarsPerAircraft>;
