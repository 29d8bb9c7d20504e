/**
 * The selected aircraft (MAP-05, C112): where it is and how old that is, what is known of it, its latest messages, its lists.
 * Must not: take what is not known for a fault, or hide the age of a position.
 */
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useId } from 'react';
import type { AcarsPerAircraft } from '../../../../contract/entities/messages.ts';
import { aircraftByIcaoQuery } from '../../../api/aircraft-by-icao.ts';
import { formatCount, formatNumber, manyLines, noValue, oneLine } from '../../../lib/format.ts';
import { utcDateTime, utcShort } from '../../../lib/time.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { follow, useFollowed } from '../layers/use-follow.ts';
import { type Aircraft, altitudeText, isAged, seenText } from '../positions/aircraft.ts';
import styles from './AircraftPanel.module.css';
import { type AircraftFacts, readAircraftFacts } from './aircraft-facts.ts';
import { onEscape, returnFocus } from './focus.ts';
import { trackText } from './in-view.ts';
import { latestWindow, listLinks, useLatestMessages } from './latest-messages.ts';

export type AircraftPanelProps = {
  readonly icao: string;
  /** null = no position of it is known now. */
  readonly aircraft: Aircraft | null;
  /** null = the map of all. */
  readonly company: string | null;
  /** There is a map that can follow it. */
  readonly isOnMap: boolean;
  readonly now: number;
  readonly onClose: () => void;
};

export function AircraftPanel({ icao, aircraft, company, isOnMap, now, onClose }: AircraftPanelProps): ReactElement {
  const title = useId();
  const known = useQuery(aircraftByIcaoQuery(icao));
  const facts = known.data ? readAircraftFacts(known.data.body) : null;
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
      <Known
        facts={facts}
        state={known.isPending ? 'loading' : known.isError ? 'failed' : 'told'}
        isStored={known.data?.source === 'stored'}
        onRetry={() => void known.refetch()}
      />
      <Latest icao={icao} company={company} now={now} />
      <nav className={styles.links} aria-label={`Lists of ${oneLine(name)}`}>
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
  return (
    <>
      <dl className={styles.facts}>
        <Fact name="ICAO">{icao}</Fact>
        <Fact name="Altitude">{(aircraft && altitudeText(aircraft)) ?? noValue}</Fact>
        <Fact name="Speed">{unit(aircraft?.groundSpeedKt, 'kt')}</Fact>
        <Fact name="Track">{typeof aircraft?.angle === 'number' ? trackText(aircraft.angle) : noValue}</Fact>
        <Fact name="Climb">{unit(aircraft?.verticalRateFtMin, 'ft/min')}</Fact>
        <Fact name="Position">{aircraft ? placeText(aircraft) : noValue}</Fact>
      </dl>
      {aircraft ? (
        <p className={styles.seen} data-aged={isAged(aircraft, now) || undefined}>
          Position of <b>{utcShort(aircraft.fixAt)}</b>, {seenText(aircraft, now)}
        </p>
      ) : (
        <p className={styles.dim}>No position of it in what the map holds now.</p>
      )}
    </>
  );
}

function unit(value: number | null | undefined, name: string): string {
  if (value === null || value === undefined) return noValue;
  return `${value < 0 ? '−' : ''}${formatCount(Math.abs(Math.round(value)))} ${name}`;
}
/** About 100 m: finer than a person reads off a map. */
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
  readonly state: 'loading' | 'failed' | 'told';
  readonly isStored: boolean;
  readonly onRetry: () => void;
};

function Known({ facts, state, isStored, onRetry }: KnownProps): ReactElement {
  if (state === 'loading') return <p className={styles.dim}>What is known of it is loading</p>;
  if (state === 'failed')
    return (
      <p className={styles.dim}>
        What is known of it is not available.{' '}
        <PlainButton look="subtle" onClick={onRetry}>
          Try again
        </PlainButton>
      </p>
    );
  if (!facts) return <p className={styles.dim}>No known aircraft has this address.</p>;
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

function Latest({ icao, company, now }: Pick<AircraftPanelProps, 'icao' | 'company' | 'now'>): ReactElement {
  const { page, hasFailed } = useLatestMessages(icao, company);
  const rows = page?.rows ?? [];
  return (
    <div className={styles.latest}>
      <h4>Latest messages{page?.source === 'stored' ? `, stored ${utcShort(page.dataAt)}` : ''}</h4>
      {rows.length > 0 ? (
        <ul>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two stations may tell the same message
            <Message key={`${row.acarsDateTime} ${at}`} row={row} now={now} />
          ))}
        </ul>
      ) : (
        <p className={styles.dim}>{noMessages(page === null, hasFailed)}</p>
      )}
    </div>
  );
}

function noMessages(isMissing: boolean, hasFailed: boolean): string {
  if (!isMissing) return `None in ${latestWindow}.`;
  return hasFailed ? 'Not available.' : 'Loading';
}

function Message({ row, now }: { row: AcarsPerAircraft; now: number }): ReactElement {
  const at = Date.parse(row.acarsDateTime);
  const text = row.text ?? '';
  return (
    <li>
      <span className={styles.messageHead}>
        {Number.isFinite(at) && at <= now + 86_400_000 ? (
          <time dateTime={row.acarsDateTime} title={`${utcDateTime(at)} UTC`}>
            {utcShort(at)}
          </time>
        ) : null}
        {[row.label && `label ${row.label}`, row.flight].flatMap((part) => (part ? [oneLine(part)] : [])).join(', ')}
      </span>
      <code dir="auto">{text === '' ? 'no text' : manyLines(text)}</code>
    </li>
  );
}
