import type { ReactElement, ReactNode } from 'react';
import { AirportsProvider } from './airports/airports-context.tsx';
import { FilterProvider } from './filter/filter-context.tsx';
import { type MapShare, MapShareProvider } from './map-context.ts';
import { PastProvider } from './past/past-context.tsx';

type MapProvidersProps = { readonly userId: string; readonly share: MapShare; readonly children: ReactNode };

export function MapProviders({ userId, share, children }: MapProvidersProps): ReactElement {
  return (
    <MapShareProvider value={share}>
      <PastProvider>
        <FilterProvider userId={userId}>
          <AirportsProvider>{children}</AirportsProvider>
        </FilterProvider>
      </PastProvider>
    </MapShareProvider>
  );
}
