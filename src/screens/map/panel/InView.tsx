/** List of what is in view: counts, source, aircraft or airports. Own file: the list, apart from the sheet that holds it. */
import { IconPlaneInflight } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../../../../contract/api.ts';
import { permissionFor } from '../../../../contract/audience.ts';
import type { MapAirport } from '../../../../contract/entities/reference.ts';
import { AltitudeMark } from '../../../charts/AltitudeMark.tsx';
import { type PositionSource, positionSources } from '../../../charts/positions/fix.ts';
import { whyUnavailable } from '../../../data/airport-services.ts';
import { ApiError } from '../../../data/api-error.ts';
import { useIsReached } from '../../../data/connection.ts';
import { serverNow } from '../../../data/send.ts';
import { useNow } from '../../../data/use-now.ts';
import { useLateText } from '../../../data/waiting.ts';
import { isWithin } from '../../../lib/bounds.ts';
import { upTo } from '../../../lib/breakpoints.ts';
import { formatCount, noValue, oneLine } from '../../../lib/format.ts';
import { say } from '../../../lib/tense.ts';
import { ageText, utcShort } from '../../../lib/time.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { NotLoaded } from '../../../objects/NotLoaded.tsx';
import { useUnits } from '../../../objects/units-choice.ts';
import { useAudience } from '../../../session/use-session.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import shared from '../../../ui/shared.module.css';
import { type Aircraft, ageOf, climbOf, isAged, nameOf } from '../fleet/aircraft.ts';
import { fetchAllPositions } from '../fleet/all-positions.ts';
import { useFilterShare } from '../fleet/filter-context.tsx';
import type { Fleet } from '../fleet/fleet.ts';
import { fleetKey } from '../fleet/fleet-store.ts';
import { positionsKey, usePositionsState, useStoredPositionsState } from '../fleet/Positions.tsx';
import { useAtMapNow } from '../fleet/past-context.tsx';
import { useAirportsShare } from '../ground/airports-context.tsx';
import { rangeFindings, useRanges } from '../ground/ranges.ts';
import { useMapShare } from '../map-context.ts';
import { sizeOf, viewAround } from '../viewport.ts';
import { Emergency } from './AircraftPanel.tsx';
import { focusSoon } from './Card.tsx';
import { FilterChips } from './FilterChips.tsx';
import { InViewList } from './InViewList.tsx';
import {
  aircraftLine,
  aircraftWithin,
  airportCodes,
  airportKey,
  airportsInView,
  byName,
  noAirportsText,
} from './in-view.ts';
import styles from './MapPanel.module.css';
import { MapSearch, useGoTo } from './MapSearch.tsx';
import { PanelSwitch } from './SidePanel.tsx';
import { TableOfAircraft } from './TableOfAircraft.tsx';

type Shown = 'aircraft' | 'airports';
const noAirports: readonly MapAirport[] = [];

type InViewProps = { readonly panel: 'table' | 'list' };

export function InView({ panel }: InViewProps): ReactElement {
  const isPhone = useMedia(upTo('xs'));
  const { viewport, isDrawn } = useMapShare();
  const { airports, areMissing } = useAirportsShare();
  const { fleet } = useFilterShare();
  const [shown, setShown] = useState<Shown>('aircraft');
  const bounds = viewport?.bounds ?? null;
  const goTo = useGoTo(null);
  // The table has its own order.
  const isTable = panel === 'table';
  const named = useByName(fleet, !isTable);
  const aircraft = useMemo(() => {
    if (isTable) return aircraftWithin(fleet.list, bounds);
    const inView = aircraftWithin(named, bounds);
    if (fleet.list.length === named.length) return inView;
    const shown = new Set(fleet.list);
    return inView.filter((one) => shown.has(one));
  }, [fleet, named, bounds, isTable]);
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
        <div className={styles.title}>
          <h2>In view</h2>
          {isPhone ? null : <PanelSwitch panel={panel} />}
        </div>
        <Counts counts={counts} shown={shown} onShow={setShown} />
        {isPhone || shown === 'airports' ? null : <FilterChips />}
        {isDrawn ? null : <MapSearch onGo={goTo} />}
        <SourceSwitch />
        <RangeFindings />
        {isDrawn ? null : <FilterStatus />}
      </div>
      {shown === 'aircraft' ? (
        <AircraftRows aircraft={aircraft} isTable={isTable} />
      ) : (
        <AirportRows airports={places} isLoading={airports === null} areMissing={areMissing} />
      )}
    </>
  );
}

