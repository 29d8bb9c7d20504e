/** Sessions reused by tests of one worker: a login is a third of a short test. Not for tests of the form or the session. */
import type { BrowserContext } from 'playwright/test';
import type { DemoUser } from './server.ts';

/** What `storageState({ indexedDB: true })` gives beyond what its type says. */
type Databases = { readonly indexedDB?: readonly { readonly name: string }[] };
type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

const kept = new Map<string, { readonly at: number; readonly state: StorageState }>();
/** A session ends without use, and its token is renewed: far less than either. */
const freshMs = 180_000;

const keyOf = (origin: string, user: DemoUser): string => `${user} at ${origin}`;

/** These two have their own ways: a visitor without a role, and terms that are accepted once. */
export const isLasting = (user: DemoUser): boolean => user !== 'guest' && user !== 'newcomer';

export function keptSession(origin: string, user: DemoUser): StorageState | null {
  const found = kept.get(keyOf(origin, user));
  return found && Date.now() - found.at < freshMs ? found.state : null;
}

export function keepSession(origin: string, user: DemoUser, { cookies, origins }: StorageState): void {
  const session = origins.map((one: StorageState['origins'][number] & Databases) => ({
    ...one,
    localStorage: one.localStorage.filter(({ name }) => name === 'downlink-session'),
    indexedDB: one.indexedDB?.filter(({ name }) => name === 'downlink-session'),
  }));
  kept.set(keyOf(origin, user), { at: Date.now(), state: { cookies, origins: session } });
}

/** A logout or a renewed token: the server has revoked the stored one. */
export function forgetSessions(origin: string): void {
  for (const key of kept.keys()) if (key.endsWith(` at ${origin}`)) kept.delete(key);
}
