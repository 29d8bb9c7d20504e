/** Stores the pages of lists, and reads every stored row of a list. One page is one text of rows next to its facts. */
import type { ListEndpoint } from '../../../contract/endpoint.ts';
import type { Row } from '../../../contract/kinds.ts';
import { type Sort, sortFlags } from '../../../contract/order.ts';
import { sessionScoped } from '../../session/session-scoped.ts';
import { sessionSignal } from '../../session/session-signal.ts';
import { valueStore } from '../../ui/value-store.ts';
import { factsOf, storeRecord } from './cached-responses.ts';
import { type PageFacts, spanOfTimes } from './coverage.ts';
import { inStore, onStoreClosed, type UserStore } from './database.ts';
import { forgetFullCopies, fullCopyRows, type ListId, listKey, stableText } from './full-copies.ts';
import { readStoredPages, rowTime, type StoredRow, timeOfRow } from './offline-response.ts';
import { policy } from './policy.ts';
import type { PageRecord, ResponseRecord } from './records.ts';
import { writeRowsText } from './rows-text.ts';
import { reportStorageError } from './storage-errors.ts';

export { type ListId, listKey };

type NewPage = Pick<PageRecord, 'asked' | 'windowHours' | 'offset' | 'limit' | 'storedAt' | 'count'> & {
  readonly sort: Sort | null;
  readonly rows: readonly object[];
  readonly isPrefetch?: true;
  readonly isJoined?: true;
};
export type StoredRows = {
  readonly pages: readonly PageFacts[];
  readonly rows: readonly (Row<ListEndpoint['list']['entity']> & { id?: string })[];
};

function pageId(list: ListId, page: NewPage): string {
  const sort = sortFlags(list.endpoint.list.order, page.sort);
  const request = `${stableText({ ...page.asked, ...sort })} ${page.windowHours} ${page.offset} ${page.limit}${page.isJoined ? ' joined' : ''}`;
  return page.isPrefetch ? prefetchId(list) : `${listKey(list)} ${request}`;
}
/** The word is that of earlier versions. */
const prefetchId = (list: ListId): string => `${listKey(list)} slab`;

/** Number of pages stored since the start of the app. */
export const storedPages = valueStore(0);

/** Stores a live page in place of the earlier response to the same request. Resolves to its id when it is on the device, or cannot be stored. Never throws. */
export async function storePage(list: ListId, page: NewPage, session: AbortSignal): Promise<string> {
  const { text, rowCount } = writeRows(page.rows);
  const stored = page.rows.slice(0, rowCount) as readonly StoredRow[];
  const rowSpan = spanOfTimes(stored.map(timeOfRow(rowTime(list.endpoint.list.filters))));
  const { rows: _rows, isPrefetch: _isPrefetch, isJoined: _isJoined, sort: _sort, ...facts } = page;
  const part = listKey(list);
  const id = pageId(list, page);
  await storeRecord(
    { ...facts, id, part, kind: 'page', rowCount, rowSpan, bytes: text.length },
    { text },
    session,
    rowCount > policy.prefetchRows ? policy.bigPageEveryMs : 0,
  );
  storedPages.set(storedPages.get() + 1);
  return id;
}

/** The rows as text, as many as one response may have. */
function writeRows(rows: readonly object[]): { text: string; rowCount: number } {
  const text = writeRowsText(rows);
  if (text.length <= policy.maxPageBytes) return { text, rowCount: rows.length };
  const fitting = Math.floor((rows.length * policy.maxPageBytes) / text.length);
  return writeRows(rows.slice(0, Math.min(fitting, rows.length - 1)));
}

/** When the prefetched rows of the list were stored (epoch ms of the server); null = never, undefined = the store cannot be used. */
export async function prefetchedAt(list: ListId, session: AbortSignal): Promise<number | null | undefined> {
  const facts = await factsOf(prefetchId(list), session);
  return facts ? facts.storedAt : facts;
}

/** The stored pages of a list without their rows, newest first. */
async function pagesOf(store: UserStore, key: string): Promise<PageRecord[]> {
  const found = await store.responses.where('part').equals(key).toArray();
  return found.filter(isPageRecord).sort((a, b) => b.storedAt - a.storedAt);
}

/** Names of the stored pages of a list, newest first, as `readPage` takes them. They change with what is stored. */
export async function pageNames(list: ListId, session: AbortSignal): Promise<readonly PageName[]> {
  const pages = await inStore(session, (store) => pagesOf(store, listKey(list))).catch(() => undefined);
  return pages?.map(({ id, storedAt }) => ({ list, id, storedAt })) ?? [];
}
export type PageName = { readonly list: ListId; readonly id: string; readonly storedAt: number };

