/** Decoding by the server: its request, a tolerant reader (`decodingModel` is not specified, C63b), and the text for copying. */
import * as z from 'zod/mini';
import { api } from '../../contract/api.ts';
import { type DecodedItem, type DecodingModel, decodingModel } from '../../contract/entities/decoding.ts';
import { ApiError } from '../data/api-error.ts';
import { send } from '../data/send.ts';
import { decodeHere } from './decode-here.ts';

/** Our model, or the response of another server as lines of text. */
export type Decoding = DecodingModel | { readonly level: 'unknown'; readonly lines: readonly string[] };

/** Text unchanged, an object as `key: value` lines (C63b), unless it is our own model. */
export function readDecoding(given: unknown): Decoding {
  const own = z.safeParse(decodingModel, given);
  if (own.success) return own.data;
  if (typeof given !== 'object' || given === null) return { level: 'unknown', lines: [wordsOf(given)] };
  return { level: 'unknown', lines: Object.entries(given).map(([key, value]) => `${key}: ${wordsOf(value)}`) };
}
const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Summary after 'Decoded message:'. */
export const titleOf = (decoding: Decoding): string =>
  decoding.level === 'unknown' ? decoding.lines.join('\n') : decoding.description;

/** How much was decoded, as text. */
export function understoodWords({ level, understoodPercent }: DecodingModel): string {
  if (level === 'full') return 'Fully decoded';
  if (level === 'none') return 'Not decoded';
  return understoodPercent === null ? 'Partly decoded' : `Partly decoded, about ${understoodPercent} % of the text`;
}

export const unverified = 'unverified';
const lineOf = ({ label, value, isUnverified }: DecodedItem): string =>
  `${label}: ${value}${isUnverified ? ` (${unverified})` : ''}`;

/** The whole result as text, for the clipboard. `title` = text before the first line. */
export function textOfDecoding(decoding: Decoding, title: string): string {
  const first = `${title} ${titleOf(decoding)}`;
  if (decoding.level === 'unknown') return first;
  const { items, remaining, reason } = decoding;
  const rest = remaining === '' ? [] : [`Not decoded: ${remaining}`];
  return [first, ...(reason ? [reason] : [understoodWords(decoding)]), ...items.map(lineOf), ...rest].join('\n');
}

// ---- on the server, or on this device when it is unreachable. A refusal is not hidden (ERR-01)

export type Decoded = { readonly decoding: Decoding; readonly by: 'server' | 'device' };

export async function decode(label: string, text: string): Promise<Decoded> {
  try {
    const { decodingModel } = await send(api.acarsMessage.decode, { body: { label, text }, cause: 'user' });
    return { decoding: readDecoding(decodingModel), by: 'server' };
  } catch (error) {
    if (!(error instanceof ApiError) || error.unreached === null) throw error;
    return { decoding: await decodeHere({ label, text }), by: 'device' };
  }
}
