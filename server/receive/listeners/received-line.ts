/**
 * One line from the network: counted, read, and told what became of it. Must not: know how it came, or store it.
 */
import { clock } from '../../clock.ts';
import { readAcarsLine } from '../acars-json.ts';
import type { SourceCounters } from '../ingest-counters.ts';
import type { Reception } from './acars-writer.ts';

/** The longest line that a listener takes. UDP carries at most 64 kB; the texts of the longest ACARS stay below 100,000 characters. */
export const maxLiveLineLength = 200_000;

/** The message of a line, or null when there is nothing to store. `text` null = the line was too long to be kept. */
export function receiveLine(text: string | null, counters: SourceCounters): Reception | null {
  const line = text?.trim();
  if (line === '') return null;
  counters.received++;
  if (line === undefined) {
    counters.broken.add(`the line is longer than ${maxLiveLineLength} characters`);
    return null;
  }
  const result = readAcarsLine(line, clock.now());
  if ('row' in result) return { row: result.row, length: line.length };
  if ('leftOut' in result) counters.leftOut.add(result.leftOut);
  else counters.broken.add(result.broken);
  return null;
}
