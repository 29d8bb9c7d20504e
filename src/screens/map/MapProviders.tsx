import type { ReactElement, ReactNode } from 'react';
import { AirportsProvider } from './airports/airports-context.tsx';
import { type MapShare, MapShareProvider } from './map-context.ts';

/** All that parts of the map screen share. */
export function MapProviders({ share, children }: { share: MapShare; children: ReactNode }): ReactElement {
  return (
    <MapShareProvider value={share}>
      <AirportsProvider>{children}</AirportsProvider>
    </MapShareProvider>
  );
}
