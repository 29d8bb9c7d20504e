/** Settings of metrics. */
import { StartupError } from '../base/startup-error.ts';

export type MetricsConfig = {
  /** Bearer key of /metrics. null = this machine only. */
  readonly key: string | null;
};

/** @throws StartupError */
export function readMetrics(env: NodeJS.ProcessEnv): MetricsConfig {
  const key = env.METRICS_KEY?.trim() || null;
  if (key !== null && !/^[\w-]{16,200}$/.test(key))
    throw new StartupError('METRICS_KEY must have 16 to 200 letters, digits, - or _.');
  return { key };
}
