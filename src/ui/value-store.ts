/** External store of one value with listeners, for the app's small stores. */
import { useSyncExternalStore } from 'react';
import { listenerSet } from '../lib/listeners.ts';

type ValueStore<T> = {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
};

/** Setting an identical value notifies no one. */
export function valueStore<T>(initial: T): ValueStore<T> {
  let current = initial;
  const listeners = listenerSet();
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      listeners.notify();
    },
    subscribe: listeners.add,
  };
}

/** The value, read again after each change. */
export function useValue<T>(store: Pick<ValueStore<T>, 'get' | 'subscribe'>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
