/** Turns tracing on, if it is configured. Without that, nothing of OpenTelemetry is loaded: its file is a chunk of its own. */

import { withDeadline } from '../base/clock.ts';
import { setTracer } from '../base/spans.ts';
import type { TracingConfig } from './tracing-config.ts';

/** At shutdown, for the last spans. */
const endMs = 1000;
const reportEveryMs = 60_000;

type Log = { warn(facts: object, message: string): void };

/** Resolves to a function that sends the last spans. */
export async function startTracing(config: TracingConfig | null, log: Log): Promise<() => Promise<void>> {
  if (!config) return async () => {};
  const { openTelemetry } = await import('./open-telemetry.ts');
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  const { tracer, stop } = openTelemetry(config, (reason) => {
    if (performance.now() - reportedAtMs < reportEveryMs) return;
    reportedAtMs = performance.now();
    log.warn({ reason }, 'traces could not be sent');
  });
  setTracer(tracer);
  return async () => {
    setTracer(null);
    await withDeadline(stop(), endMs).catch(() => {});
  };
}
