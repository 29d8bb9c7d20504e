/** Tolerant readers of JSON values of receivers. */
import { finiteNumber, roundTo, visibleText } from './clean-text.ts';

/** Maximum text of a message, in characters. */
export const maxTextLength = 100_000;
const maxCodeLength = 100;
/** A dozen codes share an index row (acars_codes) of up to 2,704 bytes. */
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

/** A 24-bit address as six upper case hex digits (receivers write numbers, upper or lower case). */
export function address(value: unknown, name: string): string | null {
  if (typeof value === 'number') {
    const isAddress = Number.isInteger(value) && value >= 0 && value <= 0xffffff;
    return isAddress ? value.toString(16).toUpperCase().padStart(6, '0') : null;
  }
  return code(value, name)?.toUpperCase() ?? null;
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
