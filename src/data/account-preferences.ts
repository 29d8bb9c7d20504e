/**
 * Preferences that follow the account: each device has a copy, which works offline, and exchanges changes with the server (decision 35).
 * A change made here while another device changed the same preference is merged, so that neither loses a saved view or a watched object.
 */
import { api } from '../../contract/api.ts';
import { type Preference, preferenceLimits } from '../../contract/entities/preference.ts';
import { accountEntries, accountEntry, onEntry, readEntry, writeEntry } from '../session/personal-entries.ts';
import { sessionScoped } from '../session/session-scoped.ts';
import { sessionStore } from '../session/session-store.ts';
import { connection, isReachable } from './connection.ts';
import { send, sendAs } from './send.ts';

/** What device and server had in common at the last exchange. */
export type Common = { readonly version: number; readonly value: string };
export type Exchange = {
  /** For this device. */
  readonly adopt: readonly { readonly name: string; readonly value: string }[];
  /** For the server. */
  readonly changes: readonly Preference[];
  readonly common: ReadonlyMap<string, Common>;
};

/** Compares what is stored here, in common and on the server. `sent` = changes to which `there` is the response. Pure. */
export function exchange(
  here: ReadonlyMap<string, string>,
  common: ReadonlyMap<string, Common>,
  there: readonly Preference[],
  sent: readonly Preference[] = [],
): Exchange {
  const accepted = new Map(sent.map(({ name, value }) => [name, value]));
  const remote = new Map(there.map((one) => [one.name, one]));
  const [adopt, changes]: [{ name: string; value: string }[], Preference[]] = [[], []];
  for (const name of new Set([...here.keys(), ...remote.keys()])) {
    const [own, theirs] = [here.get(name), remote.get(name)];
    // A value that arrived from here is no change of another device, even if this one has changed it back in between.
    const isOwn = theirs !== undefined && accepted.get(name) === theirs.value;
    const value = merged(isOwn ? theirs.value : common.get(name)?.value, own, theirs?.value);
    if (value === undefined || value.length > preferenceLimits.value) continue;
    if (value !== own) adopt.push({ name, value });
    if (value !== theirs?.value) changes.push({ name, value, version: theirs?.version ?? 0 });
  }
  return {
    adopt,
    changes: changes.slice(0, preferenceLimits.perUser),
    common: new Map(there.map(({ name, value, version }) => [name, { value, version }])),
  };
}

/** A value changed on one side only is that side's. Lists changed on both keep what each added and lose what each removed; of other values this device's counts. */
function merged(base: string | undefined, own: string | undefined, theirs: string | undefined): string | undefined {
  if (own === undefined || own === theirs || own === base) return theirs ?? own;
  if (theirs === undefined || theirs === base) return own;
  const [was, mine, other] = [base ?? '[]', own, theirs].map(itemsOf);
  // Without a common past the account counts: a new device has not chosen anything yet.
  if (!was || !mine || !other) return base === undefined ? theirs : own;
  const isIn = (list: readonly Item[], item: Item): boolean => list.some(({ key }) => key === item.key);
  const textIn = (list: readonly Item[], item: Item): string | undefined =>
    list.find(({ key }) => key === item.key)?.text;
  const remaining = mine
    .filter((item) => isIn(other, item) || !isIn(was, item) || textIn(was, item) !== item.text)
    .map((item) => (textIn(was, item) === item.text ? (other.find(({ key }) => key === item.key) ?? item) : item));
  const added = other.filter((item) => !isIn(mine, item) && (!isIn(was, item) || textIn(was, item) !== item.text));
  return `[${[...remaining, ...added].map(({ text }) => text).join(',')}]`;
}

type Item = { readonly key: string; readonly text: string };

/** Items of a list by what names them: a watched object by kind and id, a saved view by list and name. null = this is no list. */
function itemsOf(text: string): Item[] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return null;
    return value.map((item: unknown) => {
      const { kind, id, list, name } = (typeof item === 'object' && item !== null ? item : {}) as Record<
        string,
        unknown
      >;
      const named = [kind, id, list, name].filter((part) => typeof part === 'string');
      return { key: named.length > 0 ? JSON.stringify(named) : JSON.stringify(item), text: JSON.stringify(item) };
    });
  } catch {
    return null;
  }
}

// ---- with the server

