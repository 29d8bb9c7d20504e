/** /tail/{id}/briefing: the arrival of an aircraft, and what is new since its last stop (decision 47). */

import { IconArrowLeft, IconMessage2, IconPrinter, IconTool } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactElement, useEffect } from 'react';
import type { Arrival, BriefFault, Briefing, Delay, OpenRequest } from '../../../contract/entities/briefing.ts';
import { type FaultStateName, faultStates } from '../../../contract/entities/faults.ts';
import { lookForArrivals } from '../../data/arrival-packs.ts';
import { briefingQuery } from '../../data/briefing.ts';
import type { ApiResponse } from '../../data/resource.ts';
import { useNow } from '../../data/use-now.ts';
import { counted, measured, noValue, oneLine } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';
import { FaultStateBadge } from '../../objects/faults/FaultStateBadge.tsx';
import { chapterName, msOf } from '../../objects/faults/ledger-view.ts';
import { NeverReceived } from '../../objects/NeverReceived.tsx';
import { AirportLink } from '../../objects/ObjectLink.tsx';
import page from '../../objects/ObjectPage.module.css';
import { ObjectPage, Panel } from '../../objects/ObjectPage.tsx';
import { faultsPath, tailPath } from '../../objects/object-paths.ts';
import { TakeButton } from '../../objects/take/TakeButton.tsx';
import { TakenNote } from '../../objects/take/TakenNote.tsx';
import { asOfText, isCurrent } from '../../stations/station-text.ts';
import { Fact } from '../../ui/Fact.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import shared from '../../ui/shared.module.css';
import styles from './Briefing.module.css';

const refreshMs = 60_000;
const tickMs = 10_000;

export default function BriefingScreen(): ReactElement {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  // A notice opens this screen: its aircraft is stored, if the user has a rule for it. Also over the briefing of another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another aircraft is another notice
  useEffect(() => void lookForArrivals(), [id]);
  const query = useQuery({ ...briefingQuery(id), refetchInterval: refreshMs, refetchOnMount: 'always' });
  return (
    <ObjectPage
      query={query}
      queryKey={briefingQuery(id).queryKey}
      title={titleOf(id, query.data?.value)}
      notFound={null}
    >
      {(response) => <OneBriefing key={id} id={id} response={response} />}
    </ObjectPage>
  );
}

const nameOf = (id: string, briefing: Briefing | undefined): string =>
  briefing?.registration ?? briefing?.address ?? id.toUpperCase();
const titleOf = (id: string, briefing: Briefing | undefined): string => `Briefing of ${oneLine(nameOf(id, briefing))}`;

function OneBriefing({ id, response }: { id: string; response: ApiResponse<Briefing> }): ReactElement {
  const now = useNow(tickMs);
  const { value, dataAt, source } = response;
  const isNow = isCurrent(response, now);
  const name = nameOf(id, value);
  const since = value.since === null ? null : utcMoment(msOf(value.since), now);
  return (
    <div className={styles.briefing} data-part="briefing">
      <header className={page.head}>
        <h1 className={page.title} dir="auto">
          {titleOf(id, value)}
        </h1>
        <span className={`${page.ways} ${styles.ways}`}>
          {source === 'live' ? <TakeButton items={() => [{ kind: 'tail', tail: name }]} /> : null}
          <PlainButton onClick={() => window.print()}>
            <IconPrinter size={16} aria-hidden="true" />
            Print
          </PlainButton>
          <Link to={tailPath(name) ?? '.'} className={page.way}>
            <IconArrowLeft size={16} aria-hidden="true" />
            {oneLine(name)}
          </Link>
          {value.faults ? (
            <Link to={faultsPath(name) ?? '.'} className={page.way}>
              <IconTool size={16} aria-hidden="true" />
              Faults
            </Link>
          ) : null}
          <Link to={`${tailPath(name)}/dialogue`} className={page.way}>
            <IconMessage2 size={16} aria-hidden="true" />
            Dialogue
          </Link>
        </span>
      </header>
      <p className={styles.words}>{oneLine(value.words)}</p>
      {isNow ? null : <p className={page.asOf}>{asOfText(dataAt, now)}. Later events are unknown.</p>}
      <div className={styles.parts}>
        <Flight briefing={value} name={name} now={now} />
        {value.faults ? (
          <Faults name={name} faults={value.faults} older={value.olderOpenFaults} since={since} now={now} />
        ) : null}
        <Requests name={name} requests={value.requests} now={now} />
      </div>
      <p className={styles.foot}>
        <span className={shared.dim}>Contains received messages only.</span>
        <TakenNote tail={name} now={now} />
      </p>
    </div>
  );
}

const bases: Readonly<Record<Arrival['basis'], string>> = {
  on: 'as reported by the aircraft',
  in: 'as reported by the aircraft at the gate',
  ground: 'received on the ground',
  eta: 'as estimated by the aircraft',
  position: 'from its positions',
};

