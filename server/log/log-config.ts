/** Settings of the log. */
import { fromCaller, wholeNumber } from '../base/settings.ts';
import { StartupError } from '../base/startup-error.ts';

const levels = ['debug', 'info', 'warn', 'error', 'silent'];
const megabyte = 1_048_576;

export type LogConfig = {
  readonly level: string;
  /** Absolute folder. null = standard output. */
  readonly folder: string | null;
  /** Of all files. */
  readonly maxBytes: number;
  readonly days: number;
};

/** @throws StartupError */
export function readLog(env: NodeJS.ProcessEnv, isTerminal: boolean): LogConfig {
  const level = env.LOG_LEVEL?.trim() || (isTerminal ? 'warn' : 'info');
  if (!levels.includes(level))
    throw new StartupError(`LOG_LEVEL must be one of ${levels.join(', ')}, but it is '${level}'.`);
  const folder = env.LOG_DIR?.trim();
  return {
    level,
    folder: folder ? fromCaller(env, folder) : null,
    maxBytes: wholeNumber(env, 'LOG_MB', 100, 1, 100_000) * megabyte,
    days: wholeNumber(env, 'LOG_DAYS', 14, 1, 3650),
  };
}
