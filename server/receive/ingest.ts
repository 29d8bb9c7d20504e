/**
 * Lines that a station posted: read, held to the names that are the station's own, stored (C118, C120).
 * Must not: stop at a bad line, or resolve before what it counts as stored is committed.
 */
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import type { KeyedStation } from '../accounts/station-keys.ts';
import { clock } from '../clock.ts';
import type { Database } from '../database/pool.ts';
import type { StoredCount } from '../store/new-rows.ts';
import { claimNames, maxReceiverNames, type NameOwner } from '../store/stations.ts';
import { storeAcars } from '../store/store-acars.ts';
import { type NewAdsb, storeAdsb } from '../store/store-adsb.ts';
import { batchSize } from '../store/store-batches.ts';
import { readAcarsLine } from './acars-json.ts';
import { readAdsbLine } from './adsb-json.ts';
import { Repeats } from './import-lane.ts';
import type { SourceCounters } from './ingest-counters.ts';
import { LineReport, type Report } from './line-report.ts';
import { refusedByDatabase, storeUsable } from './store-usable.ts';

export type NumberedLine = { readonly number: number; readonly text: string };
type Message = { readonly row: { readonly stationId: string | null } };
type Numbered<M> = { readonly number: number; readonly message: M };
/** What a station may post: how a line is read, and where it is stored. Made anew for each post. */
export type PostedKind<M extends Message> = {
  readonly read: (line: string, nowMs: number) => M | { readonly leftOut: string } | { readonly broken: string };
  readonly store: (db: Database, messages: readonly M[]) => Promise<StoredCount>;
};

export const postedAcars = (): PostedKind<{ readonly row: AcarsMessage }> => ({
  read: readAcarsLine,
  store: storeAcars,
});
export function postedAdsb(): PostedKind<NewAdsb> {
  const repeats = new Repeats();
  return {
    read: (line, nowMs) => {
      const read = readAdsbLine(line, nowMs);
      return 'row' in read ? { row: read.row, repeat: repeats.before(read.row, read.seconds) } : read;
    },
    store: storeAdsb,
  };
}

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
export async function ingestMessages<M extends Message>(
  db: Database,
  station: KeyedStation,
  kind: PostedKind<M>,
  lines: readonly NumberedLine[],
  counters: SourceCounters,
): Promise<Report> {
  const work = new Ingest(db, station, kind);
  for (let from = 0; from < lines.length; from += batchSize) await work.take(lines.slice(from, from + batchSize));
  work.report.countInto(counters);
  return work.report.answer();
}

class Ingest<M extends Message> {
  readonly report = new LineReport();
  private readonly owners = new Map<string, NameOwner>();

  constructor(
    private readonly db: Database,
    private readonly station: KeyedStation,
    private readonly kind: PostedKind<M>,
  ) {}

  async take(lines: readonly NumberedLine[]): Promise<void> {
    this.report.take(lines.length);
    const read = lines.flatMap((line) => this.read(line) ?? []);
    await this.learnOwners(read);
    const own = read.filter((one) => this.isOwn(one));
    const count = await storeUsable(
      (messages: readonly M[]) => this.kind.store(this.db, messages),
      own.map(({ message }) => message),
    );
    this.report.store(count);
    const refused = new Set(count.refused.map(({ message }) => message));
    for (const { number, message } of own) if (refused.has(message)) this.report.broken(refusedByDatabase, number);
  }

  /** A receiver that sends no name gets the number of the station whose key came with it. */
  private read({ number, text }: NumberedLine): Numbered<M> | null {
    const result = this.kind.read(text, clock.now());
    if ('row' in result) {
      const row = { ...result.row, stationId: result.row.stationId ?? this.station.stationId };
      return { number, message: { ...result, row } };
    }
    if ('leftOut' in result) this.report.leftOut(result.leftOut, number);
    else this.report.broken(result.broken, number);
    return null;
  }

  private async learnOwners(read: readonly Numbered<M>[]): Promise<void> {
    const names = new Set(read.map(({ message }) => message.row.stationId ?? ''));
    const unknown = [...names].filter((name) => !this.owners.has(name));
    if (unknown.length === 0) return;
    for (const [name, owner] of await claimNames(this.db, this.station, unknown)) this.owners.set(name, owner);
  }

  private isOwn({ number, message }: Numbered<M>): boolean {
    const owner = this.owners.get(message.row.stationId ?? '');
    if (owner === 'own') return true;
    this.report.leftOut(owner === 'nobody' ? tooManyNames : otherStation, number);
    return false;
  }
}

const otherStation = 'the name of the receiver belongs to another station';
const tooManyNames = `the station has ${maxReceiverNames} receiver names already`;
