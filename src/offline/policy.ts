/**
 * What is kept on the device, how much and how long. Figures only.
 * Must not: read or write anything.
 */

/** Rows are accounted by the length of their text: what the browser says about quota is not to be believed (faults 0.5). */
export const policy = {
  /** All rows of one user. */
  maxBytes: 50_000_000,
  /** One answer; the rows beyond are not kept. */
  maxPageBytes: 12_000_000,
  maxPages: 400,
  maxPageAgeMs: 30 * 24 * 3600_000,
  /** After its first live page a list fetches so many rows of its default window, so that it pages, sorts and filters offline. */
  slabRows: 1000,
  slabEveryMs: 10 * 60_000,
  /** Reference data changes rarely and is kept whole, as far as a list of it is no larger than this. */
  wholeRows: 10_000,
  wholeEveryMs: 6 * 3600_000,
  /** A list that is one record is fetched so long after the log-in, or with its first page, and compared with the server's so often. */
  recordAfterMs: 20_000,
  /** In answers of so many rows: they arrive in time on a poor link, and do not hold up the screen while they are read. */
  recordRows: 2500,
  recordEveryMs: 30 * 60_000,
  /** The positions on the map are written so often while they come. */
  positionsEveryMs: 15_000,
  /** Shown without the server so long after they were told; older ones would say nothing about any aircraft of now. */
  positionsKeptMs: 24 * 3600_000,
  /** Answers that are no lists: the newest are kept. */
  maxAnswers: 150,
  /** An answer of more rows than a slab is written again only so often. */
  bigPageEveryMs: 5 * 60_000,
  /** A request that takes longer hands over to the stored copy ... */
  slowMs: 900,
  /** ... and sooner while the server is known not to answer. */
  slowAgainMs: 150,
  /** A locked store is deleted when its user has not come back for so long (C54). */
  keepLockedMs: 24 * 3600_000,
  /** No wait for the device's storage lasts longer: a wedged database must not stop a screen. */
  openMs: 2000,
  readMs: 2000,
  removeMs: 3000,
} as const;

/** Airlines and aircraft. */
const wholeLists: readonly string[] = ['API-20', 'API-21'];

/** How many rows of a list are fetched to be kept, and how often at most. `endpointId` = the row of the specification. */
export function slabPolicy(endpointId: string): { readonly rows: number; readonly everyMs: number } {
  return wholeLists.includes(endpointId)
    ? { rows: policy.wholeRows, everyMs: policy.wholeEveryMs }
    : { rows: policy.slabRows, everyMs: policy.slabEveryMs };
}
