/** Added: JSON lines of receivers with a station key (C120), and their counters. */
import * as z from 'zod/mini';
import { get, post } from '../endpoint.ts';
import { forwardDestination } from '../entities/receivers.ts';
import { instant } from '../kinds.ts';

/** `lines` = numbers of the first affected lines, from 1. */
const ingestReport = z.object({
  stored: z.number(),
  duplicates: z.number(),
  leftOut: z.array(z.object({ reason: z.string(), count: z.number(), lines: z.array(z.number()) })),
});

const reasons = z.array(z.object({ reason: z.string(), count: z.number() }));
/** Lines, or frames of `radio`: received = stored + duplicates + left out + broken + dropped + waiting. */
const sourceCounters = z.object({
  source: z.enum(['udp', 'tcp', 'post', 'radio']),
  received: z.number(),
  stored: z.number(),
  duplicates: z.number(),
  /** Lines about the radio link, by kind. They are among the other numbers as well. */
  events: reasons,
  /** Valid lines without any use, or that a station may not send. */
  leftOut: reasons,
  /** Unusable lines. */
  broken: reasons,
  /** More lines arrived than could be stored, and the sender cannot wait. */
  dropped: z.number(),
  /** UDP datagrams lost by the system. null where it does not count them. Not part of `received`. */
  lostInKernel: z.nullable(z.number()),
  /** Received and pending. */
  waiting: z.number(),
  /** Open now, opened in total, and closed by us (idle, slow, too many). 0 where there are none. */
  connections: z.number(),
  connectionsOpened: z.number(),
  connectionsEnded: z.number(),
});
/** A receiver of Mode S frames (setting RADIO). */
const radioSource = z.object({
  /** Station number or receiver name of its frames. */
  station: z.nullable(z.string()),
  address: z.string(),
  /** Open now: 0 or 1, or many of a port that waits for receivers. */
  connections: z.number(),
  /** Of this state. */
  since: instant.schema,
  lastReceived: z.nullable(instant.schema),
  /** Why there is no connection. */
  error: z.nullable(z.string()),
});

const ingestCounters = z.object({
  since: instant.schema,
  /** Failed attempts to store because the database was unavailable. The lines stay queued. */
  storeFailures: z.number(),
  sources: z.array(sourceCounters),
  radio: z.array(radioSource),
  forward: z.array(forwardDestination),
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

/** Maximum body, as sent and unpacked. */
export const maxIngestBytes = 5_242_880;
export const maxIngestLines = 10_000;

const linesOfStation = { body: z.string(), sends: 'lines', token: 'station', refuses: [409] } as const;
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
    summary: 'Received lines since the start of the server, by source',
  }),
};
