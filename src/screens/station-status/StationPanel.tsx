/** One station: status, checks, message path, hours, readings, details. */

import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { SilenceReason, StationFacts, StationHealth } from '../../../contract/entities/station-health.ts';
import { parseInstant } from '../../../contract/params.ts';
import { basePath } from '../../lib/base-path.ts';
import { upTo } from '../../lib/breakpoints.ts';
import { ageText } from '../../lib/time.ts';
import { useMedia } from '../../list/use-media.ts';
import { ObjectLink } from '../../objects/ObjectLink.tsx';
import { rawListPath } from '../../objects/object-paths.ts';
import { useAudience } from '../../session/use-session.ts';
import { hasFinding } from '../../stations/findings.ts';
import { MessagePath } from '../../stations/MessagePath.tsx';
import { RangeRose } from '../../stations/RangeRose.tsx';
import { RangeBlock, ReadingBlock, ReadingValues } from '../../stations/Readings.tsx';
import type { ReportTime } from '../../stations/report-time.ts';
import { rimOf } from '../../stations/rose-shape.ts';
import { checksOf } from '../../stations/station-text.ts';
import { StripNotes, TypeStrips } from '../../stations/TypeStrips.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import styles from './StationPanel.module.css';
import { Verdict } from './Verdict.tsx';
import { VersionsBlock } from './VersionsBlock.tsx';

type PanelProps = ReportTime & { station: StationHealth /** Not a row of a list. */; isAlone?: boolean };

export function StationPanel({ station, isAlone = false, ...at }: PanelProps): ReactElement {
  const { facts, reason, state } = station;
  const isPhone = useMedia(upTo('xs'));
  const isCompact = isPhone && state === 'feeding' && facts !== null && !hasFinding(facts);
  if (isCompact && facts) return <CompactPanel station={station} facts={facts} isAlone={isAlone} {...at} />;
  const isQuiet = state === 'silent' || state === 'late' || state === 'never';
  return (
    <div className={styles.panel}>
      <div className={styles.overview}>
        <Verdict station={station} isAlone={isAlone} {...at} />
        <Definition station={station} />
        {isQuiet && reason ? <WhatToCheck reason={reason} /> : null}
        {facts ? <MessagePath station={station} facts={facts} {...at} /> : null}
      </div>
      {facts ? (
        <>
          <TypeStrips facts={facts} dataAt={at.dataAt} />
          {isPhone && isQuiet ? (
            <details className={styles.details}>
              <summary>Readings and versions</summary>
              <Details station={station} facts={facts} {...at} />
            </details>
          ) : (
            <div>
              <Details station={station} facts={facts} {...at} />
            </div>
          )}
        </>
      ) : (
        <p className={styles.block}>Details are not stored on this device.</p>
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

function Definition({ station: { fineS, lateS } }: { station: StationHealth }): ReactElement {
  return (
    <p className={styles.definition}>
      Feeding: last message within {ageText(fineS * 1000)}. Silent after {ageText(lateS * 1000)}.
    </p>
  );
}

type FactsProps = { station: StationHealth; facts: StationFacts } & ReportTime;

/** A healthy station on one screen of a phone. Details are one tap away. */
function CompactPanel({ station, facts, isAlone, ...at }: FactsProps & { isAlone: boolean }): ReactElement {
  const audience = useAudience();
  const { stationId } = station;
  const sectors = facts.range?.sectors ?? [];
  const day = sectors.map(({ nowNmi }) => nowNmi);
  const usual = sectors.map(({ usualNmi }) => usualNmi);
  return (
    <div className={styles.panel}>
      <Verdict station={station} isAlone={isAlone} {...at} />
      <TypeStrips facts={facts} dataAt={at.dataAt} isCompact />
      <MessagePath station={station} facts={facts} isRow {...at} />
      <div className={styles.brief}>
        <RangeRose day={day} usual={usual} rimNmi={rimOf(leastRimNmi, day, usual)} className={styles.rose} />
        <ReadingValues facts={facts} dataAt={at.dataAt} />
      </div>
      <details className={styles.details}>
        <summary>Gaps, readings and versions</summary>
        <StripNotes facts={facts} dataAt={at.dataAt} />
        <Details station={station} facts={facts} {...at} />
      </details>
      <p className={styles.next}>
        <ObjectLink to="station" id={stationId} isOwn>
          Station page: ranges, aircraft, last messages <IconChevronRight size={16} aria-hidden="true" />
        </ObjectLink>
        <Link to={rawListPath(audience)} search={{ stationId } as never}>
          Messages of this station <IconChevronRight size={16} aria-hidden="true" />
        </Link>
      </p>
      <Definition station={station} />
    </div>
  );
}
/** Distance at the rim of the rose, unless something is farther. */
const leastRimNmi = 50;

function Details({ station, facts, ...at }: FactsProps): ReactElement {
  return (
    <>
      <section className={styles.readings} aria-label="Readings">
        <ReadingBlock kind="temperature" reading={facts.temperature} dataAt={at.dataAt} />
        <ReadingBlock kind="wifi" reading={facts.wifi} dataAt={at.dataAt} />
        <RangeBlock range={facts.range} />
      </section>
      <VersionsBlock facts={facts} now={at.dataAt} />
      <Ways station={station} facts={facts} />
    </>
  );
}

/** Links to further screens, and the address of this station to share. */
function Ways({ station, facts }: { station: StationHealth; facts: StationFacts }): ReactElement {
  const audience = useAudience();
  const address = `${location.origin}${basePath}/stationStatus?stationId=${encodeURIComponent(station.stationId)}`;
  const reportedAt = facts.lastReportAt === null ? null : parseInstant(facts.lastReportAt);
  return (
    <section className={styles.block} aria-label="More of this station">
      {facts.receivers.length > 0 ? (
        <p className={styles.dim}>
          Receivers: <span className={styles.names}>{facts.receivers.join(', ')}</span>
        </p>
      ) : null}
      <p className={styles.ways}>
        <ObjectLink to="station" id={station.stationId} isOwn>
          Station page
        </ObjectLink>
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
