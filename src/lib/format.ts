/**
 * Values as a person reads them: numbers, units, radio text.
 * Must not: touch the DOM, or change what is sent or stored.
 */

/** What stands for "no value" in a column of numbers; text columns stay empty. */
export const noValue = '–';
const trueMinus = '−';

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/**
 * A number with a true minus. `decimals` fixes the digits after the point; without it the number is shown as it came,
 * so that no precision is invented or lost.
 */
export function formatNumber(value: number, decimals?: number): string {
  const text = decimals === undefined ? String(value) : value.toFixed(decimals);
  return text.startsWith('-') ? trueMinus + text.slice(1) : text;
}

/** A number of things: `48,213`. */
export function formatCount(value: number): string {
  return grouped.format(value);
}

/** `512 B`, `3.4 MB`, `10.7 GB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${formatNumber(bytes / 1000, 1)} kB`;
  if (bytes < 1_000_000_000) return `${formatNumber(bytes / 1_000_000, 1)} MB`;
  return `${formatNumber(bytes / 1_000_000_000, 1)} GB`;
}

/** `131.725 MHz`; the dash when there is none. */
export function withUnit(value: number | null, unit: string, decimals?: number): string {
  return value === null ? noValue : `${formatNumber(value, decimals)} ${unit}`;
}

/**
 * C0, DEL, C1 and the characters that reorder or hide text. Radio text comes from anyone with a transmitter:
 * what would be invisible is shown, so that a cell cannot pretend to hold something else.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const hidden = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

function picture(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `⟨${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** Radio text on one line: a line break is `↵`, other control characters are visible. */
export function oneLine(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '↵').replace(hidden, picture);
}

/** Radio text with its line breaks kept and other control characters visible. */
export function manyLines(text: string): string {
  return text
    .replace(/\r\n|\r/g, '\n')
    .split('\n')
    .map((line) => line.replace(hidden, picture))
    .join('\n');
}
