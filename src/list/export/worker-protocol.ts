/**
 * What the page and the export's worker say to each other. Each thing that is asked gets one answer, in order; a failure ends the worker.
 * Must not: hold code.
 */
import type { AboutLine, Sheet } from './sheet.ts';

export type ExportPlan = {
  readonly sheet: Sheet;
  /** Names of the fields of the list's answers. */
  readonly rows: string;
  readonly count: string;
  /** `library` for few rows, `stream` for many. */
  readonly writer: 'library' | 'stream';
  /** Rows beyond are left out. */
  readonly mostRows: number;
};

export type ToWorker =
  | { readonly ask: 'start'; readonly plan: ExportPlan }
  /** An answer of the API, as its text. */
  | { readonly ask: 'add text'; readonly text: string }
  | { readonly ask: 'add rows'; readonly rows: readonly object[] }
  | { readonly ask: 'finish'; readonly about: readonly AboutLine[] };

/** What came with one answer, and what the workbook holds now. `received` counts rows that had come before, too. */
export type Added = {
  readonly received: number;
  readonly written: number;
  /** Rows that match, as the answer says. */
  readonly count: number;
};
export type FromWorker =
  | { readonly said: 'started' }
  | { readonly said: 'added'; readonly added: Added }
  /** The text was no answer of this API. */
  | { readonly said: 'unreadable' }
  | { readonly said: 'file'; readonly file: Blob }
  | { readonly said: 'failed'; readonly message: string };
