/**
 * The map alone: for a display on a wall the list goes and, where the browser can, all else goes too. It stands in the address, so that a
 * wall's browser opens so by itself.
 * Must not: keep the way back to itself; Esc ends it.
 */
import { useCallback, useEffect } from 'react';
import { useMapShare } from '../map-context.ts';

export function useWall(): { readonly toggle: () => void } {
  const { map, address, change } = useMapShare();
  const { isWall } = address;
  useEffect(() => {
    const onChange = (): void => {
      if (!document.fullscreenElement) change({ isWall: false });
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, [change]);
  const toggle = useCallback(() => {
    change({ isWall: !isWall });
    // Refused or not there (a phone of Apple's): the list is gone all the same.
    if (isWall) void document.exitFullscreen?.().catch(() => undefined);
    else
      void map
        ?.getContainer()
        .parentElement?.requestFullscreen?.()
        .catch(() => undefined);
  }, [map, isWall, change]);
  return { toggle };
}
