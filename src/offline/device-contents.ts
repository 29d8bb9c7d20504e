/**
 * What the store of the user who is logged in holds, told by what it came from, and the way to remove a part of it.
 * Must not: ask the server, name anything for people (the screen does), or tell of another user's store.
 */
import { endpoints } from '../../contract/api.ts';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import { currentEpoch } from '../session/session-store.ts';
import { inStore, isCurrent, type PageRecord } from './database.ts';
import { rowsIn } from './rows-text.ts';
import { forgetHeld, heldOf } from './stored-pages.ts';
import { isWholeRecord, sizeOfWhole } from './whole-record.ts';

/** The part that no call names: what maps were told last. */
export const positionsPart = 'positions';

export type HeldPart = {
  /** Id of the call that brought it, or `positionsPart`. */
  readonly id: string;
  /** True = every row that the server has. */
  readonly isWhole: boolean;
  /** How many lists, answers or maps: of flights there is a list for each aircraft. */
  readonly items: number;
  /** Each row once, as it is shown without the server; null = it has no rows. */
  readonly rows: number | null;
  /** About: characters of what is held. */
  readonly bytes: number;
  /** Epoch ms of the server. */
  readonly newestAt: number;
  readonly oldestAt: number;
};
/** One list, answer or map. */
type Item = Omit<HeldPart, 'items' | 'newestAt' | 'oldestAt'> & { readonly times: readonly number[] };

/** By size, the largest first. null = there is no store, it cannot be read, or the session has ended. */
export async function heldParts(): Promise<readonly HeldPart[] | null> {
  const epoch = currentEpoch();
  const read = await inStore(async ({ pages, wholes, answers, positions }) => ({
    pages: await pages.toArray(),
    others: [
      ...(await wholes.toArray()).flatMap(({ id, confirmedAt, record }): Item[] =>
        isWholeRecord(record)
          ? [{ id: callOf(id), isWhole: true, rows: record.n, bytes: sizeOfWhole(record), times: [confirmedAt] }]
          : [],
      ),
      ...(await answers.toArray()).map(({ id, storedAt, text }) => plainItem(callOf(id), storedAt, text, lengthOf)),
      ...(await positions.toArray()).map(({ storedAt, text }) => plainItem(positionsPart, storedAt, text, rowsIn)),
    ],
  })).catch(() => undefined);
  if (!read) return null;
  const items = [...read.others];
  // One after the other: each may have its rows read.
  for (const pages of byList(read.pages)) items.push(await listItem(pages));
  return isCurrent(epoch) ? joined(items) : null;
}

/** Of `API-12 [["id","7"]]` the call. */
const callOf = (key: string): string => key.split(' ', 1)[0] ?? '';

function plainItem(id: string, storedAt: number, text: string, rowsOf: (text: string) => number | null): Item {
  return { id, isWhole: false, rows: rowsOf(text), bytes: text.length, times: [storedAt] };
}

/** An answer that is nothing but rows. */
function lengthOf(text: string): number | null {
  if (!text.startsWith('[')) return null;
  try {
    return (JSON.parse(text) as unknown[]).length;
  } catch {
    return null;
  }
}

function byList(pages: readonly PageRecord[]): PageRecord[][] {
  const lists = new Map<string, PageRecord[]>();
  for (const page of pages) lists.set(page.list, [...(lists.get(page.list) ?? []), page]);
  return [...lists.values()];
}

async function listItem(pages: readonly PageRecord[]): Promise<Item> {
  const key = pages[0]?.list ?? '';
  return {
    id: callOf(key),
    isWhole: false,
    // Answers of one list share rows: these are read and counted once.
    rows: (pages.length > 1 ? await rowsOfList(key) : null) ?? Math.max(...pages.map(({ rowCount }) => rowCount)),
    bytes: pages.reduce((sum, { bytes }) => sum + bytes, 0),
    times: pages.map(({ storedAt }) => storedAt),
  };
}

async function rowsOfList(key: string): Promise<number | null> {
  const id = callOf(key);
  const endpoint = endpoints.find((one): one is ListEndpoint => one.id === id && one.list !== undefined);
  if (!endpoint) return null;
  try {
    const scope = Object.fromEntries(JSON.parse(key.slice(id.length)) as [string, string][]);
    return (await heldOf({ endpoint, scope }))?.rows.length ?? null;
  } catch {
    return null;
  }
}

function joined(items: readonly Item[]): HeldPart[] {
  const parts = [...new Set(items.map(({ id }) => id))].map((id): HeldPart => {
    const all = items.filter((item) => item.id === id);
    const whole = all.find(({ isWhole }) => isWhole);
    const rows = (whole ? [whole] : all).flatMap((item) => item.rows ?? []);
    const times = all.flatMap((item) => item.times).filter(Number.isFinite);
    return {
      id,
      isWhole: whole !== undefined,
      items: whole ? 1 : all.length,
      rows: rows.length === 0 ? null : rows.reduce((sum, count) => sum + count, 0),
      bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
      newestAt: Math.max(...times),
      oldestAt: Math.min(...times),
    };
  });
  return parts.sort((a, b) => b.bytes - a.bytes);
}

/** Removes one part with all its lists or answers. False: it could not be. */
export async function removePart(id: string): Promise<boolean> {
  forgetHeld();
  const isOfPart = (key: unknown): boolean => typeof key === 'string' && callOf(key) === id;
  const isDone = await inStore(({ database, pages, rows, wholes, answers, positions }) =>
    database.transaction('rw', [pages, rows, wholes, answers, positions], async () => {
      // A page is named by its list, and its rows by the page.
      for (const table of [pages, rows, wholes, answers])
        await table.bulkDelete((await table.toCollection().primaryKeys()).filter(isOfPart));
      if (id === positionsPart) await positions.clear();
      return true;
    }),
  ).catch(() => false);
  return isDone === true;
}
