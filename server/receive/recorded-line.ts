/**
 * One line of a recording to a row of the kind that it is: a message of ACARS, a decoded Mode S frame, or what a station says of itself.
 * Must not: store.
 */
import type { AcarsMessage, AdsbMessage } from '../../contract/entities/messages.ts';
import type { FrameSizeRow, RecordKind, StatusRow } from '../store/station-records.ts';
import { maxLineLength, readAcarsObject } from './acars-json.ts';
import { isAdsbObject, readAdsbObject } from './adsb-json.ts';
import { isObject } from './json-values.ts';
import { readRecordObject, recordKindOf } from './station-record-json.ts';

/** `seconds` = epoch seconds as the receiver said them, or those of `--start`. */
export type RecordedRow =
  | { readonly kind: 'acars'; readonly row: AcarsMessage; readonly seconds: number }
  | {
      readonly kind: 'adsb';
      readonly row: AdsbMessage;
      readonly seconds: number;
      readonly oddities: readonly string[];
    }
  | {
      readonly kind: 'record';
      readonly of: RecordKind;
      readonly row: StatusRow | FrameSizeRow;
      readonly seconds: number;
      readonly oddities: readonly string[];
    };
export type Recorded = RecordedRow | { readonly leftOut: string } | { readonly broken: string };

/** `startS` = when a recording began that says no time; null = not told. `text` null = the line was too long to be kept. */
export function readRecordedLine(text: string | null, nowMs: number, startS: number | null): Recorded {
  if (text === null || text.length > maxLineLength)
    return { broken: `the line is longer than ${maxLineLength} characters` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { broken: 'not JSON' };
  }
  const recordKind = isObject(value) ? recordKindOf(value) : null;
  if (isObject(value) && recordKind) {
    const read = readRecordObject(value, recordKind, nowMs);
    return 'row' in read ? { kind: 'record', of: recordKind, ...read } : read;
  }
  if (isObject(value) && isAdsbObject(value)) {
    const read = readAdsbObject(value, nowMs, startS);
    return 'broken' in read ? read : { kind: 'adsb', ...read };
  }
  const read = readAcarsObject(value, nowMs);
  return 'row' in read ? { kind: 'acars', row: read.row, seconds: read.row.timestamp ?? 0 } : read;
}
