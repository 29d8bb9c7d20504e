/** The log: settings, entries of one line without a stack for an outage, whose cause is elsewhere, and files of limited size and age. */

import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { FastifyServerOptions } from 'fastify';
import { dayMs } from '../../contract/durations.ts';
import { clock } from '../base/clock.ts';
import { fromCaller, seenValue, wholeNumber } from '../base/settings.ts';
import { StartupError } from '../base/startup-error.ts';
import { isDatabaseAway } from '../database/pool.ts';

type LoggedError = Error & { readonly code?: unknown };

/** Codes of sockets, names and disks, and those of the mail library. */
const outageCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE'],
  ...['ENOSPC', 'EROFS', 'ECONNECTION', 'ESOCKET', 'EDNS', 'EAUTH'],
]);

/** Something outside of this program is unavailable: its stack shows nothing. */
const isOutage = (error: LoggedError): boolean =>
  isDatabaseAway(error) || (typeof error.code === 'string' && outageCodes.has(error.code));

type Written = { type: string; message: string; code?: unknown; stack?: string; cause?: string };

function writtenError(error: LoggedError): Written {
  const { name: type, message, code } = error;
  const written: Written = { type, message, ...(code === undefined ? {} : { code }) };
  if (isOutage(error)) return written;
  const { stack, cause } = error;
  return { ...written, ...(stack ? { stack } : {}), ...(cause instanceof Error ? { cause: cause.message } : {}) };
}

/** @throws StartupError */
export function logOptions(
  { level, folder, maxBytes, days }: LogConfig,
  isClockTrusted: () => boolean,
): FastifyServerOptions['logger'] {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    // The type of the framework requires a stack.
    serializers: { err: writtenError as (error: LoggedError) => Written & { readonly stack: string } },
    ...(folder === null ? {} : { stream: new LogFiles({ folder, maxBytes, days }, isClockTrusted) }),
  };
}

// ---- Settings of the log.

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
    throw new StartupError(`LOG_LEVEL must be one of ${levels.join(', ')}${seenValue(level)}.`);
  const folder = env.LOG_DIR?.trim();
  return {
    level,
    folder: folder ? fromCaller(env, folder) : null,
    maxBytes: wholeNumber(env, 'LOG_MB', 100, 1, 100_000) * megabyte,
    days: wholeNumber(env, 'LOG_DAYS', 14, 1, 3650),
  };
}

// ---- Log files: `downlink.log`, and earlier ones with the time of their end in the name. A full or missing
// disk loses lines and never stops the server.

type OpenFile = { readonly fd: number; readonly day: number; bytes: number };
type Limits = { readonly folder: string; readonly maxBytes: number; readonly days: number };

const currentName = 'downlink.log';
const earlierName = /^downlink-(\d{4})(\d\d)(\d\d)T\d{9}Z\.log$/;
/** Of the limit of all files. */
const fileShare = 10;
const dayOf = (ms: number): number => Math.floor(ms / dayMs);

export class LogFiles {
  #file: OpenFile | null = null;

  /** With a clock in doubt files are limited by their size only. @throws StartupError if the folder is not writable */
  constructor(
    private readonly limits: Limits,
    private readonly isClockTrusted: () => boolean,
  ) {
    try {
      this.#open();
    } catch (error) {
      throw new StartupError(`LOG_DIR: ${limits.folder} is not writable (${(error as Error).message}).`);
    }
  }

  /** A whole line. */
  write(line: string): void {
    const bytes = Buffer.from(line);
    try {
      const file = this.#file ?? this.#open();
      if (file.bytes > 0 && (file.bytes + bytes.length > this.#maxFileBytes() || file.day !== dayOf(clock.now())))
        this.#startNext();
      const into = this.#file ?? this.#open();
      writeSync(into.fd, bytes);
      into.bytes += bytes.length;
    } catch {
      this.#close();
    }
  }

  #maxFileBytes(): number {
    return Math.floor(this.limits.maxBytes / fileShare);
  }

  #open(): OpenFile {
    mkdirSync(this.limits.folder, { recursive: true, mode: 0o700 });
    const fd = openSync(join(this.limits.folder, currentName), 'a', 0o600);
    const { size, mtimeMs } = fstatSync(fd);
    this.#file = { fd, day: dayOf(size > 0 ? mtimeMs : clock.now()), bytes: size };
    return this.#file;
  }

  #close(): void {
    const file = this.#file;
    this.#file = null;
    try {
      if (file) closeSync(file.fd);
    } catch {
      // It is closed, or its disk is gone.
    }
  }

  #startNext(): void {
    this.#close();
    const { folder } = this.limits;
    const at = new Date(clock.now()).toISOString().replace(/[-:.]/g, '');
    renameSync(join(folder, currentName), join(folder, `downlink-${at}.log`));
    this.#removeOld();
  }

  /** Older than the limit, or the oldest of too many bytes. The next file may become full. */
  #removeOld(): void {
    const { folder, maxBytes, days } = this.limits;
    const oldest = dayOf(clock.now()) - days;
    let bytes = this.#maxFileBytes();
    for (const name of readdirSync(folder).sort().reverse()) {
      const [, year, month, day] = earlierName.exec(name) ?? [];
      if (year === undefined) continue;
      const path = join(folder, name);
      bytes += statSync(path).size;
      const isOld = dayOf(Date.UTC(Number(year), Number(month) - 1, Number(day))) < oldest;
      if (bytes > maxBytes || (isOld && this.isClockTrusted())) rmSync(path);
    }
  }
}