function arrivalText({ state, at, basis }: Arrival, now: number): string {
  const when = at === null ? '' : utcMoment(msOf(at), now);
  if (state === 'landing') return `about ${when}, ${bases[basis]}`;
  return when === '' ? `Landed, ${bases[basis]}` : `${when}, ${bases[basis]}`;
}

function delayText({ scheduled, expected, isActual, minutes }: Delay, now: number): string {
  const how =
    minutes > 0 ? `${measured(minutes, 'min')} late` : minutes < 0 ? `${measured(-minutes, 'min')} early` : 'on time';
  const what = isActual ? 'at the gate' : 'estimated';
  return `${how}: scheduled ${utcMoment(msOf(scheduled), now)}, ${what} ${utcMoment(msOf(expected), now)}`;
}

type FlightProps = { readonly briefing: Briefing; readonly name: string; readonly now: number };

function Flight({ briefing, name, now }: FlightProps): ReactElement {
  const { leg, arrival, delay, since, messages } = briefing;
  if (!leg)
    return (
      <Panel title="Flight">
        <p className={panel.none}>
          No flight of this aircraft was received. <NeverReceived name={name} aircraft={briefing} />
        </p>
      </Panel>
    );
  return (
    <Panel title="Flight">
      <dl className={`${panel.facts} ${styles.facts}`}>
        <Fact name="Flight">
          {oneLine(leg.flight ?? '') || noValue}, <AirportLink code={leg.from} /> to <AirportLink code={leg.to} />
        </Fact>
        <Fact name={arrival?.state === 'landing' ? 'Lands' : 'Landed'}>
          {arrival ? arrivalText(arrival, now) : 'not yet: neither reported nor near'}
        </Fact>
        <Fact name="Schedule">{delay ? delayText(delay, now) : noValue}</Fact>
        <Fact name="Since">{since === null ? noValue : utcMoment(msOf(since), now)}</Fact>
        <Fact name="Messages">
          <Link to={tailPath(name) ?? '.'} search={{ leg: leg.id } as never}>
            {counted(messages, 'message')} of this flight
          </Link>
        </Fact>
      </dl>
    </Panel>
  );
}

type FaultsProps = {
  readonly name: string;
  readonly faults: readonly BriefFault[];
  readonly older: number;
  readonly since: string | null;
  readonly now: number;
};

/** New ones first. */
function Faults({ name, faults, older, since, now }: FaultsProps): ReactElement {
  const path = faultsPath(name) ?? '.';
  const fresh = faults.filter(({ isNew }) => isNew);
  const again = faults.filter(({ isNew }) => !isNew);
  return (
    <Panel title="Faults" note={since === null ? null : `since ${since}`}>
      {faults.length === 0 ? <p className={panel.none}>No fault was reported in this flight.</p> : null}
      <ul className={`${shared.bareList} ${styles.rows}`} aria-label="Faults of this flight">
        {[...fresh, ...again].map((fault) => (
          <li key={fault.identity} className={styles.row}>
            <FaultStateBadge state={stateOf(fault.state)} isWaiting={false} />
            <span className={shared.breaks}>
              <b>{oneLine(fault.chapter ?? noValue)}</b> {chapterName(fault.chapter)}{' '}
              <Link to={path} search={{ fault: fault.identity } as never}>
                <code>{oneLine(fault.name)}</code>
              </Link>
            </span>
            <span className={fault.isNew ? shared.strong : shared.dim}>
              {fault.isNew ? 'new' : 'again'}
              {fault.isWarning ? ', with a cockpit warning' : ''}
            </span>
            <span className={shared.dim}>{utcMoment(msOf(fault.at), now)}</span>
          </li>
        ))}
      </ul>
      {older > 0 ? (
        <p className={panel.none}>
          <Link to={path}>{counted(older, 'open fault')}</Link> of earlier flights, not reported in this one.
        </p>
      ) : null}
    </Panel>
  );
}

const stateOf = (name: string): FaultStateName => faultStates.find((state) => state === name) ?? 'open';

function Requests(props: {
  readonly name: string;
  readonly requests: readonly OpenRequest[];
  readonly now: number;
}): ReactElement {
  const { name, requests, now } = props;
  return (
    <Panel title="Open requests" note="air traffic control">
      {requests.length === 0 ? <p className={panel.none}>No unanswered request was received.</p> : null}
      <ul className={`${shared.bareList} ${styles.rows}`} aria-label="Open requests">
        {requests.map(({ id, at, direction, words, ground }) => (
          <li key={id} className={styles.row}>
            <span className={shared.dim}>
              {direction === 'up' ? `to ${oneLine(name)}` : `to ${oneLine(ground ?? 'ATC')}`}
            </span>
            <span className={shared.breaks}>
              <Link to={`${tailPath(name)}/dialogue`}>{oneLine(words)}</Link>
            </span>
            <span className={shared.dim}>{utcMoment(msOf(at), now)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
