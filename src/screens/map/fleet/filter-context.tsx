/** Filter of aircraft, which the address contains; the fleet that passes it, and the selected aircraft. */
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import type { PositionSource } from '../../../charts/positions/fix.ts';
import { aircraftKey } from '../../../charts/positions/fix.ts';
import { screenContext, useMapShare } from '../map-context.ts';
import type { Aircraft } from './aircraft.ts';
import { conditionsOf, filterFleet, type MapFilter, noFilter, type ShownFleet } from './map-filter.ts';
import { useShownFleet } from './past-context.tsx';

type FilterShare = {
  readonly filter: MapFilter;
  readonly change: (part: Partial<MapFilter>) => void;
  /** How many conditions are set. */
  readonly conditions: number;
  readonly fleet: ShownFleet;
  /** Key of the selected aircraft. null = none. */
  readonly selectedKey: string | null;
  /** null = none, or without a current position. Another object with each response. */
  readonly selected: Aircraft | null;
  /** OpenSky is requested for all altitudes instead of those of the zoom (MAP-13). */
  readonly isEveryAltitude: boolean;
  /** Clears the filter and the altitude band. */
  readonly showAll: () => void;
};
const [Provider, useFilterShare] = screenContext<FilterShare>();

export { useFilterShare };

export function FilterProvider({ children }: { children: ReactNode }): ReactElement {
  const { viewport, address, change: changeAddress } = useMapShare();
  const { icao, source, filter } = address;
  const all = useShownFleet();
  const [everyAltitudeOf, setEveryAltitudeOf] = useState<PositionSource | null>(null);
  // Another source has its band again.
  if (everyAltitudeOf !== null && everyAltitudeOf !== source) setEveryAltitudeOf(null);
  const selectedKey = icao === null ? null : aircraftKey(icao);
  const fleet = useMemo(
    () => filterFleet(all, filter, { viewport, selectedKey }),
    [all, filter, viewport, selectedKey],
  );
  const share = useMemo((): FilterShare => {
    const change = (part: Partial<MapFilter>): void => changeAddress({ filter: { ...filter, ...part } });
    const found = selectedKey === null ? undefined : fleet.byKey.get(selectedKey);
    return {
      filter,
      change,
      conditions: conditionsOf(filter),
      fleet,
      selectedKey,
      selected: found ? { ...found } : null,
      isEveryAltitude: everyAltitudeOf === source,
      showAll: () => {
        change(noFilter);
        setEveryAltitudeOf(source);
      },
    };
  }, [filter, fleet, selectedKey, changeAddress, source, everyAltitudeOf]);
  return <Provider value={share}>{children}</Provider>;
}
