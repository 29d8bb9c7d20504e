/** Writes the rows of the next start into the user's store. Own file: first-rows.ts reads them without Dexie. */
import { currentPath } from '../../lib/base-path.ts';
import { isRunning, sessionSignal } from '../../session/session-signal.ts';
import { sessionStore } from '../../session/session-store.ts';
import { writeInStore } from './database.ts';
import { firstRowsOf } from './first-rows.ts';

/** Screens. With more all are dropped: those in use come back. */
const maxScreens = 20;

/** `at` = epoch ms of the server. Never throws: a start without them is only slower. */
export async function keepFirstRows(rows: Element, at: number): Promise<void> {
  const state = sessionStore.get();
  if (state.kind !== 'in') return;
  const session = sessionSignal();
  const path = currentPath();
  const record = await firstRowsOf(rows, { at, path, session: state.session });
  // Meanwhile another screen may be open.
  if (!record || path !== currentPath()) return;
  await writeInStore(session, async ({ database, firstRows }) =>
    database.transaction('rw', firstRows, async () => {
      if (!isRunning(session)) return;
      await firstRows.put(record);
      if ((await firstRows.count()) > maxScreens) await firstRows.clear();
    }),
  ).catch(() => undefined);
}
