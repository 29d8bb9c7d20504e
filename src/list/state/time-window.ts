/** Instants of the default window for display (TIME-06). The query resolves the window itself (C25), so a tick sends no request. */
import type { ListPage } from '../../data/list-resource.ts';
import { measured } from '../../lib/format.ts';
import { utcDateTime } from '../../lib/time.ts';
import type { AnyRow } from '../define-list.ts';
import { coveredFrom } from '../page/coverage-text.ts';

/** From and To in the form of TIME-07. */
export function windowTexts(window: { readonly hours: number }, now: number): readonly [from: string, to: string] {
  return [utcDateTime(now - window.hours * 3_600_000), utcDateTime(now)];
}

/** Epoch ms. A stored copy has the window of its query. */
export type StoredWindow = { readonly from: number; readonly to: number };

/** From and To of the rows on screen: fixed for a stored copy, otherwise up to now. */
export const shownWindow = (
  window: { readonly hours: number },
  stored: StoredWindow | null,
  now: number,
): readonly [from: string, to: string] =>
  stored ? [utcDateTime(stored.from), utcDateTime(stored.to)] : windowTexts(window, now);

/** Range in which a stored copy has every row. If unknown, the requested range. */
export function storedWindow(page: ListPage<AnyRow> | null): StoredWindow | null {
  if (page?.source !== 'stored' || !page.window) return null;
  const from = page.coverage?.isComplete === false ? coveredFrom(page.coverage) : null;
  return from === null ? page.window : { from, to: page.window.to };
}

/** `24 h`, `3 days`. */
export const windowName = ({ hours }: { readonly hours: number }): string =>
  hours >= 48 && hours % 24 === 0 ? measured(hours / 24, 'days') : measured(hours, 'h');
