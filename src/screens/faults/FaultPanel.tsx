/** One fault of an aircraft: its legs, reports, state with note, work note; and the changes that wait for the network. */

import { IconCloudUp, IconCopy, IconGitBranch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useId, useState } from 'react';
import { minuteMs } from '../../../contract/durations.ts';
import {
  type FaultEvent,
  type FaultStateName,
  faultLimits,
  faultStates,
  type LedgerFault,
} from '../../../contract/entities/faults.ts';
import type { TailLeg } from '../../../contract/entities/tail.ts';
import { writeInstant } from '../../../contract/params.ts';
import { stripCount } from '../../../decoder/faults/leg-strip.ts';
import { type FaultChange, keepMine, setFaultState, undoFaultChange } from '../../data/faults.ts';
import { serverNow } from '../../data/send.ts';
import { counted, manyLines, oneLine } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';
import { FaultStateBadge, stateIcons, stateWords } from '../../objects/faults/FaultStateBadge.tsx';
import { chapterName, msOf, originText, type ShownState, shortDay } from '../../objects/faults/ledger-view.ts';
import { rawListPath } from '../../objects/object-paths.ts';
import { NotifyLink } from '../../objects/rules/NotifyLink.tsx';
import {
  currentUserId,
  draftKey,
  dropDraft,
  readDraftTexts,
  storeDraftTexts,
  type Texts,
} from '../../session/typed-drafts.ts';
import { useAudience, useSession } from '../../session/use-session.ts';
import { copyText } from '../../ui/CopyButton.tsx';
import { Fact } from '../../ui/Fact.tsx';
import { LegStrip } from '../../ui/LegStrip.tsx';
import { notify } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import shared from '../../ui/shared.module.css';
import styles from './Faults.module.css';

type Props = {
  readonly tail: string;
  readonly fault: LedgerFault;
  readonly shown: ShownState;
  readonly change: FaultChange | undefined;
  readonly strip: string;
  readonly legs: readonly TailLeg[];
  readonly note: string;
  readonly now: number;
};

export function FaultPanel(props: Props): ReactElement {
  const { tail, fault, shown, change, strip, note, now } = props;
  const heading = useId();
  return (
    <section className={styles.panel} aria-labelledby={heading}>
      <div className={styles.panelHead}>
        <h2 id={heading}>
          {fault.chapter === null ? 'No ATA chapter' : `${oneLine(fault.chapter)} ${chapterName(fault.chapter)}`}
        </h2>
        <FaultStateBadge state={shown.state} isWaiting={shown.isWaiting} hasWords />
        <NotifyLink
          search={{ newFault: 'yes', tail, ...(fault.chapter === null ? {} : { chapter: fault.chapter }) }}
          className={styles.rawLink}
          name={`Notify me of new faults like this, ${oneLine(tail)}`}
        >
          Notify me
        </NotifyLink>
      </div>
      <code className={styles.faultName}>{oneLine(fault.name)}</code>
      <p className={shared.dim}>{originText(fault)}</p>
      <StripBox fault={fault} strip={strip} legs={props.legs} now={now} />
      <FaultFacts fault={fault} now={now} />
      {change?.conflict ? <Conflict change={change} theirs={change.conflict} now={now} /> : null}
      {change?.refusal ? <Refused change={change} /> : null}
      {shown.isAgain && shown.set ? (
        <p className={styles.again}>
          Closed {utcMoment(msOf(shown.set.at), now)} by {oneLine(shown.set.by)}. Reported again since.
        </p>
      ) : null}
      <StateForm
        tail={tail}
        fault={fault}
        shown={shown}
        version={change ? change.version : (fault.state?.version ?? 0)}
        now={now}
      />
      <div className={styles.box}>
        <div className={styles.boxHead}>
          <h3>Work note</h3>
          <PlainButton onClick={() => void copyText(note, 'Work note copied')}>
            <IconCopy size={16} aria-hidden="true" />
            Copy
          </PlainButton>
        </div>
        <pre className={styles.workNote}>{manyLines(note)}</pre>
      </div>
      <RawText tail={tail} event={fault.events[0]} />
    </section>
  );
}

function StripBox({ fault, strip, legs, now }: Pick<Props, 'fault' | 'strip' | 'legs' | 'now'>): ReactElement | null {
  if (strip === '') return <p className={shared.dim}>The flights of this aircraft are not on this device.</p>;
  const silent = [...strip].filter((sign) => sign === '-').length;
  const oldest = legs[Math.min(legs.length, strip.length) - 1];
  const [newest] = fault.events;
  return (
    <div className={styles.box}>
      <p>
        <b>{stripCount(strip)} legs</b>{' '}
        {newest?.persistence ? <span className={shared.dim}>last report {newest.persistence}</span> : null}
      </p>
      <LegStrip strip={strip} isLarge />
      <p className={styles.stripFoot}>
        <span>{oldest ? shortDay(msOf(oldest.id), now) : ''}</span>
        <span>{silent > 0 ? `${counted(silent, 'leg')} without any message` : ''}</span>
        <span>newest</span>
      </p>
    </div>
  );
}

