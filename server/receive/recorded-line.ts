/** Parses a line of a recording: an ACARS message, a link event, a Mode S frame, or a station record. */
import type { AcarsMessage, AdsbMessage } from '../../contract/entities/messages.ts';
import type { LinkEvent } from '../messages/link-event.ts';
import type { FrameSizeRow, RecordKind, StatusRow } from '../stations/station-records.ts';
import { readAcarsObject } from './acars-json.ts';
import { isAdsbObject, readAdsbObject } from './adsb-json.ts';
import { parseLine } from './json-line.ts';
import { readRecordObject, recordKindOf } from './station-record-json.ts';

/** `seconds` = epoch seconds by the receiver, or of `--start`. */
export type RecordedRow =
  | { readonly kind: 'acars'; readonly row: AcarsMessage; readonly extra: string | null; readonly seconds: number }
  | { readonly kind: 'link'; readonly row: LinkEvent; readonly seconds: number }
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

/** `startS` = start of a recording without times. null = not given. `text` null = the line was too long. */
export function readRecordedLine(text: string | null, nowMs: number, startS: number | null): Recorded {
  const parsed = parseLine(text);
  if ('broken' in parsed) return parsed;
  const { value } = parsed;
  const recordKind = recordKindOf(value);
  if (recordKind) {
    const read = readRecordObject(value, recordKind, nowMs);
    return 'row' in read ? { kind: 'record', of: recordKind, ...read } : read;
  }
  if (isAdsbObject(value)) {
    const read = readAdsbObject(value, nowMs, startS);
    return 'broken' in read ? read : { kind: 'adsb', ...read };
  }
  const read = readAcarsObject(value, nowMs);
  if ('event' in read) return { kind: 'link', row: read.event, seconds: read.event.timestamp };
  return 'row' in read ? { kind: 'acars', ...read, seconds: read.row.timestamp ?? 0 } : read;
}
