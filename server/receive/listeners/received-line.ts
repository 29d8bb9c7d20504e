/** A line from the network: counted, parsed, reported. */

import { clock } from '../../base/clock.ts';
import type { SourceCounters } from '../../base/ingest-counters.ts';
import type { SourceMeter } from '../../base/source-meter.ts';
import type { Messages } from '../../messages/messages.ts';
import type { StoredCount } from '../../messages/new-rows.ts';
import { type NewLine, storeLines } from '../../messages/store-lines.ts';
import { readAcarsLine } from '../acars-json.ts';
import { type LineOutlet, ownLine } from '../line-outlet.ts';
import type { Reception } from './batch-writer.ts';

/** Maximum line. UDP carries up to 64 kB, and the longest ACARS texts are below 100,000 characters. */
export const maxLiveLineLength = 200_000;

/**
 * The message or link event of a line, or null if there is nothing to store. `text` null = the line was too long. `meter` = that of
 * its source. `outlet`: valid lines go there, too.
 */
export function receiveLine(
  text: string | null,
  counters: SourceCounters,
  meter: SourceMeter,
  outlet: LineOutlet | null = null,
): Reception<NewLine> | null {
  const line = text?.trim();
  if (line === '') return null;
  counters.received++;
  meter.receive(clock.now());
  if (line === undefined) return refuse(`the line is longer than ${maxLiveLineLength} characters`, counters, meter);
  if (outlet?.isOwn(line)) return leaveOut(ownLine, counters, meter);
  const result = readAcarsLine(line, clock.now());
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
export const storeReceived =
  (messages: Messages) =>
  (batch: readonly Reception<NewLine>[]): Promise<StoredCount> =>
    storeLines(
      messages,
      batch.map(({ row }) => row),
    );
