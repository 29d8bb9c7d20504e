/** Selected aircraft (MAP-05, C112): position with age, details, latest messages, links to lists. */
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useId } from 'react';
import { aircraftByIcaoQuery } from '../../../api/aircraft-by-icao.ts';
import { AltitudeMark } from '../../../charts/AltitudeMark.tsx';
import { altitudeText } from '../../../lib/altitude-text.ts';
import { formatNumber, noValue, oneLine } from '../../../lib/format.ts';
import { utcShort } from '../../../lib/time.ts';
import { Doubtful } from '../../../objects/Doubtful.tsx';
import { Measure } from '../../../objects/Measure.tsx';
import { ObjectLink } from '../../../objects/ObjectLink.tsx';
import { useUnits } from '../../../objects/units-choice.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { Emergency } from '../altitude/ClimbAndEmergency.tsx';
import { follow, useFollowed } from '../layers/use-follow.ts';
import { usePast } from '../past/past-context.tsx';
import { type Aircraft, isAged, isEmergency, seenText } from '../positions/aircraft.ts';
import styles from './AircraftPanel.module.css';
import { AltitudeStrip } from './AltitudeStrip.tsx';
import { type AircraftFacts, readAircraftFacts } from './aircraft-facts.ts';
import { onEscape, returnFocus } from './focus.ts';
import { trackText } from './in-view.ts';
import { LatestMessages } from './LatestMessages.tsx';
import { listLinks } from './latest-messages.ts';

type AircraftPanelProps = {
  readonly icao: string;
  /** null = no current position. */
  readonly aircraft: Aircraft | null;
  /** null = the map of all data. */
  readonly company: string | null;
  /** A map that can follow the aircraft exists. */
  readonly isOnMap: boolean;
  readonly now: number;
  readonly onClose: () => void;
};

export function AircraftPanel({ icao, aircraft, company, isOnMap, now, onClose }: AircraftPanelProps): ReactElement {
  const title = useId();
  const { past } = usePast();
  const known = useQuery(aircraftByIcaoQuery(icao));
  const facts = known.data ? readAircraftFacts(known.data.value) : null;
  const name = aircraft?.callsign ?? facts?.registration ?? icao;
  const close = (): void => {
    returnFocus('aircraft');
    onClose();
  };
  return (
    <section className={styles.panel} aria-labelledby={title} onKeyDown={onEscape(close)}>
      <div className={styles.head}>
        <h3 id={title} tabIndex={-1} data-focus="aircraft">
          {oneLine(name)}
        </h3>
        <PlainButton look="icon" aria-label={`Close ${oneLine(name)}`} onClick={close}>
          <IconX size={18} aria-hidden="true" />
        </PlainButton>
      </div>
      <Position icao={icao} aircraft={aircraft} now={now} />
      {aircraft && isOnMap ? <Follow aircraftKey={aircraft.key} /> : null}
      {past ? null : <AltitudeStrip icao={icao} company={company} />}
      <LatestMessages icao={icao} company={company} messageAt={aircraft?.messageAt ?? null} now={now} />
      <Known
        facts={facts}
        state={known.isPending ? 'loading' : known.isError ? 'failed' : 'ready'}
        isStored={known.data?.source === 'stored'}
        onRetry={() => void known.refetch()}
      />
      <nav className={styles.links} aria-label={`Lists of ${oneLine(name)}`}>
        <ObjectLink to="tail" id={icao}>
          Aircraft page
        </ObjectLink>
        {listLinks(icao, facts?.aircraftId ?? null, company !== null).map(({ label, to, search }) => (
          <Link key={to} to={to} search={search as never}>
            {label}
          </Link>
        ))}
      </nav>
    </section>
  );
}

function Follow({ aircraftKey }: { aircraftKey: string }): ReactElement {
  const isFollowed = useFollowed() === aircraftKey;
  return (
    <PlainButton
      className={styles.follow}
      aria-pressed={isFollowed}
      onClick={() => follow(isFollowed ? null : aircraftKey)}
    >
      Follow on the map
    </PlainButton>
  );
}

function Position({ icao, aircraft, now }: Pick<AircraftPanelProps, 'icao' | 'aircraft' | 'now'>): ReactElement {
  const units = useUnits();
  return (
    <>
      <dl className={styles.facts}>
        <Fact name="ICAO">{icao}</Fact>
        <Fact name="Altitude">
          {aircraft ? <AltitudeMark of={aircraft} /> : null}
          {(aircraft && altitudeText(aircraft, units)) ?? noValue}
        </Fact>
        <Fact name="Speed">
          <Measure of="speed" value={aircraft?.groundSpeedKt} />
        </Fact>
        <Fact name="Track">{typeof aircraft?.angle === 'number' ? trackText(aircraft.angle) : noValue}</Fact>
        <Fact name="Climb">
          <Measure of="climb" value={aircraft?.verticalRateFtMin} />
        </Fact>
        <Fact name="Squawk">
          {aircraft && isEmergency(aircraft) ? <Emergency aircraft={aircraft} /> : (aircraft?.squawk ?? noValue)}
        </Fact>
        <Fact name="Position">{aircraft ? placeText(aircraft) : noValue}</Fact>
        {aircraft?.isMlat ? <Fact name="Source">MLAT, calculated by several receivers</Fact> : null}
      </dl>
      {aircraft?.isDoubtful ? <Doubtful /> : null}
      {aircraft ? (
        <p className={styles.seen} data-aged={isAged(aircraft, now) || undefined}>
          Position of <b>{utcShort(aircraft.fixAt)}</b>, {seenText(aircraft, now)}
        </p>
      ) : (
        <p className={styles.dim}>No current position.</p>
      )}
    </>
  );
}

/** About 100 m: finer than can be read from a map. */
function placeText({ lat, lon }: Aircraft): string {
  const side = (value: number, positive: string, negative: string): string =>
    `${formatNumber(Math.abs(value), 3)}° ${value < 0 ? negative : positive}`;
  return `${side(lat, 'N', 'S')}, ${side(lon, 'E', 'W')}`;
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

type KnownProps = {
  readonly facts: AircraftFacts | null;
  readonly state: 'loading' | 'failed' | 'ready';
  readonly isStored: boolean;
  readonly onRetry: () => void;
};

function Known({ facts, state, isStored, onRetry }: KnownProps): ReactElement {
  if (state === 'loading') return <p className={styles.dim}>Loading aircraft details</p>;
  if (state === 'failed')
    return (
      <p className={styles.dim}>
        Aircraft details are not available.{' '}
        <PlainButton look="subtle" onClick={onRetry}>
          Try again
        </PlainButton>
      </p>
    );
  if (!facts) return <p className={styles.dim}>No aircraft on record for this address.</p>;
  return (
    <>
      <dl className={styles.known}>
        {facts.facts.map(([name, text]) => (
          <Fact key={name} name={name}>
            {text}
          </Fact>
        ))}
      </dl>
      {isStored ? <p className={styles.dim}>Stored on this device.</p> : null}
    </>
  );
}
