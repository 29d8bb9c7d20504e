/**
 * The server's only source of time: epoch milliseconds, moved by CLOCK_OFFSET_MS (or by a test) for trials of expiry.
 * Must not: be passed by; `Date.now()` anywhere else in the server is a mistake.
 */
const fromEnvironment = Number(process.env.CLOCK_OFFSET_MS ?? 0);

export const clock = {
  /** ms by which the clock runs ahead of the machine's. */
  offsetMs: Number.isFinite(fromEnvironment) ? fromEnvironment : 0,
  /** Epoch milliseconds. */
  now(): number {
    return Date.now() + this.offsetMs;
  },
};
