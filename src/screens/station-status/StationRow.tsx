import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type ReactElement } from 'react';
import type { StationHealth } from '../../../contract/entities/station-health.ts';
import { parseInstant } from '../../../contract/params.ts';
import { ageText } from '../../lib/time.ts';
import styles from './StationList.module.css';
import type { ToldAt } from './StationPanel.tsx';
import { shortSince, verdictText } from './station-words.ts';
import type { Highlight } from './use-highlight.ts';
import { placeText, StateIcon } from './Verdict.tsx';

/** A closed row, pixels; its style sheet has the same. */
export const stationRowPx = 65;

type Props = ToldAt & {
  id: string;
  station: StationHealth;
  /** Its place in the list. */
  index: number;
  isOpen: boolean;
  /** Tab stops at one row; arrows go on from there. */
  isStop: boolean;
  highlight: Highlight;
  onToggle: (stationId: string) => void;
  onKeyDown: (event: KeyboardEvent, index: number) => void;
};

/** One line of the list: word and icon, which station, when it was last heard. Drawn again only when one of these changes: not while the list scrolls. */
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
          {lastAt === null ? '' : isNow ? `${ageText(now - lastAt)} ago` : shortSince(lastAt, dataAt)}
        </span>
        <IconChevronDown size={18} className={styles.chevron} aria-hidden="true" />
      </button>
    </h2>
  );
});
