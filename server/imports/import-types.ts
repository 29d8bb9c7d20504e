/** Types shared by the steps of an import. */
import type { ImportReport } from '../../contract/calls/imports.ts';
import type { Database } from '../database/pool.ts';
import type { Messages } from '../messages/messages.ts';

/** Progress, updated by the reader. `bytes` = of the file as sent. */
export type Progress = { rows: number; bytes: number };
export type Hooks = { readonly signal: AbortSignal; readonly progress: Progress };
export type ImportOptions = {
  readonly station?: string | undefined;
  /** Epoch ms. */
  readonly start?: number | undefined;
  readonly isAsIfNow?: boolean | undefined;
};

export type Counted = ImportReport['reasons'];
/** `rejected` = the first `maxRejectedListed`, `rejectedCount` = all of them. */
export type Checked = {
  readonly of: ImportReport['of'];
  readonly rejected: ImportReport['examples'];
  readonly rejectedCount: number;
  readonly reasons: Counted;
  readonly notes: Counted;
};

export type NoteImport = (
  action: 'import started' | 'imported' | 'import failed',
  name: string,
  details: string,
) => Promise<void>;
export type ImportParts = {
  /** For calls. */
  readonly db: Database;
  /** For files. */
  readonly work: Messages;
  /** Of this process. */
  readonly folder: string;
  /** Number of this server. null = it is not connected: nothing is continued. */
  readonly server: () => number | null;
  /** Receives our own errors. */
  readonly logFault: (error: unknown) => void;
};
