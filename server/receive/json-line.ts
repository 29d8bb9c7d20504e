/** Parses a line of a receiver: one JSON object. */
import { isObject, type Json } from '../base/json-values.ts';

/** Longer lines are refused unread. A MIAM file transfer, the longest ACARS content, is well below. */
export const maxLineLength = 1_000_000;

/** `text` null = the line was too long to be read. */
export function parseLine(text: string | null): { readonly value: Json } | { readonly broken: string } {
  if (text === null || text.length > maxLineLength)
    return { broken: `the line is longer than ${maxLineLength} characters` };
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { value } : { broken: 'not a JSON object' };
  } catch {
    return { broken: 'not JSON' };
  }
}
