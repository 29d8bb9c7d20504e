/**
 * Lines that a station posted: read, held to the names that are the station's own, stored (C118, C120).
 * Must not: stop at a bad line, or resolve before what it counts as stored is committed.
 */
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import type { KeyedStation } from '../accounts/station-keys.ts';
import { clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import { claimNames, maxReceiverNames, type NameOwner } from '../store/stations.ts';
import { batchSize } from '../store/store-batches.ts';
import { readAcarsLine } from './acars-json.ts';
import type { SourceCounters } from './ingest-counters.ts';
import { LineReport, type Report } from './line-report.ts';
import { refusedByDatabase, storeUsable } from './store-usable.ts';

export type NumberedLine = { readonly number: number; readonly text: string };
type Reception = { readonly number: number; readonly row: AcarsMessage };

/** The lines that are not blank, numbered from 1 with the blank ones counted; null when there are more than `max`. */
export function linesOf(text: string, max: number): NumberedLine[] | null {
  const lines: NumberedLine[] = [];
  let from = 0;
  for (let number = 1; from <= text.length; number++) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(from, end).trim();
    from = end + 1;
    if (line === '') continue;
    if (lines.length === max) return null;
    lines.push({ number, text: line });
  }
  return lines;
}

/** Resolves after the commit. @throws what the database says: then nothing is acknowledged, and the same lines may be sent again */
export async function ingestAcars(
  db: Database,
  station: KeyedStation,
  lines: readonly NumberedLine[],
  counters: SourceCounters,
): Promise<Report> {
  const work = new Ingest(db, station);
  for (let from = 0; from < lines.length; from += batchSize) await work.take(lines.slice(from, from + batchSize));
  work.report.countInto(counters);
  return work.report.answer();
}

class Ingest {
  readonly report = new LineReport();
  private readonly owners = new Map<string, NameOwner>();

  constructor(
    private readonly db: Database,
    private readonly station: KeyedStation,
  ) {}

  async take(lines: readonly NumberedLine[]): Promise<void> {
    this.report.take(lines.length);
    const receptions = lines.flatMap((line) => this.read(line) ?? []);
    await this.learnOwners(receptions);
    const own = receptions.filter((reception) => this.isOwn(reception));
    const count = await storeUsable(
      this.db,
      own.map(({ row }) => row),
    );
    this.report.store(count);
    const refusedRows = new Set(count.refused.map(({ row }) => row));
    for (const { number, row } of own) if (refusedRows.has(row)) this.report.broken(refusedByDatabase, number);
  }

  /** A receiver that sends no name gets the number of the station whose key came with it. */
  private read({ number, text }: NumberedLine): Reception | null {
    const result = readAcarsLine(text, clock.now());
    if ('row' in result) {
      const { row } = result;
      return { number, row: { ...row, stationId: row.stationId ?? this.station.stationId } };
    }
    if ('leftOut' in result) this.report.leftOut(result.leftOut, number);
    else this.report.broken(result.broken, number);
    return null;
  }

  private async learnOwners(receptions: readonly Reception[]): Promise<void> {
    const names = new Set(receptions.map(({ row }) => row.stationId ?? ''));
    const unknown = [...names].filter((name) => !this.owners.has(name));
    if (unknown.length === 0) return;
    for (const [name, owner] of await claimNames(this.db, this.station, unknown)) this.owners.set(name, owner);
  }

  private isOwn({ number, row }: Reception): boolean {
    const owner = this.owners.get(row.stationId ?? '');
    if (owner === 'own') return true;
    this.report.leftOut(owner === 'nobody' ? tooManyNames : otherStation, number);
    return false;
  }
}

const otherStation = 'the name of the receiver belongs to another station';
const tooManyNames = `the station has ${maxReceiverNames} receiver names already`;
