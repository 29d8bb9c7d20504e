/**
 * One station, whole: the answer first, then what to check, the way of a message, hours, readings and facts.
 * Must not: ask for anything, or say of an older answer that it is of now.
 */
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { SilenceReason, StationFacts, StationHealth } from '../../../contract/entities/station-health.ts';
import { parseInstant } from '../../../contract/params.ts';
import { ageText } from '../../lib/time.ts';
import { useAudience } from '../../session/use-session.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { MessagePath } from './MessagePath.tsx';
import { RangeBlock, ReadingBlock } from './Readings.tsx';
import styles from './StationPanel.module.css';
import { checksOf } from './station-words.ts';
import { TypeStrips } from './TypeStrips.tsx';
import { Verdict } from './Verdict.tsx';
import { VersionsBlock } from './VersionsBlock.tsx';

/** `now` = epoch ms by the server's clock; `dataAt` = when the server said this. */
export type ToldAt = { readonly now: number; readonly dataAt: number; readonly isNow: boolean };

type PanelProps = ToldAt & { station: StationHealth /** Not a row of a list. */; isAlone?: boolean };

export function StationPanel({ station, isAlone = false, ...at }: PanelProps): ReactElement {
  const { facts, reason, state } = station;
  const isQuiet = state === 'silent' || state === 'late' || state === 'never';
  return (
    <div className={styles.panel}>
      <div className={styles.answer}>
        <Verdict station={station} isAlone={isAlone} {...at} />
        <p className={styles.definition}>
          Feeding means: its last message is at most {ageText(station.fineS * 1000)} old. Silent: older than{' '}
          {ageText(station.lateS * 1000)}.
        </p>
        {isQuiet && reason ? <WhatToCheck reason={reason} /> : null}
        {facts ? <MessagePath station={station} facts={facts} {...at} /> : null}
      </div>
      {facts ? (
        <Facts station={station} facts={facts} {...at} />
      ) : (
        <p className={styles.block}>More of this station was not stored on this device.</p>
      )}
    </div>
  );
}

function WhatToCheck({ reason }: { reason: SilenceReason }): ReactElement {
  return (
    <section className={styles.checks}>
      <h3>What to check</h3>
      <ol>
        {checksOf[reason].map((check) => (
          <li key={check}>{check}</li>
        ))}
      </ol>
    </section>
  );
}

function Facts({ station, facts, ...at }: { station: StationHealth; facts: StationFacts } & ToldAt): ReactElement {
  return (
    <>
      <TypeStrips facts={facts} dataAt={at.dataAt} />
      <div className={styles.facts}>
        <section className={styles.readings} aria-label="Readings">
          <ReadingBlock kind="temperature" reading={facts.temperature} dataAt={at.dataAt} />
          <ReadingBlock kind="wifi" reading={facts.wifi} dataAt={at.dataAt} />
          <RangeBlock range={facts.range} />
        </section>
        <VersionsBlock facts={facts} now={at.dataAt} />
        <Ways station={station} facts={facts} />
      </div>
    </>
  );
}

/** Where more is to be read, for whoever may; and this station's address for whoever is asked for help. */
function Ways({ station, facts }: { station: StationHealth; facts: StationFacts }): ReactElement {
  const audience = useAudience();
  const address = `${location.origin}/stationStatus?stationId=${encodeURIComponent(station.stationId)}`;
  const reportedAt = facts.lastReportAt === null ? null : parseInstant(facts.lastReportAt);
  return (
    <section className={styles.block} aria-label="More of this station">
      {facts.receivers.length > 0 ? (
        <p className={styles.dim}>
          Receivers: <span className={styles.names}>{facts.receivers.join(', ')}</span>
        </p>
      ) : null}
      <p className={styles.ways}>
        {(audience === 'admin' || audience === 'parser') && reportedAt !== null ? (
          <Link to="/statistics" search={{ stationId: station.stationId } as never}>
            All status reports of {station.stationId}
          </Link>
        ) : null}
        {audience === 'admin' ? <Link to={`/stationDetails/${station.id}`}>Station {station.stationId}</Link> : null}
        <CopyButton text={address}>Copy link to this station</CopyButton>
      </p>
    </section>
  );
}