const whenText = ({ at, isTimed, phase }: FaultEvent, now: number): string =>
  [utcMoment(msOf(at), now), isTimed ? null : 'received', phase && oneLine(phase)].filter(Boolean).join(', ');

/** Members of a report by the names of the screen. */
const inferredNames: Readonly<Record<string, string>> = {
  chapter: 'ATA chapter',
  ata: 'ATA reference',
  at: 'time',
  what: 'kind',
  persistence: 'hard or intermittent',
};

function FaultFacts({ fault, now }: Pick<Props, 'fault' | 'now'>): ReactElement {
  const { events, stations } = fault;
  const [newest] = events;
  const oldest = events.at(-1);
  const receptions = events.reduce((sum, event) => sum + event.receptions, 0);
  return (
    <dl className={styles.facts}>
      {oldest ? <Fact name="First">{whenText(oldest, now)}</Fact> : null}
      {newest ? <Fact name="Last">{whenText(newest, now)}</Fact> : null}
      <Fact name="Received">
        {counted(receptions, 'time')} by {counted(stations, 'station')}
      </Fact>
      {newest && newest.impacted.length > 0 ? (
        <Fact name="Impacted">{newest.impacted.map(oneLine).join(', ')}</Fact>
      ) : null}
      {newest && newest.inferred.length > 0 ? (
        <Fact name="Inferred">
          <i>{newest.inferred.map((name) => inferredNames[name] ?? oneLine(name)).join(', ')}, inferred</i>: the format
          does not document it
        </Fact>
      ) : null}
    </dl>
  );
}

type FormProps = Pick<Props, 'tail' | 'fault' | 'shown' | 'now'> & { readonly version: number };
/** `version` = of the state that was shown when the user began. */
type Typed = { readonly state: FaultStateName; readonly note: string; readonly version: number };

const textsOf = ({ state, note, version }: Typed): Texts => ({ state, note, version: String(version) });

/** null = nothing is stored, or nothing valid. */
function typedOf({ state, note = '', version = '' }: Texts): Typed | null {
  const known = faultStates.find((one) => one === state);
  return known && /^\d+$/.test(version) ? { state: known, note, version: Number(version) } : null;
}

function StateForm({ tail, fault, shown, version, now }: FormProps): ReactElement {
  const session = useSession();
  const by = session.kind === 'in' ? session.session.userName : '';
  const saved = { state: shown.state, note: shown.set?.note ?? '' };
  const key = draftKey(currentUserId(), 'fault-state', `${tail} ${fault.identity}`);
  // It stays when another fault or screen is shown, and when a state of someone else arrives: the server then reports the conflict.
  const [typed, setTyped] = useState(() => typedOf(readDraftTexts(key)));
  const { state, note } = typed ?? saved;
  const draft = (next: Typed | null): void => {
    setTyped(next);
    storeDraftTexts(key, next ? textsOf(next) : {});
  };
  const type = (more: Partial<Typed>): void => {
    const next = { state, note, version: typed?.version ?? version, ...more };
    draft(next.state === saved.state && next.note === saved.note ? null : next);
  };
  const save = async (): Promise<void> => {
    const isOwn = shown.set?.by === by;
    const isKept = await setFaultState({
      ...{ tail, identity: fault.identity, chapter: fault.chapter, name: fault.name, state, note: note.trim() },
      ...{ by, at: writeInstant(serverNow()), version: isOwn ? version : (typed?.version ?? version) },
    });
    if (!isKept) {
      notify({
        title: 'The state was not saved.',
        text: 'The server is unreachable, and this browser stores nothing. Try again when the network is back.',
        kind: 'warn',
      });
      return;
    }
    setTyped((later) => (later === typed ? null : later));
    // The panel may show another fault by now. What was typed since stays.
    const left = readDraftTexts(key);
    if (typed && left.state === typed.state && left.note === typed.note) dropDraft(key);
  };
  return (
    <form
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Segmented
        name="fault-state"
        legend="State"
        legendAt="beside"
        value={state}
        choices={faultStates}
        textOf={(value) => {
          const Icon = stateIcons[value];
          return (
            <>
              <Icon size={16} aria-hidden="true" />
              {stateWords[value]}
            </>
          );
        }}
        onChange={(next) => type({ state: next })}
      />
      <textarea
        id="fault-note"
        aria-label="Note"
        rows={2}
        maxLength={faultLimits.note}
        value={note}
        onChange={(event) => type({ note: event.target.value })}
      />
      <div className={styles.formFoot}>
        <span className={shared.dim}>
          {shown.set
            ? `${oneLine(shown.set.by)}, ${utcMoment(msOf(shown.set.at), now)}${shown.isWaiting ? ', saved on this device' : ''}`
            : 'Not set by anyone yet'}
        </span>
        {typed ? (
          <span className={styles.unsaved}>
            <span role="status">Not saved</span>
            <PlainButton look="subtle" onClick={() => draft(null)}>
              Discard
            </PlainButton>
          </span>
        ) : null}
        <PlainButton type="submit" look="filled">
          Save
        </PlainButton>
      </div>
    </form>
  );
}

