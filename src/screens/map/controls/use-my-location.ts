/** Location of the device, requested on a click only. Never stored or sent. */
import { useState } from 'react';
import { useMapShare } from '../map-context.ts';

const nearbyZoom = 9;
const waitMs = 10_000;

export type Here = { readonly lat: number; readonly lon: number };

type MyLocation = {
  /** Available on secure pages only. */
  readonly canAsk: boolean;
  readonly ask: () => void;
  readonly problem: string | null;
  /** null = not requested yet. */
  readonly here: Here | null;
};

export function useMyLocation(): MyLocation {
  const { address, change } = useMapShare();
  const [here, setHere] = useState<Here | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = (): void => {
    setProblem(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lon } }) => {
        setHere({ lat, lon });
        change({ lat, lon, zoom: Math.max(address.zoom, nearbyZoom) });
      },
      ({ code }) =>
        setProblem(
          code === 1
            ? 'Location access is blocked. Allow it in the browser settings.'
            : 'Your location could not be found.',
        ),
      { timeout: waitMs, maximumAge: 60_000 },
    );
  };
  return { canAsk: isSecureContext && 'geolocation' in navigator, ask, problem, here };
}
