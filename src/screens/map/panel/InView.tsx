/** List of what is in view: counts, source, aircraft or airports. */
import { type ReactElement, useMemo, useState } from 'react';
import type { MapAirport } from '../../../../contract/entities/reference.ts';
import { useConnection } from '../../../api/connection.ts';
import { AltitudeMark } from '../../../charts/AltitudeMark.tsx';
import { isWithin } from '../../../lib/bounds.ts';
import { formatCount, oneLine } from '../../../lib/format.ts';
import { ageText, utcShort } from '../../../lib/time.ts';
import { useUnits } from '../../../objects/units-choice.ts';
import { useAirportsShare } from '../airports/airports-context.tsx';
import { Climb, Emergency } from '../altitude/ClimbAndEmergency.tsx';
import { FilterStatus } from '../filter/FilterStatus.tsx';
import { useFilterShare } from '../filter/filter-context.tsx';
import type { ShownFleet } from '../filter/map-filter.ts';
import { useMapShare } from '../map-context.ts';
import { type Aircraft, ageOf, aircraftKey, isAged, nameOf } from '../positions/aircraft.ts';
import { usePositionsState } from '../positions/use-positions.ts';
import { RangeFindings } from '../ranges/RangeFindings.tsx';
import { MapSearch } from '../search/MapSearch.tsx';
import { useGoTo } from '../search/use-go-to.ts';
import { focusSoon } from './focus.ts';
import styles from './InView.module.css';
import { InViewList } from './InViewList.tsx';
import { aircraftInView, aircraftLine, airportCodes, airportKey, airportsInView, noAirportsText } from './in-view.ts';
import { NoAircraft } from './NoAircraft.tsx';
import { SourceSwitch } from './SourceSwitch.tsx';

type Shown = 'aircraft' | 'airports';
const noAirports: readonly MapAirport[] = [];

export function InView({ now }: { now: number }): ReactElement {
  const { viewport, isDrawn } = useMapShare();
  const { airports } = useAirportsShare();
  const { fleet } = useFilterShare();
  const [shown, setShown] = useState<Shown>('aircraft');
  const bounds = viewport?.bounds ?? null;
  const goTo = useGoTo(null);
  const aircraft = useMemo(() => aircraftInView(fleet.list, bounds, '', null), [fleet, bounds]);
  const known = airports?.value ?? noAirports;
  const places = useMemo(() => airportsInView(known, bounds, ''), [known, bounds]);
  const counts = { aircraft: aircraft.length, airports: places.length };
  return (
    <>
      <div className={styles.head}>
        <h2>In view</h2>
        <Counts counts={counts} shown={shown} onShow={setShown} />
        {isDrawn ? null : <MapSearch onGo={goTo} />}
        <SourceSwitch />
        <RangeFindings />
        {isDrawn ? null : <FilterStatus />}
      </div>
      {shown === 'aircraft' ? (
        <AircraftRows aircraft={aircraft} fleet={fleet} now={now} />
      ) : (
        <AirportRows airports={places} isLoading={airports === null} />
      )}
    </>
  );
}

type CountsOf = Readonly<Record<Shown, number>>;

/** `23 aircraft, 7 airports`, each as a button. */
function Counts(props: { counts: CountsOf; shown: Shown; onShow: (shown: Shown) => void }): ReactElement {
  const { counts, shown, onShow } = props;
  const words = (one: Shown): string =>
    `${formatCount(counts[one])} ${one === 'airports' && counts.airports === 1 ? 'airport' : one}`;
  return (
    <div className={styles.counts}>
      {(['aircraft', 'airports'] as const).map((one) => (
        <button key={one} type="button" aria-pressed={one === shown} onClick={() => onShow(one)}>
          {words(one)}
        </button>
      ))}
    </div>
  );
}

type AircraftRowsProps = {
  readonly aircraft: readonly Aircraft[];
  readonly fleet: ShownFleet;
  readonly now: number;
};

function AircraftRows({ aircraft, fleet, now }: AircraftRowsProps): ReactElement {
  const { viewport, address, change, isDrawn } = useMapShare();
  const { error } = usePositionsState();
  if (aircraft.length === 0) return <NoAircraft fleet={fleet} hasFailed={error !== null} />;
  return (
    <InViewList
      label="Aircraft in view"
      items={aircraft}
      keyOf={keyOfAircraft}
      selectedKey={address.icao && aircraftKey(address.icao)}
      onSelect={({ key, lat, lon }, isByKey) => {
        // A drawn map centres what is selected.
        const isInView = isDrawn || !viewport || isWithin(viewport.bounds, lat, lon);
        change(isInView ? { icao: key } : { icao: key, lat, lon });
        if (isByKey) focusSoon('aircraft');
      }}
      onEscape={() => change({ icao: null })}
      draw={(one) => ({ isAged: isAged(one, now), content: <AircraftRow aircraft={one} now={now} /> })}
    />
  );
}
const keyOfAircraft = ({ key }: Aircraft): string => key;

function AircraftRow({ aircraft, now }: { aircraft: Aircraft; now: number }): ReactElement {
  const units = useUnits();
  const at = new Date(aircraft.fixAt).toISOString();
  return (
    <>
      <b dir="auto">{oneLine(nameOf(aircraft))}</b>
      <span>
        <Emergency aircraft={aircraft} />
        <AltitudeMark of={aircraft} />
        {aircraftLine(aircraft, units)}
        <Climb aircraft={aircraft} />
      </span>
      <time dateTime={at}>
        {isAged(aircraft, now) ? <span>{utcShort(aircraft.fixAt)} </span> : null}
        <span>{ageText(ageOf(aircraft, now))} ago</span>
      </time>
    </>
  );
}

type AirportRowsProps = {
  readonly airports: readonly MapAirport[];
  readonly isLoading: boolean;
};

function AirportRows({ airports, isLoading }: AirportRowsProps): ReactElement {
  const { viewport, change } = useMapShare();
  const { selected, select } = useAirportsShare();
  const { state } = useConnection();
  if (airports.length === 0) {
    const why = !isLoading ? 'none' : state === 'reached' || state === 'slow' ? 'loading' : 'unreached';
    return <p className={styles.none}>{noAirportsText(why)}</p>;
  }
  return (
    <InViewList
      label="Airports in view"
      items={airports}
      keyOf={airportKey}
      selectedKey={selected && airportKey(selected)}
      onSelect={(airport, isByKey) => {
        select(airport);
        const { latitudeDeg: lat, longitudeDeg: lon } = airport;
        if (viewport && !isWithin(viewport.bounds, lat, lon))
          change({ lat, lon, zoom: Math.max(viewport.zoom, airportZoom) });
        if (isByKey) focusSoon('airport');
      }}
      onEscape={() => select(null)}
      draw={(airport) => ({ isAged: false, content: <AirportRow airport={airport} /> })}
    />
  );
}

/** Zoom from which small airports are on the map (MAP-11). */
const airportZoom = 10;

function AirportRow({ airport }: { airport: MapAirport }): ReactElement {
  return (
    <>
      <b data-kind="airport">{airportCodes(airport) || '–'}</b>
      <span dir="auto">{oneLine(airport.airportName)}</span>
    </>
  );
}
