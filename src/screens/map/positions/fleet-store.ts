/** Positions shared by layer, list and panel, for one source, company and session. Never shown to another session. */
import { onOtherSession } from '../../../session/session-signal.ts';
import { useValue, valueStore } from '../../../ui/value-store.ts';
import type { PositionSource } from '../map-address.ts';
import { RecentTrails } from '../trails/recent-trails.ts';
import type { Fix } from './aircraft.ts';
import { type Fleet, mergeFleet, noFleet, type ResponseInfo } from './fleet.ts';

/** Name of a question: one source, one company. */
export const fleetQuestion = (source: PositionSource, company: string | null): string =>
  JSON.stringify([source, company]);

const store = valueStore<Fleet>(noFleet);
let question: string | null = null;
/** Of the same question. */
export const recentTrails = new RecentTrails();

export const fleetStore = {
  get: store.get,
  subscribe: store.subscribe,
  /** Drops data of another query. */
  begin(asked: string): void {
    if (asked === question) return;
    question = asked;
    recentTrails.clear();
    store.set(noFleet);
  },
  /** Adds a response. A response to another query is dropped. */
  take(asked: string, fixes: readonly Fix[], response: ResponseInfo): void {
    if (asked !== question) return;
    const fleet = mergeFleet(store.get(), fixes, response);
    recentTrails.take(fleet.byKey);
    store.set(fleet);
  },
  forget(): void {
    question = null;
    recentTrails.clear();
    store.set(noFleet);
  },
};
onOtherSession(fleetStore.forget);

export const useFleet = (): Fleet => useValue(fleetStore);
