/** Backup, receivers, audit trail, database and queues for the Admin, in one response (decision 26). */
import * as z from 'zod/mini';
import { nullableNumber, nullableText, utcText } from '../kinds.ts';
import { receiver } from './receivers.ts';

export const serverStatus = z.object({
  asOf: utcText,
  version: z.string(),
  /** What does not work now. */
  conditions: z.array(z.object({ name: z.string(), since: utcText, message: z.string() })),
  /** Sizes in bytes. `freeBytes` null = another server has the disk. `waiting` = queries without a connection. */
  database: z.object({
    bytes: z.number(),
    freeBytes: nullableNumber,
    connections: z.number(),
    maxConnections: z.number(),
    waiting: z.number(),
  }),
  /**
   * Replica for exports and statistics: `lagSeconds` null = unknown. null = none is set (DATABASE_READ_URL). Absent in copies of earlier
   * versions.
   */
  replica: z.optional(
    z.nullable(z.object({ state: z.enum(['ready', 'behind', 'away', 'wrong']), lagSeconds: nullableNumber })),
  ),
  /** Requests, emails about stations and notices that wait. */
  queues: z.array(
    z.object({ name: z.enum(['lists', 'statistics', 'posts', 'passwords', 'emails', 'notices']), waiting: z.number() }),
  ),
  /** null = no folder is set (BACKUP_DIR). */
  backup: z.nullable(
    z.object({
      isRunning: z.boolean(),
      /** Newest complete and verified file. null = none yet. */
      lastAt: z.nullable(utcText),
      bytes: nullableNumber,
      files: z.number(),
      everyHours: z.number(),
      nextAt: utcText,
      /** The last attempt failed at this time. null = it succeeded. */
      failedAt: z.nullable(utcText),
      /** Sentence if the last good one is older than two intervals, or none has succeeded. */
      problem: nullableText,
    }),
  ),
  sources: z.array(
    z.object({
      id: z.string(),
      address: z.string(),
      state: receiver.shape.state,
      connections: z.number(),
      error: nullableText,
      /** What else its state depends on. Absent in copies of earlier versions. */
      kind: z.optional(receiver.shape.kind),
      received: z.optional(receiver.shape.received),
      lastReceived: z.optional(receiver.shape.lastReceived),
      counts: z.optional(receiver.shape.counts),
    }),
  ),
  /** All running servers of the database, oldest first. Absent in copies of earlier versions. */
  servers: z.optional(
    z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        version: z.string(),
        roles: z.array(z.string()),
        startedAt: utcText,
        /** It does the periodic work. */
        isLeader: z.boolean(),
        /** It reads the receivers added on the screen. */
        readsReceivers: z.boolean(),
        /** The one that responds. */
        isThis: z.boolean(),
      }),
    ),
  ),
  /** Newest entries of the audit trail. */
  audit: z.array(
    z.object({
      at: utcText,
      userName: nullableText,
      action: z.string(),
      subject: z.string(),
      name: nullableText,
    }),
  ),
});
export type ServerStatus = z.output<typeof serverStatus>;
