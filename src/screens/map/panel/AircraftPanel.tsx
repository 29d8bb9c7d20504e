/** Selected aircraft (MAP-05, C112): position with age, details, latest messages, links to lists. */

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useRef } from 'react';
import type { PositionKind } from '../../../../contract/entities/map.ts';
import { emergencyOf } from '../../../../contract/squawk.ts';
import { AltitudeMark } from '../../../charts/AltitudeMark.tsx';
import { militaryStateOf } from '../../../charts/aircraft/address-blocks.ts';
import { kindTexts } from '../../../charts/aircraft/kinds.ts';
import { aircraftByIcaoQuery } from '../../../data/resources.ts';
import { altitudeText } from '../../../lib/altitude-text.ts';
import { coordinatesText, noValue, oneLine } from '../../../lib/format.ts';
import { say } from '../../../lib/tense.ts';
import { utcShort } from '../../../lib/time.ts';
import { useListKeys } from '../../../list/use-list-keys.ts';
import { Doubtful, Measure } from '../../../objects/Measure.tsx';
import { ObjectLink } from '../../../objects/ObjectLink.tsx';
import { NotifyLink } from '../../../objects/rules/NotifyLink.tsx';
import { useUnits } from '../../../objects/units-choice.ts';
import { Fact } from '../../../ui/Fact.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import shared from '../../../ui/shared.module.css';
import { type Aircraft, emergencyText, hasRecord, isAged, isEmergency, seenText } from '../fleet/aircraft.ts';
import { useFleet } from '../fleet/fleet-store.ts';
import { usePast } from '../fleet/past-context.tsx';
import { follow, useFollowed, useMapShare } from '../map-context.ts';
import { AltitudeStrip } from './AltitudeStrip.tsx';
import { type AircraftFacts, listLinks, readAircraftFacts } from './aircraft-facts.ts';
import { Card } from './Card.tsx';
import styles from './cards.module.css';
import { trackText } from './in-view.ts';
import { LatestMessages, routeOf, useLatestMessages } from './LatestMessages.tsx';

type AircraftPanelProps = {
  readonly icao: string;
  /** null = no current position. */
  readonly aircraft: Aircraft | null;
  readonly now: number;
  readonly onClose: () => void;
};

export function AircraftPanel({ icao, aircraft, now, onClose }: AircraftPanelProps): ReactElement {
  const { isDrawn } = useMapShare();
  const { past } = usePast();
  const known = useQuery({ ...aircraftByIcaoQuery(icao), enabled: hasRecord(icao) });
  const facts = known.data ? readAircraftFacts(known.data.value) : null;
  const latest = useLatestMessages(icao, hasRecord(icao));
  const name = aircraft?.callsign ?? facts?.registration ?? aircraft?.registration ?? icao;
  return (
    <Card of="aircraft" name={oneLine(name)} onClose={onClose}>
      <Identity icao={icao} aircraft={aircraft} facts={facts} route={routeOf(latest.messages)} />
      {hasRecord(icao) ? <Links icao={icao} name={name} facts={facts} /> : null}
      <Position icao={icao} aircraft={aircraft} now={now} />
      {aircraft && isDrawn ? <Follow aircraftKey={aircraft.key} /> : null}
      {hasRecord(icao) ? (
        <>
          {past ? null : <AltitudeStrip icao={icao} />}
          <LatestMessages icao={icao} latest={latest} messageAt={aircraft?.messageAt ?? null} now={now} />
          <Known
            facts={facts}
            hasRow={aircraft?.registration != null}
            state={known.isPending ? 'loading' : known.isError ? 'failed' : 'ready'}
            isStored={known.data?.source === 'stored'}
            onRetry={() => void known.refetch()}
          />
        </>
      ) : (
        <p className={shared.dim}>This is not an ICAO address, so no aircraft on record has it.</p>
      )}
    </Card>
  );
}

type IdentityProps = {
  readonly icao: string;
  readonly aircraft: Aircraft | null;
  /** null = not on record, or not loaded yet: then the row of the aircraft has them. */
  readonly facts: AircraftFacts | null;
  readonly route: string | null;
};

/** Who it is and where it goes: what the positions contain is shown at once. */
function Identity({ icao, aircraft, facts, route }: IdentityProps): ReactElement | null {
  const known = new Map(facts?.facts);
  const tail = facts?.registration ?? aircraft?.registration ?? null;
  const type = known.get('Type') ?? aircraft?.typeCode ?? null;
  const airline = known.get('Airline') ?? aircraft?.airline ?? null;
  const kind = aircraft && aircraft.kind !== 'unknown' && type === null ? kindTexts[aircraft.kind] : null;
  const military = militaryStateOf(icao);
  const lines = [[tail, type ?? kind], [airline, military && `Military block of ${military}`], [route]].map((parts) =>
    parts.flatMap((part) => (part ? [oneLine(part)] : [])).join(', '),
  );
  if (lines.every((line) => line === '')) return null;
  return (
    <p className={styles.identity}>
      {lines.map((line, at) => (line === '' ? null : <span key={String(at)}>{line}</span>))}
    </p>
  );
}

