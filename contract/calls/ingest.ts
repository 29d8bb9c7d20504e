/**
 * What we added so that receivers can feed (C120): JSON lines with the key of a station, and how much came in.
 * Must not: say who may call (audience.ts).
 */
import * as z from 'zod/mini';
import { get, post } from '../endpoint.ts';
import { instant } from '../kinds.ts';

/** `lines` = the numbers of the first few lines that it met, from 1. */
const ingestReport = z.object({
  stored: z.number(),
  duplicates: z.number(),
  leftOut: z.array(z.object({ reason: z.string(), count: z.number(), lines: z.array(z.number()) })),
});

const reasons = z.array(z.object({ reason: z.string(), count: z.number() }));
/** Lines: received = stored + duplicates + left out + broken + dropped + waiting. */
const sourceCounters = z.object({
  source: z.enum(['udp', 'tcp', 'post']),
  received: z.number(),
  stored: z.number(),
  duplicates: z.number(),
  /** Good lines that are no ACARS message, or that a station may not send. */
  leftOut: reasons,
  /** Lines that nobody can use. */
  broken: reasons,
  /** More came than could be stored, and the sender cannot wait. */
  dropped: z.number(),
  /** Received and not stored yet. */
  waiting: z.number(),
  /** Open now, ever opened, and ended by us (idle, too slow, one too many); 0 where there are none. */
  connections: z.number(),
  connectionsOpened: z.number(),
  connectionsEnded: z.number(),
});
const ingestCounters = z.object({
  since: instant.schema,
  /** Tries to store that failed because the database was away; the lines waited. */
  storeFailures: z.number(),
  sources: z.array(sourceCounters),
  total: z.object({
    received: z.number(),
    stored: z.number(),
    duplicates: z.number(),
    leftOut: z.number(),
    broken: z.number(),
    dropped: z.number(),
    waiting: z.number(),
  }),
});

/** The largest body, as it travels and unpacked. */
export const maxIngestBytes = 5_242_880;
export const maxIngestLines = 10_000;

const linesOfStation = { body: z.string(), sends: 'lines', token: 'station' } as const;
export const ingest = {
  acars: post('ADD-ingestAcars', '/ingest/acars', ingestReport, {
    ...linesOfStation,
    summary: 'ACARS messages of one station, as its receivers wrote them: a JSON object a line, plain or gzip',
  }),
  adsb: post('ADD-ingestAdsb', '/ingest/adsb', ingestReport, {
    ...linesOfStation,
    summary: 'Decoded Mode S frames of one station under the names of API-12: a JSON object a line, plain or gzip',
  }),
  status: post('ADD-ingestStatus', '/ingest/status', ingestReport, {
    ...linesOfStation,
    summary: 'Status records of one station under the names of API-35: a JSON object a line, plain or gzip',
  }),
  frames: post('ADD-ingestFrames', '/ingest/frames', ingestReport, {
    ...linesOfStation,
    summary: 'Frame sizes of one station under the names of API-36: a JSON object a line, plain or gzip',
  }),
  counters: get('ADD-ingestCounters', '/ingest/counters', ingestCounters, {
    summary: 'What came in since the server started, by the way it came',
  }),
};
