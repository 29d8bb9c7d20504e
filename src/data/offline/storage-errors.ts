/** Reports what is wrong with the storage of this device, once for each kind. */
import { basePath } from '../../lib/base-path.ts';
import { notify } from '../../ui/notices.ts';
import { valueStore } from '../../ui/value-store.ts';

/** `damaged` = recreated; `wedged` = cannot be recreated. */
export type StorageErrorKind = 'absent' | 'blocked' | 'damaged' | 'wedged' | 'full' | 'dropped';
type StorageError = {
  readonly kind: StorageErrorKind;
  readonly title: string;
  readonly text: string;
  /** The page that clears this site's storage. */
  readonly repairHref: string | null;
  /** Stored rows that could not be read and were removed, in this visit. */
  readonly dropped: number;
};

const texts: Readonly<Record<StorageErrorKind, { title: string; text: string; repairHref: string | null }>> = {
  absent: {
    title: 'Offline storage is unavailable',
    text: 'This browser blocks storage. The app works online only.',
    repairHref: null,
  },
  blocked: {
    title: 'Close the other tabs of this app',
    text: 'Another tab uses an older data version. Close it to read stored data here.',
    repairHref: null,
  },
  damaged: {
    title: 'Stored data was damaged',
    text: 'It was removed and is downloaded again as you use the lists.',
    repairHref: null,
  },
  wedged: {
    title: 'Stored data cannot be opened',
    text: 'Browser storage is damaged. The app works online only.',
    repairHref: `${basePath}/reset`,
  },
  full: {
    title: "This device's storage is full",
    text: 'Live data still works. Free some space to store data for offline use.',
    repairHref: null,
  },
  dropped: {
    title: 'Some stored rows could not be read',
    text: 'They were skipped and are loaded again when you are online.',
    repairHref: null,
  },
};

/** The last error of this visit; null = none. */
export const storageError = valueStore<StorageError | null>(null);
/** Of the page: the device is the same for every user. */
const reportedKinds = new Set<StorageErrorKind>();

/** Shows a notice for the first error of each kind. */
export function reportStorageError(kind: StorageErrorKind, dropped = 0): void {
  const before = storageError.get()?.dropped ?? 0;
  storageError.set({ kind, ...texts[kind], dropped: before + dropped });
  if (reportedKinds.has(kind)) return;
  reportedKinds.add(kind);
  const { title, text, repairHref } = texts[kind];
  const link = repairHref ? { link: { label: 'Clear all stored data and log in again', href: repairHref } } : {};
  notify({ kind: 'warn', title, text, ...link });
}

/** Classifies an error of IndexedDB or Dexie. Dexie wraps a full disk in an AbortError. */
export function storageErrorOf(error: unknown): 'full' | 'absent' | 'closed' | 'damaged' {
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