/** Both versions, nothing selected: the user decides. */
function Conflict({
  change,
  theirs,
  now,
}: {
  change: FaultChange;
  theirs: NonNullable<FaultChange['conflict']>;
  now: number;
}): ReactElement {
  const version = (who: string, { state, note, at }: Pick<FaultChange, 'state' | 'note' | 'at'>): ReactElement => (
    <p>
      {who}, {utcMoment(msOf(at), now)}: <b>{stateWords[state]}</b>
      {note === '' ? '' : `, ${oneLine(note)}`}
    </p>
  );
  return (
    <section className={styles.conflict} aria-label="Changed in two places" role="alert">
      <h3>
        <IconGitBranch size={16} aria-hidden="true" /> Changed in two places
      </h3>
      {version('Yours', change)}
      {version(oneLine(theirs.by), theirs)}
      <div className={styles.equal}>
        <PlainButton onClick={() => void keepMine(change)}>Keep mine</PlainButton>
        <PlainButton onClick={() => void undoFaultChange(change)}>Keep theirs</PlainButton>
      </div>
    </section>
  );
}

function Refused({ change }: { change: FaultChange }): ReactElement {
  return (
    <section className={styles.conflict} aria-label="Not stored by the server" role="alert">
      <p>
        The server did not store “{stateWords[change.state]}”: {oneLine(change.refusal ?? '')} Your change is kept on
        this device.
      </p>
      <div className={styles.equal}>
        <PlainButton onClick={() => void setFaultState(change)}>Send again</PlainButton>
        <PlainButton onClick={() => void undoFaultChange(change)}>Discard</PlainButton>
      </div>
    </section>
  );
}

function waitingTitle(changes: readonly FaultChange[]): string {
  const waiting = changes.filter(({ conflict, refusal }) => conflict === null && refusal === null).length;
  if (waiting === 0)
    return changes.length === 1 ? '1 change needs your decision' : `${changes.length} changes need your decision`;
  return waiting === 1 ? '1 change waits for the network' : `${waiting} changes wait for the network`;
}

type WaitingProps = { readonly changes: readonly FaultChange[]; readonly onUndo: (change: FaultChange) => void };

/** Set here and not sent. Conflicts are shown with their fault. */
export function WaitingChanges({ changes, onUndo }: WaitingProps): ReactElement {
  const now = serverNow();
  return (
    <section className={styles.waiting} aria-label="Changes of this device">
      <h2>
        <IconCloudUp size={16} aria-hidden="true" />
        {waitingTitle(changes)}
      </h2>
      <ul>
        {changes.map((one) => (
          <li key={`${one.tail} ${one.identity}`}>
            <b>{oneLine(one.chapter ?? one.tail)}</b> {stateWords[one.state]}
            <span className={shared.dim}>
              {oneLine(one.tail)}, {oneLine(one.name)}
            </span>
            <span className={styles.waitingEnd}>
              {one.conflict
                ? 'needs your decision'
                : one.refusal
                  ? 'refused'
                  : `${utcMoment(msOf(one.at), now)}, ${oneLine(one.by)}`}
            </span>
            <PlainButton
              look="subtle"
              onClick={() => onUndo(one)}
              aria-label={`Undo ${stateWords[one.state]} of ${oneLine(one.name)}`}
            >
              Undo
            </PlainButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** In the raw list, where every reception is. */
function RawText({ tail, event }: { tail: string; event: FaultEvent | undefined }): ReactElement | null {
  const audience = useAudience();
  if (!event) return null;
  const ms = msOf(event.firstReceived);
  const search = {
    tail,
    acarsMessageDateTimeMin: writeInstant(ms - minuteMs),
    acarsMessageDateTimeMax: writeInstant(ms + minuteMs),
  };
  return (
    <Link className={styles.rawLink} to={rawListPath(audience)} search={search as never}>
      Raw text of the last report
    </Link>
  );
}
