/** /faults/{tail}: the faults of one aircraft by leg or by fault, with the state of each (decision 44). */

import { IconAntenna, IconArrowLeft, IconChevronDown, IconChevronRight, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { type FaultLedger, type FaultStateName, faultStates } from '../../../contract/entities/faults.ts';
import { tailDays } from '../../../contract/entities/tail.ts';
import { stripCount } from '../../../decoder/faults/leg-strip.ts';
import { faultLedgerQuery, undoFaultChange, useFaultChanges, useSentChanges } from '../../data/faults.ts';
import { storedMessages } from '../../data/hangar-pack.ts';
import type { ApiResponse } from '../../data/resource.ts';
import { type TailView, tailQuery } from '../../data/tail.ts';
import { useNow } from '../../data/use-now.ts';
import { upTo } from '../../lib/breakpoints.ts';
import { counted, oneLine } from '../../lib/format.ts';
import { utcMoment, utcShort } from '../../lib/time.ts';
import { useMedia } from '../../lib/use-media.ts';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import { useListKeys } from '../../list/use-list-keys.ts';
import { FaultStateBadge, stateIcons, stateWords } from '../../objects/faults/FaultStateBadge.tsx';
import {
  chapterName,
  countStates,
  type LegGroup,
  legGroups,
  msOf,
  type ShownFault,
  shortDay,
  shownFaults,
  workNote,
} from '../../objects/faults/ledger-view.ts';
import { NeverReceived } from '../../objects/NeverReceived.tsx';
import { ObjectPage } from '../../objects/ObjectPage.tsx';
import { briefingPath, tailPath } from '../../objects/object-paths.ts';
import { TakeButton } from '../../objects/take/TakeButton.tsx';
import { TakenNote } from '../../objects/take/TakenNote.tsx';
import { copyText } from '../../ui/CopyButton.tsx';
import { LegStrip } from '../../ui/LegStrip.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import shared from '../../ui/shared.module.css';
import { ToggleChip } from '../../ui/ToggleChip.tsx';
import { FaultPanel, WaitingChanges } from './FaultPanel.tsx';
import styles from './Faults.module.css';

const focusState = (): void => document.querySelector<HTMLElement>('input[name="fault-state"]:checked')?.focus();
const focusNote = (): void => document.getElementById('fault-note')?.focus();
const refreshMs = 60_000;
const noLegs: readonly never[] = [];

export default function FaultTailScreen(): ReactElement {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useQuery({ ...faultLedgerQuery(id), refetchInterval: refreshMs, refetchOnMount: 'always' });
  // Legs, and where they led. Without them the faults are complete.
  const tail = useQuery({ ...tailQuery(id, tailDays), refetchOnMount: 'always' });
  const sent = useSentChanges();
  const { refetch } = query;
  useEffect(() => {
    if (sent > 0) void refetch();
  }, [sent, refetch]);
  return (
    <ObjectPage
      query={query}
      queryKey={faultLedgerQuery(id).queryKey}
      title={`Faults of ${oneLine(nameOf(id, query.data?.value))}`}
      notFound={null}
    >
      {(response) => <Ledger key={id} id={id} response={response} tail={tail.data} />}
    </ObjectPage>
  );
}

const nameOf = (id: string, ledger: FaultLedger | undefined): string => ledger?.tail ?? id.toUpperCase();

/** Messages of the aircraft on this device. null = not known. */
function useStoredMessages(tail: string, isShown: boolean): number | null {
  const [messages, setMessages] = useState<number | null>(null);
  useEffect(() => {
    if (!isShown) return;
    let isLeft = false;
    void storedMessages(tail)
      .then((found) => isLeft || setMessages(found))
      .catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [tail, isShown]);
  return messages;
}

type LedgerProps = {
  readonly id: string;
  readonly response: ApiResponse<FaultLedger>;
  readonly tail: ApiResponse<TailView> | undefined;
};

function Ledger({ id, response, tail }: LedgerProps): ReactElement {
  const now = useNow(30_000);
  const { value: ledger } = response;
  const name = nameOf(id, ledger);
  const legs = tail?.value.tail.legs ?? noLegs;
  const allChanges = useFaultChanges();
  const changes = useMemo(() => allChanges.filter((one) => one.tail === name), [allChanges, name]);
  const all = useMemo(() => shownFaults(ledger.faults, legs, changes), [ledger, legs, changes]);
  const [hidden, setHidden] = useState<ReadonlySet<FaultStateName>>(new Set());
  const [isByLeg, setByLeg] = useState(true);
  const storedCount = useStoredMessages(name, response.source === 'stored');
  const shown = useMemo(() => all.filter((one) => !hidden.has(one.shown.state)), [all, hidden]);
  const address = useSearch({ strict: false }) as { fault?: unknown; edit?: unknown };
  const write = useWriteAddress();
  const navigate = useNavigate();
  const isPhone = useMedia('(max-width: 767px)');
  const isTouch = useMedia(upTo('sm'));
  const asked = shown.find(({ fault }) => fault.identity === address.fault);
  // The first fault stays selected when a new one arrives before it: its note may be half typed.
  const [first] = useState(shown[0]?.fault.identity);
  const selected = asked ?? (isPhone ? undefined : (shown.find(({ fault }) => fault.identity === first) ?? shown[0]));
  const select = (identity: string | null): void =>
    write(identity === null ? {} : { fault: identity }, identity !== null && isPhone ? 'push' : 'replace');
  const at = selected ? shown.indexOf(selected) : -1;
  const step = (by: number): void => {
    const next = shown[Math.max(0, Math.min(shown.length - 1, at + by))];
    if (next) select(next.fault.identity);
  };
  const note = selected ? workNote(name, selected.fault, { legs, strip: selected.strip, now }) : '';
  useListKeys({
    j: () => step(1),
    k: () => step(-1),
    c: selected ? () => void copyText(note, 'Work note copied') : null,
    s: focusState,
    n: focusNote,
    u: () => (isPhone && asked ? select(null) : void navigate({ to: '/faults' })),
  });
  // Keys of the list of all faults lead here.
  const edited = address.edit;
  useEffect(() => {
    if (edited === 'state') focusState();
    if (edited === 'note') focusNote();
  }, [edited]);
  const counts = countStates(all.map((one) => one.shown));
  const silent = legs.filter(({ messages }) => messages === 0).length;
  const groups = useMemo(
    () =>
      isByLeg
        ? legGroups(
            legs,
            shown.map(({ fault }) => fault),
          )
        : [],
    [isByLeg, legs, shown],
  );
  const byIdentity = useMemo(() => new Map(all.map((one) => [one.fault.identity, one])), [all]);
  const panel = selected ? (
    <FaultPanel key={selected.fault.identity} {...selected} tail={name} legs={legs} note={note} now={now} />
  ) : null;
  if (isPhone && asked)
    return (
      <div className={styles.phonePanel}>
        <h1 className="dl-hidden">Faults of {oneLine(name)}</h1>
        <div className={styles.phoneSteps}>
          <PlainButton onClick={() => select(null)}>
            <IconArrowLeft size={18} aria-hidden="true" />
            {oneLine(name)}
          </PlainButton>
          <PlainButton disabled={at <= 0} onClick={() => step(-1)}>
            Previous
          </PlainButton>
          <PlainButton disabled={at >= shown.length - 1} onClick={() => step(1)}>
            Next
          </PlainButton>
        </div>
        {panel}
      </div>
    );
  const aircraft = tail?.value.tail.aircraft;
  return (
    <div className={styles.ledger}>
      <header className={styles.head}>
        <Link to="/faults" className={styles.back} aria-label="All faults">
          <IconArrowLeft size={20} aria-hidden="true" />
        </Link>
        <h1>
          <code>{oneLine(name)}</code> <span className="dl-hidden">faults</span>
        </h1>
        <span className={shared.dim}>
          {oneLine([aircraft?.aircraftType ?? aircraft?.typeCode, aircraft?.airlineName].filter(Boolean).join(', '))}
        </span>
        <div className={styles.headEnd}>
          <TakenNote tail={name} now={now} />
          {response.source === 'live' ? <TakeButton items={() => [{ kind: 'tail', tail: name }]} /> : null}
          <nav aria-label="Other pages of this aircraft" className={styles.pages}>
            <Link to={tailPath(name) ?? '.'}>Aircraft page</Link>
            <Link to={briefingPath(name) ?? '.'}>Briefing</Link>
          </nav>
        </div>
      </header>
      {response.source === 'stored' ? (
        <p className={styles.asOf}>
          Stored {utcMoment(response.dataAt, now)}: {counted(all.length, 'fault')}, {counted(legs.length, 'leg')}
          {storedCount === null ? '' : `, ${counted(storedCount, 'message')}`}.{' '}
          {changes.length > 0 ? `${counted(changes.length, 'change')} of this device will be sent later.` : ''}
        </p>
      ) : null}
      {changes.length > 0 ? <WaitingChanges changes={changes} onUndo={(one) => void undoFaultChange(one)} /> : null}
      <div className={styles.chips}>
        {faultStates.map((state) => {
          const Icon = stateIcons[state];
          const toggle = (): void =>
            setHidden((old) => new Set(old.has(state) ? [...old].filter((one) => one !== state) : [...old, state]));
          return (
            <ToggleChip key={state} isOn={!hidden.has(state)} onToggle={toggle} count={String(counts[state])}>
              <Icon size={16} aria-hidden="true" />
              {stateWords[state]}{' '}
            </ToggleChip>
          );
        })}
        <fieldset className={styles.segments}>
          <legend className="dl-hidden">Order of the faults</legend>
          <ToggleChip isOn={isByLeg} onToggle={() => setByLeg(true)}>
            By leg
          </ToggleChip>
          <ToggleChip isOn={!isByLeg} onToggle={() => setByLeg(false)}>
            By fault
          </ToggleChip>
        </fieldset>
        {legs.length > 0 ? (
          <span className={shared.dim}>
            {tailDays} d, {counted(legs.length, 'leg')}
            {silent > 0 ? `, ${counted(silent, 'leg')} without any message` : ''}
          </span>
        ) : null}
      </div>
      <div className={styles.split}>
        <div className={shared.shrinks}>
          {shown.length === 0 ? (
            <p className={styles.none} role="status">
              <span>
                {all.length === 0 ? (
                  <>
                    No faults received of this aircraft.{' '}
                    <NeverReceived name={name} aircraft={tail?.value.tail ?? null} />
                  </>
                ) : (
                  <>
                    No fault has this state.{' '}
                    <PlainButton onClick={() => setHidden(new Set())}>Show all states</PlainButton>
                  </>
                )}
              </span>
            </p>
          ) : null}
          {isByLeg ? (
            groups.map((group) => (
              <OneLeg key={group.id} group={group} of={byIdentity} selected={selected} onSelect={select} now={now} />
            ))
          ) : (
            <ul className={styles.cards} aria-label="Faults">
              {shown.map((one) => (
                <OneFault
                  key={one.fault.identity}
                  one={one}
                  isSelected={one === selected}
                  onSelect={select}
                  now={now}
                />
              ))}
            </ul>
          )}
          {ledger.olderEvents > 0 ? (
            <p className={styles.none}>
              The list of all faults contains {counted(ledger.olderEvents, 'older report')}.
            </p>
          ) : null}
          <p className={styles.notReceived}>
            <IconInfoCircle size={16} aria-hidden="true" />A fault that no station received is not listed.
          </p>
        </div>
        {isPhone ? null : <div className={styles.side}>{panel}</div>}
      </div>
      {isTouch ? null : (
        <footer className={styles.foot}>
          <span>
            {counted(all.length, 'fault')} in {counted(legs.length, 'leg')}
          </span>
          <span className={styles.keys}>
            <kbd>j</kbd> <kbd>k</kbd> step <kbd>s</kbd> state <kbd>n</kbd> note <kbd>c</kbd> copy work note <kbd>u</kbd>{' '}
            back
          </span>
        </footer>
      )}
    </div>
  );
}

type LegProps = {
  readonly group: LegGroup;
  readonly of: ReadonlyMap<string, ShownFault>;
  readonly selected: ShownFault | undefined;
  readonly onSelect: (identity: string) => void;
  readonly now: number;
};

function OneLeg({ group: { leg, rows }, of, selected, onSelect, now }: LegProps): ReactElement {
  const [isOpen, setOpen] = useState(true);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const route = leg && (leg.from || leg.to) ? `${leg.from ?? '?'} to ${leg.endedAt ?? leg.to ?? '?'}` : '';
  const times = leg
    ? [
        shortDay(msOf(leg.id), now),
        leg.off && `off ${utcShort(msOf(leg.off))}`,
        leg.on && `on ${utcShort(msOf(leg.on))}`,
        leg.messages === 0 ? 'no message received' : rows.length === 0 ? 'no fault' : null,
      ]
        .filter(Boolean)
        .join(' · ')
    : '';
  const title = (
    <>
      <b>
        <code>{oneLine(leg?.flight ?? '')}</code> {leg ? oneLine(route) : 'Before the known legs'}
      </b>{' '}
      <span className={shared.dim}>{times}</span>
    </>
  );
  return (
    <section
      className={styles.leg}
      aria-label={leg ? oneLine(`${leg.flight ?? 'Leg'} ${route}`) : 'Before the known legs'}
    >
      {rows.length === 0 ? (
        <p className={styles.legHead} data-silent={leg?.messages === 0 || undefined}>
          <span className={styles.legMark} aria-hidden="true">
            –
          </span>
          {title}
        </p>
      ) : (
        <h2>
          <button type="button" className={styles.legHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Chevron size={16} aria-hidden="true" />
            {title}
          </button>
        </h2>
      )}
      {isOpen && rows.length > 0 ? (
        <ul className={styles.legRows}>
          {rows.map(({ fault, event }) => {
            const one = of.get(fault.identity);
            return one ? (
              <li key={`${fault.identity} ${event.at} ${event.flight}`}>
                <button
                  type="button"
                  className={styles.row}
                  aria-current={one === selected || undefined}
                  onClick={() => onSelect(fault.identity)}
                >
                  <FaultStateBadge state={one.shown.state} isWaiting={one.shown.isWaiting} />
                  <b>{oneLine(fault.chapter ?? '–')}</b>
                  <code>{oneLine(fault.name)}</code>
                  <span>{event.persistence ?? ''}</span>
                  <span className={shared.dim}>
                    {oneLine(event.phase ?? '')} {utcShort(msOf(event.at))}
                  </span>
                  <span className={shared.dim}>
                    <IconAntenna size={14} aria-hidden="true" /> {event.stations}
                    <span className="dl-hidden"> {event.stations === 1 ? 'station' : 'stations'}</span>
                  </span>
                </button>
              </li>
            ) : null;
          })}
        </ul>
      ) : null}
    </section>
  );
}

type FaultProps = {
  readonly one: ShownFault;
  readonly isSelected: boolean;
  readonly onSelect: (identity: string) => void;
  readonly now: number;
};

function OneFault({ one: { fault, shown, strip }, isSelected, onSelect, now }: FaultProps): ReactElement {
  const end = shown.isWaiting
    ? `${utcShort(msOf(shown.set?.at))}, not sent`
    : shown.state === 'closed' && shown.set
      ? `${shortDay(msOf(shown.set.at), now)}, ${oneLine(shown.set.by)}`
      : strip === ''
        ? counted(fault.events.length, 'report')
        : `${stripCount(strip)} legs`;
  return (
    <li>
      <button
        type="button"
        className={styles.card}
        aria-current={isSelected || undefined}
        onClick={() => onSelect(fault.identity)}
      >
        <span>
          <b>{oneLine(fault.chapter ?? '–')}</b> {chapterName(fault.chapter)}
        </span>
        <FaultStateBadge state={shown.state} isWaiting={shown.isWaiting} />
        <code>{oneLine(fault.name)}</code>
        <span className={styles.cardEnd}>
          {strip === '' ? <span /> : <LegStrip strip={strip} />}
          <span className={shared.dim}>{end}</span>
        </span>
      </button>
    </li>
  );
}
