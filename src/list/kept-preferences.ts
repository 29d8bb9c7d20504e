/**
 * What a person keeps of a list from visit to visit: columns, widths, page size. One small localStorage entry per user and list.
 * Must not: trust what it reads, or fail where storage is full, shut or absent.
 */
import { columnWidth, defaultPageSize, type ListDefinition, type PageSize } from './define-list.ts';
import { readHidden } from './list-state.ts';

export type Kept = {
  readonly size: PageSize;
  readonly hidden: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
};
export const nothingKept: Kept = { size: defaultPageSize, hidden: [], widths: {} };

const storageKey = (userId: string, list: ListDefinition): string => `list:${userId}:${list.name}`;

export const clampWidth = (width: number): number =>
  Math.round(Math.min(columnWidth.max, Math.max(columnWidth.min, width)));

/** Reads any value as preferences of this list; what does not fit is left out. */
export function readKept(list: ListDefinition, stored: unknown): Kept {
  if (typeof stored !== 'object' || stored === null) return nothingKept;
  const { size, hidden, widths } = stored as Record<string, unknown>;
  const kept: Record<string, number> = {};
  for (const { key } of list.columns) {
    const width: unknown =
      typeof widths === 'object' && widths !== null && Object.hasOwn(widths, key)
        ? (widths as Record<string, unknown>)[key]
        : undefined;
    if (typeof width === 'number' && Number.isFinite(width)) kept[key] = clampWidth(width);
  }
  return {
    size: typeof size === 'number' && list.paging.sizes.includes(size) ? size : defaultPageSize,
    hidden: Array.isArray(hidden) ? readHidden(list, hidden) : [],
    widths: kept,
  };
}

export function loadKept(userId: string, list: ListDefinition): Kept {
  try {
    return readKept(list, JSON.parse(localStorage.getItem(storageKey(userId, list)) ?? 'null'));
  } catch {
    return nothingKept;
  }
}

export function saveKept(userId: string, list: ListDefinition, kept: Kept): void {
  try {
    localStorage.setItem(storageKey(userId, list), JSON.stringify(kept));
  } catch {
    // The choice then lasts as long as the page: nothing worth a message.
  }
}