/** All aircraft of the fleet, sorted again only when one came, left or has another name. */
function useByName(fleet: Fleet, isOn: boolean): readonly Aircraft[] {
  const before = useRef<readonly Aircraft[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the aircraft change in place
  const named = useMemo(() => (isOn ? byName([...fleet.byKey.values()], before.current) : []), [fleet.names, isOn]);
  useEffect(() => {
    before.current = named;
  }, [named]);
  return named;
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

type AircraftRowsProps = {
  readonly aircraft: readonly Aircraft[];
  readonly isTable: boolean;
};

function AircraftRows({ aircraft, isTable }: AircraftRowsProps): ReactElement {
  const { viewport, change, isDrawn } = useMapShare();
  const { selectedKey } = useFilterShare();
  if (aircraft.length === 0) return <NoAircraft />;
  const select = ({ key, lat, lon }: Aircraft, isByKey: boolean): void => {
    // A drawn map centres what is selected.
    const isInView = isDrawn || !viewport || isWithin(viewport.bounds, lat, lon);
    change(isInView ? { icao: key } : { icao: key, lat, lon });
    if (isByKey) focusSoon('aircraft');
  };
  const leave = (): void => change({ icao: null });
  if (isTable)
    return <TableOfAircraft aircraft={aircraft} selectedKey={selectedKey} onSelect={select} onEscape={leave} />;
  return (
    <InViewList
      label="Aircraft in view"
      items={aircraft}
      keyOf={keyOfAircraft}
      selectedKey={selectedKey}
      onSelect={select}
      onEscape={leave}
      isAged={isAged}
      draw={(one) => <AircraftRow aircraft={one} />}
    />
  );
}
const keyOfAircraft = ({ key }: Aircraft): string => key;

function AircraftRow({ aircraft }: { aircraft: Aircraft }): ReactElement {
  const units = useUnits();
  return (
    <>
      <b dir="auto">{oneLine(nameOf(aircraft))}</b>
      <span>
        <Emergency aircraft={aircraft} />
        <AltitudeMark of={aircraft} />
        {aircraftLine(aircraft, units)}
        <Climb aircraft={aircraft} />
      </span>
      <Age aircraft={aircraft} />
    </>
  );
}

/** The part of a row that changes each second. */
function Age({ aircraft }: { readonly aircraft: Aircraft }): ReactElement {
  const age = useAtMapNow((now) => ageText(ageOf(aircraft, now)));
  const isOld = useAtMapNow((now) => isAged(aircraft, now));
  return (
    <time dateTime={new Date(aircraft.fixAt).toISOString()}>
      {isOld ? <span>{utcShort(aircraft.fixAt)} </span> : null}
      <span>{age} ago</span>
    </time>
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
    const why = !isLoading
      ? 'none'
      : areMissing
        ? isReached
          ? 'failed'
          : 'unreached'
        : isReached
          ? 'loading'
          : 'reading';
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
      isAged={() => false}
      draw={(airport) => <AirportRow airport={airport} />}
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
  const error = useRefusal(fleet);
  if (error) return <NotReceived error={error} />;
  return (
    <div className={styles.none}>
      <p>{isFiltered ? 'No aircraft matches the filter.' : reason}</p>
      {isFiltered || fleet.receivedAt === null ? null : <ShowAll fleet={fleet} />}
    </div>
  );
}

/** The server refused the positions, and none are stored. */
function useRefusal({ receivedAt }: Fleet): Error | null {
  const { error } = usePositionsState();
  const stored = useStoredPositionsState();
  const isRefused = error !== null && !(error instanceof ApiError && error.unreached !== null);
  return isRefused && receivedAt === null && stored === 'read' ? error : null;
}

function NotReceived({ error }: { error: Error }): ReactElement {
  const { address, company } = useMapShare();
  const client = useQueryClient();
  const again = (): void => {
    void client.refetchQueries({ queryKey: positionsKey(fleetKey(address.source, company)) });
  };
  return (
    <div className={styles.none} role="alert">
      <NotLoaded error={error} what="the positions" onRetry={again} isPart />
    </div>
  );
}

function useReason({ receivedAt, source }: Fleet): string {
  const stored = useStoredPositionsState();
  const { error } = usePositionsState();
  const isReached = useIsReached();
  const isAway = error !== null || !isReached;
  const lateText = useLateText(receivedAt === null && !isAway);
  const now = useNow(tickMs);
  if (receivedAt !== null) return say('noAircraftInView', { now, dataAt: receivedAt, isNow: source === 'live' });
  if (!isAway) return lateText ?? 'Positions are loading';
  return stored === 'reading'
    ? 'Positions stored on this device are still being read.'
    : 'No positions are stored yet. They load when you are online.';
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
      <PlainButton aria-busy={isBusy} aria-disabled={isBusy} onClick={() => void show()}>
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
          size="small"
          legend="Positions from"
          legendAt="hidden"
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
