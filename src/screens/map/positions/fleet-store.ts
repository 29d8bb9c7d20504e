/**
 * The fleet that all parts of the map show: layer, list, panel. One question (source, company, session) at a time.
 * Must not: ask, or survive the session: what one person saw is not shown to the next.
 */
import { onSessionEnd } from '../../../session/session-store.ts';
import { useValue, valueStore } from '../../../ui/value-store.ts';
import type { Fix } from './aircraft.ts';
import { type Fleet, mergeFleet, noFleet, type Told } from './fleet.ts';

const store = valueStore<Fleet>(noFleet);
let question: string | null = null;

export const fleetStore = {
  get: store.get,
  subscribe: store.subscribe,
  /** What was told of another question is forgotten. */
  begin(asked: string): void {
    if (asked === question) return;
    question = asked;
    store.set(noFleet);
  },
  /** Takes an answer in; one to another question than the present is dropped. */
  take(asked: string, fixes: readonly Fix[], told: Told): void {
    if (asked === question) store.set(mergeFleet(store.get(), fixes, told));
  },
  forget(): void {
    question = null;
    store.set(noFleet);
  },
};
onSessionEnd(fleetStore.forget);

export const useFleet = (): Fleet => useValue(fleetStore);
