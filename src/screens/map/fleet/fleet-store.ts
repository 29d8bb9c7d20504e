/** Positions shared by layer, list and panel, for one source, company and session. */

import type { Fix, PositionSource } from '../../../charts/positions/fix.ts';
import { sessionScoped } from '../../../session/session-scoped.ts';
import { useValue } from '../../../ui/value-store.ts';
import { type Fleet, mergeFleet, noFleet, type ResponseInfo } from './fleet.ts';
import { RecentTrails } from './trail.ts';

/** Key of a fleet: one source, one company. */
export const fleetKey = (source: PositionSource, company: string | null): string => JSON.stringify([source, company]);

type Shown = { readonly key: string | null; readonly fleet: Fleet; readonly trails: RecentTrails };
const shown = sessionScoped((): Shown => ({ key: null, fleet: noFleet, trails: new RecentTrails() }));

export const fleetStore = {
  get: (): Fleet => shown.get().fleet,
  trails: (): RecentTrails => shown.get().trails,
  subscribe: shown.subscribe,
  /** Drops data of another query. */
  begin(key: string): void {
    if (key !== shown.get().key) shown.set({ key, fleet: noFleet, trails: new RecentTrails() });
  },
  /** Adds a response. A response to another query is dropped. */
  take(key: string, fixes: readonly Fix[], response: ResponseInfo): void {
    const before = shown.get();
    if (key !== before.key) return;
    const fleet = mergeFleet(before.fleet, fixes, response);
    before.trails.take(fleet.byKey);
    shown.set({ ...before, fleet });
  },
};

export const useFleet = (): Fleet => useValue(fleetStore);
