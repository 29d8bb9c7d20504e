/** First and last members of a backup: what it is, what it must contain, and the checksum of that. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { StartupError } from '../../base/startup-error.ts';

export const headMember = 'downlink-backup.json';
export const manifestMember = 'manifest.json';
/** Follows the manifest: its checksum, as lower-case hexadecimal digits. */
export const checksumMember = 'manifest.sha256';
export const formatVersion = 1;

const headShape = z.object({
  format: z.literal('downlink-backup'),
  formatVersion: z.number().int(),
  /** Version of the program. */
  version: z.string(),
  /** Migrations of the schema, in order. */
  schema: z.array(z.string()).nonempty(),
  /** Epoch ms of the snapshot. */
  takenAt: z.number(),
});
export type Head = z.infer<typeof headShape>;

const partShape = z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() });
const tableShape = z.object({
  name: z.string(),
  parent: z.string().nullable(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  parts: z.array(partShape),
});
const manifestShape = z.object({
  head: headShape,
  tables: z.array(tableShape),
  /** Last value by name. */
  sequences: z.record(z.string(), z.number()),
});
export type Part = z.infer<typeof partShape>;
export type TableEntry = z.infer<typeof tableShape>;
export type Manifest = z.infer<typeof manifestShape>;

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The file cannot be restored; nothing was written. */
export const refused = (file: string, why: string): StartupError => new StartupError(`${file} was refused: ${why}.`);

/** @throws StartupError */
export function readHead(file: string, bytes: Buffer): Head {
  const read = headShape.safeParse(parsed(bytes));
  if (!read.success) throw refused(file, 'it is not a backup of Downlink');
  if (read.data.formatVersion > formatVersion)
    throw refused(file, `it was made by a newer version of Downlink (${read.data.version.slice(0, 40)})`);
  return read.data;
}

/** @throws StartupError */
export function readManifest(file: string, bytes: Buffer): Manifest {
  const read = manifestShape.safeParse(parsed(bytes));
  if (!read.success) throw refused(file, 'its manifest is damaged');
  return read.data;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
