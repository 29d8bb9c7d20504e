/**
 * What the browser grants this app: how much room, and whether it may clear it by itself.
 * Must not: be believed for a figure (browsers blur it), throw, or wait without bound.
 */
import { ownStoreName } from './database.ts';
import { bucketOf, within } from './device-stores.ts';
import { policy } from './policy.ts';

export type BrowserStorage = {
  /** Bytes; null = the browser does not tell. */
  readonly usedBytes: number | null;
  readonly roomBytes: number | null;
  /** False = it may be cleared when the device runs out of room; null = the browser does not tell. */
  readonly isPersisted: boolean | null;
};

export async function browserStorage(): Promise<BrowserStorage> {
  const [estimate, isPersisted] = await Promise.all([
    bounded(async () => navigator.storage.estimate()),
    bounded(async () => ofBoth(await navigator.storage.persisted(), (bucket) => bucket.persisted())),
  ]);
  return { usedBytes: estimate?.usage ?? null, roomBytes: estimate?.quota ?? null, isPersisted };
}

/** Asks the browser not to clear it; true when it agrees. It may ask the person, who takes their time. */
export async function askToPersist(): Promise<boolean> {
  try {
    return await ofBoth(await navigator.storage.persist(), (bucket) => bucket.persist());
  } catch {
    return false;
  }
}

type Bucket = NonNullable<Awaited<ReturnType<typeof bucketOf>>>;

/** The user's store has a bucket of its own, which is judged by itself. */
async function ofBoth(isSo: boolean, asked: (bucket: Bucket) => Promise<boolean>): Promise<boolean> {
  const name = await ownStoreName();
  const bucket = name === null ? null : await bucketOf(name);
  return isSo && (bucket === null || (await asked(bucket)));
}

/** null when it is not there in time, or not at all. */
function bounded<T>(ask: () => Promise<T>): Promise<T | null> {
  return within(
    policy.openMs,
    ask().catch(() => null),
    null,
  );
}
