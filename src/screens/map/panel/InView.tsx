/**
 * What is in view: counts, search, source, and the rows of either aircraft or airports.
 * Must not: draw the details of one.
 */
import { type ReactElement, useMemo, useRef, useState } from 'react';
import type { MapAirport } from '../../../../contract/entities/reference.ts';
import { useConnection } from '../../../api/connection.ts';
import { formatCount, oneLine } from '../../../lib/format.ts';
import { ageText, utcShort } from '../../../lib/time.ts';
import { useListKeys } from '../../../list/use-list-keys.ts';
import { FindInput } from '../../../ui/FindInput.tsx';
import { useAirportsShare } from '../airports/airports-context.tsx';
import { useMapShare } from '../map-context.ts';
import { type Aircraft, ageOf, aircraftKey, isAged, nameOf } from '../positions/aircraft.ts';
import type { Fleet } from '../positions/fleet.ts';
import { useFleet } from '../positions/fleet-store.ts';
import { usePositionsState } from '../positions/use-positions.ts';
import { focusSoon } from './focus.ts';
import styles from './InView.module.css';
import { InViewList } from './InViewList.tsx';
import {
  aircraftInView,
  aircraftLine,
  airportCodes,
  airportKey,
  airportsInView,
  folded,
  noAirportsText,
} from './in-view.ts';
import { SourceSwitch } from './SourceSwitch.tsx';
import { useTailAddress } from './use-tail-address.ts';

type Shown = 'aircraft' | 'airports';

export function InView({ now }: { now: number }): ReactElement {
  const { sight, company } = useMapShare();
  const { airports } = useAirportsShare();
  const fleet = useFleet();
  const [words, setWords] = useState('');
  const [shown, setShown] = useState<Shown>('aircraft');
  const bounds = sight?.bounds ?? null;
  const tailIcao = useTailAddress(words, company);
  const aircraft = useMemo(() => aircraftInView(fleet.list, bounds, words, tailIcao), [fleet, bounds, words, tailIcao]);
  const places = useMemo(() => airportsInView(airports?.airports ?? [], bounds, words), [airports, bounds, words]);
  const counts = { aircraft: aircraft.length, airports: places.length };
  return (
    <>
      <div className={styles.head}>
        <h2>In view</h2>
        <Counts counts={counts} shown={shown} onShow={setShown} />
        <Search words={words} onWords={setWords} counts={counts} />
        <SourceSwitch />
      </div>
      {shown === 'aircraft' ? (
        <AircraftRows aircraft={aircraft} fleet={fleet} isSearched={folded(words) !== ''} now={now} />
      ) : (
        <AirportRows airports={places} isLoading={airports === null} isSearched={folded(words) !== ''} />
      )}
    </>
  );
}

type CountsOf = Readonly<Record<Shown, number>>;

/** `23 aircraft, 7 airports`: each a button that shows these. */
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

function Search(props: { words: string; onWords: (words: string) => void; counts: CountsOf }): ReactElement {
  const { words, onWords, counts } = props;
  const input = useRef<HTMLInputElement>(null);
  useListKeys({ '/': () => input.current?.focus() });
  return (
    <>
      <FindInput
        ref={input}
        label="Flight, tail or ICAO"
        words={words}
        onWords={onWords}
        maxLength={40}
        spellCheck={false}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onWords('');
          if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
          event.preventDefault();
          focusSoon('list');
        }}
      />
      {/* Said when it was typed, never when positions come. */}
      <span className="dl-hidden" role="status">
        {folded(words) === '' ? '' : <Found key={words} counts={counts} />}
      </span>
    </>
  );
}

/** The counts as they were when the words were typed. */
function Found({ counts }: { counts: CountsOf }): ReactElement {
  const [text] = useState(`${counts.aircraft} aircraft, ${counts.airports} airports found`);
  return <>{text}</>;
}

type AircraftRowsProps = {
  readonly aircraft: readonly Aircraft[];
  readonly fleet: Fleet;
  readonly isSearched: boolean;
  readonly now: number;
};

function AircraftRows({ aircraft, fleet, isSearched, now }: AircraftRowsProps): ReactElement {
  const { address, change } = useMapShare();
  const { error } = usePositionsState();
  if (aircraft.length === 0) return <p className={styles.none}>{noAircraft(fleet, error !== null, isSearched)}</p>;
  return (
    <InViewList
      label="Aircraft in view"
      items={aircraft}
      keyOf={keyOfAircraft}
      selectedKey={address.icao && aircraftKey(address.icao)}
      onSelect={({ key }, isByKey) => {
        change({ icao: key });
        if (isByKey) focusSoon('aircraft');
      }}
      onEscape={() => change({ icao: null })}
      draw={(one) => ({ isAged: isAged(one, now), content: <AircraftRow aircraft={one} now={now} /> })}
    />
  );
}
const keyOfAircraft = ({ key }: Aircraft): string => key;

function noAircraft(fleet: Fleet, hasFailed: boolean, isSearched: boolean): string {
  if (fleet.answeredAt === null) return hasFailed ? 'No positions were told yet.' : 'Positions are loading';
  return isSearched ? 'No aircraft in view has this in its flight, tail or ICAO.' : 'No aircraft in view.';
}

function AircraftRow({ aircraft, now }: { aircraft: Aircraft; now: number }): ReactElement {
  const at = new Date(aircraft.fixAt).toISOString();
  return (
    <>
      <b dir="auto">{oneLine(nameOf(aircraft))}</b>
      <span>{aircraftLine(aircraft)}</span>
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
  readonly isSearched: boolean;
};

function AirportRows({ airports, isLoading, isSearched }: AirportRowsProps): ReactElement {
  const { selected, select } = useAirportsShare();
  const { state } = useConnection();
  if (airports.length === 0) {
    const why = !isLoading ? 'none' : state === 'reached' || state === 'slow' ? 'loading' : 'unreached';
    return <p className={styles.none}>{noAirportsText(why, isSearched)}</p>;
  }
  return (
    <InViewList
      label="Airports in view"
      items={airports}
      keyOf={airportKey}
      selectedKey={selected && airportKey(selected)}
      onSelect={(airport, isByKey) => {
        select(airport);
        if (isByKey) focusSoon('airport');
      }}
      onEscape={() => select(null)}
      draw={(airport) => ({ isAged: false, content: <AirportRow airport={airport} /> })}
    />
  );
}

function AirportRow({ airport }: { airport: MapAirport }): ReactElement {
  return (
    <>
      <b>{airportCodes(airport) || '–'}</b>
      <span dir="auto">{oneLine(airport.airportName)}</span>
    </>
  );
}
