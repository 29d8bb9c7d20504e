/** Import of a recording: counted first, then stored. The file is streamed. */

import { type ImportReport, maxRejectedListed } from '../../contract/calls/imports.ts';
import { parseInstant, writeInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import { type Line, type OpenBytes, splitLines } from '../base/read-lines.ts';
import { noTime } from '../base/reception-time.ts';
import type { Messages } from '../messages/messages.ts';
import { maxLineLength } from '../receive/json-line.ts';
import { readRecordedLine } from '../receive/recorded-line.ts';
import { claimReceivers } from '../stations/receiver-claims.ts';
import { Counts } from './import-report.ts';
import type { Checked, Hooks, ImportOptions } from './import-types.ts';
import { Recording, type Remarks } from './recording.ts';

type MessagesReport = Extract<ImportReport['of'], { kind: 'messages' }>;

const title = 'messages of receivers (JSON lines)';
const maxReceiversShown = 100;
/** Warnings counted by name: a file may invent a million key names. */
const maxNotes = 60;
/** Interval of checks for cancellation and of progress updates. */
const linesAStep = 500;

/** Number of storable lines, and errors of the others. */
export async function checkRecording(file: OpenBytes, hooks: Hooks): Promise<Checked> {
  const left = new LeftLines();
  const receivers = new Set<string>();
  let usable = 0;
  let withoutTime = 0;
  let [firstS, lastS] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for await (const { number, text } of stepped(file, hooks)) {
    if (text?.trim() === '') continue;
    left.line();
    const nowMs = clock.now();
    const result = readRecordedLine(text, nowMs, null);
    if ('row' in result) {
      usable++;
      firstS = Math.min(firstS, result.seconds);
      lastS = Math.max(lastS, result.seconds);
      if (result.kind !== 'record' && result.row.stationId && receivers.size < maxReceiversShown)
        receivers.add(result.row.stationId);
      if ('oddities' in result) for (const oddity of result.oddities) left.odd(oddity);
    } else if ('leftOut' in result) left.leftOut(result.leftOut);
    else if (result.broken === noTime && 'row' in readRecordedLine(text, nowMs, nowMs / 1000)) withoutTime++;
    else left.brokenLine(number, result.broken);
  }
  const isTimed = lastS >= firstS;
  return left.checked({
    kind: 'messages',
    title,
    read: left.read,
    usable,
    withoutTime,
    stored: null,
    duplicates: null,
    receivers: [...receivers].sort(),
    firstAt: isTimed ? writeInstant(firstS * 1000) : null,
    lastAt: isTimed ? writeInstant(lastS * 1000) : null,
    claims: [],
  });
}

/** @throws errors of the database: rows stored before stay, and the same file again stores nothing twice */
export async function writeRecording(
  db: Messages,
  file: OpenBytes,
  of: MessagesReport,
  { station = null, start, isAsIfNow }: { [K in keyof ImportOptions]: ImportOptions[K] | null },
  hooks: Hooks,
): Promise<Checked> {
  const left = new LeftLines();
  const startS = start === undefined || start === null ? null : start / 1000;
  const lastMs = of.lastAt === null ? (start ?? null) : parseInstant(of.lastAt);
  const shiftS = isAsIfNow && lastMs !== null ? Math.floor((clock.now() - lastMs) / 1000) : 0;
  const recording = new Recording({ station, startS, shiftS });
  await recording.take(db, stepped(file, hooks), left);
  await recording.end(db);
  const claims = station === null ? [] : await claimReceivers(db, station, recording.receivers);
  const sum = (what: 'stored' | 'duplicates'): number => recording.kinds.reduce((total, kind) => total + kind[what], 0);
  return left.checked({ ...of, read: left.read, stored: sum('stored'), duplicates: sum('duplicates'), claims });
}

async function* stepped({ bytes, bytesRead }: OpenBytes, { signal, progress }: Hooks): AsyncGenerator<Line> {
  for await (const line of splitLines(bytes, maxLineLength)) {
    if (line.number % linesAStep === 0) {
      signal.throwIfAborted();
      progress.rows = line.number;
      progress.bytes = bytesRead();
    }
    yield line;
  }
  signal.throwIfAborted();
}

/** Lines that are not stored, and dropped values of stored ones. */
class LeftLines implements Remarks {
  read = 0;
  private brokenCount = 0;
  private readonly broken: { line: number; reason: string }[] = [];
  private readonly reasons = new Counts(Number.POSITIVE_INFINITY);
  private readonly notes = new Counts(maxNotes);

  line(): void {
    this.read++;
  }
  brokenLine(line: number, reason: string): void {
    this.brokenCount++;
    this.reasons.add(reason);
    if (this.broken.length < maxRejectedListed) this.broken.push({ line, reason });
  }
  leftOut(reason: string): void {
    this.notes.add(reason);
  }
  odd(what: string): void {
    this.notes.add(what);
  }

  checked(of: MessagesReport): Checked {
    const counted = (counts: Counts) => counts.most().map(([reason, count]) => ({ reason, count }));
    return {
      of,
      rejected: this.broken,
      rejectedCount: this.brokenCount,
      reasons: counted(this.reasons),
      notes: counted(this.notes),
    };
  }
}
