/** The table with what it needs from the server: the station that distances are from. Own file: the request, apart from the table. */
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useMemo } from 'react';
import { type StationRow, stationsQuery } from '../../../data/stations.ts';
import { oneLine } from '../../../lib/format.ts';
import { compareTexts } from '../../../lib/text-order.ts';
import { useRanges } from '../ground/ranges.ts';
import { useMapShare } from '../map-context.ts';
import { AircraftTable, type AircraftTableProps } from './AircraftTable.tsx';
import styles from './MapPanel.module.css';

const ofMap = 'map';

export function TableOfAircraft(props: Omit<AircraftTableProps, 'from'>): ReactElement {
  const { display, changeDisplay, viewport } = useMapShare();
  const { data } = useQuery({ ...stationsQuery(), meta: { isQuiet: true } });
  const stations = useMemo(() => (data?.value ?? []).filter(hasPlace).sort(byNumber), [data]);
  const own = useRanges()?.value[0];
  const chosen =
    display.distanceFrom === ofMap
      ? null
      : (stations.find(({ stationId }) => stationId === (display.distanceFrom ?? own?.stationId)) ?? null);
  const { lat, lon } = chosen
    ? { lat: chosen.latitude, lon: chosen.longitude }
    : (viewport ?? { lat: null, lon: null });
  const from = useMemo(() => (lat === null || lon === null ? null : { lat, lon }), [lat, lon]);
  return (
    <>
      <AircraftTable {...props} from={from} />
      <p className={styles.tableFoot}>
        <label>
          Emergencies first, distance from{' '}
          <select
            value={chosen?.stationId ?? ofMap}
            onChange={({ target }) => changeDisplay({ distanceFrom: target.value })}
          >
            <option value={ofMap}>the middle of the map</option>
            {stations.map(({ stationId, city }) => (
              <option key={stationId} value={stationId}>
                {oneLine(city ? `${stationId} ${city}` : stationId)}
              </option>
            ))}
          </select>
        </label>
        <span className={styles.keys} aria-hidden="true">
          <kbd>/</kbd> find <kbd>o</kbd> aircraft <kbd>f</kbd> follow
        </span>
      </p>
    </>
  );
}

type Placed = StationRow & { readonly latitude: number; readonly longitude: number };
const hasPlace = (one: StationRow): one is Placed => one.latitude !== null && one.longitude !== null;

const byNumber = (a: StationRow, b: StationRow): number => compareTexts(a.stationId, b.stationId);