/** After the last of several changes. */
const settleMs = 300;
/** Between two exchanges that neither a change nor a new connection causes. */
const pauseMs = 60_000;
/** Another device may change the same at the same time. */
const maxRounds = 3;

type Run = {
  timer?: ReturnType<typeof setTimeout>;
  isRunning: boolean;
  isChangedWhileRunning: boolean;
  startedAt: number;
};
const lastRun = sessionScoped(
  (): Run => ({ isRunning: false, isChangedWhileRunning: false, startedAt: Number.NEGATIVE_INFINITY }),
  ({ timer }) => clearTimeout(timer),
);

/** This device has the choices of the account, or has tried to get them. */
export const preferencesRead = sessionScoped(() => false);

const currentUser = (): string | null => {
  const state = sessionStore.get();
  return state.kind === 'in' && state.session.terms === 1 ? state.session.userId : null;
};

const isCommon = (value: unknown): value is [string, Common] =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  typeof value[1]?.version === 'number' &&
  typeof value[1].value === 'string';

/** Anyone can edit it: an invalid entry is none. */
function commonOf(synced: string | null): ReadonlyMap<string, Common> {
  try {
    const stored: unknown = JSON.parse(synced ?? '[]');
    return new Map(Array.isArray(stored) ? stored.filter(isCommon) : []);
  } catch {
    return new Map();
  }
}

const readCommon = (userId: string): ReadonlyMap<string, Common> => commonOf(readEntry({ kind: 'synced', userId }));

async function exchangeAll(userId: string): Promise<void> {
  let changes: readonly Preference[] = [];
  for (let round = 0; round < maxRounds; round++) {
    const there = await send(api.preferences.merge, { body: { preferences: [...changes] }, cause: 'poll' });
    if (currentUser() !== userId) return;
    const next = exchange(accountEntries(userId), readCommon(userId), there, changes);
    for (const { name, value } of next.adopt) {
      const id = accountEntry(userId, name);
      if (id) writeEntry(id, value, true);
    }
    // An entry names the user: none is written for nothing.
    if (next.common.size > 0) writeEntry({ kind: 'synced', userId }, JSON.stringify([...next.common]), true);
    changes = next.changes;
    if (changes.length === 0) return;
  }
}

/** Failures are silent: this device has its copy, and the next change, connection or visit tries again. */
async function exchangeNow(): Promise<void> {
  const userId = currentUser();
  if (userId === null) return;
  const run = lastRun.get();
  if (run.isRunning) {
    run.isChangedWhileRunning = true;
    return;
  }
  run.isRunning = true;
  run.isChangedWhileRunning = false;
  run.startedAt = Date.now();
  await exchangeAll(userId).catch(() => undefined);
  run.isRunning = false;
  if (currentUser() === userId) preferencesRead.set(true);
  if (run.isChangedWhileRunning) exchangeSoon();
}

/** What the account lacked at a logout. `synced` = the entry of that kind. An unreachable server never gets it. */
export async function exchangeLast(
  token: string,
  entries: ReadonlyMap<string, string>,
  synced: string | null,
): Promise<void> {
  const common = commonOf(synced);
  const there = [...common].map(([name, one]) => ({ name, ...one }));
  const { changes } = exchange(entries, common, there);
  const body = { preferences: [...changes] };
  if (changes.length > 0) await sendAs(token, api.preferences.merge, { body }, { isQuiet: true, outlivesPage: true });
}

function exchangeSoon(): void {
  const run = lastRun.get();
  clearTimeout(run.timer);
  run.timer = setTimeout(() => void exchangeNow(), settleMs);
}

/** While a user is logged in. Returns a function that ends it. */
export function followAccountPreferences(): () => void {
  const leave = onEntry(({ kind, userId }, fromAccount) => {
    if (!fromAccount && accountEntry(userId, kind)) exchangeSoon();
  });
  let wasReached = isReachable(connection.get().state);
  const hangUp = connection.subscribe(() => {
    const isReached = isReachable(connection.get().state);
    if (isReached && !wasReached) exchangeSoon();
    wasReached = isReached;
  });
  const look = (): void => {
    if (document.visibilityState === 'visible' && Date.now() - lastRun.get().startedAt > pauseMs) exchangeSoon();
  };
  document.addEventListener('visibilitychange', look);
  exchangeSoon();
  return () => {
    leave();
    hangUp();
    document.removeEventListener('visibilitychange', look);
    clearTimeout(lastRun.get().timer);
  };
}
