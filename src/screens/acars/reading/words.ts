/** A row of messages in words. */
import { describeMessage, type MessageWords } from '../../../../decoder/message-words.ts';
import type { AnyRow } from '../../../list/define-list.ts';

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const known = new WeakMap<AnyRow, MessageWords>();
export function wordsOf(row: AnyRow): MessageWords {
  const words = known.get(row) ?? describeMessage(textOf(row.label) || null, textOf(row.text) || null);
  known.set(row, words);
  return words;
}
