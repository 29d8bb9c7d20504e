/** Columns, widths, page size and views of a list, per user. */
import { type EntryId, onEntry, readEntry, writeEntry } from '../../session/personal-entries.ts';
import { clampWidth, defaultPageSize, type ListDefinition, type StoredSize, type ViewName } from '../define-list.ts';
import { readHidden, readView } from './list-address.ts';

export type SavedPreferences = {
  readonly size: StoredSize;
  readonly hidden: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  /** The text column takes the free width. */
  readonly isTextWide: boolean;
  readonly view: ViewName;
};
export const noSavedPreferences: SavedPreferences = {
  size: defaultPageSize,
  hidden: [],
  widths: {},
  isTextWide: false,
  view: 'table',
};

const entryOf = (userId: string, list: ListDefinition): EntryId => ({ kind: 'list', userId, part: list.name });

/** Reads any value as preferences of this list. Invalid parts are dropped. */
export function readSavedPreferences(list: ListDefinition, stored: unknown): SavedPreferences {
  if (typeof stored !== 'object' || stored === null) return noSavedPreferences;
  const { size, hidden, widths, isTextWide, view } = stored as Record<string, unknown>;
  const validWidths: Record<string, number> = {};
  for (const { key } of list.columns) {
    const width: unknown =
      typeof widths === 'object' && widths !== null && Object.hasOwn(widths, key)
        ? (widths as Record<string, unknown>)[key]
        : undefined;
    if (typeof width === 'number' && Number.isFinite(width)) validWidths[key] = clampWidth(width);
  }
  return {
    size: size === 'fit' || (typeof size === 'number' && list.paging.sizes.includes(size)) ? size : defaultPageSize,
    hidden: Array.isArray(hidden) ? readHidden(list, hidden) : [],
    widths: validWidths,
    isTextWide: isTextWide === true,
    view: readView(list, view),
  };
}

export function loadSavedPreferences(userId: string, list: ListDefinition): SavedPreferences {
  try {
    return readSavedPreferences(list, JSON.parse(readEntry(entryOf(userId, list)) ?? 'null'));
  } catch {
    return noSavedPreferences;
  }
}

/** Another device of the account changed them. */
export const onOtherPreferences = (list: ListDefinition, listener: () => void): (() => void) =>
  onEntry(({ kind, part }, fromAccount) => {
    if (fromAccount && kind === 'list' && part === list.name) listener();
  });

export function savePreferences(userId: string, list: ListDefinition, preferences: SavedPreferences): void {
  writeEntry(entryOf(userId, list), JSON.stringify(preferences));
}
