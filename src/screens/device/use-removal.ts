/**
 * Removing what is stored: asked first where it cannot be fetched again at once, told when it is done.
 * Must not: end the session, or remove what was not named.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useConnection } from '../../api/connection.ts';
import { askToPersist } from '../../offline/browser-storage.ts';
import { deleteOwnStore } from '../../offline/database.ts';
import { forgetHeld } from '../../offline/stored-pages.ts';
import { askTileKeeper, hasTileKeeper } from '../../offline/tile-keeper.ts';

export type Removal = {
  /** As it reads in a sentence. */
  readonly what: string;
  /** True when it is gone. */
  readonly work: () => Promise<boolean>;
  readonly isEverything?: true;
};
export type RemovalHandle = {
  /** Asked now; null = nothing is. */
  readonly asked: Removal | null;
  readonly isBusy: boolean;
  /** What became of the last one. */
  readonly said: { readonly text: string; readonly hasFailed: boolean } | null;
  readonly isReached: boolean;
  remove(removal: Removal): void;
  answer(isYes: boolean): void;
};

export function useRemoval(reread: () => Promise<void>): RemovalHandle {
  const client = useQueryClient();
  const { state } = useConnection();
  const isReached = state === 'reached' || state === 'slow';
  const [asked, setAsked] = useState<Removal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<RemovalHandle['said']>(null);
  const run = async ({ what, work }: Removal): Promise<void> => {
    setBusy(true);
    setSaid(null);
    const isDone = await work().catch(() => false);
    // What other screens hold in memory would be shown as if it were still stored.
    client.removeQueries({ type: 'inactive' });
    await reread();
    setBusy(false);
    setSaid({ text: isDone ? `Removed: ${what}.` : `${what} could not be removed. Try again.`, hasFailed: !isDone });
  };
  return {
    asked,
    isBusy,
    said,
    isReached,
    remove: (removal) => {
      if (isBusy) return;
      if (removal.isEverything || !isReached) setAsked(removal);
      else void run(removal);
    },
    answer: (isYes) => {
      setAsked(null);
      if (isYes && asked) void run(asked);
    },
  };
}

/** Rows, answers, positions, tiles and areas. `isPersisted`: the browser's promise goes with the store, and is asked for again. */
export async function removeEverything(isPersisted: boolean): Promise<boolean> {
  forgetHeld();
  const [areRowsGone, areTilesGone] = await Promise.all([
    deleteOwnStore(),
    hasTileKeeper() ? askTileKeeper({ ask: 'clear', areas: true }) : true,
  ]);
  if (isPersisted) await askToPersist();
  return areRowsGone && areTilesGone;
}
