/**
 * One JSON object of a station about itself, under the wire's own names, to one row: a status record, or frame sizes (C120).
 * Must not: throw, touch the database, or guess what the station did not say (an absent value is null).
 */
import type { Kind } from '../../contract/kinds.ts';
import { parseInstant, writeInstant } from '../../contract/params.ts';
import {
  type FrameSizeRow,
  frameSizeRecords,
  type RecordKind,
  type StatusRow,
  statusRecords,
} from '../store/station-records.ts';
import { finiteNumber, visibleText } from './clean-text.ts';
import { code, isObject, type Json, Unusable } from './json-values.ts';
import { receptionTime } from './reception-time.ts';

/** `seconds` = when the station made it, epoch seconds. `oddities` = what of the line was not kept, in words for a report that counts them. */
export type RecordReceived<R = StatusRow | FrameSizeRow> =
  | { readonly row: R; readonly seconds: number; readonly oddities: readonly string[] }
  | { readonly leftOut: string }
  | { readonly broken: string };

const sharedNames = new Set(['createdOn', 'timestamp', 'stationId', 'msgType']);
const ownNames = (kind: RecordKind): string[] => Object.keys(kind.entity).filter((field) => !sharedNames.has(field));
const kinds = [statusRecords, frameSizeRecords].map((kind) => ({ kind, names: ownNames(kind) }));

/** Which kind of record this is, by a name that only such records have; null = none. */
export const recordKindOf = (value: Json): RecordKind | null =>
  kinds.find(({ names }) => names.some((name) => Object.hasOwn(value, name)))?.kind ?? null;

/** A station's clock may be so far ahead. */
const maxAheadMs = 300_000;
const maxTextLength = 200;
const fromFuture = 'the record is of the future (more than 5 minutes ahead)';

/** As readRecordObject, of one line. */
export function readRecordLine(line: string, kind: RecordKind, nowMs: number): RecordReceived {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { broken: 'not JSON' };
  }
  if (!isObject(value)) return { broken: 'not a JSON object' };
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
    const said = Object.fromEntries(fields) as StatusRow & FrameSizeRow;
    for (const name of Object.keys(value))
      if (!Object.hasOwn(kind.entity, name)) oddities.push(`unknown key ${visibleText(name.slice(0, 40))}`);
    const createdOnMs = parseInstant(said.createdOn);
    const time = receptionTime(said.timestamp ?? (createdOnMs === null ? null : createdOnMs / 1000), nowMs);
    const createdMs = createdOnMs ?? time.ms;
    if (Math.max(time.ms, createdMs) > nowMs + maxAheadMs) return { leftOut: fromFuture };
    return { row: { ...said, createdOn: writeInstant(createdMs) }, seconds: time.seconds, oddities };
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
  const said = Object.hasOwn(value, field) ? value[field] : null;
  const isBlank = said === null || said === undefined || (typeof said === 'string' && said.trim() === '');
  const read = isBlank ? null : readValue(said, field, kind);
  if (!isBlank && read === null) oddities.push(`no ${kind} in ${field}`);
  return read ?? (kind === 'instant' || field === 'stationId' ? '' : null);
}

function readValue(said: unknown, field: string, kind: Kind<unknown>['name']): string | number | null {
  switch (kind) {
    case 'number':
      return finiteNumber(said);
    case 'instant':
      return typeof said === 'string' && parseInstant(said) !== null ? said : null;
    case 'text':
      return typeof said === 'string' ? visibleText(said.slice(0, maxTextLength)).trim() : null;
    default:
      return code(said, field);
  }
}
