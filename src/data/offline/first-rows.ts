/**
 * The rows that a list showed last, as a picture in the user's store: the next start draws them before the code of the app runs (decision 53).
 * Reads without Dexie, which loads later. Own file: the first file of the app contains it.
 */
import { inPieces } from '../../lib/in-pieces.ts';
import { leavable } from '../../lib/leavable-factory.ts';
import { readTextPicture, type TextPicture, textPictureOf } from '../../lib/text-picture.ts';
import type { Session } from '../../session/session.ts';
import { bucketOf, storeName } from './device-stores.ts';

export const firstRowsTable = 'firstRows';
/** Older rows are not shown without the app, which says what is missing. */
const maxAgeMs = 24 * 3600_000;

/** `id` = the path in the app, without its query. */
export type FirstRowsRecord = { readonly id: string; readonly text: string };
/** `at` = epoch ms of the server; `of` = user, role and company: others may see other rows; `scheme` = colours of the picture. */
type FirstRows = {
  readonly at: number;
  readonly of: string;
  readonly path: string;
  readonly scheme: string;
  readonly picture: TextPicture;
};

const idOf = (path: string): string => path.split('?', 1)[0] ?? '';
export const viewOf = ({ userId, role, company }: Session): string => JSON.stringify([userId, role, company]);
const schemeNow = (): string => {
  const { mantineColorScheme, contrast } = document.documentElement.dataset;
  return `${mantineColorScheme} ${contrast}`;
};

/** What is to be stored of a list; null = it shows no text, or has changed meanwhile: parts of two pictures would be one row. */
export async function firstRowsOf(
  rows: Element,
  { at, path, session }: { readonly at: number; readonly path: string; readonly session: Session },
): Promise<FirstRowsRecord | null> {
  let hasChanged = false;
  const change = (): void => {
    hasChanged = true;
  };
  const observer = new MutationObserver(change);
  observer.observe(rows, { childList: true, characterData: true, subtree: true });
  rows.addEventListener('scroll', change, { capture: true, passive: true });
  const picture = await inPieces(textPictureOf(rows)).finally(() => {
    hasChanged ||= observer.takeRecords().length > 0;
    observer.disconnect();
    rows.removeEventListener('scroll', change, { capture: true });
  });
  if (!picture || hasChanged) return null;
  const record: FirstRows = { at, of: viewOf(session), path, scheme: schemeNow(), picture };
  return { id: idOf(path), text: JSON.stringify(record) };
}

/** Texts would be elsewhere in a window of another size. */
export const isOfWindow = ({ window: { width, height } }: Pick<TextPicture, 'window'>): boolean =>
  width === innerWidth && height === innerHeight;

/** What is stored of `path` for this window and these colours; null = nothing. Never throws, never makes a database. */
export async function storedFirstRows(
  path: string,
  session: Session,
): Promise<Pick<FirstRows, 'at' | 'picture'> | null> {
  const text = await textOf(idOf(path), session.userId).catch(() => null);
  if (text === null) return null;
  try {
    const { at, of, path: pathThen, scheme, picture: stored } = JSON.parse(text) as Record<string, unknown>;
    const picture = readTextPicture(stored);
    const isCurrent = typeof at === 'number' && Math.abs(Date.now() - at) < maxAgeMs && pathThen === path;
    const isSeen = of === viewOf(session) && scheme === schemeNow();
    return isCurrent && isSeen && picture && isOfWindow(picture) ? { at, picture } : null;
  } catch {
    return null;
  }
}

async function textOf(id: string, userId: string): Promise<string | null> {
  const name = await storeName(userId);
  const factory = name && ((await bucketOf(name))?.indexedDB ?? globalThis.indexedDB);
  if (!factory) return null;
  const database = await openExisting(leavable(factory), name);
  if (!database) return null;
  try {
    if (!database.objectStoreNames.contains(firstRowsTable)) return null;
    const record = await settled<FirstRowsRecord | undefined>(
      database.transaction(firstRowsTable).objectStore(firstRowsTable).get(id),
    );
    return typeof record?.text === 'string' ? record.text : null;
  } finally {
    database.close();
  }
}

/** null = there is none. */
function openExisting(factory: IDBFactory, name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const request = factory.open(name);
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = (event) => {
      event.preventDefault();
      resolve(null);
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
  });
}

function settled<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error);
  });
}
