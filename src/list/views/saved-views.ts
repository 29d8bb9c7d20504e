/** Saved views of lists, per user: a name and an address. Own file: tested without a screen. */
import { type EntryId, readEntry, writeEntry } from '../../session/personal-entries.ts';
import type { ListDefinition } from '../define-list.ts';
import { chipsOf, namesInWords } from '../filter/filter-fields.ts';
import { readSearch, writeSearch } from '../state/list-address.ts';
import { type ListState, movingWindow, type ViewWidths } from '../state/list-state.ts';
import { noSavedPreferences } from '../state/saved-preferences.ts';
import { windowName } from '../state/time-window.ts';

/** `list` = name of the list. `search` = everything but the name, as in a link. */
export type SavedView = {
  readonly list: string;
  readonly name: string;
  readonly search: Readonly<Record<string, string>>;
};

/** Of all lists. */
export const maxViews = 30;
export const maxNameLength = 60;

/** Address of what is on screen, widths included: reading it returns the same view for any user. */
export function viewSearch(
  list: ListDefinition,
  state: ListState,
  widths: ViewWidths,
): Readonly<Record<string, string>> {
  const hasWidths = widths.isTextWide || Object.keys(widths.widths).length > 0;
  const search = writeSearch(list, { ...state, page: 0, widths: hasWidths ? widths : null }, noSavedPreferences);
  // Without a name of ours an address is an entry, which shows the reader's own columns.
  return Object.keys(search).length > 0 ? search : { size: String(state.size) };
}

export const stateOfView = (list: ListDefinition, { search }: SavedView, fitRows: number | null): ListState =>
  readSearch(list, search, noSavedPreferences, fitRows).state;

/** Names of a view that the list does not have: a colleague with other rights saved it. '' = none. */
export const ignoredOfView = (list: ListDefinition, { search }: SavedView): string =>
  namesInWords(list, readSearch(list, search, noSavedPreferences).ignored);

/** `Label H1, 24 h`: filters and range. */
export function viewSummary(list: ListDefinition, view: SavedView): string {
  const state = stateOfView(list, view, null);
  const window = movingWindow(list, state);
  const chips = chipsOf(list, state.filters).map(({ field, text }) => `${field.label} ${text}`);
  return [...chips, ...(window ? [`last ${windowName(window)}`] : [])].join(', ');
}

/** Replaces the view of the same list and name. null = there are too many. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] | null {
  const others = without(views, view);
  return others.length >= maxViews ? null : [...others, view];
}

export const without = (views: readonly SavedView[], { list, name }: Pick<SavedView, 'list' | 'name'>) =>
  views.filter((one) => one.list !== list || one.name !== name);

/** Any value as views. Invalid ones are dropped. */
export function readViews(stored: unknown): readonly SavedView[] {
  if (!Array.isArray(stored)) return [];
  return stored
    .flatMap((one: unknown) => {
      if (typeof one !== 'object' || one === null) return [];
      const { list, name, search } = one as Record<string, unknown>;
      if (typeof list !== 'string' || typeof name !== 'string' || name.trim() === '') return [];
      if (typeof search !== 'object' || search === null) return [];
      const texts = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
      return [{ list, name: name.slice(0, maxNameLength), search: Object.fromEntries(texts) }];
    })
    .slice(0, maxViews);
}

const entryOf = (userId: string): EntryId => ({ kind: 'views', userId });

export function loadViews(userId: string): readonly SavedView[] {
  try {
    return readViews(JSON.parse(readEntry(entryOf(userId)) ?? 'null'));
  } catch {
    return [];
  }
}

export const saveViews = (userId: string, views: readonly SavedView[]): void =>
  writeEntry(entryOf(userId), JSON.stringify(views));
