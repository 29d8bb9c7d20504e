/** Functions to call at an event. */
type Listeners<A extends readonly unknown[]> = {
  /** Returns the function that removes it. */
  add(listener: (...args: A) => void): () => void;
  /** Listeners that are added or removed by one of them count from the next time on. */
  notify(...args: A): void;
};

export function listenerSet<A extends readonly unknown[] = []>(): Listeners<A> {
  const all = new Set<(...args: A) => void>();
  return {
    add(listener) {
      all.add(listener);
      return () => void all.delete(listener);
    },
    notify(...args) {
      for (const listener of [...all]) listener(...args);
    },
  };
}
