/** Added: file import by an Admin (C119), uploaded in parts, previewed, then written. */
import * as z from 'zod/mini';
import { del, get, nothing, post, put } from '../endpoint.ts';
import { instant } from '../kinds.ts';

/** Maximum file size as sent (possibly gzip). */
export const maxImportBytes = 536_870_912;
/** Maximum part: small enough for proxy defaults, and for the timeout of a call over a slow connection. */
export const maxImportPartBytes = 524_288;
/** Rejected rows listed in a report. All are counted. */
export const maxRejectedListed = 10_000;

const counted = z.object({ reason: z.string(), count: z.number() });
const rejectedRow = z.object({ line: z.number(), reason: z.string() });

/** Reference data: new, changed and unchanged rows. */
const referenceReport = z.object({
  kind: z.literal('reference'),
  title: z.string(),
  read: z.number(),
  added: z.number(),
  changed: z.number(),
  same: z.number(),
});
/** A recording of receivers. `duplicates` are known only after writing. */
const messagesReport = z.object({
  kind: z.literal('messages'),
  title: z.string(),
  read: z.number(),
  usable: z.number(),
  /** ADS-B frames without a time: usable if `start` is given. */
  withoutTime: z.number(),
  stored: z.nullable(z.number()),
  duplicates: z.nullable(z.number()),
  /** Receiver names, the first hundred. */
  receivers: z.array(z.string()),
  firstAt: z.nullable(instant.schema),
  lastAt: z.nullable(instant.schema),
  /** Result for the receiver names, if a station was given. */
  claims: z.array(z.string()),
});
const report = z.object({
  of: z.discriminatedUnion('kind', [referenceReport, messagesReport]),
  rejected: z.number(),
  /** Reason and count. */
  reasons: z.array(counted),
  /** The first rejected rows. ADD-importRejected returns all that are stored. */
  examples: z.array(rejectedRow),
  /** Omitted values of accepted rows, and lines of other kinds. */
  notes: z.array(counted),
});
export type ImportReport = z.output<typeof report>;

/**
 * `receiving` parts -> `checking` -> `checked`: a preview, nothing is written -> `writing` -> `written`.
 * `failed` = unusable, or not written: reference data is unchanged, `why` describes messages.
 */
const phase = z.enum(['receiving', 'checking', 'checked', 'writing', 'written', 'failed']);
const state = z.object({
  id: z.string(),
  fileName: z.string(),
  /** Bytes of the file. */
  size: z.number(),
  phase,
  /** Bytes received (`receiving`), or read in this phase. */
  bytes: z.number(),
  rows: z.number(),
  startedBy: z.string(),
  startedAt: instant.schema,
  report: z.nullable(report),
  why: z.nullable(z.string()),
});
export type ImportState = z.output<typeof state>;

export const imports = {
  begin: post('ADD-beginImport', '/imports', state, {
    body: z.object({ fileName: z.string().check(z.maxLength(200)), size: z.number() }),
    status: 201,
    refuses: [409],
    summary: 'Start the upload of a file; one import at a time',
  }),
  part: put('ADD-importPart', '/imports/{id}/parts/{offset}', state, {
    body: z.instanceof(Uint8Array),
    sends: 'bytes',
    refuses: [404, 409],
    summary: 'The bytes of the file from this offset on; after the last part the file is checked',
  }),
  current: get('ADD-currentImport', '/imports/current', z.object({ import: z.nullable(state) }), {
    summary: 'The running import, or the last one',
  }),
  rejected: get('ADD-importRejected', '/imports/{id}/rejected', z.object({ rows: z.array(rejectedRow) }), {
    refuses: [404],
    summary: 'Rejected rows with their lines and reasons',
  }),
  write: post('ADD-writeImport', '/imports/{id}/write', state, {
    body: z.object({
      /** Messages only: station of their receivers. */
      station: z.optional(z.string()),
      /** Messages only: reception time of lines without a time. */
      start: z.optional(instant.schema),
      /** Messages only: shifted so that the last one is now. */
      isAsIfNow: z.optional(z.boolean()),
    }),
    refuses: [404, 409],
    summary: 'Write the checked rows',
  }),
  cancel: del('ADD-cancelImport', '/imports/{id}', nothing, {
    refuses: [404, 409],
    summary: 'Stop an import, or close a finished one; incomplete reference data is discarded',
  }),
};
