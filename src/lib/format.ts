/** Formats numbers, units and received text for display. */
import { maxExactCount } from '../../contract/params.ts';

/** Placeholder in number columns. Text columns stay empty. */
export const noValue = '–';
const trueMinus = '−';

/**
 * A number with a true minus. `decimals` fixes the digits after the point. Without it the number is unchanged,
 * so that precision is neither invented nor lost.
 */
export function formatNumber(value: number, decimals?: number): string {
  const text = decimals === undefined ? String(value) : value.toFixed(decimals);
  return text.startsWith('-') ? trueMinus + text.slice(1) : text;
}

/** `46.77° N, 23.62° E`. Degrees, east of Greenwich positive. `decimals` as in {@link formatNumber}. */
export function coordinatesText(place: { readonly lat: number; readonly lon: number }, decimals?: number): string {
  const part = (degrees: number, plus: string, minus: string): string =>
    `${formatNumber(Math.abs(degrees), decimals)}° ${degrees < 0 ? minus : plus}`;
  return `${part(place.lat, 'N', 'S')}, ${part(place.lon, 'E', 'W')}`;
}

/** `48,213`, with a true minus. Not by Intl: its first object costs a phone up to 0.3 s of the start (decision 48). */
export function formatCount(value: number): string {
  const digits = String(Math.round(Math.abs(value)));
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  const text = groups.join(',');
  return value < 0 && text !== '0' ? trueMinus + text : text;
}

/** `1 station`, `48,213 stations`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** `48,213`, or `more than 100,000` (C22). */
export const cappedCount = (count: number): string =>
  count > maxExactCount ? `more than ${formatCount(maxExactCount)}` : formatCount(count);

/** `36,000 ft`: a number and its unit, which stay on one line. */
export const measured = (amount: string | number, unit: string): string => `${amount}\u00a0${unit}`;

const plainSpace =
  /(?<=\d) (?=(?:B|[kMG]B|[kM]?Hz|dBm?|ft(?:\/min)?|kt|nmi|k?m|kg|t|mi|°[CF]|%|ms|s|min|h|d)(?![\w/]))/g;
/** The same for values in a sentence of the server or the decoder. */
export const keepUnits = (sentence: string): string => sentence.replace(plainSpace, '\u00a0');

/** `512 B`, `3.4 MB`, `10.7 GB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return measured(bytes, 'B');
  if (bytes < 1_000_000) return measured(formatNumber(bytes / 1000, 1), 'kB');
  if (bytes < 1_000_000_000) return measured(formatNumber(bytes / 1_000_000, 1), 'MB');
  return measured(formatNumber(bytes / 1_000_000_000, 1), 'GB');
}

/** `131.725 MHz`, or a dash. */
export function withUnit(value: number | null, unit: string, decimals?: number): string {
  return value === null ? noValue : measured(formatNumber(value, decimals), unit);
}

/**
 * C0, DEL, C1 and characters that reorder or hide text. Received text is untrusted:
 * invisible characters are made visible, so that a cell cannot hide its content.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const hidden = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

function picture(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `⟨${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** Received text on one line: a line break is `↲`, other control characters are visible. */
export function oneLine(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '↲').replace(hidden, picture);
}

/** Received text with its line breaks, other control characters visible. */
export function manyLines(text: string): string {
  return text
    .replace(/\r\n|\r/g, '\n')
    .split('\n')
    .map((line) => line.replace(hidden, picture))
    .join('\n');
}
