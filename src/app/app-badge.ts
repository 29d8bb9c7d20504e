/** Badge on the icon of the installed app: silent stations that the user feeds, for an Admin all. A Parser sees the stations of others. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Audience } from '../../contract/audience.ts';
import { overviewQuery } from '../api/overview.ts';
import { onSessionEnd } from '../session/session-store.ts';

const refreshMs = 5 * 60_000;

/** Not in every browser. */
type BadgeApi = { setAppBadge?(count: number): Promise<void>; clearAppBadge?(): Promise<void> };
const badge = (): BadgeApi => navigator as BadgeApi;
const isInstalled = (): boolean => !matchMedia('(display-mode: browser)').matches;

function show(count: number): void {
  const done = count > 0 ? badge().setAppBadge?.(count) : badge().clearAppBadge?.();
  void done?.catch(() => undefined);
}
onSessionEnd(() => show(0));

/** Renders nothing. Requests also in the background, where the badge is all that is visible. */
export function AppBadge({ audience }: { audience: Audience }): null {
  const silent = useQuery({
    ...overviewQuery(),
    enabled: audience !== 'parser' && isInstalled() && typeof badge().setAppBadge === 'function',
    refetchInterval: refreshMs,
    refetchIntervalInBackground: true,
  }).data?.value.stations.counts.silent;
  useEffect(() => {
    if (silent !== undefined) show(silent);
  }, [silent]);
  return null;
}
