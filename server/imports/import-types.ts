/** Types shared by the steps of an import. */
import type { ImportReport } from '../../contract/calls/imports.ts';

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
