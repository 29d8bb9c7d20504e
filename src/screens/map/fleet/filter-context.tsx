/** Filter of aircraft, per user on this device; the fleet that passes it, and the selected aircraft. */
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { readEntry, writeEntry } from '../../../session/personal-entries.ts';
import type { PositionSource } from '../map-address.ts';
import { screenContext, useMapShare } from '../map-context.ts';
import { type Aircraft, aircraftKey } from './aircraft.ts';
import { conditionsOf, filterFleet, type MapFilter, noFilter, readFilter, type ShownFleet } from './map-filter.ts';
import { useShownFleet } from './past-context.tsx';

type FilterShare = {
  readonly filter: MapFilter;
  readonly change: (part: Partial<MapFilter>) => void;
  /** How many conditions are set. */
  readonly conditions: number;
  readonly fleet: ShownFleet;
  /** Key of the selected aircraft. null = none. */
  readonly selectedKey: string | null;
  /** null = none, or without a current position. */
  readonly selected: Aircraft | null;
  /** OpenSky is requested for all altitudes instead of those of the zoom (MAP-13). */
  readonly isEveryAltitude: boolean;
  /** Clears the filter and the altitude band. */
  readonly showAll: () => void;
};
const [Provider, useFilterShare] = screenContext<FilterShare>();

export { useFilterShare };

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
      selectedKey,
      selected: selectedKey === null ? null : (fleet.byKey.get(selectedKey) ?? null),
      isEveryAltitude: everyAltitudeOf === source,
      showAll: () => {
        change(noFilter);
        setEveryAltitudeOf(source);
      },
    };
  }, [filter, fleet, selectedKey, userId, source, everyAltitudeOf]);
  return <Provider value={share}>{children}</Provider>;
}
