/**
 * What we added so that an Admin brings in files from the browser (C119 /import): sent in parts, looked at, then written.
 * Must not: say who may call (audience.ts).
 */
import * as z from 'zod/mini';
import { del, get, nothing, post, put } from '../endpoint.ts';
import { instant } from '../kinds.ts';

/** The largest file, as it is sent (it may be gzip). */
export const maxImportBytes = 536_870_912;
/** The largest part: small enough for the default of a proxy in front, and for the deadline of a call over a slow line. */
export const maxImportPartBytes = 524_288;
/** Rejected rows that a report names one by one; all are counted. */
export const maxRejectedListed = 10_000;

const counted = z.object({ reason: z.string(), count: z.number() });
const rejectedRow = z.object({ line: z.number(), reason: z.string() });

/** Of a file of reference data: new, changed and the same rows are told apart. */
const referenceReport = z.object({
  kind: z.literal('reference'),
  title: z.string(),
  read: z.number(),
  added: z.number(),
  changed: z.number(),
  same: z.number(),
});
/** Of a recording of receivers. `duplicates` are known only when it was written. */
const messagesReport = z.object({
  kind: z.literal('messages'),
  title: z.string(),
  read: z.number(),
  usable: z.number(),
  /** Frames of ADS-B that say no time: usable when `start` is told. */
  withoutTime: z.number(),
  stored: z.nullable(z.number()),
  duplicates: z.nullable(z.number()),
  /** Names that its receivers sent, the first hundred. */
  receivers: z.array(z.string()),
  firstAt: z.nullable(instant.schema),
  lastAt: z.nullable(instant.schema),
  /** What became of the receivers' names, when a station was given. */
  claims: z.array(z.string()),
});
const report = z.object({
  of: z.discriminatedUnion('kind', [referenceReport, messagesReport]),
  rejected: z.number(),
  /** Why, and how often. */
  reasons: z.array(counted),
  /** The first rejected rows; all that are kept come with ADD-importRejected. */
  examples: z.array(rejectedRow),
  /** What of rows that were taken was left out, and lines that are none of what is imported. */
  notes: z.array(counted),
});
export type ImportReport = z.output<typeof report>;

/**
 * `receiving` parts -> `checking` -> `checked`: the report says what would happen, nothing is written -> `writing` -> `written`.
 * `failed` = the file cannot be used, or was not written: nothing of reference data is in, `why` says what of messages is.
 */
const phase = z.enum(['receiving', 'checking', 'checked', 'writing', 'written', 'failed']);
const state = z.object({
  id: z.string(),
  fileName: z.string(),
  /** Bytes of the whole file. */
  size: z.number(),
  phase,
  /** Bytes that came (`receiving`), or that were read since this phase began. */
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
    summary: 'Begin to send a file; one import at a time',
  }),
  part: put('ADD-importPart', '/imports/{id}/parts/{offset}', state, {
    body: z.instanceof(Uint8Array),
    sends: 'bytes',
    summary: 'The bytes of the file from this offset on; after the last part the file is checked',
  }),
  current: get('ADD-currentImport', '/imports/current', z.object({ import: z.nullable(state) }), {
    summary: 'The import that is under way, or the last one',
  }),
  rejected: get('ADD-importRejected', '/imports/{id}/rejected', z.object({ rows: z.array(rejectedRow) }), {
    summary: 'Rejected rows with their lines and reasons',
  }),
  write: post('ADD-writeImport', '/imports/{id}/write', state, {
    body: z.object({
      /** Messages only: the station to which their receivers belong. */
      station: z.optional(z.string()),
      /** Messages only: when lines were heard that say no time. */
      start: z.optional(instant.schema),
      /** Messages only: shifted in time so that the last one is now. */
      isAsIfNow: z.optional(z.boolean()),
    }),
    summary: 'Write what was checked',
  }),
  cancel: del('ADD-cancelImport', '/imports/{id}', nothing, {
    summary: 'Stop an import, or put a finished one away; of reference data that is not written whole nothing stays',
  }),
};
