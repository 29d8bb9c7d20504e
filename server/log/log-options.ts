/** Options of the logger: one line per entry, and no stack for an outage, whose cause is elsewhere. */
import type { FastifyServerOptions } from 'fastify';
import { isDatabaseAway } from '../database/pool.ts';
import type { LogConfig } from './log-config.ts';
import { LogFiles } from './log-files.ts';

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
export function logOptions({ level, folder, maxBytes, days }: LogConfig): FastifyServerOptions['logger'] {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    // The type of the framework requires a stack.
    serializers: { err: writtenError as (error: LoggedError) => Written & { readonly stack: string } },
    ...(folder === null ? {} : { stream: new LogFiles({ folder, maxBytes, days }) }),
  };
}
