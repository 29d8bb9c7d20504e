/** Events of radio links: received frames without a message (decision 7). */
import * as z from 'zod/mini';
import { instant, nullableNumber, nullableText } from '../kinds.ts';

/** Rows of one response: the newest. */
export const maxLinkEvents = 200;
export const linkEventDays = 15;

const linkEvent = z.object({
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
});

export const linkEvents = z.object({ events: z.array(linkEvent) });

/** Newest events on the page of an aircraft. */
export const tailLinkEvents = 12;
/** Of the axis, newest first. `frames` = all of it. */
export const tailLink = z.object({
  events: z.array(
    z.pick(linkEvent, {
      id: true,
      at: true,
      lastAt: true,
      frames: true,
      stationId: true,
      link: true,
      kind: true,
      groundStation: true,
      freq: true,
    }),
  ),
  /** Rows, also those that are not in the response. */
  total: z.number(),
});
export type TailLink = z.output<typeof tailLink>;

/** Frames of 24 hours at one station, the most frequent first. */
export const stationLink = z.object({
  frames: z.number(),
  kinds: z.array(z.object({ kind: z.string(), frames: z.number() })),
  /** Up to `stationLinkRows`. */
  groundStations: z.array(z.object({ link: z.string(), groundStation: z.string(), frames: z.number() })),
  /** MHz. */
  frequencies: z.array(z.object({ link: z.string(), freq: z.number(), frames: z.number() })),
});
export type StationLink = z.output<typeof stationLink>;
/** Ground stations of one station page. */
export const stationLinkRows = 12;
