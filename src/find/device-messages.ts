/** The index of messages that are stored on this device: made when the dialog opens, in short tasks, again when other rows are stored. */
import { onStoreClosed } from '../data/offline/database.ts';
import { rowKey } from '../data/offline/row-key.ts';
import { type ListId, type PageName, pageNames, readPage, storedPages } from '../data/offline/stored-pages.ts';
import { inPieces } from '../lib/in-pieces.ts';
import { yieldToMain } from '../lib/yield-to-main.ts';
import { sessionScoped } from '../session/session-scoped.ts';
import { isRunning, sessionSignal } from '../session/session-signal.ts';
import { type IndexableRow, indexOf, type MessageIndex } from './message-index.ts';

/** `index` null = not read yet. `isReading` = a newer one is being made. */
type DeviceMessages = { readonly index: MessageIndex | null; readonly isReading: boolean };
const nothingRead: DeviceMessages = { index: null, isReading: false };
export const deviceMessages = sessionScoped((): DeviceMessages => nothingRead);
/** What the index was made of. */
const version = sessionScoped(() => '');
onStoreClosed(() => {
  deviceMessages.drop();
  version.drop();
});

/** Now and when this tab stores other rows. `first` resolves when the stored rows are read. `stop` ends it. */
export function followMessages(lists: readonly ListId[]): { readonly first: Promise<void>; readonly stop: () => void } {
  let [isDue, isStopped] = [false, false];
  const first = refreshMessages(lists);
  let turn = first;
  const unsubscribe = storedPages.subscribe(() => {
    if (isDue) return;
    isDue = true;
    turn = turn.then(() => {
      isDue = false;
      return isStopped ? undefined : refreshMessages(lists);
    });
  });
  const stop = (): void => {
    isStopped = true;
    unsubscribe();
  };
  return { first, stop };
}

/** `lists` = lists of messages of the user. A message of several is searched once. Never throws. */
async function refreshMessages(lists: readonly ListId[]): Promise<void> {
  const session = sessionSignal();
  if (deviceMessages.get().isReading || !isRunning(session)) return;
  deviceMessages.set({ ...deviceMessages.get(), isReading: true });
  const done = (index: MessageIndex | null): void => {
    if (isRunning(session)) deviceMessages.set({ index, isReading: false });
  };
  const before = deviceMessages.get().index;
  try {
    const names = (await Promise.all(lists.map((list) => pageNames(list, session)))).flat();
    const next = names.map(({ id, storedAt }) => `${id}@${storedAt}`).join();
    if (before && version.get() === next) return done(before);
    const index = await inPieces(indexOf(await rowsOf(names, session)));
    if (isRunning(session)) version.set(next);
    done(index);
  } catch {
    done(before);
  }
}

async function rowsOf(names: readonly PageName[], session: AbortSignal): Promise<readonly IndexableRow[]> {
  const found = new Map<string, IndexableRow>();
  for (const name of names) {
    for (const row of await readPage(name, session)) {
      const key = rowKey(row);
      if (!found.has(key)) found.set(key, row);
    }
    await yieldToMain();
  }
  return [...found.values()];
}
