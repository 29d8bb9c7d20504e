/** List of what is in view: counts, source, aircraft or airports. Own file: the list, apart from the sheet that holds it. */
import { IconPlaneInflight } from '@tabler/icons-react';
import clsx from 'clsx';
import { type ReactElement, useMemo, useState } from 'react';
import { api } from '../../../../contract/api.ts';
import { permissionFor } from '../../../../contract/audience.ts';
import type { MapAirport } from '../../../../contract/entities/reference.ts';
import { AltitudeMark } from '../../../charts/AltitudeMark.tsx';
import { whyUnavailable } from '../../../data/airport-services.ts';
import { serverNow } from '../../../data/send.ts';
import { useNow } from '../../../data/use-now.ts';
import { useLateText } from '../../../data/waiting.ts';
import { isWithin } from '../../../lib/bounds.ts';
import { formatCount, noValue, oneLine } from '../../../lib/format.ts';
import { say } from '../../../lib/tense.ts';
import { ageText, utcShort } from '../../../lib/time.ts';
import { useUnits } from '../../../objects/units-choice.ts';
import { useAudience } from '../../../session/use-session.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import shared from '../../../ui/shared.module.css';
import { Segmented } from '../controls/Segmented.tsx';
import { type Aircraft, ageOf, climbOf, isAged, nameOf } from '../fleet/aircraft.ts';
import { useFilterShare } from '../fleet/filter-context.tsx';
import type { Fleet } from '../fleet/fleet.ts';
import { usePositionsState, useStoredPositionsState } from '../fleet/Positions.tsx';
import { fetchAllPositions } from '../fleet/request-positions.ts';
import { useAirportsShare } from '../ground/airports-context.tsx';
import { rangeFindings, useRanges } from '../ground/ranges.ts';
import { type PositionSource, positionSources } from '../map-address.ts';
import { useIsReached, useMapShare } from '../map-context.ts';
import { sizeOf, viewAround } from '../viewport.ts';
import { Emergency } from './AircraftPanel.tsx';
import { focusSoon } from './Card.tsx';
import { InViewList } from './InViewList.tsx';
import { aircraftInView, aircraftLine, airportCodes, airportKey, airportsInView, noAirportsText } from './in-view.ts';
import styles from './MapPanel.module.css';
import { MapSearch, useGoTo } from './MapSearch.tsx';

type Shown = 'aircraft' | 'airports';
const noAirports: readonly MapAirport[] = [];

export function InView({ now }: { now: number }): ReactElement {
  const { viewport, isDrawn } = useMapShare();
  const { airports, areMissing } = useAirportsShare();
  const { fleet } = useFilterShare();
  const [shown, setShown] = useState<Shown>('aircraft');
  const bounds = viewport?.bounds ?? null;
  const goTo = useGoTo(null);
  const aircraft = useMemo(() => aircraftInView(fleet.list, bounds, '', null), [fleet, bounds]);
  const known = airports?.value ?? noAirports;
  const places = useMemo(() => airportsInView(known, bounds, ''), [known, bounds]);
  // None is said of what was received.
  const counts = {
    aircraft: fleet.receivedAt === null ? null : aircraft.length,
    airports: airports === null ? null : places.length,
  };
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
        <AircraftRows aircraft={aircraft} now={now} />
      ) : (
        <AirportRows airports={places} isLoading={airports === null} areMissing={areMissing} />
      )}
    </>
  );
}

type CountsOf = Readonly<Record<Shown, number | null>>;

