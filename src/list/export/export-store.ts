/** The running export, one per session, cancelled at its end. Part of the list's chunk: import nothing that only an export needs. */
import { useEffect, useRef } from 'react';
import { sessionScoped } from '../../session/session-scoped.ts';
import type { ExportProgress, ExportRequest } from './export-request.ts';

export const exportStore = sessionScoped(
  (): ExportProgress | null => null,
  (running) => running?.cancel(),
);

/** Does nothing while another export runs. Resolves at its end. Never throws. */
export async function startExport(request: ExportRequest): Promise<void> {
  if (exportStore.get() !== null) return;
  const giveUp = new AbortController();
  const first: ExportProgress = {
    list: request.list,
    done: 0,
    of: null,
    before: 0,
    stopped: null,
    cancel: () => {
      giveUp.abort();
      exportStore.set(null);
    },
  };
  exportStore.set(first);
  const report = (step: Partial<ExportProgress>): void => {
    const now = exportStore.get();
    if (now && !giveUp.signal.aborted) exportStore.set({ ...now, ...step });
  };
  try {
    const { runExport } = await import('./run-export.ts');
    await runExport(request, giveUp.signal, report);
    if (!giveUp.signal.aborted) exportStore.set(null);
  } catch (error) {
    report({ stopped: { why: error instanceof Error ? error.message : String(error), retry: null, saveSoFar: null } });
  }
}

// ---- what Ctrl K starts: 'Export to Excel' of the first list on screen. On a phone its button is in a closed menu

type Offer = { start: (() => void) | null };
const offers = new Set<Offer>();
export const offeredExport = (): (() => void) | null => [...offers].find(({ start }) => start !== null)?.start ?? null;

/** `start` null = there is nothing to export now. */
export function useOfferedExport(start: (() => void) | null): void {
  const { current: offer } = useRef<Offer>({ start: null });
  useEffect(() => {
    offer.start = start;
  });
  useEffect(() => {
    offers.add(offer);
    return () => void offers.delete(offer);
  }, [offer]);
}
