/**
 * Answers of lists on the device: written, found, counted and evicted. One answer is one object of rows beside one small record.
 * Must not: ask the server, or hold an answer of another user (database.ts sees to it).
 */
import type { ListEndpoint } from '../../contract/endpoint.ts';
import type { Row } from '../../contract/kinds.ts';
import { type Sort, sortFlags } from '../../contract/order.ts';
import { inStore, isCurrent, type PageRecord, type UserStore } from './database.ts';
import { type ListId, listKey, stableText } from './list-key.ts';
import { readHeld, type StoredPageFacts } from './offline-answer.ts';
import { policy } from './policy.ts';
import { writeRowsText } from './rows-text.ts';
import { reportTrouble, troubleOf } from './storage-trouble.ts';
import { forgetWholes, wholeRows } from './whole-lists.ts';

export { type ListId, listKey };

export type NewPage = Pick<PageRecord, 'asked' | 'windowHours' | 'offset' | 'limit' | 'storedAt' | 'count'> & {
  readonly sort: Sort | null;
  readonly rows: readonly object[];
  readonly isSlab?: true;
};
/** An answer that is held: what was asked, and which part of all that matches it is. */
type HeldPage = StoredPageFacts & Pick<PageRecord, 'offset' | 'rowCount' | 'count'>;
export type HeldRows = {
  readonly pages: readonly HeldPage[];
  readonly rows: readonly (Row<ListEndpoint['list']['entity']> & { id?: string })[];
};

function pageId(list: ListId, page: NewPage): string {
  const sort = sortFlags(list.endpoint.list.order, page.sort);
  const question = `${stableText({ ...page.asked, ...sort })} ${page.windowHours} ${page.offset} ${page.limit}`;
  return `${listKey(list)} ${page.isSlab ? 'slab' : question}`;
}

/**
 * Keeps a live answer in place of the earlier one to the same question. `epoch` = that of the request: a result of an ended session is dropped.
 * Resolves when it is on the device, or when it cannot be; never throws.
 */
export async function keepPage(list: ListId, page: NewPage, epoch: number): Promise<void> {
  const { text, rowCount } = writeRows(page.rows);
  const { rows: _rows, isSlab: _isSlab, sort: _sort, ...facts } = page;
  const id = pageId(list, page);
  const record: PageRecord = { ...facts, id, list: listKey(list), rowCount, bytes: text.length };
  const put = (store: UserStore): Promise<void> =>
    store.database.transaction('rw', store.pages, store.rows, async () => {
      if (store.epoch !== epoch || !isCurrent(epoch)) return;
      const before = await store.pages.get(id);
      if (before && before.storedAt > page.storedAt) return;
      if (before && rowCount > policy.slabRows && page.storedAt - before.storedAt < policy.bigPageEveryMs) return;
      await store.pages.put(record);
      await store.rows.put({ id, text });
      await evict(store, policy.maxBytes, id);
    });
  try {
    await inStore(put);
  } catch {
    await keepWithLessRoom(put, record.bytes);
  }
}

/** Full: the oldest pages make room, once. */
async function keepWithLessRoom(put: (store: UserStore) => Promise<void>, bytes: number): Promise<void> {
  try {
    await inStore(async (store) => {
      const pages = await store.pages.toArray();
      const held = pages.reduce((sum, page) => sum + page.bytes, 0);
      await store.database.transaction('rw', store.pages, store.rows, () => evict(store, held / 2 - bytes, null));
    });
    await inStore(put);
  } catch (error) {
    if (troubleOf(error) === 'full') reportTrouble('full');
  }
}

/** Removes the oldest answers until the others fit `maxBytes`; `spare` stays. */
async function evict(store: UserStore, maxBytes: number, spare: string | null): Promise<void> {
  const pages = await store.pages.orderBy('storedAt').toArray();
  let bytes = pages.reduce((sum, page) => sum + page.bytes, 0);
  let count = pages.length;
  const oldest = Date.now() - policy.maxPageAgeMs;
  const gone: string[] = [];
  for (const page of pages) {
    if (bytes <= maxBytes && count <= policy.maxPages && page.storedAt > oldest) break;
    if (page.id === spare) continue;
    gone.push(page.id);
    bytes -= page.bytes;
    count -= 1;
  }
  if (gone.length === 0) return;
  await store.pages.bulkDelete(gone);
  await store.rows.bulkDelete(gone);
}

/** The rows as text, as many as one answer may take. */
function writeRows(rows: readonly object[]): { text: string; rowCount: number } {
  const text = writeRowsText(rows);
  if (text.length <= policy.maxPageBytes) return { text, rowCount: rows.length };
  const fitting = Math.floor((rows.length * policy.maxPageBytes) / text.length);
  return writeRows(rows.slice(0, Math.min(fitting, rows.length - 1)));
}

/** When the list's slab was last stored (epoch ms of the server); null = never, undefined = there is no store. */
export async function slabStoredAt(list: ListId): Promise<number | null | undefined> {
  const id = `${listKey(list)} slab`;
  return inStore(async (store) => (await store.pages.get(id))?.storedAt ?? null).catch(() => undefined);
}

/** The stored answers of a list without their rows, newest first. */
async function pagesOf(store: UserStore, key: string): Promise<PageRecord[]> {
  const pages = await store.pages.where('list').equals(key).toArray();
  return pages.filter(isPageRecord).sort((a, b) => b.storedAt - a.storedAt);
}

let lastHeld: { readonly version: string; readonly held: HeldRows } | null = null;

/** All that is held of a list: each row once, in the server's order. null when nothing is, or the session has ended. */
export async function heldOf(list: ListId): Promise<HeldRows | null> {
  const whole = await wholeRows(list);
  if (whole) {
    const { storedAt, rows } = whole;
    return { pages: [{ storedAt, asked: {}, offset: 0, rowCount: rows.length, count: rows.length }], rows };
  }
  return heldInPages(list);
}

async function heldInPages(list: ListId): Promise<HeldRows | null> {
  const key = listKey(list);
  const found = await inStore(async (store) => {
    const pages = await pagesOf(store, key);
    const version = `${store.epoch} ${key} ${pages.map((page) => `${page.id}@${page.storedAt}`).join()}`;
    if (lastHeld?.version === version) return { store, held: lastHeld.held };
    const texts = await store.rows.bulkGet(pages.map((page) => page.id));
    const { rows, dropped } = readHeld(
      list.endpoint.list,
      texts.flatMap((record) => (record ? [record.text] : [])),
    );
    if (dropped > 0) reportTrouble('dropped', dropped);
    const held = { pages, rows };
    lastHeld = { version, held };
    return { store, held };
  }).catch(() => undefined);
  return found && isCurrent(found.store.epoch) && found.held.pages.length > 0 ? found.held : null;
}

/** Nothing of an ended session stays in memory. */
export function forgetHeld(): void {
  lastHeld = null;
  forgetWholes();
}

const isPageRecord = (page: PageRecord): boolean =>
  typeof page.id === 'string' &&
  Number.isFinite(page.storedAt) &&
  typeof page.asked === 'object' &&
  page.asked !== null;
