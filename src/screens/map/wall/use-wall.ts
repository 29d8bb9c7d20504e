/** Full-screen map for wall displays. The mode is in the address, so a display can open it directly. Esc ends it. */
import { useCallback, useEffect } from 'react';
import { useMapShare } from '../map-context.ts';
import { useGlMap } from '../use-gl-map.ts';

export function useWall(): { readonly toggle: () => void } {
  const map = useGlMap();
  const { address, change } = useMapShare();
  const { isWall } = address;
  useEffect(() => {
    if (!isWall) return;
    const leave = (): void => change({ isWall: false });
    const onChange = (): void => {
      if (!document.fullscreenElement) leave();
    };
    // Without the full screen the browser does not end it.
    const onKey = (event: KeyboardEvent): void => {
      // What is open closes first, in a listener of its own.
      if (event.key === 'Escape') setTimeout(() => event.defaultPrevented || leave());
    };
    document.addEventListener('fullscreenchange', onChange);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      document.removeEventListener('keydown', onKey);
    };
  }, [isWall, change]);
  const toggle = useCallback(() => {
    change({ isWall: !isWall });
    // Refused or unsupported (iPhone): the list is hidden anyway.
    if (isWall) void document.exitFullscreen?.().catch(() => undefined);
    else
      void map
        .getContainer()
        .parentElement?.requestFullscreen?.()
        .catch(() => undefined);
  }, [map, isWall, change]);
  return { toggle };
}
