/** Messages between page and export worker. Each request gets one reply, in order. A failure ends the worker. */
import type { AboutLine, Sheet } from './sheet.ts';

/** Workbooks: `library` for few rows, `stream` for many. */
export type WriterName = 'library' | 'stream' | 'csv' | 'jsonLines';

export type ExportPlan = {
  readonly sheet: Sheet;
  /** Field names of the list's responses. */
  readonly rows: string;
  readonly count: string;
  readonly writer: WriterName;
  /** Rows beyond are left out. */
  readonly maxRows: number;
};

export type ToWorker =
  | { readonly action: 'start'; readonly plan: ExportPlan }
  /** A response of the API as text. */
  | { readonly action: 'add text'; readonly text: string }
  | { readonly action: 'add rows'; readonly rows: readonly object[] }
  | { readonly action: 'finish'; readonly about: readonly AboutLine[]; readonly name: string };

/** Rows of one response, and of the file so far. `received` includes duplicates. */
export type Added = {
  readonly received: number;
  readonly written: number;
  /** Matching rows, according to the response. */
  readonly count: number;
};
export type FromWorker =
  | { readonly kind: 'started' }
  | { readonly kind: 'added'; readonly added: Added }
  /** The text was not a response of this API. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'failed'; readonly message: string };
