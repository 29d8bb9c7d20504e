/** The router: screens of route-table.ts. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import { audienceOf } from '../../contract/audience-of.ts';
import { basePath } from '../lib/base-path.ts';
import { sessionStore } from '../session/session-store.ts';
import { Frame, loadLibraries, loadShell, ScreenFailed } from './Frame.tsx';
import { outcomeOf, type Person, rowOfPath } from './route-guard.ts';
import { type RouteRow, routeTable } from './route-table.ts';

/** Loads the code of frame and screen for a path. Also resolves on failure: the screen then reports it. */
export async function fetchCodeOf(pathname: string): Promise<void> {
  const row = rowOfPath(pathname);
  await loadLibraries().catch(() => undefined);
  await Promise.allSettled([loadShell(), row && loadScreen(row)]);
}

/** The caller, as the guard needs it. */
export function currentPerson(): Person {
  const state = sessionStore.get();
  const session = state.kind === 'in' ? state.session : null;
  return { audience: audienceOf(session), hasAcceptedTerms: session?.terms === 1 };
}

const root = createRootRoute({
  component: Frame,
  errorComponent: ScreenFailed,
  notFoundComponent: () => null, // Frame shows the unmatched text of the audience
  beforeLoad: ({ location }) => {
    // Only App's own redirect of AUTH-08 and AUTH-12 is marked, not a typed /akrx (C07).
    const outcome = outcomeOf(
      location.pathname + location.searchStr,
      currentPerson(),
      location.state.isAfterLogIn === true,
    );
    if (outcome.kind !== 'go') return;
    if (outcome.isRemembered) sessionStore.rememberPath(location.href);
    throw redirect({ to: outcome.to, replace: true });
  },
});

/** A text of the app: the router would reload on the browser's message, even offline. app-update.ts decides that. */
function notLoaded(cause: unknown): never {
  throw new Error('This screen could not be loaded.', { cause });
}

const children = Object.values<RouteRow>(routeTable).map((row) =>
  createRoute({
    getParentRoute: () => root,
    path: row.path,
    component: lazyRouteComponent(() => loadScreen(row).catch(notLoaded)),
    errorComponent: ScreenFailed,
  }),
);

/** Search parameters are plain text in both directions, never JSON: `?tail=123` stays '123'. */
export const router = createRouter({
  basepath: basePath || '/',
  routeTree: root.addChildren(children),
  defaultPreload: false, // the worker has every chunk, and a hover must not reload
  defaultPendingMs: 300,
  scrollRestoration: false,
  trailingSlash: 'never',
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: writeSearch,
});

function writeSearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== null) params.set(name, String(value));
  const text = params.toString();
  return text ? `?${text}` : '';
}

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: the library is extended through interfaces only
  interface HistoryState {
    isAfterLogIn?: boolean;
  }
}

// ---- Loads the code of a row of route-table.ts.

/** A list is shown by ListScreen, which loads next to its definition. */
export async function loadScreen(row: RouteRow): Promise<{ default: RouteComponent }> {
  if ('screen' in row) return row.screen();
  const [{ ListScreen }, { default: list }] = await Promise.all([import('../list/ListScreen.tsx'), row.list()]);
  return { default: () => <ListScreen list={list} /> };
}
