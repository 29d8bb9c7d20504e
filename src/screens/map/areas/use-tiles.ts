/** Reads stored areas and tiles for the screen, again after each change. */
import { useEffect, useState } from 'react';
import type { TileOverview, TileSums } from '../../../../contract/tile-keeper.ts';
import { hasTileKeeper, sendToTileKeeper } from '../../../offline/tile-keeper.ts';

/** 'none' = no worker stores tiles for this page. */
export type Overview = TileOverview | 'loading' | 'none';

/** Areas and totals, read again when `turn` changes. The previous ones stay on screen until then. */
export function useTileOverview(turn: unknown): Overview {
  const [overview, setOverview] = useState<Overview>('loading');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` is the occasion
  useEffect(() => {
    let isHere = true;
    sendToTileKeeper({ ask: 'overview' }).then(
      (response) => isHere && setOverview(response),
      () => isHere && setOverview((before) => (typeof before === 'string' ? 'none' : before)),
    );
    return () => {
      isHere = false;
    };
  }, [turn]);
  return overview;
}

/** Stored tiles of each layer, null while unknown. Read while the layers are shown. */
export function useStoredSums(isShown: boolean): TileSums | null {
  const [sums, setSums] = useState<TileSums | null>(null);
  useEffect(() => {
    if (!isShown || !hasTileKeeper()) return;
    let isHere = true;
    sendToTileKeeper({ ask: 'sums' }).then(
      (response) => isHere && setSums(response.sums),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [isShown]);
  return sums;
}
