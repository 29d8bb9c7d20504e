/** A value as a spreadsheet cell, for both writers. Received text is never written as a formula. Pure, runs in the worker. */
import { dayMs } from '../../../contract/durations.ts';
import type { KindName } from '../../../contract/kinds.ts';
import { parseInstant } from '../../../contract/params.ts';

export type Cell =
  /** `isMarked` = Excel would read it as a formula or number: the cell is marked as text. */
  | { readonly type: 'text'; readonly text: string; readonly isMarked: boolean }
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'flag'; readonly value: boolean }
  /** Epoch ms. */
  | { readonly type: 'instant' | 'day'; readonly ms: number }
  | null;

/** Values of another kind are written as they are. null and '' are empty cells. */
export function cellOf(kind: KindName, value: unknown): Cell {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return { type: 'flag', value };
  if (typeof value === 'number') return numberCell(kind, value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (kind === 'instant' || kind === 'day') {
    const ms = parseInstant(kind === 'day' ? `${text}T00:00` : text);
    if (ms !== null && ms >= firstDateMs && ms < endOfDatesMs) return { type: kind, ms };
  }
  return textCell(text);
}

export function textCell(text: string): Cell {
  if (usual.test(text) && text.length <= maxCharacters) return { type: 'text', text, isMarked: false };
  return { type: 'text', text: shortened(visible(text)), isMarked: looksLikeMore.test(text) };
}

/** Fast path for most texts. */
const usual = /^[A-Za-z#(/][\w #%()*+,\-./:;=?@]*$/;

function numberCell(kind: KindName, value: number): Cell {
  if (!Number.isFinite(value)) return null;
  return kind === 'code' || kind === 'text' ? textCell(String(value)) : { type: 'number', value };
}

/** Before this day Excel counts a 29 February 1900 that never existed. After the year 9999 it has no dates. */
const firstDateMs = Date.UTC(1900, 2, 1);
const endOfDatesMs = Date.UTC(10_000, 0, 1);
const unixEpochDay = 25_569;

/** Days since the spreadsheet's epoch, rounded up to the next step: readers that truncate would lose a second. */
export function serialOf(ms: number): number {
  const serial = ms / dayMs + unixEpochDay;
  return (serial - unixEpochDay) * dayMs < ms ? serial * (1 + Number.EPSILON) : serial;
}

/**
 * First character of a formula (also after blanks and in full width) or a digit: Excel converts such text
 * when the cell is edited, or when a saved CSV is opened. The text itself is unchanged.
 */
const looksLikeMore = /^[\s\u00a0\u3000]*[=+\-@\u2212＝＋－＠\d.]|^[\t\r\n']/;

/** Text limited to the capacity of a cell. */
const maxCharacters = 32_767;
function shortened(text: string): string {
  if (text.length <= maxCharacters) return text;
  const mark = ` … (cut, ${text.length} characters)`;
  const end = maxCharacters - mark.length;
  // Surrogate pairs are one character.
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return text.slice(0, isHalf ? end - 1 : end) + mark;
}

/** Invisible characters, those invalid in XML, and lone surrogates. */
const suspect =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufdd0-\ufdef\ufeff\ufffe\uffff]/;
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\p{Noncharacter_Code_Point}]/gu;

/** As on screen (lib/format.ts): invisible characters become visible. Line breaks and tabs stay. */
function visible(text: string): string {
  if (!suspect.test(text)) return text;
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(unseen, picture);
}

function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `⟨${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** Excel reads `_x0041_` in a text as `A`: such sequences are escaped. */
export function escapeSequences(text: string): string {
  return text.includes('_x') ? text.replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_') : text;
}
