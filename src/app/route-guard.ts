/** Decides for a path: show, redirect or unmatched. Pure. */

import type { Audience } from '../../contract/audience.ts';
import { specTexts } from '../lib/spec-texts.ts';
import { rootOf } from './roots.ts';
import { type RoutePath, type RouteRow, routeTable, shortcuts } from './route-table.ts';

// ---- Finds the row of a path in route-table.ts.

/** Screens of a path such as `/?open=map`, or null. */
export function shortcutOf(path: string): readonly RoutePath[] | null {
  if (!path.startsWith('/?')) return null;
  const name = new URLSearchParams(path.slice(2)).get('open') ?? '';
  return Object.hasOwn(shortcuts, name) ? shortcuts[name as keyof typeof shortcuts] : null;
}

const patterns = Object.values<RouteRow>(routeTable).map((row) => ({
  row,
  pattern: new RegExp(`^${row.path.replace('$id', '[^/]+')}/?$`, 'i'),
}));

/** The row of a path (no query), or null. Ignores case and a trailing slash (C14b). */
export function rowOfPath(pathname: string): RouteRow | null {
  return patterns.find(({ pattern }) => pattern.test(pathname))?.row ?? null;
}

export type Person = { readonly audience: Audience; readonly hasAcceptedTerms: boolean };
export type Outcome =
  | { readonly kind: 'show'; readonly row: RouteRow }
  /** `isRemembered`: the requested path opens after login or terms (C14, C15). */
  | { readonly kind: 'go'; readonly to: string; readonly isRemembered: boolean }
  | { readonly kind: 'text'; readonly text: string };

const pathnameOf = (path: string): string => path.split(/[?#]/, 1)[0] ?? '';

/** Whether this audience, with terms accepted, may open this path. Only a shortcut's query matters. */
export function isOpen(path: string, audience: Audience): boolean {
  if (shortcutOf(path)) return shortcutTarget(path, audience) !== null;
  return rowOfPath(pathnameOf(path))?.audiences.includes(audience) ?? false;
}

function shortcutTarget(path: string, audience: Audience): RoutePath | null {
  return shortcutOf(path)?.find((target) => rowOfPath(target)?.audiences.includes(audience)) ?? null;
}

const go = (to: string, isRemembered = false): Outcome => ({ kind: 'go', to, isRemembered });

/** `path` may have a query. `isAfterLogIn`: a redirect of AUTH-08 or AUTH-12, where /akrx leads everyone to their root (C07). */
export function outcomeOf(path: string, person: Person, isAfterLogIn = false): Outcome {
  const { audience, hasAcceptedTerms } = person;
  const pathname = pathnameOf(path);
  const row = rowOfPath(pathname);
  if (audience === 'visitor') {
    const isPublic = row?.audiences.includes('visitor') ?? false;
    return row && isPublic
      ? { kind: 'show', row }
      : go('/auth', (pathname !== '/' || shortcutOf(path) !== null) && row?.path !== '/logout');
  }
  if (pathname === '/') return go(shortcutTarget(path, audience) ?? rootOf[audience]);
  if (row?.path === '/auth' && rootOf[audience] !== '/auth') return go(rootOf[audience]);
  if (row?.path === '/auth2' && hasAcceptedTerms) return go(rootOf[audience]);
  const isAllowed = row?.audiences.includes(audience) ?? false;
  if (!hasAcceptedTerms && !row?.beforeTerms) return go('/auth2', isAllowed);
  if (row && isAllowed) return { kind: 'show', row };
  if (isAfterLogIn && row?.path === '/akrx') return go(rootOf[audience]);
  return { kind: 'text', text: specTexts.unmatched[audience] };
}
