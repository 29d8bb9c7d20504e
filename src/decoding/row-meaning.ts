/**
 * What a row of messages means, one way for every screen: as stored with it, otherwise decoded on this device. A stored meaning of another version or shape
 * counts as missing (contract/entities/meaning.ts).
 */
import { useEffect, useReducer } from 'react';
import { decoderVersion, type Meaning, meaning } from '../../contract/entities/meaning.ts';
import { safeReadKnown } from '../../contract/known-values.ts';
import { parseInstant } from '../../contract/params.ts';
import { blockOf, type LineRequest } from '../../decoder/reading.ts';
import { decodedNow, decodeOnce } from './decode-here.ts';

type MessageRow = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What the decoder gets of a row, the same as on the server: the joined text once all blocks are there. */
export function decodable(row: MessageRow): LineRequest & { readonly label: string; readonly text: string } {
  const { lat, lon } = row;
  const joined = row.aggregationStatus === 'complete' ? textOf(row.aggregatedText) : '';
  const blockId = textOf(row.blockId);
  return {
    label: textOf(row.label),
    text: joined || textOf(row.text),
    isDownlink: blockId === '' ? null : /^\d/.test(blockId),
    block: joined ? null : blockOf(textOf(row.msgno)),
    atMs: parseInstant(textOf(row.acarsDateTime)),
    known: typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : null,
  };
}

const stored = new WeakMap<MessageRow, Meaning | null>();
export function storedMeaning(row: MessageRow): Meaning | null {
  const known = stored.get(row);
  if (known !== undefined) return known;
  const read = row.meaning ? safeReadKnown(meaning, row.meaning) : null;
  const found = read?.success && read.data.version === decoderVersion ? read.data : null;
  stored.set(row, found);
  return found;
}

function meaningNow(row: MessageRow): Meaning | null {
  const found = storedMeaning(row);
  if (found) return found;
  const decoded = decodedNow(decodable(row));
  return decoded && 'decoding' in decoded ? (decoded.decoding.meaning ?? null) : null;
}

/** In the order of the rows. null = not decoded yet, or not to be decoded here. */
export function useMeanings(rows: readonly MessageRow[]): readonly (Meaning | null)[] {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let isGone = false;
    for (const row of rows)
      if (meaningNow(row) === null) void decodeOnce(decodable(row)).then(() => isGone || redraw());
    return () => {
      isGone = true;
    };
  }, [rows]);
  return rows.map(meaningNow);
}

export function useMeaning(row: MessageRow): Meaning | null {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    let isGone = false;
    if (meaningNow(row) === null) void decodeOnce(decodable(row)).then(() => isGone || redraw());
    return () => {
      isGone = true;
    };
  }, [row]);
  return meaningNow(row);
}
