/** The server's only time source, epoch ms, shifted by CLOCK_OFFSET_MS or a test. Never use `Date.now()` elsewhere in the server. */
const fromEnvironment = Number(process.env.CLOCK_OFFSET_MS ?? 0);

export const clock = {
  /** Offset from the machine's clock in ms. */
  offsetMs: Number.isFinite(fromEnvironment) ? fromEnvironment : 0,
  /** Epoch milliseconds. */
  now(): number {
    return Date.now() + this.offsetMs;
  },
};

/** Options of a cache with ages: independent of changes to the machine's clock, but not of the offset. 0 would mean no time at all. */
export const aging = { perf: { now: () => 1 + performance.now() + clock.offsetMs }, ttlResolution: 0 } as const;
