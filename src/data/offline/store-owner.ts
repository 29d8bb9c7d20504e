/** Deletes the user's store at a logout, locks it at an expiry, and deletes it a day after the lock or for another user (C54). */
import { onSessionEnd, type Session, sessionStore } from '../../session/session-store.ts';
import { closeOpenStore, deleteStore, setServer, standingStores, storeName, within } from './device-stores.ts';
import { policy } from './policy.ts';

/** `keepUntil` = epoch ms; `of` = role and company: others get a new store. */
type Note = { readonly keepUntil: number; readonly of: string };
/** Outside of the stores, so that they can be judged without their session. While no one is logged in, a store without a note is deleted. */
const notesKey = 'storedCopies';
const tidyEveryMs = 30 * 60_000;

/** Of the page. */
let isGuarding = false;
/** The epoch of the last tidying. */
let tidied = -1;
/** Of the last store that was locked: one that was being opened would be back after its deletion. */
let closing: Promise<void> = Promise.resolve();

/** Call once at the start, before the session boots; later calls only name the server. */
export function guardStores(apiBase: () => string): void {
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

const nameOf = (session: Session): Promise<string | null> => storeName(session.userId);
const viewOf = (session: Session): string => `${session.role} ${session.company ?? ''}`;

/** A logout deletes at once, also offline. */
async function remove(session: Session): Promise<void> {
  const closed = closeOpenStore();
  const name = await nameOf(session);
  if (!name) return;
  writeNote(name, null);
  await deleteStore(name, policy.removeMs);
  // A store that was being opened may be back after its deletion.
  await closed;
  if (sessionStore.get().kind === 'out') await deleteStore(name, policy.removeMs);
}

/** Any other end: nothing is read until the same user logs in (every read checks the session). */
async function lock(session: Session): Promise<void> {
  closing = closeOpenStore();
  const name = await nameOf(session);
  if (name) writeNote(name, { keepUntil: Date.now() + policy.lockedMaxAgeMs, of: viewOf(session) });
}

/** Deletes every store but the user's own, or, while no one is logged in, those whose time is over. */
async function tidy(): Promise<void> {
  const state = sessionStore.get();
  tidied = state.epoch;
  const own = state.kind === 'in' ? await nameOf(state.session) : null;
  await within(policy.removeMs, closing, undefined);
  const standing = await standingStores();
  if (sessionStore.get().epoch !== state.epoch) return;
  const notes = readNotes();
  const mayStand = (name: string): boolean => {
    const note = notes[name];
    if (state.kind === 'in') return name === own && (!note || note.of === viewOf(state.session));
    return note !== undefined && state.reason !== 'logged-out' && Date.now() < note.keepUntil;
  };
  const doomed = standing.filter((name) => !mayStand(name));
  if (own !== null && doomed.includes(own)) void closeOpenStore();
  for (const name of doomed) writeNote(name, null);
  const areGone = await Promise.all(doomed.map((name) => deleteStore(name, policy.removeMs)));
  if (areGone.includes(false)) setTimeout(() => void tidy(), policy.removeMs);
  if (own !== null && state.kind === 'in' && sessionStore.get().epoch === state.epoch) {
    writeNote(own, { keepUntil: state.session.expirationDate + policy.lockedMaxAgeMs, of: viewOf(state.session) });
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

/** null removes the note. Without localStorage there are no notes, and no store outlives the session. */
function writeNote(name: string, note: Note | null): void {
  try {
    const { [name]: _before, ...others } = readNotes();
    const notes = note ? { ...others, [name]: note } : others;
    if (Object.keys(notes).length === 0) localStorage.removeItem(notesKey);
    else localStorage.setItem(notesKey, JSON.stringify(notes));
  } catch {
    // Full or absent: see above.
  }
}
