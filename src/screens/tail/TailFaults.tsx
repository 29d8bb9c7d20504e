/** Faults on the page of an aircraft: its ledger by ATA chapter, or the newest reports for users without a ledger. Own file: data of another call. */

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useId, useMemo } from 'react';
import { api } from '../../../contract/api.ts';
import { permissionFor } from '../../../contract/audience.ts';
import { type Tail, tailDays } from '../../../contract/entities/tail.ts';
import { stripCount } from '../../../decoder/faults/leg-strip.ts';
import { faultLedgerQuery, useFaultChanges } from '../../data/faults.ts';
import { tailQuery } from '../../data/tail.ts';
import { counted, oneLine } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';
import { FaultStateBadge } from '../../objects/faults/FaultStateBadge.tsx';
import { chapterName, msOf, type ShownFault, shownFaults } from '../../objects/faults/ledger-view.ts';
import { NotLoaded } from '../../objects/NotLoaded.tsx';
import { faultsPath } from '../../objects/object-paths.ts';
import { useAudience } from '../../session/use-session.ts';
import { LegStrip } from '../../ui/LegStrip.tsx';
import panel from '../../ui/panel.module.css';
import shared from '../../ui/shared.module.css';
import styles from './Tail.module.css';

/** `all` undefined = loading, null = neither live nor stored. */
type LedgerPart = {
  /** null = not loaded. */
  readonly all: readonly ShownFault[] | undefined | null;
  readonly open: number;
  readonly error: Error | null;
  readonly retry: () => void;
};

const noLegs: readonly never[] = [];

/** null = this user may not read ledgers. */
export function useTailFaults(name: string): LedgerPart | null {
  const mayRead = permissionFor(api.faults.ofTail.id, useAudience(), true) === 'yes';
  const ledger = useQuery({ ...faultLedgerQuery(name), enabled: mayRead, refetchOnMount: 'always' });
  const value = ledger.data?.value;
  // The strip has more legs than the axis.
  const hasFaults = (value?.faults.length ?? 0) > 0;
  const legs = useQuery({ ...tailQuery(name, tailDays), enabled: hasFaults }).data?.value.tail.legs ?? noLegs;
  const changes = useFaultChanges();
  const all = useMemo(() => {
    if (!value) return ledger.isError ? null : undefined;
    const own = changes.filter(({ tail }) => tail === (value.tail ?? name.toUpperCase()));
    return shownFaults(value.faults, legs, own);
  }, [value, ledger.isError, legs, changes, name]);
  if (!mayRead) return null;
  return {
    all,
    open: all?.filter(({ shown }) => shown.state === 'open').length ?? 0,
    error: ledger.error,
    retry: () => void ledger.refetch(),
  };
}

type Props = {
  readonly name: string;
  readonly tail: Tail;
  readonly faults: LedgerPart | null;
  readonly now: number;
  readonly onFault: (messageId: string) => void;
};

/** More are in the ledger only. */
const mostRows = 12;

export function TailFaults({ name, tail, faults, now, onFault }: Props): ReactElement {
  const heading = useId();
  const path = faultsPath(name);
  if (faults === null) return <Reports tail={tail} now={now} onFault={onFault} />;
  const { all } = faults;
  const newest = all?.slice(0, mostRows) ?? [];
  const chapters = [...new Set(newest.map(({ fault }) => fault.chapter))];
  return (
    <section className={panel.panel} aria-labelledby={heading}>
      <div className={panel.head}>
        <h2 id={heading}>Faults by ATA chapter</h2>
        {path ? (
          <Link to={path} className={`${shared.atEnd} ${panel.touchLink}`}>
            Ledger
          </Link>
        ) : null}
      </div>
      {all === null && faults.error ? (
        <NotLoaded error={faults.error} what="these faults" onRetry={faults.retry} className={styles.none} isPart />
      ) : null}
      {all?.length === 0 ? <p className={styles.none}>No faults received of this aircraft.</p> : null}
      <ul className={shared.bareList}>
        {chapters.map((chapter) => (
          <li key={chapter} className={styles.chapter}>
            <span>
              {chapter === null ? (
                'No ATA chapter'
              ) : (
                <>
                  <b>{oneLine(chapter)}</b> {chapterName(chapter)}
                </>
              )}
            </span>
            <ul className={shared.bareList}>
              {newest
                .filter(({ fault }) => fault.chapter === chapter)
                .map((one) => (
                  <OneFault key={one.fault.identity} path={path} one={one} now={now} />
                ))}
            </ul>
          </li>
        ))}
      </ul>
      {all && all.length > mostRows ? (
        <p className={styles.small}>
          The newest {mostRows} of {all.length}. All are in the ledger.
        </p>
      ) : null}
    </section>
  );
}

function OneFault({ path, one, now }: { path: string | null; one: ShownFault; now: number }): ReactElement {
  const { fault, shown, strip } = one;
  const [newest] = fault.events;
  const name = <code>{oneLine(fault.name)}</code>;
  return (
    <li className={styles.chapterFault}>
      <span className={shared.breaks}>
        {path ? (
          <Link to={path} search={{ fault: fault.identity } as never}>
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
      <FaultStateBadge state={shown.state} isWaiting={shown.isWaiting} />
      <span>
        {strip === '' ? (
          counted(fault.events.length, 'report')
        ) : (
          <>
            <LegStrip strip={strip} /> {stripCount(strip)}
          </>
        )}
      </span>
      <span className={styles.when}>{newest ? utcMoment(msOf(newest.at), now) : ''}</span>
    </li>
  );
}

const mostReports = 5;

/** From the messages of the page. */
function Reports({ tail: { messages, days }, now, onFault }: Pick<Props, 'tail' | 'now' | 'onFault'>): ReactElement {
  const heading = useId();
  const reports = messages.filter(({ kind }) => kind === 'fault');
  return (
    <section className={panel.panel} aria-labelledby={heading}>
      <div className={panel.head}>
        <h2 id={heading}>Fault reports</h2>
        <span className={shared.dimAtEnd}>{days === 1 ? '24 h' : `${days} days`}</span>
      </div>
      {reports.length === 0 ? <p className={styles.none}>No fault reports received.</p> : null}
      <ul className={`${shared.bareList} ${styles.faults}`}>
        {reports.slice(0, mostReports).map(({ id, at, words }) => {
          const when = utcMoment(msOf(at), now);
          return (
            <li key={id}>
              <span className={shared.breaks}>{oneLine(words)}</span>
              <span className={styles.when}>
                <button type="button" onClick={() => onFault(id)} aria-label={`Message of ${when}: ${oneLine(words)}`}>
                  {when}
                </button>
              </span>
            </li>
          );
        })}
      </ul>
      {reports.length > mostReports ? (
        <p className={styles.small}>
          The newest {mostReports} of {reports.length}.
        </p>
      ) : null}
    </section>
  );
}
