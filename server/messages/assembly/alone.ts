/** Fast path for the only reception of a key, as most are. A test compares it with Assembly. */
import type { Assembled } from './assemble.ts';
import { receivedBlockOf } from './received-block.ts';
import { maxBlockLength, type Reception } from './reception.ts';

export function aloneFields(reception: Reception): Assembled {
  const { letter, text, follow, isReportedComplete } = receivedBlockOf(reception);
  const isContinued = follow === 'more';
  const hasWhole = isReportedComplete && letter !== 0 && !isContinued && text !== '';
  return {
    aggregatedText: hasWhole && text.length <= maxBlockLength ? text : null,
    aggregationStatus: hasWhole ? 'complete' : statusOf(letter, follow, reception.aggregationStatus),
    consensusStatus: 'single',
    consensusResult: null,
  };
}

/** Blocks to the aircraft (letter null) and first blocks start a message. Before others something is missing. */
function statusOf(letter: number | null, follow: 'more' | 'last' | 'unknown', reported: string | null): string {
  if (letter !== null && letter > 0) return reported ?? 'out of sequence';
  return follow === 'last' ? 'skipped' : 'in progress';
}
