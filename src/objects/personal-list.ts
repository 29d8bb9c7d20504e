/** A small value or short list of one user (C54: it ends on this device with a logout and with another user's login). */
import { type EntryId, onEntry, readEntry, writeEntry } from '../session/personal-entries.ts';
import { sessionScoped } from '../session/session-scoped.ts';
import { sessionStore } from '../session/session-store.ts';

type PersonalValue<T> = {
  readonly get: () => T;
  readonly subscribe: (listener: () => void) => () => void;
  readonly set: (value: T) => void;
};

/** `none` without a user. `read` takes any text and null: anyone can edit it, and it may be missing. */
export function personalValue<T>(
  kind: EntryId['kind'],
  none: T,
  read: (text: string | null) => T,
  write: (value: T) => string,
): PersonalValue<T> {
  const userId = (): string | null => {
    const state = sessionStore.get();
    return state.kind === 'in' ? state.session.userId : null;
  };
  const store = sessionScoped(() => {
    const user = userId();
    return user === null ? none : read(readEntry({ kind, userId: user }));
  });
  onEntry((id, fromAccount) => {
    if (fromAccount && id.kind === kind) store.drop();
  });
  // Another tab changed it.
  if (typeof window !== 'undefined') window.addEventListener('storage', store.drop);
  return {
    get: store.get,
    subscribe: store.subscribe,
    set: (value) => {
      const user = userId();
      if (user === null) return;
      writeEntry({ kind, userId: user }, write(value));
      store.set(value);
    },
  };
}

/** Newest first. `read` = the item, or null if the stored value is none. */
export function personalList<T>(
  kind: EntryId['kind'],
  max: number,
  read: (value: unknown) => T | null,
): PersonalValue<readonly T[]> {
  const list = personalValue<readonly T[]>(kind, [], (text) => readList(text, read).slice(0, max), JSON.stringify);
  return { ...list, set: (items) => list.set(items.slice(0, max)) };
}

/** Invalid items are dropped. Pure. */
export function readList<T>(text: string | null, read: (value: unknown) => T | null): readonly T[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.flatMap((one) => read(one) ?? []) : [];
  } catch {
    return [];
  }
}

/** A text of a stored value, null if it is none or too long. */
export const textOf = (value: unknown, name: string): string | null => {
  const text = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : null;
  return typeof text === 'string' && text !== '' && text.length <= 100 ? text : null;
};
