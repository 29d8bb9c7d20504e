/** Removes stored data. Asks first if it cannot be downloaded again at once. */
import { QueryClientContext } from '@tanstack/react-query';
import { use, useState } from 'react';
import { useConnection } from '../../api/connection.ts';
import { requestPersistence } from '../../offline/browser-storage.ts';
import { deleteOwnStore } from '../../offline/database.ts';
import { forgetRows } from '../../offline/stored-pages.ts';
import { hasTileKeeper, sendToTileKeeper } from '../../offline/tile-keeper.ts';

export type Removal = {
  /** As part of a sentence. */
  readonly what: string;
  /** True when it is removed. */
  readonly work: () => Promise<boolean>;
  readonly isEverything?: true;
};
export type RemovalHandle = {
  /** The open question, or null. */
  readonly requested: Removal | null;
  readonly isBusy: boolean;
  /** Result of the last removal. */
  readonly result: { readonly text: string; readonly hasFailed: boolean } | null;
  readonly isReached: boolean;
  remove(removal: Removal): void;
  answer(isYes: boolean): void;
};

export function useRemoval(reread: () => Promise<void>): RemovalHandle {
  // Absent for a user without a role: the small frame requests nothing.
  const client = use(QueryClientContext);
  const { state } = useConnection();
  const isReached = state === 'reached' || state === 'slow';
  const [requested, setRequested] = useState<Removal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<RemovalHandle['result']>(null);
  const run = async ({ what, work }: Removal): Promise<void> => {
    setBusy(true);
    setResult(null);
    const isDone = await work().catch(() => false);
    // Data in memory would be shown as if it were still stored.
    client?.removeQueries({ type: 'inactive' });
    await reread();
    setBusy(false);
    setResult({ text: isDone ? `Removed: ${what}.` : `${what} could not be removed. Try again.`, hasFailed: !isDone });
  };
  return {
    requested,
    isBusy,
    result,
    isReached,
    remove: (removal) => {
      if (isBusy) return;
      if (removal.isEverything || !isReached) setRequested(removal);
      else void run(removal);
    },
    answer: (isYes) => {
      setRequested(null);
      if (isYes && requested) void run(requested);
    },
  };
}

/** Rows, responses, positions, tiles and areas. `isPersisted`: persistence ends with the database and is requested again. */
export async function removeEverything(isPersisted: boolean): Promise<boolean> {
  forgetRows();
  const [areRowsGone, areTilesGone] = await Promise.all([
    deleteOwnStore(),
    hasTileKeeper() ? sendToTileKeeper({ ask: 'clear', areas: true }) : true,
  ]);
  if (isPersisted) await requestPersistence();
  return areRowsGone && areTilesGone;
}
