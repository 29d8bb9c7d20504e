/**
 * What assembly says of a reception that is the only one of its key, as most are: the same as Assembly does, in a tenth of the time.
 * Must not: say anything else than Assembly (a test compares them).
 */
import type { Assembled } from './assemble.ts';
import { heardOf } from './heard.ts';
import { maxBlockLength, type Reception } from './reception.ts';

export function aloneFields(reception: Reception): Assembled {
  const { letter, text, follow, isSaidComplete } = heardOf(reception);
  const isContinued = follow === 'more';
  const hasWhole = isSaidComplete && letter !== 0 && !isContinued && text !== '';
  return {
    aggregatedText: hasWhole && text.length <= maxBlockLength ? text : null,
    aggregationStatus: hasWhole ? 'complete' : statusOf(letter, follow, reception.aggregationStatus),
    consensusStatus: 'single',
    consensusResult: null,
  };
}

/** Blocks to the aircraft (letter null) and first blocks begin a message; before others something is missing. */
function statusOf(letter: number | null, follow: 'more' | 'last' | 'unknown', said: string | null): string {
  if (letter !== null && letter > 0) return said ?? 'out of sequence';
  return follow === 'last' ? 'skipped' : 'in progress';
}
