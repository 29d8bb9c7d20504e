/** What a receiver sent and the columns of a row lack, as JSON text for jsonb with fixed keys and limits (decision 7). */
import { isObject, type Json, visibleText } from '../../base/json-values.ts';

/** Fixed keys, in this order. `decoded` and `other` contain the receiver's own names. */
export type Extra = {
  readonly radio?: Json;
  readonly link?: Json;
  /** What the receiver's own tables contain about both ends: nothing that was received. */
  readonly aircraft?: Json;
  readonly ground?: Json;
  /** How the time of the message was read. */
  readonly time?: Json;
  readonly oooi?: Json;
  readonly sub?: Json;
  readonly app?: Json;
  readonly via?: unknown;
  readonly decoded?: unknown;
  readonly other?: Json;
};

const maxBytes = 16_384;
const maxOtherBytes = 2048;
/** CPDLC over ATN is below nine layers. */
const maxDepth = 32;
/** Of a text outside `decoded` and `other`. */
const maxTextLength = 100;
const cut = { cut: true };

/** Names of values: `[to, from]`. Constants: this runs for each line. */
export type Names = readonly (readonly [to: string, from: string])[];
/** Of a text like `to:from same`. */
export const names = (text: string): Names =>
  text.split(' ').map((one) => {
    const [to = '', from = to] = one.split(':');
    return [to, from];
  });

/** Values of `source` under other names. Only short texts, numbers and flags. Missing ones are omitted. */
export function pick(source: Json, selected: Names): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [to, from] of selected) {
    const value = source[from];
    if (typeof value === 'number' || typeof value === 'boolean') found[to] = value;
    else if (typeof value === 'string' && value !== '') found[to] = value.slice(0, maxTextLength);
  }
  return found;
}

/** Values of `source` under keys that are not `known`. Empty ones are omitted. */
export function rest(source: Json, known: ReadonlySet<string>): Json {
  const found: [string, unknown][] = [];
  for (const key in source) {
    const value = source[key];
    if (!known.has(key) && value !== null && value !== '') found.push([key, value]);
  }
  return found.length > 0 ? Object.fromEntries(found) : {};
}

const appNames = names('name ver:version ver');
/** Program and version, and the program that forwarded the line. */
export function sender(app: Json): Pick<Extra, 'app' | 'via'> {
  const via = app.proxied_by;
  return { app: pick(app, appNames), via: typeof via === 'string' ? via.slice(0, maxTextLength) : null };
}

const aircraftNames = names('reg:regnr type:typecode oper:opercode manuf model owner');
const groundNames = names('airport:airport_code location details');
/** Of dumpvdl2 (--addrinfo) and dumphfdl (--ac-details). */
export const aircraftOf = (info: Json): Json => pick(info, aircraftNames);
export const groundOf = (info: Json): Json => pick(info, groundNames);

const radioNames = names(
  'noise noise:noise_level skew:freq_skew fec:octets_corrected_by_fec hdr:hdr_bits_fixed octets:burst_len_octets idx slot bps:bit_rate',
);
/** Radio values of any decoder. */
export const radioOf = (frame: Json): Json => pick(frame, radioNames);
export const frameKeys: ReadonlySet<string> = new Set(
  `app t freq station sig_level avlc lpdu mpdu spdu noise_level freq_skew octets_corrected_by_fec hdr_bits_fixed burst_len_octets idx slot
   bit_rate vdl2 hfdl`.split(/\s+/),
);

/** Null if nothing is in it. Larger than 16 kB or deeper than 32 levels: `decoded` is {cut: true}. */
export function extraText(extra: Extra): string | null {
  const present: Record<string, unknown> = {};
  for (const key in extra) {
    const value = extra[key as keyof Extra];
    if (!isEmpty(value)) present[key] = value;
  }
  if (isEmpty(present)) return null;
  const whole = storable(present, maxBytes);
  if (whole !== null && whole.length <= maxOtherBytes) return whole;
  if ('other' in present && storable(present.other, maxOtherBytes) === null) present.other = cut;
  else if (whole !== null) return whole;
  const shorter = storable(present, maxBytes);
  if (shorter !== null) return shorter;
  return storable({ ...present, decoded: cut }, maxBytes) ?? JSON.stringify(cut);
}

const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '') return true;
  if (typeof value !== 'object') return false;
  for (const _ in value) return false;
  return true;
};

/** What JSON.stringify escapes other than quotes, backslashes and line ends, and DEL. Rare, so that it is searched in the result. */
const hasControls = /\\[ubf]|\u007f/;

/** JSON text for jsonb, which refuses NUL and lone surrogates: controls are pictures. Null = too deep or too long. */
function storable(value: unknown, limit: number): string | null {
  if (!isWithin(value, maxDepth)) return null;
  let text = JSON.stringify(value);
  if (text.length <= limit && hasControls.test(text)) text = JSON.stringify(value, visible);
  return text.length <= limit && Buffer.byteLength(text) <= limit ? text : null;
}

function visible(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [visibleText(key), one]));
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  for (const key in value) if (!isWithin((value as Json)[key], depth - 1)) return false;
  return true;
}
