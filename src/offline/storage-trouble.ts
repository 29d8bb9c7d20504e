/**
 * What is wrong with this device's storage, said once for each kind; the app goes on with live data.
 * Must not: stop anything, or say the same twice in one visit.
 */
import { notify } from '../ui/notices.ts';
import { valueStore } from '../ui/value-store.ts';

/** `damaged` = made anew, all is well again; `wedged` = it cannot even be made anew. */
export type TroubleKind = 'absent' | 'blocked' | 'damaged' | 'wedged' | 'full' | 'dropped';
export type StorageTrouble = {
  readonly kind: TroubleKind;
  readonly title: string;
  readonly text: string;
  /** Where the person can have it repaired: the server clears this site's storage there. */
  readonly repairHref: string | null;
  /** Stored rows that could not be read and were removed, in this visit. */
  readonly dropped: number;
};

const words: Readonly<Record<TroubleKind, { title: string; text: string; repairHref: string | null }>> = {
  absent: {
    title: 'This device keeps no copies',
    text: 'The browser gives this app no storage. Everything works while the server is reached; without it nothing is shown.',
    repairHref: null,
  },
  blocked: {
    title: 'Close the other tabs of this app',
    text: 'Another tab holds an older version of the stored copies open. Until it is closed this tab shows live data only.',
    repairHref: null,
  },
  damaged: {
    title: 'The stored copies were damaged',
    text: 'They were removed and are fetched again while you use the lists.',
    repairHref: null,
  },
  wedged: {
    title: 'The stored copies cannot be opened',
    text: "This browser's storage is damaged. Everything works while the server is reached; without it nothing is shown.",
    repairHref: '/reset',
  },
  full: {
    title: "This device's storage is full",
    text: 'Live data goes on; new copies for use without the network cannot be kept until there is space.',
    repairHref: null,
  },
  dropped: {
    title: 'Some stored rows could not be read',
    text: 'They were left out. The lists fetch them again when the server is reached.',
    repairHref: null,
  },
};

/** The last trouble of this visit; null = none. */
export const storageTrouble = valueStore<StorageTrouble | null>(null);
const said = new Set<TroubleKind>();

/** Records the trouble; a notice tells the person, the first time of each kind. */
export function reportTrouble(kind: TroubleKind, dropped = 0): void {
  const before = storageTrouble.get()?.dropped ?? 0;
  storageTrouble.set({ kind, ...words[kind], dropped: before + dropped });
  if (said.has(kind)) return;
  said.add(kind);
  const { title, text, repairHref } = words[kind];
  const link = repairHref
    ? { link: { label: 'Clear all that this app has stored, and log in again', href: repairHref } }
    : {};
  notify({ kind: 'warn', title, text, ...link });
}

/** What an error of IndexedDB or Dexie means. Dexie hides a full disk: AbortError, with the truth inside. */
export function troubleOf(error: unknown): 'full' | 'absent' | 'closed' | 'damaged' {
  const names = namesOf(error);
  if (names.includes('QuotaExceededError')) return 'full';
  if (names.some((name) => ['MissingAPIError', 'MissingApiError', 'SecurityError', 'NotAllowedError'].includes(name)))
    return 'absent';
  if (names.some((name) => ['DatabaseClosedError', 'InvalidStateError', 'TransactionInactiveError'].includes(name)))
    return 'closed';
  return 'damaged';
}

function namesOf(error: unknown): string[] {
  const names: string[] = [];
  for (let at: unknown = error, depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth++) {
    const { name, inner } = at as { name?: unknown; inner?: unknown };
    if (typeof name === 'string') names.push(name);
    at = inner;
  }
  return names;
}
