/** What the store of the user contains, by the calls that brought it, and the removal of a part. */
import { endpoints } from '../../../contract/api.ts';
import type { ListEndpoint, StoredAs } from '../../../contract/endpoint.ts';
import { sessionSignal } from '../../session/session-signal.ts';
import { removeCall } from './cached-responses.ts';
import { inStore } from './database.ts';
import {
  callOf,
  type FullCopyRecord,
  type PageRecord,
  type PlainRecord,
  positionsPart,
  storedPositions,
} from './records.ts';
import { forgetRows, storedRowsOf } from './stored-pages.ts';

export type StoredPart = {
  /** Id of the call, or `positionsPart`. */
  readonly id: string;
  /** True = every row that the server has. */
  readonly isWhole: boolean;
  /** Number of lists, responses or maps: flights have a list for each aircraft. */
  readonly items: number;
  /** Distinct rows; null = it has no rows. */
  readonly rows: number | null;
  /** The last count of the server without a filter; null = unknown, or more than one list. */
  readonly total: number | null;
  /** About: characters. */
  readonly bytes: number;
  /** Epoch ms of the server. */
  readonly newestAt: number;
  readonly oldestAt: number;
};
/** One list, response or map. */
type Item = Omit<StoredPart, 'items' | 'newestAt' | 'oldestAt'> & { readonly times: readonly number[] };

const declared = new Map([
  [positionsPart, storedPositions],
  ...endpoints.flatMap(({ id, stored }) => (stored ? [[id, stored] as const] : [])),
]);
/** `id` of a part. Another version of the app may have stored a part that is not declared here. */
export const storedAs = (id: string): StoredAs => declared.get(id) ?? { title: 'Data of another version of the app' };

/** By size, the largest first. null = there is no store, it cannot be read, or the session has ended. */
export async function storedParts(): Promise<readonly StoredPart[] | null> {
  const session = sessionSignal();
  const stored = await inStore(session, ({ responses }) => responses.toArray()).catch(() => undefined);
  if (!stored) return null;
  const items = stored.flatMap((record) => (record.kind === 'page' ? [] : [plainItem(record)]));
  // In series: each may read rows.
  for (const pages of byList(stored.filter((record) => record.kind === 'page'))) items.push(await listItem(pages));
  return session.aborted ? null : joined(items);
}

const plainItem = ({ id, kind, rowCount, bytes, storedAt }: FullCopyRecord | PlainRecord): Item => ({
  id: callOf(id),
  isWhole: kind === 'full',
  rows: rowCount,
  total: null,
  bytes,
  times: [storedAt],
});

function byList(pages: readonly PageRecord[]): PageRecord[][] {
  const lists = new Map<string, PageRecord[]>();
  for (const page of pages) lists.set(page.part, [...(lists.get(page.part) ?? []), page]);
  return [...lists.values()];
}

async function listItem(pages: readonly PageRecord[]): Promise<Item> {
  const key = pages[0]?.part ?? '';
  return {
    id: callOf(key),
    isWhole: false,
    // Pages of one list share rows.
    rows: (pages.length > 1 ? await rowsOfList(key) : null) ?? Math.max(...pages.map(({ rowCount }) => rowCount)),
    total: totalOf(pages),
    bytes: pages.reduce((sum, { bytes }) => sum + bytes, 0),
    times: pages.map(({ storedAt }) => storedAt),
  };
}

function totalOf(pages: readonly PageRecord[]): number | null {
  const unfiltered = pages.filter(({ asked }) => Object.keys(asked).length === 0);
  return unfiltered.filter(({ count }) => count !== null).sort((a, b) => b.storedAt - a.storedAt)[0]?.count ?? null;
}

async function rowsOfList(key: string): Promise<number | null> {
  const id = callOf(key);
  const endpoint = endpoints.find((one): one is ListEndpoint => one.id === id && one.list !== undefined);
  if (!endpoint) return null;
  try {
    const scope = Object.fromEntries(JSON.parse(key.slice(id.length)) as [string, string][]);
    return (await storedRowsOf({ endpoint, scope }))?.rows.length ?? null;
  } catch {
    return null;
  }
}

function joined(items: readonly Item[]): StoredPart[] {
  const parts = [...new Set(items.map(({ id }) => id))].map((id): StoredPart => {
    const all = items.filter((item) => item.id === id);
    const whole = all.find(({ isWhole }) => isWhole);
    const rows = (whole ? [whole] : all).flatMap((item) => item.rows ?? []);
    const times = all.flatMap((item) => item.times).filter(Number.isFinite);
    return {
      id,
      isWhole: whole !== undefined,
      items: whole ? 1 : all.length,
      rows: rows.length === 0 ? null : rows.reduce((sum, count) => sum + count, 0),
      total: all.length === 1 ? (all[0]?.total ?? null) : null,
      bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
      newestAt: Math.max(...times),
      oldestAt: Math.min(...times),
    };
  });
  return parts.sort((a, b) => b.bytes - a.bytes);
}

/** Removes one part with all its lists or responses. False: it could not be removed. */
export async function removePart(id: string): Promise<boolean> {
  forgetRows();
  return removeCall(id);
}
