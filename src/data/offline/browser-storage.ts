/** The storage that the browser grants: its size, which browsers blur, and whether they may clear it. */
import { ownStoreName } from './database.ts';
import { bucketOf, within } from './device-stores.ts';
import { policy } from './policy.ts';

export type BrowserStorage = {
  /** Bytes; null = not reported. */
  readonly usedBytes: number | null;
  readonly roomBytes: number | null;
  /** False = the browser may clear it when space runs low; null = not reported. */
  readonly isPersisted: boolean | null;
};

export async function browserStorage(): Promise<BrowserStorage> {
  const [estimate, isPersisted] = await Promise.all([
    bounded(async () => navigator.storage.estimate()),
    bounded(async () => ofBoth(await navigator.storage.persisted(), (bucket) => bucket.persisted())),
  ]);
  return { usedBytes: estimate?.usage ?? null, roomBytes: estimate?.quota ?? null, isPersisted };
}

/** Requests persistent storage; true when the browser agrees. It may ask the user first. */
export async function requestPersistence(): Promise<boolean> {
  try {
    return await ofBoth(await navigator.storage.persist(), (bucket) => bucket.persist());
  } catch {
    return false;
  }
}

type Bucket = NonNullable<Awaited<ReturnType<typeof bucketOf>>>;

/** The user's store may have a bucket of its own. */
async function ofBoth(isSo: boolean, isOf: (bucket: Bucket) => Promise<boolean>): Promise<boolean> {
  const name = await ownStoreName();
  const bucket = name === null ? null : await bucketOf(name);
  return isSo && (bucket === null || (await isOf(bucket)));
}

/** null on failure or timeout. */
function bounded<T>(call: () => Promise<T>): Promise<T | null> {
  return within(
    policy.estimateMs,
    call().catch(() => null),
    null,
  );
}
