/** Filter of aircraft, per user on this device, and the fleet that passes it. */
import { createContext, type ReactElement, type ReactNode, use, useMemo, useState } from 'react';
import { readEntry, writeEntry } from '../../../session/personal-entries.ts';
import type { PositionSource } from '../map-address.ts';
import { useMapShare } from '../map-context.ts';
import { useShownFleet } from '../past/past-context.tsx';
import { aircraftKey } from '../positions/aircraft.ts';
import { conditionsOf, filterFleet, type MapFilter, noFilter, readFilter, type ShownFleet } from './map-filter.ts';

type FilterShare = {
  readonly filter: MapFilter;
  readonly change: (part: Partial<MapFilter>) => void;
  /** How many conditions are set. */
  readonly conditions: number;
  readonly fleet: ShownFleet;
  /** OpenSky is requested for all altitudes instead of those of the zoom (MAP-13). */
  readonly isEveryAltitude: boolean;
  /** Clears the filter and the altitude band. */
  readonly showAll: () => void;
};
const Share = createContext<FilterShare | null>(null);

export function useFilterShare(): FilterShare {
  const share = use(Share);
  if (!share) throw new Error('This is no part of the map screen.');
  return share;
}

export function FilterProvider({ userId, children }: { userId: string; children: ReactNode }): ReactElement {
  const { viewport, address } = useMapShare();
  const { icao, source } = address;
  const all = useShownFleet();
  const [filter, setFilter] = useState(() => readFilter(readEntry({ kind: 'map', userId, part: 'filter' })));
  const [everyAltitudeOf, setEveryAltitudeOf] = useState<PositionSource | null>(null);
  // Another source has its band again.
  if (everyAltitudeOf !== null && everyAltitudeOf !== source) setEveryAltitudeOf(null);
  const selectedKey = icao === null ? null : aircraftKey(icao);
  const fleet = useMemo(
    () => filterFleet(all, filter, { viewport, selectedKey }),
    [all, filter, viewport, selectedKey],
  );
  const share = useMemo((): FilterShare => {
    const change = (part: Partial<MapFilter>): void => {
      const next = { ...filter, ...part };
      setFilter(next);
      writeEntry({ kind: 'map', userId, part: 'filter' }, JSON.stringify(next));
    };
    return {
      filter,
      change,
      conditions: conditionsOf(filter),
      fleet,
      isEveryAltitude: everyAltitudeOf === source,
      showAll: () => {
        change(noFilter);
        setEveryAltitudeOf(source);
      },
    };
  }, [filter, fleet, userId, source, everyAltitudeOf]);
  return <Share value={share}>{children}</Share>;
}
