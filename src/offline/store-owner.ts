/**
 * Whose stores may stand on this device: deleted at a log-out, locked at an expiry, deleted when another user comes or a day after the lock (C54).
 * Must not: load Dexie, hold up a log-out for longer than its bound, or render.
 */
import { onSessionEnd, type Session, sessionStore } from '../session/session-store.ts';
import { closeStore, setServer } from './database.ts';
import { deleteStore, standingStores, storeName } from './device-stores.ts';
import { policy } from './policy.ts';
import { forgetHeld } from './stored-pages.ts';

/** `keepUntil` = epoch ms; `of` = what its user might see: another role or company begins anew. */
type Note = { readonly keepUntil: number; readonly of: string };
/** Beside the stores, so that they can be judged without the session that they came from. While nobody is logged in, a store without a note is deleted. */
const notesKey = 'storedCopies';
const tidyEveryMs = 30 * 60_000;

let serverOf: () => string = () => '';
let isGuarding = false;
let tidied = -1;

/** From here on the stores follow the session. To be called once at the start, before the session boots; calls after that only name the server. */
export function guardStores(apiBase: () => string): void {
  serverOf = apiBase;
  setServer(apiBase);
  if (isGuarding) return;
  isGuarding = true;
  onSessionEnd(({ reason, session }) => (reason === 'logged-out' ? remove(session) : lock(session)));
  sessionStore.subscribe(() => {
    if (sessionStore.get().epoch !== tidied) void tidy();
  });
  setInterval(() => void tidy(), tidyEveryMs);
  void tidy();
}

const nameOf = (session: Session): Promise<string | null> => storeName({ apiBase: serverOf(), userId: session.userId });
const viewOf = (session: Session): string => `${session.role} ${session.company ?? ''}`;

/** An explicit log-out: gone at once, also offline. */
async function remove(session: Session): Promise<void> {
  closeStore();
  forgetHeld();
  const name = await nameOf(session);
  if (!name) return;
  writeNote(name, null);
  await deleteStore(name, policy.removeMs);
}

/** Any other end: nothing of it is read until the same user is back (every read asks the session first). */
async function lock(session: Session): Promise<void> {
  closeStore();
  forgetHeld();
  const name = await nameOf(session);
  if (name) writeNote(name, { keepUntil: Date.now() + policy.keepLockedMs, of: viewOf(session) });
}

/** Deletes what may not stand: all stores but one's own, or, while nobody is logged in, those whose day is over. */
async function tidy(): Promise<void> {
  const state = sessionStore.get();
  tidied = state.epoch;
  const own = state.kind === 'in' ? await nameOf(state.session) : null;
  const standing = await standingStores();
  if (sessionStore.get().epoch !== state.epoch) return;
  const notes = readNotes();
  const mayStand = (name: string): boolean => {
    const note = notes[name];
    if (state.kind === 'in') return name === own && (!note || note.of === viewOf(state.session));
    return note !== undefined && state.reason !== 'logged-out' && Date.now() < note.keepUntil;
  };
  const doomed = standing.filter((name) => !mayStand(name));
  if (own !== null && doomed.includes(own)) {
    closeStore();
    forgetHeld();
  }
  await Promise.all(doomed.map((name) => deleteStore(name, policy.removeMs)));
  for (const name of doomed) writeNote(name, null);
  if (own !== null && state.kind === 'in' && sessionStore.get().epoch === state.epoch) {
    writeNote(own, { keepUntil: state.session.expirationDate + policy.keepLockedMs, of: viewOf(state.session) });
  }
}

function readNotes(): Readonly<Record<string, Note>> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(notesKey) ?? '{}');
    const entries = Object.entries(value ?? {}).filter(
      (entry): entry is [string, Note] => typeof entry[1]?.keepUntil === 'number' && typeof entry[1]?.of === 'string',
    );
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

/** null takes the note away. Without localStorage there are no notes: then no store outlives the session. */
function writeNote(name: string, note: Note | null): void {
  try {
    const { [name]: _before, ...others } = readNotes();
    localStorage.setItem(notesKey, JSON.stringify(note ? { ...others, [name]: note } : others));
  } catch {
    // Full or absent: see above.
  }
}
