/** Stores lines that a station posted, under its own names only (C118, C120). Bad lines are skipped, and only committed lines count as stored. */
import type { AdsbMessage } from '../../contract/entities/messages.ts';
import { clock } from '../base/clock.ts';
import type { SourceCounters } from '../base/ingest-counters.ts';
import { LineReport, type Report } from '../base/line-report.ts';
import type { KeyedStation } from '../http/guard.ts';
import type { Messages } from '../messages/messages.ts';
import type { StoredCount } from '../messages/new-rows.ts';
import { type NewAdsb, storeAdsb } from '../messages/store-adsb.ts';
import { type NewLine, ofReceiver, receiverOf, storeLines } from '../messages/store-lines.ts';
import { type NameOwner, ownersOf } from '../stations/receiver-claims.ts';
import { readAcarsLine } from './acars-json.ts';
import { readAdsbLine } from './adsb-json.ts';
import { Repeats } from './import-lane.ts';
import { type LineOutlet, ownLine } from './line-outlet.ts';
import { readEach, storeInTurn } from './post-turns.ts';
import { refusedByDatabase, storeUsable } from './store-usable.ts';

export type NumberedLine = { readonly number: number; readonly text: string };
type Numbered<M> = NumberedLine & { readonly message: M };
type Refused = { readonly leftOut: string } | { readonly broken: string };
const isRefused = (result: object): result is Refused => 'leftOut' in result || 'broken' in result;
/** Contents that a station may post: reader and storage. Created for each post. */
type PostedKind<M extends object> = {
  readonly read: (line: string, nowMs: number) => M | Refused;
  readonly store: (db: Messages, messages: readonly M[]) => Promise<StoredCount>;
  readonly receiverOf: (message: M) => string | null;
  readonly ofReceiver: (message: M, stationId: string) => M;
  /** Kind of a link event. null = a message. */
  readonly eventOf?: (message: M) => string | null;
  /** This server forwarded the line. */
  readonly isOwn?: (line: string) => boolean;
  /** After the commit. */
  readonly stored: (lines: readonly Numbered<M>[]) => void;
};

export const postedAcars = (outlet: LineOutlet): PostedKind<NewLine> => ({
  read: readAcarsLine,
  store: storeLines,
  receiverOf,
  ofReceiver,
  eventOf: (line) => ('event' in line ? line.event.kind : null),
  isOwn: (line) => outlet.isOwn(line),
  stored: (lines) => {
    for (const { text, message } of lines) outlet.line(text, 'row' in message ? message.row : null);
  },
});
/** `onMap` gets each frame that was stored. */
export function postedAdsb(onMap: (rows: readonly AdsbMessage[]) => void): PostedKind<NewAdsb> {
  const repeats = new Repeats();
  return {
    read: (line, nowMs) => {
      const read = readAdsbLine(line, nowMs);
      return 'row' in read ? { row: read.row, repeat: repeats.before(read.row, read.seconds) } : read;
    },
    store: storeAdsb,
    receiverOf: ({ row }) => row.stationId,
    ofReceiver: (message, stationId) => ({ ...message, row: { ...message.row, stationId } }),
    stored: (lines) => onMap(lines.map(({ message }) => message.row)),
  };
}

/** Lines per transaction. A batch is assembled in one piece, for which other requests wait. */
const batchSize = 1000;

/** Lines that are not blank, numbered from 1 including blank ones. null if there are more than `max`. */
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

/** Resolves after the commit. @throws errors of the database, without any acknowledgement: the lines may be sent again */
export async function ingestMessages<M extends object>(
  db: Messages,
  station: KeyedStation,
  kind: PostedKind<M>,
  lines: readonly NumberedLine[],
  counters: SourceCounters,
): Promise<Report> {
  const work = new Ingest(db, station, kind);
  for (let from = 0; from < lines.length; from += batchSize) await work.take(lines.slice(from, from + batchSize));
  work.report.countInto(counters);
  return work.report.respond();
}

class Ingest<M extends object> {
  readonly report = new LineReport();
  private readonly owners = new Map<string, NameOwner>();

  constructor(
    private readonly db: Messages,
    private readonly station: KeyedStation,
    private readonly kind: PostedKind<M>,
  ) {}

  async take(lines: readonly NumberedLine[]): Promise<void> {
    this.report.take(lines.length);
    const read: Numbered<M>[] = [];
    await readEach(lines, (line) => {
      const one = this.read(line);
      if (one) read.push(one);
    });
    await this.learnOwners(read);
    const own = read.filter((one) => this.isOfKey(one));
    const count = await storeInTurn(own.length, () =>
      storeUsable(
        (messages: readonly M[]) => this.kind.store(this.db, messages),
        own.map(({ message }) => message),
      ),
    );
    this.report.store(count);
    const refused = new Set(count.refused.map(({ message }) => message));
    for (const { number, message } of own) if (refused.has(message)) this.report.broken(refusedByDatabase, number);
    this.kind.stored(refused.size > 0 ? own.filter(({ message }) => !refused.has(message)) : own);
  }

  /** Receivers without a name get the number of the key's station. */
  private read({ number, text }: NumberedLine): Numbered<M> | null {
    if (this.kind.isOwn?.(text)) {
      this.report.leftOut(ownLine, number);
      return null;
    }
    const result = this.kind.read(text, clock.now());
    if (isRefused(result)) {
      if ('leftOut' in result) this.report.leftOut(result.leftOut, number);
      else this.report.broken(result.broken, number);
      return null;
    }
    const { receiverOf, ofReceiver, eventOf } = this.kind;
    const event = eventOf?.(result) ?? null;
    if (event !== null) this.report.event(event);
    const message = receiverOf(result) === null ? ofReceiver(result, this.station.stationId) : result;
    return { number, text, message };
  }

  private async learnOwners(read: readonly Numbered<M>[]): Promise<void> {
    const names = new Set(read.map(({ message }) => this.kind.receiverOf(message) ?? ''));
    const unknown = [...names].filter((name) => !this.owners.has(name));
    if (unknown.length === 0) return;
    for (const [name, owner] of await ownersOf(this.db, this.station, unknown)) this.owners.set(name, owner);
  }

  /** The receiver belongs to the station of the key. */
  private isOfKey({ number, message }: Numbered<M>): boolean {
    const owner = this.owners.get(this.kind.receiverOf(message) ?? '');
    if (owner === 'own') return true;
    this.report.leftOut(owner === 'other' ? otherStation : unclaimed, number);
    return false;
  }
}

const otherStation = 'the name of the receiver belongs to another station';
const unclaimed = 'the name of the receiver is not claimed for this station: an administrator can claim it';
