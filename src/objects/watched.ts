/** Aircraft, stations and airports that the user watches. */
import { useValue } from '../ui/value-store.ts';
import { type ObjectKind, objectPages } from './object-paths.ts';
import { personalList, textOf } from './personal-list.ts';

export type Watched = { readonly kind: ObjectKind; readonly id: string };
export const maxWatched = 50;

const isKind = (text: string | null): text is ObjectKind => text !== null && Object.hasOwn(objectPages, text);

export function readWatched(value: unknown): Watched | null {
  const [kind, id] = [textOf(value, 'kind'), textOf(value, 'id')];
  return isKind(kind) && id !== null ? { kind, id } : null;
}

const isSame = (a: Watched, b: Watched): boolean => a.kind === b.kind && a.id.toUpperCase() === b.id.toUpperCase();

/** The list with or without this one, the newest first. null = it is full. Pure. */
export function withToggled(list: readonly Watched[], one: Watched): readonly Watched[] | null {
  const others = list.filter((other) => !isSame(other, one));
  if (others.length < list.length) return others;
  return list.length < maxWatched ? [one, ...list] : null;
}

export const watched = personalList<Watched>('watched', maxWatched, readWatched);

/** False: 50 are watched already. */
export function toggleWatched(one: Watched): boolean {
  const next = withToggled(watched.get(), one);
  if (next) watched.set(next);
  return next !== null;
}

export const useWatched = (): readonly Watched[] => useValue(watched);
export const isWatched = (list: readonly Watched[], one: Watched): boolean => list.some((other) => isSame(other, one));
