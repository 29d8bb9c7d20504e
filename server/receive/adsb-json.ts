/**
 * One JSON object of a decoder of Mode S frames, under the wire's own names, to one row.
 * Must not: throw, touch the database, or guess what the decoder did not say (an absent value is null).
 */
import { type AdsbMessage, adsbMessage } from '../../contract/entities/messages.ts';
import { parseInstant, writeInstant } from '../../contract/params.ts';
import { maxLineLength } from './acars-json.ts';
import { finiteNumber } from './clean-text.ts';
import { code, isObject, type Json, Unusable } from './json-values.ts';
import { receptionTime } from './reception-time.ts';

/** `oddities` = what of the line was not kept, in words for a report that counts them. */
export type AdsbReceived =
  | { readonly row: AdsbMessage; readonly seconds: number; readonly oddities: readonly string[] }
  | { readonly broken: string };

const fields = Object.keys(adsbMessage) as (keyof AdsbMessage)[];
const isField = new Set<string>(fields);
const isNumber = (field: keyof AdsbMessage): boolean => adsbMessage[field].name === 'number';

/** Receivers of ACARS write these as well. */
const sharedNames = new Set(['timestamp', 'level', 'error', 'icao', 'lat', 'lon']);
/** Where one of these stands, a line is of an ACARS decoder whatever else it says. */
const acarsNames = ['label', 'mode', 'station_id', 'app', 'vdl2', 'avlc', 'hfdl', 'lpdu', 'spdu'];

/** Is this a decoded frame? By a name that only such rows have. */
export const isAdsbObject = (value: Json): boolean =>
  !acarsNames.some((name) => Object.hasOwn(value, name)) &&
  fields.some((field) => !sharedNames.has(field) && Object.hasOwn(value, field));

/** As readAdsbObject, of one line that says its own time. */
export function readAdsbLine(line: string, nowMs: number): AdsbReceived | { readonly leftOut: string } {
  if (line.length > maxLineLength) return { broken: `the line is longer than ${maxLineLength} characters` };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { broken: 'not JSON' };
  }
  if (!isObject(value)) return { broken: 'not a JSON object' };
  return isAdsbObject(value) ? readAdsbObject(value, nowMs, null) : { leftOut: 'not a decoded frame' };
}

/** A dozen codes stand in one line of an index (0011), which takes 2,704 bytes. Decoders' own phrases stay below 50. */
const maxCodeBytes = 100;

/**
 * Numbers may be text. The time is `timestamp` in epoch seconds, else `adsbDateTime`, else `startS`, where a recording says none.
 * `nowMs` bounds the future.
 */
export function readAdsbObject(value: Json, nowMs: number, startS: number | null): AdsbReceived {
  try {
    const time = receptionTime(saidSeconds(value) ?? startS, nowMs);
    const oddities: string[] = [];
    const row = Object.fromEntries(
      fields.map((field) => [
        field,
        isNumber(field) ? readNumber(value, field, oddities) : readCode(value, field, oddities),
      ]),
    ) as unknown as AdsbMessage;
    for (const name of Object.keys(value)) if (!isField.has(name)) oddities.push(`unknown key ${shownName(name)}`);
    return {
      row: { ...withPlace(row, oddities), adsbDateTime: writeInstant(time.ms) },
      seconds: time.seconds,
      oddities,
    };
  } catch (error) {
    return { broken: error instanceof Unusable ? error.message : 'the line could not be read' };
  }
}

/** Null when the line says no time; what it says and is none is a fault: nobody's clock is guessed. */
function saidSeconds(value: Json): number | null {
  const said = saidIn(value, 'timestamp');
  if (said !== null) {
    const seconds = finiteNumber(said);
    if (seconds === null) throw new Unusable('the timestamp is no number');
    return seconds;
  }
  const dateTime = saidIn(value, 'adsbDateTime');
  if (dateTime === null) return null;
  const ms = typeof dateTime === 'string' ? parseInstant(dateTime) : null;
  if (ms === null) throw new Unusable('adsbDateTime is no instant');
  return ms / 1000;
}

/** Null for what is not there, is null, or is blank. */
function saidIn(value: Json, field: string): unknown {
  const said = Object.hasOwn(value, field) ? value[field] : null;
  return said === undefined || (typeof said === 'string' && said.trim() === '') ? null : said;
}

function readNumber(value: Json, field: string, oddities: string[]): number | null {
  const said = saidIn(value, field);
  const number = finiteNumber(said);
  if (said !== null && number === null) oddities.push(`no number in ${field}`);
  return number;
}

function readCode(value: Json, field: string, oddities: string[]): string | null {
  const said = saidIn(value, field);
  const read = code(said, field, maxCodeBytes);
  if (said !== null && read === null) oddities.push(`no text in ${field}`);
  return read;
}

/** Half a place, or one that is not on the earth, is none. */
function withPlace(row: AdsbMessage, oddities: string[]): AdsbMessage {
  const { lat, lon } = row;
  if (lat === null && lon === null) return row;
  if (lat !== null && lon !== null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180) return row;
  oddities.push('no place on the earth in lat, lon');
  return { ...row, lat: null, lon: null };
}

const maxNameLength = 40;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal
const shownName = (name: string): string => name.slice(0, maxNameLength).replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
