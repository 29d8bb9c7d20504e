/** Positions shared by layer, list and panel, for one source, company and session. Never shown to another session. */
import { onOtherSession } from '../../../session/session-signal.ts';
import { useValue, valueStore } from '../../../ui/value-store.ts';
import type { PositionSource } from '../map-address.ts';
import { RecentTrails } from '../trails/recent-trails.ts';
import type { Fix } from './aircraft.ts';
import { type Fleet, mergeFleet, noFleet, type ResponseInfo } from './fleet.ts';

/** Key of a fleet: one source, one company. */
export const fleetKey = (source: PositionSource, company: string | null): string => JSON.stringify([source, company]);

const store = valueStore<Fleet>(noFleet);
let shown: string | null = null;
/** Trails of the shown fleet. */
export const recentTrails = new RecentTrails();

export const fleetStore = {
  get: store.get,
  subscribe: store.subscribe,
  /** Drops data of another query. */
  begin(key: string): void {
    if (key === shown) return;
    shown = key;
    recentTrails.clear();
    store.set(noFleet);
  },
  /** Adds a response. A response to another query is dropped. */
  take(key: string, fixes: readonly Fix[], response: ResponseInfo): void {
    if (key !== shown) return;
    const fleet = mergeFleet(store.get(), fixes, response);
    recentTrails.take(fleet.byKey);
    store.set(fleet);
  },
  forget(): void {
    shown = null;
    recentTrails.clear();
    store.set(noFleet);
  },
};
onOtherSession(fleetStore.forget);

export const useFleet = (): Fleet => useValue(fleetStore);
