/** Changes that wait for the network, in the user's store: the only writes that are kept (decision 44). Own file: the table of changes. */
import { inStore } from './database.ts';

/** In order of their ids. null = there is no store. Never throws. */
export async function storedChanges(session: AbortSignal): Promise<readonly string[] | null> {
  const found = await inStore(session, (store) => store.changes.orderBy('id').toArray()).catch(() => undefined);
  return found?.map(({ text }) => text) ?? null;
}

/** In place of an earlier one with its id. False: it is not on the device. Never throws. */
export async function keepChange(id: string, text: string, session: AbortSignal): Promise<boolean> {
  const isDone = await inStore(session, async (store) => {
    await store.changes.put({ id, text });
    return true;
  }).catch(() => false);
  return isDone === true;
}

export async function dropChange(id: string, session: AbortSignal): Promise<void> {
  await inStore(session, (store) => store.changes.delete(id)).catch(() => undefined);
}
