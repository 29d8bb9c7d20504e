/**
 * Small localStorage entries of one person: columns and look of lists, units, map view, watched and recent objects, the boot queries. Some
 * follow the account (`src/data/account-preferences.ts`).
 * They remain for the same user after an expiry; a logout and another user's login remove them (invariant 4).
 */
import { accountKinds } from '../../contract/entities/preference.ts';
import { listenerSet } from '../lib/listeners.ts';
import { core } from './session-core.ts';

const ofDevice = ['map', 'recent', 'downlink-boot', 'synced', 'sound', 'push'] as const;
const kinds = [...accountKinds, ...ofDevice] as const;
type EntryKind = (typeof kinds)[number];
/** `part` distinguishes entries of one kind, such as by list. */
export type EntryId = { readonly kind: EntryKind; readonly userId: string; readonly part?: string };

const keyOf = ({ kind, userId, part }: EntryId): string => `${kind}:${userId}${part === undefined ? '' : `:${part}`}`;

const listeners = listenerSet<[id: EntryId, fromAccount: boolean]>();
/** Called after a change: by the user here, or `fromAccount`, on another device. */
export const onEntry = listeners.add;

/** null = no entry, or blocked storage. Callers validate the text: anyone can edit it. */
export function readEntry(id: EntryId): string | null {
  return attempt(() => localStorage.getItem(keyOf(id)));
}

/** Ignored without a session of this user: late writes after a logout must not restore an entry. */
export function writeEntry(id: EntryId, text: string, fromAccount = false): void {
  const { state } = core;
  if (state.kind !== 'in' || state.session.userId !== id.userId) return;
  attempt(() => localStorage.setItem(keyOf(id), text));
  listeners.notify(id, fromAccount);
}

/** Entries of a user that follow the account, by `kind` or `kind:part`. */
export function accountEntries(userId: string): ReadonlyMap<string, string> {
  const found = attempt(() =>
    accountKinds.flatMap((kind) => {
      const own = keyOf({ kind, userId });
      return Object.keys(localStorage)
        .filter((key) => key === own || key.startsWith(`${own}:`))
        .map((key) => [kind + key.slice(own.length), localStorage.getItem(key) ?? ''] as const);
    }),
  );
  return new Map(found ?? []);
}

/** The entry of a name of `accountEntries`. */
export function accountEntry(userId: string, name: string): EntryId | null {
  const [kind = '', part] = name.split(':');
  const found = accountKinds.find((one) => one === kind);
  return found ? { kind: found, userId, ...(part === undefined ? {} : { part }) } : null;
}

export function removeEntry(id: EntryId): void {
  attempt(() => localStorage.removeItem(keyOf(id)));
}

/** Removes the entries of every user, or of all users except `exceptUserId`. */
export function removeEntries(exceptUserId: string | null): void {
  attempt(() => {
    for (const key of Object.keys(localStorage)) {
      const kind = kinds.find((one) => key.startsWith(`${one}:`));
      if (kind && !isOf(exceptUserId, kind, key)) localStorage.removeItem(key);
    }
  });
}

function isOf(userId: string | null, kind: EntryKind, key: string): boolean {
  if (userId === null) return false;
  const own = keyOf({ kind, userId });
  return key === own || key.startsWith(`${own}:`);
}

/** Storage may be blocked, full or absent: the preference then lasts as long as the page. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
