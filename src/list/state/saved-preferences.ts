/** Columns, widths, page size and views of a list, per user. */

import { upTo } from '../../lib/breakpoints.ts';
import { type EntryId, onEntry, readEntry, writeEntry } from '../../session/personal-entries.ts';
import { clampWidth, defaultPageSize, type ListDefinition, type StoredSize, type ViewName } from '../define-list.ts';
import { readHidden, readView } from './list-address.ts';
import { loadLook } from './list-look.ts';

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

/** Reads any value as preferences of this list. Invalid parts are dropped. `usualView` = of a user without a choice for this list. */
export function readSavedPreferences(
  list: ListDefinition,
  stored: unknown,
  usualView: ViewName = 'table',
): SavedPreferences {
  if (typeof stored !== 'object' || stored === null) return { ...noSavedPreferences, view: usualView };
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
    view: view === undefined ? usualView : readView(list, view),
  };
}

/** The answer of the user; without one the definition, or for fingers on a small screen its own view. */
export function usualView(userId: string, list: ListDefinition): ViewName {
  const { reading } = loadLook(userId);
  if (reading !== null) return readView(list, reading);
  const isTouched = list.touchView !== undefined && matchMedia(`(pointer: coarse) and ${upTo('sm')}`).matches;
  return isTouched ? readView(list, list.touchView) : 'table';
}

export function loadSavedPreferences(userId: string, list: ListDefinition): SavedPreferences {
  const usual = usualView(userId, list);
  try {
    return readSavedPreferences(list, JSON.parse(readEntry(entryOf(userId, list)) ?? 'null'), usual);
  } catch {
    return readSavedPreferences(list, null, usual);
  }
}

/** Another device of the account changed them. */
export const onOtherPreferences = (list: ListDefinition, listener: () => void): (() => void) =>
  onEntry(({ kind, part }, fromAccount) => {
    if (fromAccount && (kind === 'list-look' || (kind === 'list' && part === list.name))) listener();
  });

export function savePreferences(userId: string, list: ListDefinition, preferences: SavedPreferences): void {
  // Without a view of its own the list follows the answer of the user.
  const view = preferences.view === usualView(userId, list) ? undefined : preferences.view;
  writeEntry(entryOf(userId, list), JSON.stringify({ ...preferences, view }));
}
