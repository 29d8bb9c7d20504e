/**
 * Stores lines that a station posted, under its own names only (C118, C120). Bad lines are skipped, and only committed lines count as stored.
 * Own file: posted messages, with the rules of their receivers.
 */
import type { AdsbMessage } from '../../../contract/entities/messages.ts';
import { clock } from '../../base/clock.ts';
import type { SourceCounters } from '../../base/ingest-counters.ts';
import type { Json } from '../../base/json-values.ts';
import { LineReport, type Report } from '../../base/line-report.ts';
import { HttpError } from '../../http/api-error.ts';
import type { KeyedStation } from '../../http/guard.ts';
import type { Messages } from '../../messages/messages.ts';
import { type NewAdsb, storeAdsb } from '../../messages/store-adsb.ts';
import type { StoredCount } from '../../messages/store-batches.ts';
import { type NewLine, ofReceiver, receiverOf, storeLines } from '../../messages/store-lines.ts';
import { type NameOwner, ownersOf } from '../../stations/receivers.ts';
import { readAcarsObject } from './acars-json.ts';
import { readPostedAdsb } from './adsb-json.ts';
import { HfdlLogons } from './hfdl-logons.ts';
import { Repeats } from './import-lane.ts';
import { type LineOutlet, ownLine } from './json-line.ts';
import type { Piece } from './json-objects.ts';
import { postedPieces, readEach, storeInTurn } from './post-turns.ts';
import { refusedByDatabase, storeUsable } from './store-usable.ts';

type Numbered<M> = { readonly number: number; readonly text: string; readonly message: M };
type Refused = { readonly leftOut: string } | { readonly broken: string };
const isRefused = (result: object): result is Refused => 'leftOut' in result || 'broken' in result;
/** Contents that a station may post: reader and storage. Created for each post. */
type PostedKind<M extends object> = {
  readonly read: (value: Json, nowMs: number, station: KeyedStation) => M | Refused;
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

/** By record of the station: a key says nothing about the aircraft of others. */
const logonsByStation = new Map<number, HfdlLogons>();
function logonsOf({ recordId }: KeyedStation): HfdlLogons {
  const known = logonsByStation.get(recordId) ?? new HfdlLogons();
  logonsByStation.set(recordId, known);
  return known;
}

export const postedAcars = (outlet: LineOutlet): PostedKind<NewLine> => ({
  read: (value, nowMs, station) => readAcarsObject(value, nowMs, logonsOf(station)),
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
    read: (value, nowMs) => {
      const read = readPostedAdsb(value, nowMs);
      return 'row' in read ? { row: read.row, repeat: repeats.before(read.row, read.seconds) } : read;
    },
    store: storeAdsb,
    receiverOf: ({ row }) => row.stationId,
    ofReceiver: (message, stationId) => ({ ...message, row: { ...message.row, stationId } }),
    stored: (lines) => onMap(lines.map(({ message }) => message.row)),
  };
}

/** Resolves after the commit. @throws errors of the database, without any acknowledgement: the lines may be sent again */
export async function ingestMessages<M extends object>(
  db: Messages,
  station: KeyedStation,
  kind: PostedKind<M>,
  body: string,
  counters: SourceCounters,
): Promise<Report> {
  const work = new Ingest(db, station, kind);
  for await (const pieces of postedPieces(body)) await work.take(pieces);
  return endPost(work.report, counters);
}

/** Without a stored line the status is no success: some senders look at nothing else. @throws HttpError 400, 409 */
export function endPost(report: LineReport, counters: SourceCounters): Report {
  report.countInto(counters);
  const response = report.respond();
  if (report.failure === null) return response;
  const lines = response.leftOut.map(
    ({ reason, count, lines: [first = 1] }) =>
      `${count} ${count === 1 ? 'line' : 'lines'} from line ${first}: ${reason}`,
  );
  throw new HttpError(report.failure === 'broken' ? 400 : 409, `Nothing was stored. ${lines.join('. ')}.`, { lines });
}

class Ingest<M extends object> {
  readonly report = new LineReport();
  private readonly owners = new Map<string, NameOwner>();

  constructor(
    private readonly db: Messages,
    private readonly station: KeyedStation,
    private readonly kind: PostedKind<M>,
  ) {}

  async take(pieces: readonly Piece[]): Promise<void> {
    this.report.take(pieces.length);
    const read: Numbered<M>[] = [];
    await readEach(pieces, (piece) => {
      const one = this.read(piece);
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
  private read(piece: Piece): Numbered<M> | null {
    const { number } = piece;
    if ('broken' in piece) {
      this.report.broken(piece.broken, number);
      return null;
    }
    const { text, value } = piece;
    if (this.kind.isOwn?.(text)) {
      this.report.leftOut(ownLine, number);
      return null;
    }
    const result = this.kind.read(value, clock.latest(), this.station);
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
    this.report.ofOther(owner === 'other' ? otherStation : unclaimed, number);
    return false;
  }
}

const otherStation = 'the name of the receiver belongs to another station';
const unclaimed = 'the name of the receiver is not claimed for this station: an administrator can claim it';
