/** An object from the network: counted, read, reported. */

import { foldCase } from '../../../../contract/filters.ts';
import { clock } from '../../../base/clock.ts';
import type { SourceCounters } from '../../../base/ingest-counters.ts';
import type { SourceMeter } from '../../../base/source-meter.ts';
import type { Messages } from '../../../messages/messages.ts';
import type { StoredCount } from '../../../messages/store-batches.ts';
import { type NewLine, receiverOf, storeLines, withoutName } from '../../../messages/store-lines.ts';
import { InventedNames } from '../../../stations/invented-names.ts';
import { readAcarsObject } from '../acars-json.ts';
import { HfdlLogons } from '../hfdl-logons.ts';
import { type LineOutlet, ownLine } from '../json-line.ts';
import type { Piece } from '../json-objects.ts';
import type { Reception } from './batch-writer.ts';

/** Maximum object. UDP carries up to 64 kB, and the longest ACARS texts are below 100,000 characters. */
export const maxLiveLineLength = 200_000;

const logons = new HfdlLogons();

/** The message or link event of an object, or null if there is nothing to store. `meter` = that of its source. `outlet`: valid lines go there, too. */
export function receivePiece(
  piece: Piece,
  counters: SourceCounters,
  meter: SourceMeter,
  outlet: LineOutlet | null = null,
): Reception<NewLine> | null {
  counters.received++;
  meter.receive(clock.now());
  if ('broken' in piece) return refuse(piece.broken, counters, meter);
  const { text: line, value } = piece;
  if (outlet?.isOwn(line)) return leaveOut(ownLine, counters, meter);
  const result = readAcarsObject(value, clock.latest(), logons);
  if (!('broken' in result)) outlet?.line(line, 'row' in result ? result.row : null);
  if ('event' in result) counters.events.add(result.event.kind);
  if ('row' in result || 'event' in result) return { row: result, length: line.length };
  if ('broken' in result) return refuse(result.broken, counters, meter);
  return leaveOut(result.leftOut, counters, meter);
}

function leaveOut(reason: string, counters: SourceCounters, meter: SourceMeter): null {
  counters.leftOut.add(reason);
  meter.add('leftOut', reason);
  return null;
}

/** Counts what cannot be used. */
export function refuse(reason: string, counters: SourceCounters, meter: SourceMeter): null {
  counters.broken.add(reason);
  meter.add('refused', reason);
  return null;
}

/** For a BatchWriter of received lines. */
export function storeReceived(messages: Messages): (batch: readonly Reception<NewLine>[]) => Promise<StoredCount> {
  const names = new InventedNames();
  return async (batch) => {
    const lines = batch.map(({ row }) => row);
    const refused = await names.refused(messages, new Set(lines.map((line) => receiverOf(line) ?? '')));
    return storeLines(
      messages,
      refused.size === 0 ? lines : lines.map((line) => (isOneOf(refused, line) ? withoutName(line) : line)),
    );
  };
}

const isOneOf = (names: ReadonlySet<string>, line: NewLine): boolean => names.has(foldCase(receiverOf(line) ?? ''));
