/** Full-screen map of a wall display. Without a user it stays on, dims, and moves to the newest message or from view to view. Own file: only wall displays need it. */
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react';
import { useNow } from '../../../data/use-now.ts';
import { useFleet } from '../fleet/fleet-store.ts';
import { flyTo, useGlMap } from '../gl-map.ts';
import { useMapShare } from '../map-context.ts';
import { viewAround } from '../viewport.ts';
import styles from './MapControls.module.css';
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
    const gone = new AbortController();
    const wait = () => setTimeout(() => setIsIdle(true), idleMs);
    let timer = wait();
    const onInput = (): void => {
      clearTimeout(timer);
      timer = wait();
      setIsIdle(false);
    };
    const kinds = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;
    const { signal } = gone;
    for (const kind of kinds) document.addEventListener(kind, onInput, { passive: true, signal });
    return () => {
      clearTimeout(timer);
      gone.abort();
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

/** The screen stays on, where the browser supports it. A hidden page loses the lock. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    const gone = new AbortController();
    const hold = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || !navigator.wakeLock) return;
      // Refused on a low battery: the screen then turns off as usual.
      const made = await navigator.wakeLock.request('screen').catch(() => null);
      if (gone.signal.aborted) void made?.release();
      else lock = made;
    };
    const renew = (): void => void hold();
    renew();
    document.addEventListener('visibilitychange', renew, gone);
    return () => {
      gone.abort();
      void lock?.release();
    };
  }, []);
}

/** The mode is in the address, so a display can open it directly. Esc ends it. */
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
    const left = new AbortController();
    document.addEventListener('fullscreenchange', onChange, left);
    document.addEventListener('keydown', onKey, left);
    return () => left.abort();
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
