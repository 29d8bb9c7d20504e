/** Events of radio links: received frames without a message (decision 61). */
import * as z from 'zod/mini';
import { instant, nullableNumber, nullableText } from '../kinds.ts';

/** Rows of one response: the newest. */
export const maxLinkEvents = 200;
export const linkEventDays = 15;

export const linkEvents = z.object({
  events: z.array(
    z.object({
      id: z.string(),
      /** First frame, and the last one of those that were joined. */
      at: instant.schema,
      lastAt: instant.schema,
      frames: z.number(),
      stationId: nullableText,
      /** VDLM2 or HFDL. */
      link: z.string(),
      kind: z.string(),
      icao: nullableText,
      groundStation: nullableText,
      flight: nullableText,
      lat: nullableNumber,
      lon: nullableNumber,
      /** MHz. */
      freq: nullableNumber,
      /** dB, the best of joined frames. */
      level: nullableNumber,
      detail: z.nullable(z.record(z.string(), z.unknown())),
    }),
  ),
});
