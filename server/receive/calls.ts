/** Calls below /ingest. They respond only after the commit of what they acknowledge. */

import type { Api } from '../../contract/api.ts';
import { maxIngestLines } from '../../contract/calls/ingest.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import type { AdsbMessage } from '../../contract/entities/messages.ts';
import type { IngestCounters } from '../base/ingest-counters.ts';
import { HttpError } from '../http/api-error.ts';
import { type Context, stationOf } from '../http/guard.ts';
import type { Messages } from '../messages/messages.ts';
import { frameSizeRecords, statusRecords } from '../stations/station-records.ts';
import { ingestMessages, linesOf, type NumberedLine, postedAcars, postedAdsb } from './ingest.ts';
import { ingestRecords } from './ingest-records.ts';
import type { LineOutlet } from './line-outlet.ts';

function postedLines(body: string): NumberedLine[] {
  const lines = linesOf(body, maxIngestLines);
  if (!lines) throw new HttpError(413, `Too many lines. The limit is ${maxIngestLines}.`);
  return lines;
}

export function makeIngestHandlers({
  messages,
  ingestCounters,
  forward,
  onMap,
}: {
  readonly messages: Messages;
  readonly ingestCounters: IngestCounters;
  readonly forward: LineOutlet;
  /** Frames that were stored. */
  readonly onMap: (rows: readonly AdsbMessage[]) => void;
}): Handlers<Api['ingest'], Context> {
  return {
    /** C120. Without a 200 the sender repeats: nothing is stored twice. */
    acars: async ({ body, ...context }) =>
      ingestMessages(messages, stationOf(context), postedAcars(forward), postedLines(body), ingestCounters.of('post')),
    adsb: async ({ body, ...context }) =>
      ingestMessages(messages, stationOf(context), postedAdsb(onMap), postedLines(body), ingestCounters.of('post')),
    status: async ({ body, ...context }) =>
      ingestRecords(context.db, stationOf(context), statusRecords, postedLines(body), ingestCounters.of('post')),
    frames: async ({ body, ...context }) =>
      ingestRecords(context.db, stationOf(context), frameSizeRecords, postedLines(body), ingestCounters.of('post')),
    counters: async () => ingestCounters.read(),
  };
}
