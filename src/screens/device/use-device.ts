/** Reads stored data on entry, after each removal and when the page becomes visible. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { TileOverview } from '../../../contract/tile-keeper.ts';
import { type BrowserStorage, browserStorage } from '../../offline/browser-storage.ts';
import { type StoredPart, storedParts } from '../../offline/device-contents.ts';
import { hasTileKeeper, sendToTileKeeper } from '../../offline/tile-keeper.ts';

export type DeviceFacts = {
  /** null = the user's database cannot be read. */
  readonly parts: readonly StoredPart[] | null;
  /** null = no worker stores tiles for this page. */
  readonly tiles: TileOverview | null;
  readonly browser: BrowserStorage;
  /** The app opens offline: a worker has cached all of it. */
  readonly isReady: boolean;
};

async function readDevice(): Promise<DeviceFacts> {
  const [parts, tiles, browser] = await Promise.all([
    storedParts(),
    sendToTileKeeper({ ask: 'overview' }).catch(() => null),
    browserStorage(),
  ]);
  return { parts, tiles, browser, isReady: hasTileKeeper() };
}

/** `reread` resolves when the screen has the new figures. */
export function useDevice(): { readonly facts: DeviceFacts | null; readonly reread: () => Promise<void> } {
  const [facts, setFacts] = useState<DeviceFacts | null>(null);
  const turn = useRef(0);
  const reread = useCallback(async () => {
    turn.current += 1;
    const mine = turn.current;
    const read = await readDevice();
    if (turn.current === mine) setFacts(read);
  }, []);
  useEffect(() => {
    const look = (): void => void (document.visibilityState === 'visible' && reread());
    const worker = globalThis.navigator?.serviceWorker;
    look();
    document.addEventListener('visibilitychange', look);
    worker?.addEventListener('controllerchange', look);
    return () => {
      turn.current += 1;
      document.removeEventListener('visibilitychange', look);
      worker?.removeEventListener('controllerchange', look);
    };
  }, [reread]);
  return { facts, reread };
}
