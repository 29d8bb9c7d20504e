/** Objects that the user recently opened with the go-to dialog, on this device. */
import { personalList, textOf } from '../objects/personal-list.ts';
import { type EntryKind, entryKinds } from './entries.ts';

export type Recent = { readonly kind: EntryKind; readonly id: string };
const maxRecent = 8;

const isKind = (text: string | null): text is EntryKind => entryKinds.some((kind) => kind === text);
function readRecent(value: unknown): Recent | null {
  const [kind, id] = [textOf(value, 'kind'), textOf(value, 'id')];
  return isKind(kind) && id !== null ? { kind, id } : null;
}

export const recents = personalList<Recent>('recent', maxRecent, readRecent);

export function addRecent(one: Recent): void {
  const { kind, id } = one;
  recents.set([{ kind, id }, ...recents.get().filter((other) => other.kind !== kind || other.id !== id)]);
}
