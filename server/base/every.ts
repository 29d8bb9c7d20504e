/** Periodic work. */

export type Stop = () => unknown;

/** Now, and every `ms`. A failure is retried by the next run. */
export function every(ms: number, work: () => Promise<void>): Stop {
  const run = (): void => void work().catch(() => {});
  run();
  const timer = setInterval(run, ms);
  timer.unref();
  return () => clearInterval(timer);
}
