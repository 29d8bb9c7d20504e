import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type ReactElement } from 'react';
import type { StationHealth } from '../../../contract/entities/station-health.ts';
import { parseInstant } from '../../../contract/params.ts';
import { ageText } from '../../lib/time.ts';
import type { ReportTime } from '../../stations/report-time.ts';
import { StateIcon } from '../../stations/StateIcon.tsx';
import { shortSince, verdictText } from '../../stations/station-text.ts';
import styles from './StationList.module.css';
import type { Highlight } from './use-highlight.ts';
import { placeText } from './Verdict.tsx';

/** Height of a collapsed row in pixels, as in its style sheet. */
export const stationRowPx = 65;

type Props = ReportTime & {
  id: string;
  station: StationHealth;
  /** Its index in the list. */
  index: number;
  isOpen: boolean;
  /** Tab stops at one row. Arrow keys continue from there. */
  isStop: boolean;
  highlight: Highlight;
  onToggle: (stationId: string) => void;
  onKeyDown: (event: KeyboardEvent, index: number) => void;
};

/** The status of a silent station contains the time already. */
const lastText = ({ state }: StationHealth, lastAt: number, dataAt: number): string =>
  state === 'silent' ? '' : shortSince(lastAt, dataAt);

/** A row of the list: status, station, last message. Renders only when these change, not while scrolling. */
export const StationRow = memo(function StationRow(props: Props): ReactElement {
  const { station, isNow, now, dataAt } = props;
  const lastAt = station.lastMessageAt === null ? null : parseInstant(station.lastMessageAt);
  return (
    <h2 className={styles.heading}>
      <button
        type="button"
        id={props.id}
        className={styles.row}
        aria-expanded={props.isOpen}
        tabIndex={props.isStop ? 0 : -1}
        data-state={station.state}
        data-old={!isNow || undefined}
        data-highlight={props.highlight ?? undefined}
        onClick={() => props.onToggle(station.stationId)}
        onKeyDown={(event) => props.onKeyDown(event, props.index)}
      >
        <StateIcon state={station.state} size={24} />
        <span className={styles.words}>
          <strong>{verdictText(station, isNow, dataAt)}</strong>
          <span>
            Station {station.stationId}
            {placeText(station, ', ')}
          </span>
        </span>
        <span className={styles.last}>
          {lastAt === null ? '' : isNow ? `${ageText(now - lastAt)} ago` : lastText(station, lastAt, dataAt)}
        </span>
        <IconChevronDown size={18} className={styles.chevron} aria-hidden="true" />
      </button>
    </h2>
  );
});
