/** Parses a JSON object of a Mode S decoder into a row. Never throws. Absent values are null. */
import { type AdsbMessage, adsbMessage } from '../../../contract/entities/messages.ts';
import { parseInstant, writeInstant } from '../../../contract/params.ts';
import { code, finiteNumber, type Json, receptionTime, Unusable } from '../../base/json-values.ts';

/** `oddities` = dropped values of the line, as texts for a report that counts them. */
type AdsbReceived =
  | { readonly row: AdsbMessage; readonly seconds: number; readonly oddities: readonly string[] }
  | { readonly broken: string };

const fields = Object.keys(adsbMessage) as (keyof AdsbMessage)[];
const isField = new Set<string>(fields);
const isNumber = (field: keyof AdsbMessage): boolean => adsbMessage[field].name === 'number';

/** Receivers of ACARS write these as well. */
const sharedNames = new Set(['timestamp', 'level', 'error', 'icao', 'lat', 'lon']);
/** Each of these marks a line of an ACARS decoder. */
const acarsNames = ['label', 'mode', 'station_id', 'app', 'vdl2', 'avlc', 'hfdl', 'lpdu', 'spdu'];

/** Whether this is a decoded frame, by a name that only such rows have. */
export const isAdsbObject = (value: Json): boolean =>
  !acarsNames.some((name) => Object.hasOwn(value, name)) &&
  fields.some((field) => !sharedNames.has(field) && Object.hasOwn(value, field));

/** Like readAdsbObject, for an object with its own time that may be another one. */
export const readPostedAdsb = (value: Json, nowMs: number): AdsbReceived | { readonly leftOut: string } =>
  isAdsbObject(value) ? readAdsbObject(value, nowMs, null) : { leftOut: 'not a decoded frame' };

/** A dozen codes share a row of an index of adsb, of up to 2,704 bytes. Decoder texts have fewer than 50. */
const maxCodeBytes = 100;

/**
 * Numbers may be text. The time is `timestamp` in epoch seconds, else `adsbDateTime`, else `startS` for recordings without times.
 * `nowMs` bounds the future.
 */
export function readAdsbObject(value: Json, nowMs: number, startS: number | null): AdsbReceived {
  try {
    const time = receptionTime(reportedSeconds(value) ?? startS, nowMs);
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

/** Null for a line without a time. An invalid time is an error, never guessed. */
function reportedSeconds(value: Json): number | null {
  const raw = presentValue(value, 'timestamp');
  if (raw !== null) {
    const seconds = finiteNumber(raw);
    if (seconds === null) throw new Unusable('timestamp is not a number');
    return seconds;
  }
  const dateTime = presentValue(value, 'adsbDateTime');
  if (dateTime === null) return null;
  const ms = typeof dateTime === 'string' ? parseInstant(dateTime) : null;
  if (ms === null) throw new Unusable('adsbDateTime is not a date and time');
  return ms / 1000;
}

/** Null for missing, null, or blank. */
function presentValue(value: Json, field: string): unknown {
  const raw = Object.hasOwn(value, field) ? value[field] : null;
  return raw === undefined || (typeof raw === 'string' && raw.trim() === '') ? null : raw;
}

function readNumber(value: Json, field: string, oddities: string[]): number | null {
  const raw = presentValue(value, field);
  const number = finiteNumber(raw);
  if (raw !== null && number === null) oddities.push(`no number in ${field}`);
  return number;
}

function readCode(value: Json, field: string, oddities: string[]): string | null {
  const raw = presentValue(value, field);
  const read = code(raw, field, maxCodeBytes);
  if (raw !== null && read === null) oddities.push(`no text in ${field}`);
  return read;
}

/** An incomplete or invalid position is null. */
function withPlace(row: AdsbMessage, oddities: string[]): AdsbMessage {
  const { lat, lon } = row;
  if (lat === null && lon === null) return row;
  if (lat !== null && lon !== null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180) return row;
  oddities.push('lat and lon are not a valid position');
  return { ...row, lat: null, lon: null };
}

const maxNameLength = 40;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal
const shownName = (name: string): string => name.slice(0, maxNameLength).replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
