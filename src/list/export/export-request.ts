import type { ListPage } from '../../data/list-resource.ts';
import type { AnyRow, ListDefinition } from '../define-list.ts';
import type { ListState } from '../state/list-state.ts';

/** The rows that are loaded, in the order of the screen; all that match the applied filter (C78); or the marked ones, which are the rows of the request's page. */
export type ExportedRows = 'loaded' | 'matching' | 'marked';
/** Extension of the file. */
export type ExportFormat = 'xlsx' | 'csv' | 'jsonl';
export type ExportRequest = {
  readonly format: ExportFormat;
  readonly rows: ExportedRows;
  readonly list: ListDefinition;
  readonly state: ListState;
  /** What is on the screen; null = nothing yet. */
  readonly page: ListPage<AnyRow> | null;
  /** What belongs to the list itself: parameters of its path, the company. */
  readonly extra: Readonly<Record<string, string>>;
};

export type ExportProgress = {
  readonly list: ListDefinition;
  /** Rows in the file so far. */
  readonly done: number;
  /** Expected number of rows. null = not known yet. */
  readonly of: number | null;
  /** Exports of others that the server finishes first. */
  readonly before: number;
  /** Why it stopped. The user decides how to continue. */
  readonly stopped: {
    readonly why: string;
    readonly retry: (() => void) | null;
    /** Saves the rows received so far. */
    readonly saveSoFar: (() => void) | null;
  } | null;
  /** Stops everything and leaves nothing. */
  readonly cancel: () => void;
};
