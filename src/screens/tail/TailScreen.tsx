/** /tail/{id}: one aircraft with its last days (decision 16). */

import { Menu } from '@mantine/core';
import {
  IconBellPlus,
  IconClipboardList,
  IconDots,
  IconLink,
  IconMap,
  IconMessage2,
  IconMessages,
  IconPlaneInflight,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { type ReactElement, useEffect, useId, useMemo, useRef, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { permissionFor } from '../../../contract/audience.ts';
import type { TailLink } from '../../../contract/entities/link-events.ts';
import { type Tail, type TailLeg, type TailSpan, tailSpans } from '../../../contract/entities/tail.ts';
import { AltitudeMark } from '../../charts/AltitudeMark.tsx';
import { aircraftKindOf } from '../../charts/aircraft/kinds.ts';
import { shapeOf } from '../../charts/aircraft/shapes.ts';
import { altitudeBands, bandAt } from '../../charts/altitude-bands.ts';
import { drawMark, drawWorld, toNearestPoint, type WorldPicture } from '../../charts/small-map/draw.ts';
import { LandNote } from '../../charts/small-map/PlaceMap.tsx';
import { useOutlines } from '../../charts/small-map/use-outlines.ts';
import { boxOf, viewOf } from '../../charts/small-map/view.ts';
import { useReportedAge } from '../../data/reported-age.ts';
import type { ApiResponse } from '../../data/resource.ts';
import { serverNow } from '../../data/send.ts';
import { type TailView, tailQuery } from '../../data/tail.ts';
import { useNow } from '../../data/use-now.ts';
import { coordinatesText, counted, formatCount, noValue, oneLine } from '../../lib/format.ts';
import { ageText, utcMoment } from '../../lib/time.ts';
import { useWidth } from '../../lib/use-width.ts';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import { linkKindText, megahertzText } from '../../objects/link-event-text.ts';
import { Doubtful, Measure } from '../../objects/Measure.tsx';
import { NotLoaded } from '../../objects/NotLoaded.tsx';
import { AirportLink, StationLink } from '../../objects/ObjectLink.tsx';
import page from '../../objects/ObjectPage.module.css';
import { Loading } from '../../objects/ObjectPage.tsx';
import { briefingPath, rawListPath, tailPath } from '../../objects/object-paths.ts';
import { TakeButton } from '../../objects/take/TakeButton.tsx';
import { useUnits } from '../../objects/units-choice.ts';
import { WatchButton } from '../../objects/WatchButton.tsx';
import { useAudience } from '../../session/use-session.ts';
import { asOfText, isCurrent } from '../../stations/station-text.ts';
import { Fact } from '../../ui/Fact.tsx';
import { type MapColours, useMapColours } from '../../ui/map-colours.ts';
import { notify } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { useNamedScreen } from '../../ui/screen-name.ts';
import shared from '../../ui/shared.module.css';
import { Legs, spanOf, useOpenRows } from './Legs.tsx';
import styles from './Tail.module.css';
import { TailFaults, useTailFaults } from './TailFaults.tsx';
import { pathOf, TimeAxis } from './TimeAxis.tsx';
import { levelText, msOf, rawSearch, stateOf } from './tail-state.ts';

const refreshMs = 60_000;
const tickMs = 10_000;

export default function TailScreen(): ReactElement {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return <OneAircraft key={id} id={id} />;
}

/** Parameters of the address: `days` = the axis, `leg` = an instant of the leg to open. */
type Search = { readonly days?: unknown; readonly leg?: unknown };

function OneAircraft({ id }: { id: string }): ReactElement {
  const search = useSearch({ strict: false }) as Search;
  const write = useWriteAddress();
  const leg = typeof search.leg === 'string' ? search.leg : null;
  const days = useMemo(() => daysOf(search.days, leg), [search.days, leg]);
  const query = useQuery({
    ...tailQuery(id, days),
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  useReportedAge(query);
  useNamedScreen(oneLine(nameOf(id, query.data?.value.tail)));
  const setDays = (next: TailSpan): void => write({ ...(leg === null ? {} : { leg }), days: String(next) }, 'replace');
  if (query.data) return <Page id={id} leg={leg} days={days} onDays={setDays} response={query.data} />;
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{oneLine(id)}</h1>
      {query.error ? (
        <NotRead error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Loading of={tailQuery(id, days).queryKey} className={styles.coming} />
      )}
    </div>
  );
}

const nameOf = (id: string, tail: Tail | undefined): string => tail?.registration ?? tail?.address ?? id;

/** As in the address, otherwise the shortest with the leg, otherwise 24 hours. */
function daysOf(text: unknown, leg: string | null): TailSpan {
  const requested = tailSpans.find((days) => String(days) === text);
  return requested ?? (leg === null ? null : spanOf(leg, serverNow())) ?? 1;
}

type PageProps = {
  readonly id: string;
  readonly leg: string | null;
  readonly days: TailSpan;
  readonly onDays: (days: TailSpan) => void;
  readonly response: ApiResponse<TailView>;
};

function Page({ id, leg, days, onDays, response }: PageProps): ReactElement {
  const now = useNow(tickMs);
  const isNow = isCurrent(response, now);
  const { tail, isPartial } = response.value;
  const { taken, waiting, take } = useTaken(tail, response.source === 'stored');
  const rows = useOpenRows(taken, leg);
  const name = nameOf(id, tail);
  const at = isNow ? now : response.dataAt;
  const faults = useTailFaults(name);
  return (
    <div className={styles.screen} data-old={!isNow || undefined}>
      <TailHeader name={name} tail={tail} now={at} isNow={isNow} openFaults={faults?.open ?? 0} />
      {isNow ? null : (
        <p className={page.asOf}>
          {asOfText(response.dataAt, now)}. The current state is unknown.
          {isPartial ? ' Not all messages are on this device.' : ''}
        </p>
      )}
      <div className={styles.parts}>
        <div className={shared.shrinkingColumn}>
          <NowFacts tail={tail} now={at} isNow={isNow} />
          <TimeAxis name={name} tail={taken} days={days} onDays={onDays} onMark={rows.showMessage} />
          <Legs name={name} tail={taken} now={at} waiting={waiting} onTake={take} rows={rows} isPartial={isPartial} />
        </div>
        <div className={styles.side}>
          <TrackMap name={name} tail={tail} isNow={isNow} />
          <TailFaults name={name} tail={taken} faults={faults} now={now} onFault={rows.showMessage} />
          <Receivers tail={taken} />
          {taken.link ? <LinkEvents link={taken.link} days={days} now={at} /> : null}
        </div>
      </div>
    </div>
  );
}

function NotRead(props: { error: Error; onRetry: () => void }): ReactElement {
  return (
    <section className={panel.panel} aria-label="Aircraft not available">
      <NotLoaded what="this aircraft" className={styles.none} {...props} />
    </section>
  );
}

type TrackPicture = WorldPicture & {
  readonly path: readonly { readonly lat: number; readonly lon: number; readonly ft: number | null }[];
  readonly now: Tail['now'];
  readonly isNow: boolean;
};

function drawTrack(canvas: HTMLCanvasElement, picture: TrackPicture): void {
  const pen = drawWorld(canvas, picture, 'water');
  if (!pen) return;
  const { path, now, colours, isNow } = picture;
  pen.lineWidth = 3;
  pen.lineCap = 'round';
  path.forEach((point, at) => {
    const before = path[at - 1];
    if (!before) return;
    const [from, to] = [toNearestPoint(picture, before), toNearestPoint(picture, point)];
    pen.beginPath();
    pen.moveTo(from.x, from.y);
    pen.lineTo(to.x, to.y);
    pen.strokeStyle = colourOf(point.ft, colours);
    pen.stroke();
  });
  if (!now) return;
  const { x, y } = toNearestPoint(picture, now);
  pen.beginPath();
  pen.arc(x, y, 14, 0, 2 * Math.PI);
  pen.lineWidth = 2;
  pen.strokeStyle = isNow ? colours.accent : colours['stale-mark'];
  pen.stroke();
  const shape = shapeOf({ ...now, kind: aircraftKindOf(now) });
  drawMark(pen, { x, y }, { angle: now.angle, colours, isLive: isNow, shape });
}

function colourOf(ft: number | null, colours: MapColours): string {
  if (ft === null) return colours.dim;
  const token = (ft <= 0 ? altitudeBands[0] : altitudeBands[bandAt(ft)])?.token;
  return token ? colours[token] : colours.dim;
}

/** Small map: the path of the last flight in the colours of its altitude, and the position. */
function TrackMap({ name, tail, isNow }: { name: string; tail: Tail; isNow: boolean }): ReactElement {
  const [frame, width] = useWidth();
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useMapColours();
  const outlines = useOutlines({ hasCities: false });
  const path = useMemo(
    () => pathOf(tail).map(([, ft, lat, lon]) => ({ lat: lat ?? 0, lon: lon ?? 0, ft, angle: null })),
    [tail],
  );
  const { now } = tail;
  useEffect(() => {
    const element = canvas.current;
    if (!element || width === 0) return;
    const size = { width, height: element.clientHeight };
    const view = viewOf(boxOf(now ? [...path, now] : path, 1), size);
    drawTrack(element, { view, size, colours, outlines, path, now, isNow });
  }, [path, now, width, colours, outlines, isNow]);
  const isKnown = path.length > 0 || now !== null;
  return (
    <section className={panel.panel} aria-label={`Path of ${oneLine(name)}`}>
      <div ref={frame} className={styles.map}>
        <div className={styles.picture} aria-hidden="true">
          <canvas ref={canvas} />
        </div>
        <LandNote state={outlines.landState} />
        {isKnown ? null : (
          <p className={styles.none}>
            {tail.track.length > 0 ? 'No positions of the last flight.' : 'No positions received.'}
          </p>
        )}
      </div>
    </section>
  );
}

type LinkEventsProps = { readonly link: TailLink; readonly days: number; readonly now: number };

/** Link control of the axis: handoffs, log-ons, reports of HFDL, frames without content. */
function LinkEvents({ link: { events, total }, days, now }: LinkEventsProps): ReactElement {
  const heading = useId();
  return (
    <section className={panel.panel} aria-labelledby={heading}>
      <div className={panel.head}>
        <h2 id={heading}>Link control</h2>
        <span className={shared.dimAtEnd}>{days === 1 ? '24 h' : `${days} days`}</span>
      </div>
      {events.length === 0 ? (
        <p className={styles.none}>No VDL2 or HFDL link messages received.</p>
      ) : (
        <ul className={`${shared.bareList} ${styles.events}`}>
          {events.map((event) => (
            <OneEvent key={event.id} event={event} now={now} />
          ))}
        </ul>
      )}
      {total > events.length ? (
        <p className={styles.small}>
          The newest {formatCount(events.length)} of {formatCount(total)}.
        </p>
      ) : null}
    </section>
  );
}

function OneEvent({ event, now }: { event: TailLink['events'][number]; now: number }): ReactElement {
  const { at, lastAt, frames, stationId, link, kind, groundStation, freq } = event;
  const [firstMs, lastMs] = [msOf(at), msOf(lastAt)];
  const ms = lastMs ?? firstMs;
  const parts = [
    link,
    groundStation === null ? null : `ground station ${oneLine(groundStation)}`,
    freq === null ? null : megahertzText(freq),
    frames === 1 ? null : `${formatCount(frames)} frames`,
    stationId === null ? null : `received by ${oneLine(stationId)}`,
  ];
  return (
    <li>
      <span>{linkKindText(kind)}</span>
      <span className={styles.when}>{ms === null ? '' : utcMoment(ms, now)}</span>
      <span className={styles.part}>{parts.filter((part) => part !== null).join(', ')}</span>
    </li>
  );
}

/** What the aircraft does now: flight, level, speed, track, position, times of the flight. */
function NowFacts({ tail, now, isNow }: { tail: Tail; now: number; isNow: boolean }): ReactElement {
  const units = useUnits();
  const [leg] = tail.legs;
  const position = tail.now;
  const at = (instant: string | null | undefined): string => {
    const ms = msOf(instant);
    return ms === null ? noValue : utcMoment(ms, now);
  };
  const seenAt = msOf(position?.seenAt);
  return (
    <section className={panel.panel} aria-label={isNow ? 'Now' : 'Last known'}>
      <dl className={`${panel.facts} ${styles.facts}`}>
        <Fact name={leg?.hasLanded || !isNow ? 'Last flight' : 'Flight'}>{leg ? <Flight leg={leg} /> : noValue}</Fact>
        <Fact name="Altitude">
          {position ? <AltitudeMark of={position} /> : null}
          {position?.isOnGround
            ? 'ground'
            : position?.altitudeFt == null
              ? noValue
              : levelText(position.altitudeFt, units)}
        </Fact>
        <Fact name="Speed">
          <Measure of="speed" value={position?.groundSpeedKt} />
        </Fact>
        <Fact name="Track">{position?.angle == null ? noValue : `${Math.round(position.angle)}°`}</Fact>
        <Fact name="Position">{position ? coordinatesText(position, 2) : noValue}</Fact>
        {leg?.off || !leg?.out ? <Fact name="Off">{at(leg?.off)}</Fact> : <Fact name="Out">{at(leg.out)}</Fact>}
        {leg?.on ? <Fact name="On">{at(leg.on)}</Fact> : <Fact name="Scheduled in">{at(leg?.scheduledIn)}</Fact>}
      </dl>
      {position?.isDoubtful ? (
        <div className={styles.doubtful}>
          <Doubtful />
        </div>
      ) : null}
      {seenAt === null ? null : (
        <p className={styles.small}>
          Position of {utcMoment(seenAt, now)}
          {isNow ? `, ${ageText(Math.max(0, now - seenAt))} old` : ''}.
        </p>
      )}
    </section>
  );
}

function Flight({ leg }: { leg: TailLeg }): ReactElement {
  const { flight, from, to, endedAt } = leg;
  if (from === null && to === null) return <>{oneLine(flight ?? '') || noValue}</>;
  return (
    <>
      {flight ? `${oneLine(flight)}, ` : ''}
      <AirportLink code={from} /> to <AirportLink code={to} />
      {endedAt !== null && endedAt !== to ? (
        <>
          , diverted to <AirportLink code={endedAt} />
        </>
      ) : null}
    </>
  );
}

/** Stations that receive the aircraft: the five with the most messages of 24 hours. */
function Receivers({ tail: { stations, dayMessages } }: { tail: Tail }): ReactElement {
  const heading = useId();
  return (
    <section className={panel.panel} aria-labelledby={heading}>
      <div className={panel.head}>
        <h2 id={heading}>Received by</h2>
        <span className={shared.dimAtEnd}>24 h</span>
      </div>
      {stations.length === 0 ? <p className={styles.none}>No receptions in the last 24 hours.</p> : null}
      <ul className={`${shared.bareList} ${styles.receivers}`}>
        {stations.map(({ stationId, isStation, messages, adsbSlots }) => (
          <li key={stationId}>
            <span className={shared.breaks}>
              <StationLink id={isStation ? stationId : null}>{oneLine(stationId)}</StationLink>
            </span>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ width: `${dayMessages === 0 ? 0 : (100 * messages) / dayMessages}%` }} />
            </span>
            <span className={styles.share}>
              {formatCount(messages)} of {formatCount(dayMessages)}
              {adsbSlots > 0 ? ', ADS-B' : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Props = {
  readonly name: string;
  readonly tail: Tail;
  readonly now: number;
  readonly isNow: boolean;
  readonly openFaults: number;
};

/** Name, state and facts of the aircraft, and links to everything else about it. */
function TailHeader({ name, tail, now, isNow, openFaults }: Props): ReactElement {
  const audience = useAudience();
  const state = stateOf(tail, now, isNow);
  const may = (id: string): boolean => permissionFor(id, audience, true) === 'yes';
  const { aircraft, address } = tail;
  const tailName = tail.registration ?? address ?? name;
  const map = audience === 'customer' ? '/openstreetMapCompany' : '/openstreetMap';
  return (
    <header className={styles.top}>
      <div className={shared.shrinks}>
        <div className={styles.names}>
          <h1 className={styles.title} dir="auto">
            {oneLine(name)}
          </h1>
          <StateBadge kind={state.kind} word={state.word}>
            {state.detail}
          </StateBadge>
          {openFaults > 0 ? <StateBadge kind="warn" word={counted(openFaults, 'open fault')} /> : null}
        </div>
        <p className={styles.known}>{knownText(tail)}</p>
      </div>
      <nav className={shared.buttons} aria-label={`More about ${oneLine(name)}`}>
        <WatchButton object={{ kind: 'tail', id: tailName }} name={oneLine(name)} />
        {isNow ? <TakeButton items={() => [{ kind: 'tail', tail: tailName }]} /> : null}
        <Link to={rawListPath(audience)} search={rawSearch(tail, name) as never} className={page.way}>
          <IconMessages size={16} aria-hidden="true" />
          Raw messages
        </Link>
        <Link to={briefingPath(tailName) ?? '.'} className={page.way}>
          <IconClipboardList size={16} aria-hidden="true" />
          Briefing
        </Link>
        {address !== null && may(api.map.currentLocation.id) ? (
          <Link to={map} search={{ icao: address } as never} className={`${page.way} ${styles.mainWay}`}>
            <IconMap size={16} aria-hidden="true" />
            On the map
          </Link>
        ) : null}
        <Menu position="bottom-end" width={220} withinPortal={false}>
          <Menu.Target>
            <PlainButton aria-label={`More links and actions of ${oneLine(name)}`}>
              <IconDots size={16} aria-hidden="true" />
              More
            </PlainButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconMessage2 size={18} stroke={1.6} aria-hidden />}
              renderRoot={(root) => <Link {...root} to={`${tailPath(tailName)}/dialogue`} />}
            >
              Dialogue
            </Menu.Item>
            {aircraft && may(api.flight.ofAircraft.id) ? (
              <Menu.Item
                leftSection={<IconPlaneInflight size={18} stroke={1.6} aria-hidden />}
                renderRoot={(root) => <Link {...root} to={`/flights/${aircraft.aircraftId}`} />}
              >
                Flights
              </Menu.Item>
            ) : null}
            <Menu.Item
              leftSection={<IconBellPlus size={18} stroke={1.6} aria-hidden />}
              renderRoot={(root) => (
                <Link
                  {...root}
                  to="/rules/$id"
                  params={{ id: 'new' }}
                  search={
                    (may(api.faults.ofTail.id) ? { newFault: 'yes', tail: tailName } : { tail: tailName }) as never
                  }
                />
              )}
            >
              Notify me
            </Menu.Item>
            <Menu.Item leftSection={<IconLink size={18} stroke={1.6} aria-hidden />} onClick={() => void copyAddress()}>
              Copy link
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </nav>
    </header>
  );
}

function knownText({ aircraft, address }: Tail): string {
  const codes = [aircraft?.airlineIata, aircraft?.airlineIcao].filter(Boolean).join(', ');
  const type = aircraft && (aircraft.aircraftType ?? aircraft.typeCode);
  const parts = [
    type && aircraft.typeCode && aircraft.typeCode !== type ? `${type} (${aircraft.typeCode})` : type,
    aircraft?.airlineName && (codes ? `${aircraft.airlineName} (${codes})` : aircraft.airlineName),
    address && `ICAO ${address}`,
    aircraft?.serialNumber && `serial ${aircraft.serialNumber}`,
    aircraft?.manufactureDate && `built ${aircraft.manufactureDate.slice(0, 4)}`,
    aircraft ? null : 'No aircraft on record',
  ];
  return oneLine(parts.filter(Boolean).join(' · '));
}

async function copyAddress(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    notify({ title: 'Link copied', kind: 'done' });
  } catch {
    notify({ title: 'The browser blocked copying.', text: 'Copy the address of the page by hand.', kind: 'warn' });
  }
}

/** Parts of a response that would move under the reader. `waiting` = newer messages. */
function useTaken(latest: Tail, isStored: boolean): { taken: Tail; waiting: number; take: () => void } {
  const [taken, setTaken] = useState({ tail: latest, isStored });
  const known = new Set(taken.tail.messages.map(({ id }) => id));
  const newest = taken.tail.messages[0]?.at ?? '';
  const waiting = latest.messages.filter(({ id, at }) => !known.has(id) && at >= newest).length;
  // A live response replaces a stored copy: no one reads rows that are known to be old.
  const isReplaced = taken.tail !== latest && (taken.isStored || waiting === 0 || taken.tail.days !== latest.days);
  if (isReplaced) setTaken({ tail: latest, isStored });
  return {
    taken: isReplaced ? latest : taken.tail,
    waiting: isReplaced ? 0 : waiting,
    take: () => setTaken({ tail: latest, isStored }),
  };
}
