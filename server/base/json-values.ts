/** Tolerant readers of what receivers send: JSON values, texts, times. */
import { dayMs } from '../../contract/durations.ts';

/** Maximum text of a message, in characters. */
export const maxTextLength = 100_000;
const maxCodeLength = 100;
/** A dozen codes share an index row (acars_content) of up to 2,704 bytes. */
const maxCodeBytes = 200;

/** A line with a message that cannot be stored. The error's message is the reason. */
export class Unusable extends Error {}

export type Json = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** The object under a key, or an empty one: receivers omit what they did not receive. */
export const under = (parent: Json, key: string): Json => (isObject(parent[key]) ? parent[key] : {});

export function code(value: unknown, name: string, maxBytes = maxCodeBytes): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  if (value.length > maxCodeLength) throw new Unusable(`${name} is longer than ${maxCodeLength} characters`);
  const visible = visibleText(value).trim();
  if (Buffer.byteLength(visible) > maxBytes) throw new Unusable(`${name} is longer than ${maxBytes} bytes`);
  return visible || null;
}

/** Tails are padded with leading dots to seven characters on the air. */
export const tailOf = (value: unknown): string | null => code(value, 'tail')?.replace(/^\.+/, '') || null;

export function textOf(source: Json): string | null {
  const text = source.text ?? source.msg_text;
  if (typeof text !== 'string') return null;
  if (text.length > maxTextLength) throw new Unusable(`the text is longer than ${maxTextLength} characters`);
  return visibleText(text) || null;
}

/** MHz from MHz, kHz or Hz: HF starts at 2 MHz, and no link is above 3 GHz, so the ranges never overlap. */
export function megahertz(value: unknown): number | null {
  const number = finiteNumber(value);
  if (number === null || number <= 0) return null;
  const mhz = number >= 1e6 ? number / 1e6 : number >= 3000 ? number / 1e3 : number;
  return roundTo(mhz, 4);
}

/** A 24-bit address as six upper case hex digits (receivers write numbers, upper or lower case). Null for anything else. */
export function address(value: unknown): string | null {
  if (typeof value === 'number') {
    const isAddress = Number.isInteger(value) && value >= 0 && value <= 0xffffff;
    return isAddress ? value.toString(16).toUpperCase().padStart(6, '0') : null;
  }
  const text = typeof value === 'string' ? value.trim() : '';
  return /^[0-9a-f]{6}$/i.test(text) ? text.toUpperCase() : null;
}

/** All stations, and none: no aircraft has them. */
const notAircraft: ReadonlySet<string> = new Set(['FFFFFF', '000000']);
export function aircraftAddress(value: unknown): string | null {
  const found = address(value);
  return found === null || notAircraft.has(found) ? null : found;
}

/** 1, 2, true and 'true' are true (vdlm2dec sends the raw bit). Null = missing. */
export function flag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return value === 'true' ? true : value === 'false' ? false : null;
  const number = finiteNumber(value);
  return number === null ? null : number !== 0;
}

export const decibels = (value: unknown): number | null => {
  const number = finiteNumber(value);
  return number === null ? null : roundTo(number, 6);
};

/** Degrees within bounds. Receivers write 180, 180 for "no position". */
export function position(lat: unknown, lon: unknown): { lat: number | null; lon: number | null } {
  const [latitude, longitude] = [finiteNumber(lat), finiteNumber(lon)];
  const isPlace = latitude !== null && longitude !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isPlace ? { lat: latitude, lon: longitude } : { lat: null, lon: null };
}

// ---- Makes received text storable and visible. Characters are replaced, never dropped silently.

const c0Pictures = 0x2400;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not pass
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** C0 controls except tab, CR and LF become their pictures (U+2400 ...), DEL becomes U+2421, lone surrogates U+FFFD. */
export function visibleText(text: string): string {
  return text
    .replace(control, (c) => (c === '\u007f' ? '\u2421' : String.fromCharCode(c0Pictures + c.charCodeAt(0))))
    .replace(loneSurrogate, '\ufffd');
}

/** A number from a number or a plain decimal text. null for anything else (NaN, Infinity, '', '0x10'). */
export function finiteNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !/^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?\s*$/i.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Rounded to at most `digits` decimals, so that 131.55000305 reads 131.55. */
export function roundTo(value: number, digits = 0): number {
  return Number(value.toFixed(digits));
}

// ---- Time of reception by the receiver's clock. Never guessed.

const earliestMs = Date.UTC(1990, 0, 1);

/** `ms` = epoch ms of the whole second, for sorting. `seconds` = epoch seconds to the microsecond. */
type ReceptionTime = { readonly ms: number; readonly seconds: number };

/** Error of a line without a time. */
export const noTime = 'the time of reception is missing';

/** `nowMs` bounds the future: a clock more than a day ahead is refused. @throws Unusable */
export function receptionTime(epochSeconds: number | null, nowMs: number): ReceptionTime {
  if (epochSeconds === null) throw new Unusable(noTime);
  const ms = Math.floor(roundTo(epochSeconds, 6)) * 1000;
  if (!(ms >= earliestMs)) throw new Unusable('the time of reception is before 1990');
  if (ms > nowMs + dayMs) throw new Unusable('the time of reception is more than a day ahead');
  return { ms, seconds: roundTo(epochSeconds, 6) };
}