/** `23 aircraft, 7 airports`, each as a button. */
function Counts(props: { counts: CountsOf; shown: Shown; onShow: (shown: Shown) => void }): ReactElement {
  const { counts, shown, onShow } = props;
  const words = (one: Shown): string =>
    `${counts[one] === null ? noValue : formatCount(counts[one])} ${one === 'airports' && counts.airports === 1 ? 'airport' : one}`;
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

type AircraftRowsProps = { readonly aircraft: readonly Aircraft[]; readonly now: number };

function AircraftRows({ aircraft, now }: AircraftRowsProps): ReactElement {
  const { viewport, change, isDrawn } = useMapShare();
  const { selectedKey } = useFilterShare();
  if (aircraft.length === 0) return <NoAircraft />;
  return (
    <InViewList
      label="Aircraft in view"
      items={aircraft}
      keyOf={keyOfAircraft}
      selectedKey={selectedKey}
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

/** After the altitude. */
function Climb({ aircraft }: { readonly aircraft: Aircraft }): ReactElement | null {
  const climb = climbOf(aircraft);
  if (climb === null) return null;
  return (
    <>
      <span aria-hidden="true"> {climb === 'climbing' ? '↑' : '↓'}</span>
      <span className="dl-hidden">, {climb}</span>
    </>
  );
}

type AirportRowsProps = {
  readonly airports: readonly MapAirport[];
  readonly isLoading: boolean;
  readonly areMissing: boolean;
};

function AirportRows({ airports, isLoading, areMissing }: AirportRowsProps): ReactElement {
  const { viewport, change } = useMapShare();
  const { selected, select } = useAirportsShare();
  const isReached = useIsReached();
  if (airports.length === 0) {
    const why = !isLoading ? 'none' : areMissing ? 'unreached' : isReached ? 'loading' : 'reading';
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

/** How many aircraft the filter or the altitudes of OpenSky leave, with the way back. Without a map in the list, otherwise on it. */
export function FilterStatus(): ReactElement | null {
  const { source } = useMapShare().address;
  const { conditions, fleet, isEveryAltitude, showAll } = useFilterShare();
  if (conditions === 0 && (source !== 'opensky' || isEveryAltitude)) return null;
  return (
    <div className={styles.status} data-uncovered>
      {conditions === 0 ? null : `${formatCount(fleet.shown)} of ${formatCount(fleet.all)} shown`}
      <PlainButton look="subtle" onClick={showAll}>
        Show all aircraft
      </PlainButton>
    </div>
  );
}

/** Where the range of a chosen station differs from its month. */
function RangeFindings(): ReactElement | null {
  const ranges = useRanges();
  const findings = ranges ? rangeFindings(ranges.value) : [];
  if (findings.length === 0) return null;
  return (
    <ul className={clsx(shared.bareList, shared.smallDim, styles.findings)} aria-label="Findings of ranges">
      {findings.map((finding) => (
        <li key={finding}>{finding}</li>
      ))}
    </ul>
  );
}

const tickMs = 5000;

function NoAircraft(): ReactElement {
  const { fleet, conditions } = useFilterShare();
  const reason = useReason(fleet);
  const isFiltered = conditions > 0 && fleet.all > 0;
  return (
    <div className={styles.none}>
      <p>{isFiltered ? 'No aircraft matches the filter.' : reason}</p>
      {isFiltered || fleet.receivedAt === null ? null : <ShowAll fleet={fleet} />}
    </div>
  );
}

function useReason({ receivedAt, source }: Fleet): string {
  const stored = useStoredPositionsState();
  const { error } = usePositionsState();
  const isReached = useIsReached();
  // A retry forgets the error of the last poll.
  const isAway = error !== null || !isReached;
  const lateText = useLateText(receivedAt === null && !isAway);
  const now = useNow(tickMs);
  if (receivedAt !== null) return say('noAircraftInView', { now, dataAt: receivedAt, isNow: source === 'live' });
  if (!isAway) return lateText ?? 'Positions are loading';
  return stored === 'reading'
    ? 'Positions stored on this device are still being read.'
    : 'No positions are stored yet.';
}

function ShowAll({ fleet }: { fleet: Fleet }): ReactElement {
  const { viewport, address, change, company } = useMapShare();
  const [result, setResult] = useState('');
  const [isBusy, setBusy] = useState(false);
  const show = async (): Promise<void> => {
    setBusy(true);
    // Without a response the known aircraft are shown, such as stored ones.
    const places = await fetchAllPositions({ source: address.source, company }).catch(() => fleet.list);
    setBusy(false);
    const view = viewport && viewAround(places, sizeOf(viewport));
    const at = { now: serverNow(), dataAt: fleet.receivedAt ?? serverNow(), isNow: fleet.source === 'live' };
    setResult(view ? '' : say('noAircraftAnywhere', at));
    if (view) change(view);
  };
  return (
    <>
      <PlainButton aria-busy={isBusy} disabled={isBusy} onClick={() => void show()}>
        <IconPlaneInflight size={16} aria-hidden="true" />
        Show all aircraft
      </PlainButton>
      <p role="status">{result}</p>
    </>
  );
}

const sourceNames: Readonly<Record<PositionSource, string>> = {
  receivers: 'Receivers',
  opensky: 'OpenSky',
  states: 'Public states',
};
const callOf: Readonly<Record<PositionSource, string>> = {
  receivers: api.map.currentLocation.id,
  opensky: api.map.openSky.id,
  states: api.map.states.id,
};

/** Choice of the position source (C111), for users who may call it. */
function SourceSwitch(): ReactElement {
  const { address, change } = useMapShare();
  const { error, band } = usePositionsState();
  const audience = useAudience();
  const offered = positionSources.filter((source) => permissionFor(callOf[source], audience, true) === 'yes');
  const { source } = address;
  // Errors of the receivers' call and an unreachable server are shown elsewhere.
  const trouble =
    error && source !== 'receivers'
      ? whyUnavailable(error, `${sourceNames[source]} ${source === 'states' ? 'are' : 'is'}`)
      : null;
  return (
    <>
      {offered.length > 1 ? (
        <Segmented
          legend="Positions from"
          isLegendHidden
          value={source}
          choices={offered}
          textOf={(one) => sourceNames[one]}
          onChange={(one) => change({ source: one })}
        />
      ) : null}
      {trouble ? (
        <p className={shared.warned} role="status">
          {trouble}
        </p>
      ) : band ? (
        <p className={shared.smallDim}>
          Altitude {formatCount(band.minM)} to {formatCount(band.maxM)} m, by zoom
        </p>
      ) : null}
    </>
  );
}
