/** Reads an object of a recording: an ACARS message, a link event, a Mode S frame, or a station record. */
import type { AcarsMessage, AdsbMessage } from '../../../contract/entities/messages.ts';
import type { LinkEvent } from '../../messages/link-events.ts';
import type { FrameSizeRow, RecordKind, StatusRow } from '../../stations/station-records.ts';
import { readAcarsObject } from './acars-json.ts';
import { isAdsbObject, readAdsbObject } from './adsb-json.ts';
import type { HfdlLogons } from './hfdl-logons.ts';
import type { Piece } from './json-objects.ts';
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

/** `startS` = start of a recording without times. null = not given. */
export function readRecorded(
  piece: Piece,
  nowMs: number,
  startS: number | null,
  logons: HfdlLogons | null = null,
): Recorded {
  if ('broken' in piece) return { broken: piece.broken };
  const { value } = piece;
  const recordKind = recordKindOf(value);
  if (recordKind) {
    const read = readRecordObject(value, recordKind, nowMs);
    return 'row' in read ? { kind: 'record', of: recordKind, ...read } : read;
  }
  if (isAdsbObject(value)) {
    const read = readAdsbObject(value, nowMs, startS);
    return 'broken' in read ? read : { kind: 'adsb', ...read };
  }
  const read = readAcarsObject(value, nowMs, logons);
  if ('event' in read) return { kind: 'link', row: read.event, seconds: read.event.timestamp };
  return 'row' in read ? { kind: 'acars', ...read, seconds: read.row.timestamp ?? 0 } : read;
}
