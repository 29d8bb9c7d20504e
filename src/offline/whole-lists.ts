/**
 * Lists that are kept on the device with every row, each as one record. Must not: ask the server, or say which lists these are (api/whole-lists.ts does).
 */
import type { ListEndpoint } from '../../contract/endpoint.ts';
import type { Row } from '../../contract/kinds.ts';
import { currentEpoch } from '../session/session-store.ts';
import { inStore, isCurrent, type WholeListRecord } from './database.ts';
import { type ListId, listKey } from './list-key.ts';
import { reportTrouble } from './storage-trouble.ts';
import { isWholeRecord, readWhole, writeWhole } from './whole-record.ts';

export type WholeFacts = { readonly version: string; readonly confirmedAt: number };

/** Keeps all rows of a list in place of what was kept before. Resolves when they are on the device, or cannot be; never throws. */
export async function keepWhole(
  list: ListId,
  { rows, ...facts }: WholeFacts & { readonly rows: readonly object[] },
  epoch: number,
): Promise<void> {
  await put({ id: listKey(list), ...facts, record: writeWhole(list.endpoint.list.entity, rows) }, epoch);
}

/** What is held is still what the server has. */
export async function confirmWhole(list: ListId, { version, confirmedAt }: WholeFacts, epoch: number): Promise<void> {
  const held = await read(list);
  if (held?.version === version) await put({ ...held, confirmedAt }, epoch);
}

async function put(record: WholeListRecord, epoch: number): Promise<void> {
  await inStore((store) =>
    store.database.transaction('rw', store.wholes, async () => {
      if (store.epoch === epoch && isCurrent(epoch)) await store.wholes.put(record);
    }),
  ).catch(() => reportTrouble('full'));
}

/** null = it is not held, or not as it should be; undefined = there is no store. */
export async function wholeFacts(list: ListId): Promise<WholeFacts | null | undefined> {
  const held = await read(list);
  return held && { version: held.version, confirmedAt: held.confirmedAt };
}

type Rows = readonly (Row<ListEndpoint['list']['entity']> & { id?: string })[];
let lastRead: { readonly version: string; readonly rows: Rows } | null = null;

/** Every row of the list, in the server's order. */
export async function wholeRows(list: ListId): Promise<{ readonly rows: Rows; readonly storedAt: number } | null> {
  const epoch = currentEpoch();
  const held = await read(list);
  if (!held || !isCurrent(epoch)) return null;
  const version = `${held.id} ${held.version}`;
  if (lastRead?.version !== version) lastRead = { version, rows: readWhole(list.endpoint.list.entity, held.record) };
  return { rows: lastRead.rows, storedAt: held.confirmedAt };
}

/** Nothing of an ended session stays in memory. */
export function forgetWholes(): void {
  lastRead = null;
}

async function read(list: ListId): Promise<WholeListRecord | null | undefined> {
  const id = listKey(list);
  return inStore(async (store) => {
    const held = await store.wholes.get(id);
    if (!held) return null;
    const isRight = isWholeRecord(held.record) && typeof held.version === 'string' && Number.isFinite(held.confirmedAt);
    if (isRight) return held;
    // It is fetched again: this way nobody reads it until then.
    await store.wholes.delete(id);
    reportTrouble('dropped', 1);
    return null;
  }).catch(() => undefined);
}
