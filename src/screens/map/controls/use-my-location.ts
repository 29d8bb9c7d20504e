/**
 * Where the device is, asked only when somebody presses the button; it is not kept and goes nowhere.
 * Must not: ask by itself.
 */
import { useState } from 'react';
import { useMapShare } from '../map-context.ts';

const nearbyZoom = 9;
const waitMs = 10_000;

export type MyLocation = {
  /** Browsers tell it on secure pages only. */
  readonly canAsk: boolean;
  readonly ask: () => void;
  readonly problem: string | null;
};

export function useMyLocation(): MyLocation {
  const { address, change } = useMapShare();
  const [problem, setProblem] = useState<string | null>(null);
  const ask = (): void => {
    setProblem(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => change({ lat: coords.latitude, lon: coords.longitude, zoom: Math.max(address.zoom, nearbyZoom) }),
      ({ code }) =>
        setProblem(
          code === 1
            ? 'This browser does not tell your location: it was not allowed to.'
            : 'Your location could not be found.',
        ),
      { timeout: waitMs, maximumAge: 60_000 },
    );
  };
  return { canAsk: isSecureContext && 'geolocation' in navigator, ask, problem };
}
