/** Finds the row of a path in route-table.ts. */
import { type RoutePath, type RouteRow, routeTable, shortcuts } from './route-table.ts';

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
