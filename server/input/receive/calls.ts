/** Calls below /ingest. They respond only after the commit of what they acknowledge. */

import type { Api } from '../../../contract/api.ts';
import type { Handlers } from '../../../contract/endpoint.ts';
import type { AdsbMessage } from '../../../contract/entities/messages.ts';
import { foldCase } from '../../../contract/filters.ts';
import { clock } from '../../base/clock.ts';
import type { IngestCounters, SourceCounters } from '../../base/ingest-counters.ts';
import { LineReport, type Report } from '../../base/line-report.ts';
import type { Database } from '../../database/pool.ts';
import { type Context, type KeyedStation, stationOf } from '../../http/guard.ts';
import type { Messages } from '../../messages/messages.ts';
import {
  frameSizeRecords,
  type NewRecord,
  type RecordKind,
  statusRecords,
  storeRecords,
} from '../../stations/station-records.ts';
import { endPost, ingestMessages, postedAcars, postedAdsb } from './ingest.ts';
import type { LineOutlet } from './json-line.ts';
import { postedPieces, readEach, storeInTurn } from './post-turns.ts';
import { readPostedRecord } from './station-record-json.ts';

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
      ingestMessages(messages, stationOf(context), postedAcars(forward), body, ingestCounters.of('post')),
    adsb: async ({ body, ...context }) =>
      ingestMessages(messages, stationOf(context), postedAdsb(onMap), body, ingestCounters.of('post')),
    status: async ({ body, ...context }) =>
      ingestRecords(context.db, stationOf(context), statusRecords, body, ingestCounters.of('post')),
    frames: async ({ body, ...context }) =>
      ingestRecords(context.db, stationOf(context), frameSizeRecords, body, ingestCounters.of('post')),
    counters: async () => ingestCounters.read(),
  };
}

// ---- Stores records that a station posted about itself (C120). Bad lines are skipped, and only committed lines count as stored.

const otherStation = 'the record names another station';

/** A record without a station, or with a receiver name of this one, gets its number. @throws errors of the database, without any acknowledgement */
async function ingestRecords(
  db: Database,
  station: KeyedStation,
  kind: RecordKind,
  body: string,
  counters: SourceCounters,
): Promise<Report> {
  const report = new LineReport();
  const own = await ownNames(db, station);
  const records: NewRecord[] = [];
  for await (const pieces of postedPieces(body)) {
    report.take(pieces.length);
    await readEach(pieces, (piece) => {
      const { number } = piece;
      const result = 'broken' in piece ? piece : readPostedRecord(piece.value, kind, clock.latest());
      if ('leftOut' in result) report.leftOut(result.leftOut, number);
      else if ('broken' in result) report.broken(result.broken, number);
      else if (!own.has(foldCase(result.row.stationId))) report.ofOther(otherStation, number);
      else records.push({ row: { ...result.row, stationId: station.stationId } });
    });
  }
  report.store(await storeInTurn(records.length, () => storeRecords(db, kind, records)));
  return endPost(report, counters);
}

async function ownNames(db: Database, { recordId, stationId }: KeyedStation): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ receiver: string }>(
    'select receiver from receiver_station where station_record_id = $1',
    [recordId],
  );
  return new Set(['', stationId, ...rows.map(({ receiver }) => receiver)]);
}
