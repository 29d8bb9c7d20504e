/** Parses a status record or frame sizes of a station (C120). Never throws. Absent values are null. */
import type { Kind } from '../../../contract/kinds.ts';
import { parseInstant, writeInstant } from '../../../contract/params.ts';
import { code, finiteNumber, type Json, receptionTime, Unusable, visibleText } from '../../base/json-values.ts';
import {
  type FrameSizeRow,
  frameSizeRecords,
  type RecordKind,
  type StatusRow,
  statusRecords,
} from '../../stations/station-records.ts';

/** `seconds` = creation by the station, epoch seconds. `oddities` = dropped values of the line, as texts for a report that counts them. */
type RecordReceived<R = StatusRow | FrameSizeRow> =
  | { readonly row: R; readonly seconds: number; readonly oddities: readonly string[] }
  | { readonly leftOut: string }
  | { readonly broken: string };

const sharedNames = new Set(['createdOn', 'timestamp', 'stationId', 'msgType']);
const ownNames = (kind: RecordKind): string[] => Object.keys(kind.entity).filter((field) => !sharedNames.has(field));
const kinds = [statusRecords, frameSizeRecords].map((kind) => ({ kind, names: ownNames(kind) }));

/** Kind of record, by a name that only such records have. null = none. */
export const recordKindOf = (value: Json): RecordKind | null =>
  kinds.find(({ names }) => names.some((name) => Object.hasOwn(value, name)))?.kind ?? null;

/** Maximum offset of a station's clock into the future. */
const maxAheadMs = 300_000;
const maxTextLength = 200;
const fromFuture = 'the record time is more than 5 minutes ahead';

/** Like readRecordObject, for an object that may be another one. */
export function readPostedRecord(value: Json, kind: RecordKind, nowMs: number): RecordReceived {
  if (recordKindOf(value) !== kind) return { leftOut: `not a record of this kind (${kind.name})` };
  return readRecordObject(value, kind, nowMs);
}

/** Numbers may be text. The time is `timestamp` in epoch seconds, else `createdOn`. */
export function readRecordObject(value: Json, kind: RecordKind, nowMs: number): RecordReceived {
  try {
    const oddities: string[] = [];
    const fields = Object.entries(kind.entity).map(([field, { name }]) => [
      field,
      readField(value, field, name, oddities),
    ]);
    const record = Object.fromEntries(fields) as StatusRow & FrameSizeRow;
    for (const name of Object.keys(value))
      if (!Object.hasOwn(kind.entity, name)) oddities.push(`unknown key ${visibleText(name.slice(0, 40))}`);
    const createdOnMs = parseInstant(record.createdOn);
    const time = receptionTime(record.timestamp ?? (createdOnMs === null ? null : createdOnMs / 1000), nowMs);
    const createdMs = createdOnMs ?? time.ms;
    if (Math.max(time.ms, createdMs) > nowMs + maxAheadMs) return { leftOut: fromFuture };
    return { row: { ...record, createdOn: writeInstant(createdMs) }, seconds: time.seconds, oddities };
  } catch (error) {
    if (error instanceof Unusable && error.message.includes('ahead')) return { leftOut: fromFuture };
    return { broken: error instanceof Unusable ? error.message : 'the line could not be read' };
  }
}

function readField(
  value: Json,
  field: string,
  kind: Kind<unknown>['name'],
  oddities: string[],
): string | number | null {
  const raw = Object.hasOwn(value, field) ? value[field] : null;
  const isBlank = raw === null || raw === undefined || (typeof raw === 'string' && raw.trim() === '');
  const read = isBlank ? null : readValue(raw, field, kind);
  if (!isBlank && read === null) oddities.push(`no ${kind} in ${field}`);
  return read ?? (kind === 'instant' || field === 'stationId' ? '' : null);
}

function readValue(raw: unknown, field: string, kind: Kind<unknown>['name']): string | number | null {
  switch (kind) {
    case 'number':
      return finiteNumber(raw);
    case 'instant':
      return typeof raw === 'string' && parseInstant(raw) !== null ? raw : null;
    case 'text':
      return typeof raw === 'string' ? visibleText(raw.slice(0, maxTextLength)).trim() : null;
    default:
      return code(raw, field);
  }
}