/** Of the record, shown at the top. */
const identityFacts: ReadonlySet<string> = new Set(['Registration', 'Type', 'Airline']);

type LinksProps = {
  readonly icao: string;
  readonly name: string;
  readonly facts: AircraftFacts | null;
};
function Links({ icao, name, facts }: LinksProps): ReactElement {
  const { company } = useMapShare();
  const links = useRef<HTMLElement>(null);
  useListKeys({ o: () => links.current?.querySelector<HTMLElement>('a[href*="/tail/"]')?.click() });
  return (
    <nav ref={links} className={styles.links} aria-label={`Lists of ${oneLine(name)}`}>
      <ObjectLink to="tail" id={icao}>
        Aircraft page
      </ObjectLink>
      {listLinks(icao, facts?.aircraftId ?? null, company !== null).map(({ label, to, search }) => (
        <Link key={to} to={to} search={search as never}>
          {label}
        </Link>
      ))}
    </nav>
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

type PositionProps = Pick<AircraftPanelProps, 'icao' | 'aircraft' | 'now'>;
function Position({ icao, aircraft, now }: PositionProps): ReactElement {
  const units = useUnits();
  const { source } = useFleet();
  // The text of an emergency contains its code.
  const squawk = aircraft && emergencyOf(aircraft.squawk) === null ? aircraft.squawk : null;
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
          {aircraft && isEmergency(aircraft) ? (
            <>
              {squawk === null ? null : `${squawk} `}
              <Emergency aircraft={aircraft} />
            </>
          ) : (
            (squawk ?? noValue)
          )}
          {aircraft?.squawk ? (
            <NotifyLink
              search={{ squawk: aircraft.squawk }}
              className={styles.notify}
              name={`Notify me of squawk ${oneLine(aircraft.squawk)}`}
            />
          ) : null}
        </Fact>
        <Fact name="Position">{aircraft ? coordinatesText(aircraft, placeDecimals) : noValue}</Fact>
        {aircraft?.positionKind ? <Fact name="Source">{sourceTexts[aircraft.positionKind]}</Fact> : null}
      </dl>
      {aircraft?.isDoubtful ? <Doubtful /> : null}
      {aircraft ? (
        <p className={styles.seen} data-aged={isAged(aircraft, now) || undefined}>
          Position of <b>{utcShort(aircraft.fixAt)}</b>, {seenText(aircraft, now)}
        </p>
      ) : (
        <p className={shared.dim}>{say('noPositionOfAircraft', { now, dataAt: now, isNow: source === 'live' })}</p>
      )}
    </>
  );
}

/** Emergency code of an aircraft, next to its texts. */
export function Emergency({ aircraft }: { readonly aircraft: Aircraft }): ReactElement | null {
  const text = emergencyText(aircraft);
  return text === null ? null : <strong className={styles.emergency}>{text}</strong>;
}

/** Where the position is from. */
const sourceTexts: Readonly<Record<PositionKind, string>> = {
  'ADS-B': 'ADS-B',
  'ADS-R': 'ADS-R, ADS-B repeated by a ground station',
  'TIS-B': 'TIS-B, sent by a ground station',
  MLAT: 'MLAT, calculated by several receivers',
  'ADS-C': 'ADS-C, reported by satellite or data link',
  ACARS: 'ACARS message',
  VDLM2: 'VDLM2 message',
  HFDL: 'HFDL message',
  other: 'Other',
};

/** About 100 m: finer than can be read from a map. */
const placeDecimals = 3;

type KnownProps = {
  readonly facts: AircraftFacts | null;
  /** The row of the aircraft is shown meanwhile. */
  readonly hasRow: boolean;
  readonly state: 'loading' | 'failed' | 'ready';
  readonly isStored: boolean;
  readonly onRetry: () => void;
};

function Known({ facts, hasRow, state, isStored, onRetry }: KnownProps): ReactElement | null {
  if (state === 'loading') return hasRow ? null : <p className={shared.dim}>Loading aircraft details</p>;
  if (state === 'failed')
    return (
      <p className={shared.dim}>
        Aircraft details are not available.{' '}
        <PlainButton look="subtle" onClick={onRetry}>
          Try again
        </PlainButton>
      </p>
    );
  if (!facts) return <p className={shared.dim}>No aircraft on record for this address.</p>;
  const others = facts.facts.filter(([name]) => !identityFacts.has(name));
  return (
    <>
      <dl className={styles.known}>
        {others.map(([name, text]) => (
          <Fact key={name} name={name}>
            {text}
          </Fact>
        ))}
      </dl>
      {isStored ? <p className={shared.dim}>Stored on this device.</p> : null}
    </>
  );
}
