/** /station/:number: status first, then ranges, feeding, aircraft, what the station adds, its last messages. */

import { IconAntenna, IconFileText, IconMap, IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { dayMs } from '../../../contract/durations.ts';
import type { StationLink as LinkOfStation } from '../../../contract/entities/link-events.ts';
import type { StationPage } from '../../../contract/entities/places.ts';
import type { StationFacts } from '../../../contract/entities/station-health.ts';
import { parseInstant } from '../../../contract/params.ts';
import { NearList } from '../../charts/NearList.tsx';
import { PlaceMap } from '../../charts/small-map/PlaceMap.tsx';
import type { ApiResponse } from '../../data/resource.ts';
import { stationPageQuery } from '../../data/resources.ts';
import { useNow } from '../../data/use-now.ts';
import { counted, formatCount, formatNumber, noValue, oneLine } from '../../lib/format.ts';
import { type ReportTime, say } from '../../lib/tense.ts';
import { ageText, utcClock, utcDay, utcMoment } from '../../lib/time.ts';
import { amountText } from '../../lib/units.ts';
import { linkKindText, megahertzText } from '../../objects/link-event-text.ts';
import { StationLink } from '../../objects/ObjectLink.tsx';
import page from '../../objects/ObjectPage.module.css';
import { ObjectPage, Panel } from '../../objects/ObjectPage.tsx';
import { rawListPath } from '../../objects/object-paths.ts';
import { NotifyLink } from '../../objects/rules/NotifyLink.tsx';
import { useUnits } from '../../objects/units-choice.ts';
import { WatchButton } from '../../objects/WatchButton.tsx';
import { Wire } from '../../objects/Wire.tsx';
import { useAudience } from '../../session/use-session.ts';
import { MessagePath } from '../../stations/MessagePath.tsx';
import { RangeRose } from '../../stations/RangeRose.tsx';
import { ReadingValues } from '../../stations/Readings.tsx';
import { rangeText, rimOf, shortSpans, wider } from '../../stations/rose-shape.ts';
import { StateIcon } from '../../stations/StateIcon.tsx';
import { asOfText, checksOf, isCurrent, reasonText, verdictText } from '../../stations/station-text.ts';
import statusTone from '../../stations/stations.module.css';
import { TypeStrips } from '../../stations/TypeStrips.tsx';
import { WhoHelps } from '../../stations/WhoHelps.tsx';
import panel from '../../ui/panel.module.css';
import shared from '../../ui/shared.module.css';
import styles from './StationScreen.module.css';

const refreshMs = 30_000;
const tickMs = 5000;
/** Half of the map without ranges. */
const minDeg = 1;
const nearest = 10;

export default function StationScreen(): ReactElement {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useQuery({
    ...stationPageQuery(id),
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  const isNumber = /^\d+$/.test(id);
  const known = query.data?.value.station.stationId;
  return (
    <ObjectPage
      query={query}
      queryKey={stationPageQuery(id).queryKey}
      title={known || isNumber ? `Station ${oneLine(known ?? id)}` : `Receiver ${oneLine(id)}`}
      notFound={
        <>
          {isNumber ? null : <p>This receiver name belongs to no station. An administrator assigns it to one.</p>}
          <Link to="/stationStatus">All stations</Link>
        </>
      }
    >
      {(response) => <Station key={id} response={response} />}
    </ObjectPage>
  );
}

function Station({ response }: { response: ApiResponse<StationPage> }): ReactElement {
  const now = useNow(tickMs);
  const { dataAt } = response;
  const {
    station,
    lat,
    lon,
    ranges,
    aircraft,
    aircraftCount,
    shared: sharing,
    link,
    messages,
    createdAt,
  } = response.value;
  const { facts, stationId, city } = station;
  const isNow = isCurrent(response, now);
  const hasMessages = useAudience() !== 'noRole';
  const at = { now, dataAt, isNow };
  const place = useMemo(() => ({ lat, lon }), [lat, lon]);
  return (
    <>
      <Head response={response} {...at} />
      {isNow ? null : <p className={page.asOf}>{asOfText(dataAt, now)}. The current status is unknown.</p>}
      <WhyAndWhat station={station} {...at} />
      <div className={styles.parts}>
        <div className={styles.feeding}>
          {facts ? (
            <div className={styles.panel} data-old={!isNow || undefined}>
              <TypeStrips facts={facts} dataAt={dataAt} isCompact heading="h2" />
              <MessagePath station={station} facts={facts} isRow heading="h2" {...at} />
            </div>
          ) : null}
          {hasMessages ? <SharedPanel sharing={sharing} now={now} isOld={!isNow} /> : null}
          {link ? <LinkPanel link={link} isOld={!isNow} /> : null}
        </div>
        <div className={`${shared.shrinkingColumn} ${styles.range}`}>
          <RangePanel ranges={ranges} dataAt={dataAt} isOld={!isNow} />
          {hasMessages ? (
            <Panel title={say('receivedNow', at)} note={`${formatCount(aircraftCount)} aircraft`} isOld={!isNow}>
              {aircraft.length === 0 ? (
                <p className={panel.none}>{say('noPosition', at)}</p>
              ) : (
                <NearList aircraft={aircraft.slice(0, nearest)} label="Nearest aircraft" />
              )}
            </Panel>
          ) : null}
        </div>
        <div className={styles.side}>
          <Panel title="Map" note={city ? oneLine(city) : undefined} isOld={!isNow}>
            <PlaceMap
              place={place}
              label={`Map around station ${stationId} with its ranges and ${formatCount(aircraftCount)} aircraft`}
              aircraft={aircraft}
              day={ranges.day}
              usual={ranges.month}
              minDeg={minDeg}
              isLive={isNow}
            />
          </Panel>
          {facts ? <Readings facts={facts} createdAt={createdAt} dataAt={dataAt} isOld={!isNow} /> : null}
          {hasMessages ? (
            <Wire
              wire={messages}
              isNow={isNow}
              isStored={response.source === 'stored'}
              title="Newest messages"
              none={say('noMessages', at)}
              isShort
            />
          ) : (
            <Panel title="Newest messages" isOld={!isNow}>
              <p className={panel.none}>
                Your role does not include messages and aircraft. An administrator can change it.
              </p>
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}

type At = { readonly now: number; readonly dataAt: number; readonly isNow: boolean };

/** Number, place, status with its time, and the ways to other screens. */
function Head({ response, now, dataAt, isNow }: { response: ApiResponse<StationPage> } & At): ReactElement {
  const audience = useAudience();
  const { station, lat, lon } = response.value;
  const { stationId, state, city, country, lastMessageAt } = station;
  const lastAt = lastMessageAt === null ? null : parseInstant(lastMessageAt);
  // A current status of a feeding station is followed by the time alone.
  const isBrief = isNow && state === 'feeding' && lastAt !== null;
  const isAdmin = audience === 'admin';
  const map = audience === 'customer' ? '/openstreetMapCompany' : '/openstreetMap';
  const view = { z: '7', lat: lat.toFixed(4), lon: lon.toFixed(4) };
  return (
    <div className={page.head}>
      <h1 className={page.title}>Station {stationId}</h1>
      <span>{[city, country].flatMap((one) => (one ? [oneLine(one)] : [])).join(', ')}</span>
      <span className={`${statusTone.tone} ${styles.verdict}`} data-state={state} data-old={!isNow || undefined}>
        <StateIcon state={state} size={16} />
        {/* A change of the status is announced, its age is not. */}
        <strong role="status">
          {verdictText(station, { now, dataAt, isNow })}
          {isNow ? '' : ` at ${utcMoment(dataAt, now)}`}
        </strong>
        {isBrief ? ` ${utcClock(lastAt)}Z, ${ageText(now - lastAt)} ago` : ''}
      </span>
      {lastAt === null || isBrief ? null : (
        <span className={shared.dim}>
          Last message {isNow ? `${utcClock(lastAt)}Z, ${ageText(now - lastAt)} ago` : utcMoment(lastAt, now)}
        </span>
      )}
      <nav className={page.ways} aria-label={`Station ${stationId}`}>
        <WatchButton object={{ kind: 'station', id: stationId }} name={`station ${stationId}`} />
        <NotifyLink
          search={{ silent: 'station', stationId }}
          className={page.way}
          name={`Notify me when station ${stationId} is silent`}
        >
          Notify me
        </NotifyLink>
        <Link to={rawListPath(audience)} search={{ stationId } as never} className={page.way}>
          <IconMessages size={16} aria-hidden="true" /> Messages of this station
        </Link>
        {isAdmin ? (
          <Link to={`/stationDetails/${station.id}`} className={page.way}>
            <IconFileText size={16} aria-hidden="true" /> Details
          </Link>
        ) : null}
        {isAdmin ? (
          <Link to="/receivers" className={page.way}>
            <IconAntenna size={16} aria-hidden="true" /> Receivers
          </Link>
        ) : null}
        {audience === 'companyUser' ? null : (
          <Link to={map} search={view as never} className={page.way}>
            <IconMap size={16} aria-hidden="true" /> On the map
          </Link>
        )}
      </nav>
    </div>
  );
}

type ReadingsProps = {
  readonly facts: StationFacts;
  readonly createdAt: string;
  readonly dataAt: number;
  readonly isOld: boolean;
};

/** Values of the station, its receivers and its age. */
function Readings({ facts, createdAt, dataAt, isOld }: ReadingsProps): ReactElement {
  const madeAt = parseInstant(createdAt);
  const { receivers } = facts;
  return (
    <Panel title="Readings" isOld={isOld}>
      <ReadingValues facts={facts} dataAt={dataAt} />
      <p className={panel.none}>
        {receivers.length === 0
          ? 'Receiver name: same as the station number.'
          : `Receivers: ${receivers.map(oneLine).join(', ')}.`}
        {madeAt === null ? '' : ` Station since ${utcDay(madeAt)}.`}
      </p>
    </Panel>
  );
}

type WhyProps = ReportTime & { readonly station: StationPage['station'] };

/** The cause of a silence, and what to check. */
function WhyAndWhat({ station, ...at }: WhyProps): ReactElement | null {
  const { state, reason } = station;
  const why = reasonText(state, reason, at);
  if (why === null) return null;
  return (
    <section className={styles.why} data-state={state} data-old={!at.isNow || undefined} aria-label="Cause">
      <p>
        <strong>{why}</strong>
      </p>
      {reason === null ? null : (
        <>
          <h2>What to check</h2>
          <ol>
            {checksOf(reason, at).map((check) => (
              <li key={check}>{check}</li>
            ))}
          </ol>
          <WhoHelps station={station} />
        </>
      )}
    </section>
  );
}

// ---- link control of 24 hours: by kind, ground station and frequency

type Row = { readonly name: string; readonly frames: number };

function LinkPanel({ link, isOld }: { readonly link: LinkOfStation; readonly isOld: boolean }): ReactElement {
  const { frames, kinds, groundStations, frequencies } = link;
  return (
    <Panel title="Link control" note={`${counted(frames, 'frame')} in 24 h`} isOld={isOld}>
      {kinds.length === 0 ? (
        <p className={panel.none}>No VDL2 or HFDL link messages received.</p>
      ) : (
        <div className={styles.columns}>
          <Counts title="Kind" rows={kinds.map(({ kind, ...one }) => ({ name: linkKindText(kind), ...one }))} />
          <Counts
            title="Ground station"
            rows={groundStations.map(({ link: of, groundStation, ...one }) => ({
              name: `${oneLine(groundStation)}, ${of}`,
              ...one,
            }))}
          />
          <Counts
            title="Frequency"
            rows={frequencies.map(({ link: of, freq, ...one }) => ({ name: `${megahertzText(freq)}, ${of}`, ...one }))}
          />
        </div>
      )}
    </Panel>
  );
}

function Counts({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }): ReactElement | null {
  if (rows.length === 0) return null;
  return (
    <div>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={page.rows} aria-label={`Link control by ${title.toLowerCase()}`}>
        {rows.map(({ name, frames }) => (
          <li key={name}>
            <span>{name}</span>
            <span>{formatCount(frames)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type RangePanelProps = { readonly ranges: StationPage['ranges']; readonly dataAt: number; readonly isOld: boolean };

const minRimNmi = 50;
const tableDeg = 30;

/** Ranges of the station: rose, text, and the same figures as a table. */
function RangePanel({ ranges: { day, month, since }, dataAt, isOld }: RangePanelProps): ReactElement {
  const units = useUnits();
  const { distance } = units;
  const text = (nmi: number | null | undefined): string =>
    typeof nmi === 'number' ? amountText(distance, nmi) : noValue;
  const rim = rimOf(minRimNmi, day, month);
  const sinceMs = since === null ? null : parseInstant(since);
  const days = sinceMs === null ? 0 : Math.max(1, Math.floor((dataAt - sinceMs) / dayMs));
  const farthest = rangeText(day, units);
  const short = farthest === null ? [] : shortSpans(day, month);
  if (days === 0)
    return (
      <Panel title="Range" isOld={isOld}>
        <p className={panel.none}>No positions received.</p>
      </Panel>
    );
  const rings = [1, 2, 3].map((ring) => text((rim * ring) / 3)).join(', ');
  return (
    <Panel title="Range" note={`24 h / ${counted(days, 'day')}`} isOld={isOld}>
      <RangeRose day={day} usual={month} rimNmi={rim} className={styles.rose} />
      <p className={panel.none}>
        {farthest ?? 'No positions in the last 24 hours'}. Rings {rings} {distance.sign}.
        {short.length === 0 ? '' : ` Range less than in the last ${days} days: ${short.join(', ')}.`}
      </p>
      <details className={styles.table}>
        <summary>Ranges as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Direction</th>
              <th scope="col">24 h, {distance.sign}</th>
              <th scope="col">
                {days} d, {distance.sign}
              </th>
            </tr>
          </thead>
          <tbody>
            {wider(day, tableDeg).map((nmi, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a direction is its index
              <tr key={at}>
                <th scope="row">{`${at * tableDeg}° to ${(at + 1) * tableDeg}°`}</th>
                <td>{text(nmi)}</td>
                <td>{text(wider(month, tableDeg)[at])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Panel>
  );
}

type Props = { readonly sharing: StationPage['shared']; readonly now: number; readonly isOld: boolean };

/** What the station adds: messages that it alone received, and those that others received, too. */
function SharedPanel({ sharing, now, isOld }: Props): ReactElement {
  const { alone, withOne, withMore, since, isLimited } = sharing;
  const total = alone + withOne + withMore;
  const sinceMs = since === null ? null : parseInstant(since);
  const period = sinceMs === null ? '24 h' : `since ${utcMoment(sinceMs, now)}`;
  const note = isLimited ? `${period}, of your stations` : period;
  if (total === 0)
    return (
      <Panel title="Received by this station only" note={note} isOld={isOld}>
        <p className={panel.none}>No message of this period can be compared with other stations.</p>
      </Panel>
    );
  const rows = [
    ['alone', alone],
    ['with one more', withOne],
    ['with two or more', withMore],
  ] as const;
  return (
    <Panel title="Received by this station only" note={note} isOld={isOld}>
      <p className={styles.sum}>
        <strong>{formatCount(alone)}</strong> of {formatCount(total)} messages
      </p>
      <dl className={styles.bars}>
        {rows.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className={styles.bar} aria-hidden="true">
                <i style={{ width: `${(100 * count) / total}%` }} />
              </span>
              <span>{formatNumber((100 * count) / total, 0)} %</span>
            </dd>
          </div>
        ))}
      </dl>
      {sharing.with.length === 0 ? null : (
        <>
          <h3 className={styles.subHeading}>Received together with</h3>
          <ul className={page.rows} aria-label="Received together with">
            {sharing.with.map(({ stationId, city, messages }) => (
              <li key={stationId}>
                <StationLink id={stationId} name={`Station ${stationId}`}>
                  {oneLine(stationId)}
                </StationLink>
                <span>{city ? oneLine(city) : ''}</span>
                <span>{formatCount(messages)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
