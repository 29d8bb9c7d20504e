/**
 * The calls below /ingest. Must not: read a line (receive/ does), or answer before what it acknowledges is committed.
 */
import type { Api } from '../../contract/api.ts';
import { maxIngestLines } from '../../contract/calls/ingest.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { type Context, stationOf } from '../guard.ts';
import { HttpError } from '../http/api-error.ts';
import { ingestMessages, linesOf, type NumberedLine, postedAcars, postedAdsb } from '../receive/ingest.ts';
import { ingestRecords } from '../receive/ingest-records.ts';
import type { Services } from '../services.ts';
import { frameSizeRecords, statusRecords } from '../store/station-records.ts';

function postedLines(body: string): NumberedLine[] {
  const lines = linesOf(body, maxIngestLines);
  if (!lines) throw new HttpError(413, `Too many lines at once; at most ${maxIngestLines} are taken.`);
  return lines;
}

export function makeIngestHandlers({ ingestCounters }: Services): Handlers<Api['ingest'], Context> {
  return {
    /** C120. Whoever gets no 200 sends the same again: nothing is stored twice. */
    acars: async ({ body, ...context }) =>
      ingestMessages(context.db, stationOf(context), postedAcars(), postedLines(body), ingestCounters.of('post')),
    adsb: async ({ body, ...context }) =>
      ingestMessages(context.db, stationOf(context), postedAdsb(), postedLines(body), ingestCounters.of('post')),
    status: async ({ body, ...context }) =>
      ingestRecords(context.db, stationOf(context), statusRecords, postedLines(body), ingestCounters.of('post')),
    frames: async ({ body, ...context }) =>
      ingestRecords(context.db, stationOf(context), frameSizeRecords, postedLines(body), ingestCounters.of('post')),
    counters: async () => ingestCounters.read(),
  };
}
