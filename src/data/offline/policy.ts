/** How much is stored on the device, and how long. Figures only. */

/** Rows are counted by the length of their text: browsers report inexact quotas. */
export const policy = {
  /** All rows of one user. */
  maxBytes: 50_000_000,
  /** One response; further rows are not stored. */
  maxPageBytes: 12_000_000,
  maxPages: 400,
  maxPageAgeMs: 30 * 24 * 3600_000,
  /** A list prefetches this many rows of its default window, so that it pages, sorts and filters offline. */
  prefetchRows: 1000,
  prefetchEveryMs: 10 * 60_000,
  /** Reference data changes rarely: more rows, less often. */
  longListRows: 10_000,
  longListEveryMs: 6 * 3600_000,
  /** A full copy is downloaded this long after login, or with the first page of its list, and compared with the server this often. */
  recordAfterMs: 20_000,
  /** Rows of one response: it arrives in time on a poor link and does not block the screen. */
  recordRows: 2500,
  recordEveryMs: 30 * 60_000,
  /** Interval of writing the positions on the map, which also happens when the page is hidden and when the server is lost: thousands cost time. */
  positionsEveryMs: 60_000,
  /** Older positions are not shown. */
  positionsMaxAgeMs: 24 * 3600_000,
  /** Responses without a list. */
  maxResponses: 150,
  /** Of these, pages of one aircraft, station or airport: they are larger. */
  maxObjectPages: 30,
  /** A response with more rows than a prefetch is not written again sooner. */
  bigPageEveryMs: 5 * 60_000,
  /** A slower request shows the stored copy ... */
  slowMs: 900,
  /** ... and sooner while the server is unreachable. */
  slowAgainMs: 150,
  /** A locked store is deleted after this time (C54). */
  lockedMaxAgeMs: 24 * 3600_000,
  /** Another tab that blocks the database for longer is reported. */
  blockedMs: 2000,
  /** A request waits this long for data that the device may have, too, such as all airports. */
  beforeRequestMs: 2000,
  /** The browser's own figures of its storage. */
  estimateMs: 10_000,
  /** Maximum time for which rows remain in memory until a slow store opens. */
  writeMs: 30_000,
  removeMs: 3000,
} as const;

/** Airlines and aircraft. */
const longLists: readonly string[] = ['API-20', 'API-21'];

/** Rows and interval of the prefetch of a list. `endpointId` = id of the call. */
export function prefetchPolicy(endpointId: string): { readonly rows: number; readonly everyMs: number } {
  return longLists.includes(endpointId)
    ? { rows: policy.longListRows, everyMs: policy.longListEveryMs }
    : { rows: policy.prefetchRows, everyMs: policy.prefetchEveryMs };
}
