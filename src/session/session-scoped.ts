/** Values of one session: no module keeps one of the last user, and none needs a listener of its own (invariants 4 and 5). */
import { listenerSet } from '../lib/listeners.ts';
import { onOtherSession } from './session-signal.ts';
import { currentEpoch } from './session-store.ts';

type SessionScoped<T> = {
  get(): T;
  /** An identical value notifies no one. Never set what was awaited, unless its session was checked afterwards. */
  set(value: T): void;
  /** Called when the value is set or dropped. */
  subscribe(listener: () => void): () => void;
  /** The next `get` makes it again. */
  drop(): void;
};

/**
 * Made by `initial` at the first use in a session, dropped when the session ends or its user, role or company changes; between two sessions it
 * belongs to no one, and a login drops it, too. Work that awaits takes the value before: then a late result changes the dropped one.
 * @param dropped ends what the value runs
 */
export function sessionScoped<T>(initial: () => T, dropped?: (value: T) => void): SessionScoped<T> {
  let held: { readonly epoch: number; value: T } | null = null;
  const listeners = listenerSet();
  const drop = (): void => {
    const was = held;
    held = null;
    if (!was) return;
    dropped?.(was.value);
    listeners.notify();
  };
  const dropOther = (): void => {
    if (held?.epoch !== currentEpoch()) drop();
  };
  onOtherSession(dropOther);
  const current = (): { value: T } => {
    dropOther();
    held ??= { epoch: currentEpoch(), value: initial() };
    return held;
  };
  return {
    get: () => current().value,
    set(value) {
      const now = current();
      if (Object.is(value, now.value)) return;
      now.value = value;
      listeners.notify();
    },
    subscribe: listeners.add,
    drop,
  };
}
