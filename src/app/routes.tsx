/**
 * THE route table's screens: every row of route-table.ts names the screen that it shows.
 * Must not: say who may open what (route-table.ts), or decide (route-guard.ts).
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import { audienceOf } from '../../contract/audience.ts';
import { sessionStore } from '../session/session-store.ts';
import { Frame, loadShell, ScreenFailed } from './Frame.tsx';
import { outcomeOf, type Person } from './route-guard.ts';
import { type RouteName, routeTable, rowOfPath } from './route-table.ts';

type LoadScreen = () => Promise<{ default: RouteComponent }>;

const screens: Readonly<Record<RouteName, LoadScreen>> = {
  auth: () => import('../screens/auth/LogInScreen.tsx'),
  auth2: () => import('../screens/auth/TermsScreen.tsx'),
  logout: () => import('../screens/auth/LogOutScreen.tsx'),
  confirmEmail: () => import('../screens/users/ConfirmEmailScreen.tsx'),

  administrator: () => import('../screens/home/AdministratorScreen.tsx'),
  parser: () => import('../screens/home/ParserScreen.tsx'),
  decoding: () => import('../screens/decoder/DecodingScreen.tsx'),

  akrx: () => import('../screens/acars/AkrxScreen.tsx'),
  akrxAll: () => import('../screens/acars/AkrxAllScreen.tsx'),
  acarsWithExtData: () => import('../screens/acars/PerAircraftScreen.tsx'),
  acarsWithExtDataCompany: () => import('../screens/acars/PerAircraftCompanyScreen.tsx'),
  adsb: () => import('../screens/adsb/AdsbScreen.tsx'),
  adsbCompany: () => import('../screens/adsb/AdsbCompanyScreen.tsx'),

  airport: () => import('../screens/reference/AirportsScreen.tsx'),
  airports: () => import('../screens/reference/AirportsScreen.tsx'),
  aircraftOfAirline: () => import('../screens/reference/AircraftOfAirlineScreen.tsx'),
  aircraft: () => import('../screens/reference/AircraftScreen.tsx'),
  flights: () => import('../screens/reference/FlightsScreen.tsx'),
  airlines: () => import('../screens/reference/AirlinesScreen.tsx'),

  openstreetMap: () => import('../screens/map/MapScreen.tsx'),
  openstreetMapCompany: () => import('../screens/map/MapScreen.tsx'),

  statistics: () => import('../screens/statistics/StatisticsScreen.tsx'),
  stationStatus: () => import('../screens/station-status/StationStatusScreen.tsx'),
  addStation: () => import('../screens/stations/AddStationScreen.tsx'),
  stationDetails: () => import('../screens/stations/StationDetailsScreen.tsx'),
  updateStation: () => import('../screens/stations/UpdateStationScreen.tsx'),

  overallBid: () => import('../screens/overall-bid/OverallBidScreen.tsx'),
  updateOverallBid: () => import('../screens/overall-bid/UpdateOverallBidScreen.tsx'),

  users: () => import('../screens/users/UsersScreen.tsx'),
  addUser: () => import('../screens/users/AddUserScreen.tsx'),
  updateUser: () => import('../screens/users/UpdateUserScreen.tsx'),
  deleteUser: () => import('../screens/users/DeleteUserScreen.tsx'),

  import: () => import('../screens/import/ImportScreen.tsx'),
  device: () => import('../screens/device/DeviceScreen.tsx'),
  changePassword: () => import('../screens/users/ChangePasswordScreen.tsx'),
};

/** Fetches the code of the frame and of the screen at a path. Settles when it is there, or could not be had: the screen says so then. */
export async function fetchCodeOf(pathname: string): Promise<void> {
  const row = rowOfPath(pathname);
  const name = (Object.keys(routeTable) as RouteName[]).find((one) => routeTable[one].path === row?.path);
  await Promise.allSettled([loadShell(), name && screens[name]()]);
}

/** Who is asking, as the guard wants to know it. */
export function currentPerson(): Person {
  const state = sessionStore.get();
  const session = state.kind === 'in' ? state.session : null;
  return { audience: audienceOf(session), hasAcceptedTerms: session?.terms === 1 };
}

const root = createRootRoute({
  component: Frame,
  errorComponent: ScreenFailed,
  notFoundComponent: () => null, // Frame writes the unmatched text of the audience
  beforeLoad: ({ location }) => {
    // Only App's own redirect of AUTH-08 and AUTH-12 is marked; a typed /akrx is not (C07).
    const outcome = outcomeOf(location.pathname, currentPerson(), location.state.isAfterLogIn === true);
    if (outcome.kind !== 'go') return;
    if (outcome.isWanted) sessionStore.rememberPath(location.href);
    throw redirect({ to: outcome.to, replace: true });
  },
});

/** In the app's own words; the router would answer the browser's by reloading, also without network. app-update.ts decides that. */
function notLoaded(cause: unknown): never {
  throw new Error('The code of this screen could not be loaded.', { cause });
}

const children = (Object.keys(routeTable) as RouteName[]).map((name) =>
  createRoute({
    getParentRoute: () => root,
    path: routeTable[name].path,
    component: lazyRouteComponent(() => screens[name]().catch(notLoaded)),
    errorComponent: ScreenFailed,
  }),
);

/** Search parameters are plain text in both directions (the wire's own words), never JSON: `?tail=123` stays '123'. */
export const router = createRouter({
  routeTree: root.addChildren(children),
  defaultPreload: false, // the worker has every chunk; a hover must not end in a reload
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