/** The rows of one page, without keeping them: whoever reads thousands does it page by page. None when it is gone. */
export async function readPage({ list, id }: PageName, session: AbortSignal): Promise<readonly StoredRow[]> {
  const body = await inStore(session, (store) => store.rows.get(id)).catch(() => undefined);
  return body && 'text' in body ? readStoredPages(list.endpoint.list, [body.text]).rows : [];
}

/** Rows are parsed once. */
const lastRead = sessionScoped((): { of?: { readonly version: string; readonly stored: StoredRows } } => ({}));

/** Every stored row of a list once, in the server's order. null = none, or the session has ended. */
export async function storedRowsOf(list: ListId, session: AbortSignal = sessionSignal()): Promise<StoredRows | null> {
  const whole = await fullCopyRows(list, session);
  if (whole) {
    const { storedAt, rows } = whole;
    const count = rows.length;
    return { pages: [{ storedAt, asked: {}, windowHours: null, offset: 0, rowCount: count, count }], rows };
  }
  return rowsOfPages(list, session);
}

async function rowsOfPages(list: ListId, session: AbortSignal): Promise<StoredRows | null> {
  const key = listKey(list);
  const stored = await inStore(session, async (store) => {
    const last = lastRead.get();
    const pages = await pagesOf(store, key);
    const version = `${key} ${pages.map((page) => `${page.id}@${page.storedAt}`).join()}`;
    if (last.of?.version === version) return last.of.stored;
    const texts = await store.rows.bulkGet(pages.map((page) => page.id));
    const readable = pages.flatMap((page, at) => {
      const body = texts[at];
      return body && 'text' in body ? [{ page, text: body.text }] : [];
    });
    const { rows, dropped, droppedIn } = readStoredPages(
      list.endpoint.list,
      readable.map(({ text }) => text),
    );
    if (dropped > 0) reportStorageError('dropped', dropped);
    const stored = { pages: readable.map(({ page }, at) => (droppedIn[at] ? damaged(page) : page)), rows };
    last.of = { version, stored };
    return stored;
  }).catch(() => undefined);
  return stored && stored.pages.length > 0 ? stored : null;
}

/** A response with unreadable rows covers nothing; its count of the server stays valid. */
const damaged = (page: PageRecord): PageFacts => ({ ...page, rowSpan: null, rowCount: 0 });

/** Removed rows do not stay in memory. */
export function forgetRows(): void {
  lastRead.drop();
  forgetFullCopies();
}
onStoreClosed(forgetRows);

const isPageRecord = (record: ResponseRecord): record is PageRecord =>
  record.kind === 'page' &&
  Number.isFinite(record.storedAt) &&
  typeof record.asked === 'object' &&
  record.asked !== null;

// ---- The rows of a list that was never opened, from a stored list that contains them: an airline's aircraft from all aircraft.

/** null when the other list is not stored, or contains none of these rows and is incomplete. */
export async function rowsFromFullCopy(list: ListId, session: AbortSignal): Promise<StoredRows | null> {
  const { within } = list.endpoint.list;
  const all = within && (await storedRowsOf({ endpoint: within.list, scope: {} }, session));
  return all ? partOf(all, list) : null;
}

/** Pure. */
export function partOf(all: StoredRows, { endpoint, scope }: ListId): StoredRows | null {
  const { within } = endpoint.list;
  // Responses to a search do not contain the other rows.
  const pages = all.pages.filter((page) => Object.keys(page.asked).length === 0);
  if (!within || pages.length === 0) return null;
  const rows = all.rows.filter((row) => idIn(row, within.field, within.param) === scope[within.param]);
  const isWhole = pages.some((page) => page.offset === 0 && page.count !== null && page.rowCount >= page.count);
  if (rows.length === 0 && !isWhole) return null;
  const storedAt = Math.max(...pages.map((page) => page.storedAt));
  const count = isWhole ? rows.length : null;
  return { pages: [{ storedAt, asked: {}, windowHours: null, offset: 0, rowCount: rows.length, count }], rows };
}

function idIn(row: Row<ListEndpoint['list']['entity']>, field: string, name: string): string | null {
  const found = row[field];
  if (typeof found !== 'object' || found === null) return null;
  const id = (found as Readonly<Record<string, unknown>>)[name];
  return typeof id === 'number' || typeof id === 'string' ? String(id) : null;
}
