/** Reduced screen for servers without station health. The last message alone never means "feeding". */
import { type ReactElement, useEffect, useRef } from 'react';
import type { PlainStation } from '../../api/station-health.ts';
import { ageText, utcMoment } from '../../lib/time.ts';
import type { ReportTime } from '../../stations/report-time.ts';
import { asOfText } from '../../stations/station-text.ts';
import styles from './PlainStations.module.css';
import { useHighlight } from './use-highlight.ts';
import { placeText } from './Verdict.tsx';

type Props = ReportTime & { stations: readonly PlainStation[]; selectedId: string | null };

export function PlainStations({ stations, selectedId, ...time }: Props): ReactElement {
  const byAge = stations.toSorted((a, b) => (a.lastActiveAt ?? 0) - (b.lastActiveAt ?? 0));
  return (
    <div className={styles.scroller}>
      <p className={styles.note}>
        This server reports only when each station was last active.
        {time.isNow ? null : <strong> {asOfText(time.dataAt, time.now)}.</strong>}
      </p>
      <ul className={styles.list}>
        {byAge.map((station) => (
          <PlainRow key={station.stationId} station={station} isSelected={station.stationId === selectedId} {...time} />
        ))}
      </ul>
    </div>
  );
}

function PlainRow({
  station,
  isSelected,
  now,
  dataAt,
  isNow,
}: ReportTime & { station: PlainStation; isSelected: boolean }): ReactElement {
  const row = useRef<HTMLLIElement>(null);
  const highlight = useHighlight(isSelected ? station.stationId : null);
  useEffect(() => {
    if (!isSelected) return;
    row.current?.scrollIntoView({ block: 'center' });
    row.current?.focus({ preventScroll: true });
  }, [isSelected]);
  const { stationId, lastActiveAt, lastReportAt } = station;
  const timeText = (at: number): string => `${utcMoment(at, dataAt)}${isNow ? `, ${ageText(now - at)} ago` : ''}`;
  return (
    <li ref={row} tabIndex={-1} data-highlight={highlight ?? undefined}>
      <strong>Station {stationId}</strong>
      {placeText(station, ', ')}
      <span>{lastActiveAt === null ? 'Never active' : `Last active ${timeText(lastActiveAt)}`}</span>
      {lastReportAt === null ? null : <span>Last status report {timeText(lastReportAt)}</span>}
    </li>
  );
}
