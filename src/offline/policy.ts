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
  /** A list that is kept whole is fetched so long after the log-in, or with its first page, and compared with the server's so often. */
  wholeAfterMs: 20_000,
  wholeEveryMs: 30 * 60_000,
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
