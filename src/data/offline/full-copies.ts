/** Lists that are stored with every row, each as one record. */

import { api } from '../../../contract/api.ts';
import { type ListEndpoint, rowEntity } from '../../../contract/endpoint.ts';
import type { Filter } from '../../../contract/filters.ts';
import type { Row } from '../../../contract/kinds.ts';
import type { StationNames } from '../../../contract/station-names.ts';
import { inPieces } from '../../lib/in-pieces.ts';
import { sessionScoped } from '../../session/session-scoped.ts';
import { sessionSignal } from '../../session/session-signal.ts';
import { valueStore } from '../../ui/value-store.ts';
import {
  confirmRecord,
  factsOf,
  findRecord,
  removeRecord,
  storedResponse,
  storeRecord,
  storeResponse,
} from './cached-responses.ts';
import { type ColumnRecord, isColumnRecord, readColumns, sizeOfColumns, writeColumns } from './column-record.ts';
import { within } from './device-stores.ts';
import { policy } from './policy.ts';
import type { FullCopyRecord } from './records.ts';
import { reportStorageError } from './storage-errors.ts';

// ---- Names a list on the device.

/** Which list: its endpoint, and the parameters that belong to the list rather than to its filters. */
export type ListId = { readonly endpoint: ListEndpoint; readonly scope: Readonly<Record<string, string>> };

/** The same text for the same parameters, whatever their order. */
export const stableText = (record: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
export const listKey = (list: ListId): string => `${list.endpoint.id} ${stableText(list.scope)}`;

// ---- Stations and their receivers as stored on this device: filters on stored rows match by them. Reads nothing it cannot check.

const call = api.station.names;

/** The filter compares with names of receivers or numbers of stations. */
export const isOfStations = ({ params }: Filter): boolean =>
  params.some(({ op }) => op === 'receiver' || op === 'station');

export async function storedStationNames(session: AbortSignal): Promise<readonly StationNames[]> {
  return readStationNames((await storedResponse({ call }, session))?.value);
}

export const storeStationNames = (value: unknown, storedAt: number, session: AbortSignal): Promise<void> =>
  storeResponse({ call }, { value, storedAt }, session);

/** Pure. Entries of any response; the others are skipped. */
export function readStationNames(body: unknown): readonly StationNames[] {
  const entries: readonly unknown[] = Array.isArray(body) ? body : [];
  return entries.flatMap((entry) => {
    const { stationId, receivers } = (entry ?? {}) as Partial<Record<keyof StationNames, unknown>>;
    if (typeof stationId !== 'string' || !Array.isArray(receivers)) return [];
    return [{ stationId, receivers: receivers.filter((name): name is string => typeof name === 'string') }];
  });
}

/** `confirmedAt` = epoch ms of the server at which it still had this version. */
type FullCopyInfo = { readonly version: string; readonly confirmedAt: number };

/** Number of full copies stored since the start of the app. */
export const storedCopies = valueStore(0);

/** Stores all rows of a list. Resolves when they are on the device, or cannot be stored. Never throws. */
export async function storeFullCopy(
  list: ListId,
  { rows, version, confirmedAt }: FullCopyInfo & { readonly rows: readonly object[] },
  session: AbortSignal,
): Promise<void> {
  const record = writeColumns(rowEntity(list.endpoint.list), rows);
  const id = listKey(list);
  const facts = { id, part: id, kind: 'full', storedAt: confirmedAt, version } as const;
  await storeRecord({ ...facts, rowCount: record.n, bytes: sizeOfColumns(record) }, { record }, session);
  storedCopies.set(storedCopies.get() + 1);
}

/** The server still has this version. */
export async function confirmFullCopy(
  list: ListId,
  { version, confirmedAt }: FullCopyInfo,
  session: AbortSignal,
): Promise<void> {
  const stored = await read(list, session);
  if (stored?.facts.version === version) await confirmRecord({ ...stored.facts, storedAt: confirmedAt }, session);
}

/** null = not stored, or damaged; undefined = the store cannot be used. */
export async function fullCopyInfo(list: ListId, session: AbortSignal): Promise<FullCopyInfo | null | undefined> {
  const stored = await read(list, session);
  return stored && { version: stored.facts.version, confirmedAt: stored.facts.storedAt };
}

type Rows = readonly (Row<ListEndpoint['list']['entity']> & { id?: string })[];
/** Rows are decoded once. */
const lastRead = sessionScoped((): { of?: { readonly version: string; readonly rows: Promise<Rows> } } => ({}));
export const forgetFullCopies = lastRead.drop;

/** Every row of the list, in the server's order. */
export async function fullCopyRows(
  list: ListId,
  session: AbortSignal = sessionSignal(),
): Promise<{ readonly rows: Rows; readonly storedAt: number } | null> {
  const facts = await factsOf(listKey(list), session);
  if (facts?.kind !== 'full') return null;
  const last = lastRead.get();
  const version = `${facts.id} ${facts.version}`;
  if (last.of?.version !== version) {
    const stored = await read(list, session);
    if (!stored) return null;
    last.of = { version, rows: inPieces(readColumns(rowEntity(list.endpoint.list), stored.record)) };
  }
  const rows = await last.of.rows;
  session.throwIfAborted();
  return { rows, storedAt: facts.storedAt };
}

/** The same for a caller that requests them from the server otherwise: null also if the store needs too long. */
export const fullCopyRowsSoon = (list: ListId): ReturnType<typeof fullCopyRows> =>
  within(policy.beforeRequestMs, fullCopyRows(list), null);

type Stored = { readonly facts: FullCopyRecord; readonly record: ColumnRecord };

async function read(list: ListId, session: AbortSignal): Promise<Stored | null | undefined> {
  const found = await findRecord(listKey(list), session);
  if (!found) return found;
  const { facts, body } = found;
  if (facts.kind === 'full' && typeof facts.version === 'string' && isColumnRecord(body.record))
    return { facts, record: body.record };
  // It is downloaded again.
  await removeRecord(facts.id, session);
  reportStorageError('dropped', 1);
  return null;
}
