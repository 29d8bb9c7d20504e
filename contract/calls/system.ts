/** Added: calls about the server itself. */
import * as z from 'zod/mini';
import { get, nothing, post } from '../endpoint.ts';
import { serverStatus } from '../entities/server-status.ts';
import { nullableNumber, nullableText, utcText } from '../kinds.ts';

const condition = z.object({ name: z.string(), since: utcText, message: z.string() });

/** In bytes. */
const storage = z.object({
  /** Of the database. */
  bytes: z.number(),
  /** On its disk. null = another server has it. */
  freeBytes: z.nullable(z.number()),
  /** Setting MAX_GB. */
  maxBytes: z.nullable(z.number()),
  /** Full days that `perDay` is the average of. */
  measuredDays: z.number(),
  /** With indexes and keys. `rawFrames` = all frames, packed by minute. */
  perDay: z.object({ messages: z.number(), frames: z.number(), rawFrames: z.number() }),
  /** Days beyond retention, in columns. null = there is no archive. Absent in copies of earlier versions. */
  archive: z.optional(z.nullable(z.object({ days: z.number(), bytes: z.number() }))),
  /** What this rate leads to. null = no full day yet, or it grows for ever. */
  forecast: z.nullable(z.object({ bytes: z.number(), days: z.number() })),
  /** Interval of stored frames (setting ADSB_KEEP). null = every frame. Absent in copies of earlier versions. */
  frameSeconds: z.optional(z.nullable(z.number())),
  /** How much wider it is today, to fit ADSB_MAX_GB. */
  frameFactor: z.optional(z.number()),
  /** Data of an older version that this start of the server brought up to date. null = none. Absent in copies of earlier versions. */
  upgrade: z.optional(
    z.nullable(
      z.object({
        at: utcText,
        /** Name of the backup made before. null = there was no space. */
        file: nullableText,
        bytes: nullableNumber,
      }),
    ),
  ),
  /** Scheduled backups. null = none are set (BACKUP_DIR). Absent in copies of earlier versions. */
  backup: z.optional(
    z.nullable(
      z.object({
        /** Newest complete file. null = none yet. */
        lastAt: z.nullable(utcText),
        bytes: z.nullable(z.number()),
        files: z.number(),
        everyHours: z.number(),
        /** Sentence if the last good one is older than two intervals, or none has succeeded. */
        problem: z.nullable(z.string()),
      }),
    ),
  ),
});

export const system = {
  health: get(
    'ADD-health',
    '/health',
    z.object({
      status: z.enum(['ok', 'degraded']),
      message: z.string(),
      now: utcText,
      version: z.string(),
      demo: z.boolean(),
      conditions: z.array(condition),
    }),
    {
      token: 'none',
      statusWhenUnavailable: 503,
      summary:
        'Readiness: what does not work now, and whether the server has demo data. 503 while the database is unavailable',
    },
  ),
  live: get('ADD-live', '/health/live', z.object({ status: z.literal('ok'), now: utcText, version: z.string() }), {
    token: 'none',
    summary: 'Liveness: the process responds. Does not check the database',
  }),
  storage: get('ADD-storage', '/storage', storage, {
    stored: { title: 'Storage of the server', screen: '/administrator' },
    summary: 'Size of the database, growth per day and forecast',
  }),
  status: get('ADD-serverStatus', '/ServerStatus', serverStatus, {
    stored: { title: 'Server status', screen: '/serverStatus' },
    summary: 'Conditions, database, queues, backups, receivers and the newest entries of the audit trail',
  }),
  runBackup: post('ADD-runBackup', '/ServerStatus/Backup', nothing, {
    refuses: [404],
    summary: 'Start a backup into BACKUP_DIR now; one that runs already is not repeated',
  }),
  confirmClock: post('ADD-confirmClock', '/ServerStatus/Clock', nothing, {
    summary: 'Confirm the clock of the server: data is deleted by age again, by this clock',
  }),
  openapi: get('ADD-openapi', '/openapi.json', z.looseObject({ openapi: z.string() }), {
    token: 'none',
    summary: 'This contract as OpenAPI 3.1',
  }),
};
