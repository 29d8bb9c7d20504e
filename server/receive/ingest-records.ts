/** Stores records that a station posted about itself (C120). Bad lines are skipped, and only committed lines count as stored. */
import { foldCase } from '../../contract/filters.ts';
import { clock } from '../base/clock.ts';
import type { SourceCounters } from '../base/ingest-counters.ts';
import { LineReport, type Report } from '../base/line-report.ts';
import type { Database } from '../database/pool.ts';
import type { KeyedStation } from '../http/guard.ts';
import { type NewRecord, type RecordKind, storeRecords } from '../stations/station-records.ts';
import type { NumberedLine } from './ingest.ts';
import { readEach, storeInTurn } from './post-turns.ts';
import { readRecordLine } from './station-record-json.ts';

const otherStation = 'the record names another station';

/** A record without a station, or with a receiver name of this one, gets its number. @throws errors of the database, without any acknowledgement */
export async function ingestRecords(
  db: Database,
  station: KeyedStation,
  kind: RecordKind,
  lines: readonly NumberedLine[],
  counters: SourceCounters,
): Promise<Report> {
  const report = new LineReport();
  report.take(lines.length);
  const own = await ownNames(db, station);
  const records: NewRecord[] = [];
  await readEach(lines, ({ number, text }) => {
    const result = readRecordLine(text, kind, clock.now());
    if ('leftOut' in result) report.leftOut(result.leftOut, number);
    else if ('broken' in result) report.broken(result.broken, number);
    else if (!own.has(foldCase(result.row.stationId))) report.leftOut(otherStation, number);
    else records.push({ row: { ...result.row, stationId: station.stationId } });
  });
  report.store(await storeInTurn(records.length, () => storeRecords(db, kind, records)));
  report.countInto(counters);
  return report.respond();
}

async function ownNames(db: Database, { recordId, stationId }: KeyedStation): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ receiver: string }>(
    'select receiver from receiver_station where station_record_id = $1',
    [recordId],
  );
  return new Set(['', stationId, ...rows.map(({ receiver }) => receiver)]);
}
