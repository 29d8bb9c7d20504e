/** The server's only time source, epoch ms, shifted by CLOCK_OFFSET_MS or a test. Never use `Date.now()` elsewhere in the server. Periodic work and deadlines. */
const fromEnvironment = Number(process.env.CLOCK_OFFSET_MS ?? 0);

export const clock = {
  /** Offset from the machine's clock in ms. */
  offsetMs: Number.isFinite(fromEnvironment) ? fromEnvironment : 0,
  /** How much later the true time may be: the clock is in doubt (decision 31). */
  doubtMs: 0,
  /** Epoch milliseconds. */
  now(): number {
    return Date.now() + this.offsetMs;
  },
  /** The latest time that a receiver may report, besides the inaccuracy of its own clock. */
  latest(): number {
    return this.now() + this.doubtMs;
  },
};

/** The time of the clock while it is trusted (decision 31): whatever is deleted by age is deleted by it. null = nothing may be deleted. */
export type TrustedTime = () => Promise<number | null>;

/** Options of a cache with ages: independent of changes to the machine's clock, but not of the offset. 0 would mean no time at all. */
export const aging = { perf: { now: () => 1 + performance.now() + clock.offsetMs }, ttlResolution: 0 } as const;

export type Stop = () => unknown;

/** Now, and every `ms`. A failure is retried by the next run. */
export function every(ms: number, work: () => Promise<void>): Stop {
  const run = (): void => void work().catch(() => {});
  run();
  const timer = setInterval(run, ms);
  timer.unref();
  return () => clearInterval(timer);
}

/** Rejects after `ms` without a result. The work itself continues, and its result is ignored. */
export async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No result after ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
