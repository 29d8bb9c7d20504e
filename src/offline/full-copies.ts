/** Lists that are stored with every row, each as one record. */
import type { ListEndpoint } from '../../contract/endpoint.ts';
import type { Row } from '../../contract/kinds.ts';
import { inPieces } from '../lib/in-pieces.ts';
import { sessionSignal } from '../session/session-signal.ts';
import { valueStore } from '../ui/value-store.ts';
import { confirmRecord, factsOf, findRecord, removeRecord, storeRecord } from './cached-responses.ts';
import { type ListId, listKey } from './list-key.ts';
import type { FullCopyRecord } from './records.ts';
import { reportStorageError } from './storage-errors.ts';
import { isWholeRecord, readWhole, sizeOfWhole, type WholeRecord, writeWhole } from './whole-record.ts';

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
  const record = writeWhole(list.endpoint.list.entity, rows);
  const id = listKey(list);
  const facts = { id, part: id, kind: 'full', storedAt: confirmedAt, version } as const;
  await storeRecord({ ...facts, rowCount: record.n, bytes: sizeOfWhole(record) }, { record }, session);
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
let lastRead: { readonly version: string; readonly rows: Promise<Rows> } | null = null;
export function forgetFullCopies(): void {
  lastRead = null;
}

/** Every row of the list, in the server's order. */
export async function fullCopyRows(
  list: ListId,
  session: AbortSignal = sessionSignal(),
): Promise<{ readonly rows: Rows; readonly storedAt: number } | null> {
  const facts = await factsOf(listKey(list), session);
  if (facts?.kind !== 'full') return null;
  const version = `${facts.id} ${facts.version}`;
  if (lastRead?.version !== version) {
    const stored = await read(list, session);
    if (!stored) return null;
    lastRead = { version, rows: inPieces(readWhole(list.endpoint.list.entity, stored.record)) };
  }
  const rows = await lastRead.rows;
  session.throwIfAborted();
  return { rows, storedAt: facts.storedAt };
}

type Stored = { readonly facts: FullCopyRecord; readonly record: WholeRecord };

async function read(list: ListId, session: AbortSignal): Promise<Stored | null | undefined> {
  const found = await findRecord(listKey(list), session);
  if (!found) return found;
  const { facts, body } = found;
  if (facts.kind === 'full' && typeof facts.version === 'string' && isWholeRecord(body.record))
    return { facts, record: body.record };
  // It is downloaded again.
  await removeRecord(facts.id, session);
  reportStorageError('dropped', 1);
  return null;
}
