/** What a wall display does without a user: it stays on, dims, and moves to the newest message or from view to view. */
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useNow } from '../../../api/use-now.ts';
import { flyTo } from '../fly-to.ts';
import { useMapShare } from '../map-context.ts';
import { useFleet } from '../positions/fleet-store.ts';
import { useGlMap } from '../use-gl-map.ts';
import { viewAround } from '../viewport.ts';
import { useWakeLock } from './use-wake-lock.ts';
import styles from './WallDisplay.module.css';
import { idleMs, isDimmed, messageMs, viewAfter, viewMs, type WallView, withNewestMessage } from './wall-rules.ts';

const tickMs = 5000;
const closeZoom = 7;

export function WallDisplay(): ReactElement {
  useWakeLock();
  useTour();
  const { address, display } = useMapShare();
  const now = useNow(tickMs);
  const isIdle = useIsIdle();
  // The map may be elsewhere, the display is not.
  const [{ lat, lon }] = useState(address);
  return (
    <div
      className={styles.shade}
      data-dimmed={isDimmed(display.wallDim, { lat, lon, now, isIdle })}
      aria-hidden="true"
    />
  );
}

/** Whether the user made no input for `idleMs`. Measured by a timer: the server's clock can be corrected at any response. */
function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const wait = () => setTimeout(() => setIsIdle(true), idleMs);
    let timer = wait();
    const onInput = (): void => {
      clearTimeout(timer);
      timer = wait();
      setIsIdle(false);
    };
    const kinds = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;
    for (const kind of kinds) document.addEventListener(kind, onInput, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const kind of kinds) document.removeEventListener(kind, onInput);
    };
  }, []);
  return isIdle;
}

function useTour(): void {
  const map = useGlMap();
  const { address, change, display } = useMapShare();
  const fleet = useFleet();
  const [first] = useState({ lat: address.lat, lon: address.lon, zoom: address.zoom });
  const view = useRef<WallView>('first view');
  const latest = useRef(fleet);
  latest.current = fleet;
  const choice = display.wallView;
  useEffect(() => {
    if (choice === 'fixed') return;
    const showMessage = (): void => {
      const sender = withNewestMessage(latest.current.list);
      if (sender) change({ icao: sender.key });
    };
    const next = (): void => {
      view.current = viewAfter(view.current);
      const { clientWidth: width, clientHeight: height } = map.getContainer();
      const { list } = latest.current;
      const sender = view.current === 'newest message' ? withNewestMessage(list) : null;
      const all = view.current === 'all aircraft' ? viewAround(list, { width, height }) : null;
      if (view.current === 'newest message' && !sender) return;
      // Through the address it would be late: the selection moves the map first, and opening the full screen changes the view.
      flyTo(map, sender ? { ...sender, zoom: closeZoom } : (all ?? first));
      change({ icao: sender?.key ?? null });
    };
    const step = choice === 'message' ? showMessage : next;
    step();
    const timer = setInterval(step, choice === 'message' ? messageMs : viewMs);
    return () => clearInterval(timer);
  }, [choice, change, first, map]);
}
