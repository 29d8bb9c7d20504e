/**
 * The export that is under way, one at a time for the whole app; the button starts it, the panel shows it.
 * Must not: import anything that an export needs before one is started: this stands in the list's own chunk.
 */
import type { ListPage } from '../../api/queries.ts';
import { valueStore } from '../../ui/value-store.ts';
import type { AnyRow, ListDefinition } from '../define-list.ts';
import type { ListState } from '../list-state.ts';

/** The rows that are loaded, in the order of the screen; or all that match the applied filter (C78). */
export type ExportedRows = 'loaded' | 'matching';
export type ExportRequest = {
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
  /** Rows in the workbook so far. */
  readonly done: number;
  /** Rows that it will hold; null = not known yet. */
  readonly of: number | null;
  /** Why it stands still; the person decides how it goes on. */
  readonly stopped: {
    readonly why: string;
    readonly retry: (() => void) | null;
    /** Saves what came so far. */
    readonly saveSoFar: (() => void) | null;
  } | null;
  /** Stops everything and leaves nothing. */
  readonly cancel: () => void;
  /** Where the focus was when it was started. */
  readonly opener: HTMLElement | null;
};

export const exportStore = valueStore<ExportProgress | null>(null);

/** Does nothing while another export runs. Resolves when it has ended, one way or another; never throws. */
export async function startExport(request: ExportRequest): Promise<void> {
  if (exportStore.get() !== null) return;
  const giveUp = new AbortController();
  const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const first: ExportProgress = {
    list: request.list,
    done: 0,
    of: null,
    stopped: null,
    cancel: () => {
      giveUp.abort();
      exportStore.set(null);
    },
    opener,
  };
  exportStore.set(first);
  const tell = (step: Partial<ExportProgress>): void => {
    const now = exportStore.get();
    if (now && !giveUp.signal.aborted) exportStore.set({ ...now, ...step });
  };
  try {
    const { runExport } = await import('./run-export.ts');
    await runExport(request, giveUp.signal, tell);
    if (!giveUp.signal.aborted) exportStore.set(null);
  } catch (error) {
    tell({ stopped: { why: error instanceof Error ? error.message : String(error), retry: null, saveSoFar: null } });
  }
}
