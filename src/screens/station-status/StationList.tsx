/** Several stations, worst first. The order changes only on request, so rows do not move while they are read. Own file: the order and its rules. */
import { IconArrowsSort, IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  memo,
  type ReactElement,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type HealthState, healthStates, type StationHealth } from '../../../contract/entities/station-health.ts';
import { activeWithinS, silentDefinition } from '../../../contract/feeding.ts';
import { parseInstant } from '../../../contract/params.ts';
import type { StationNames } from '../../../contract/station-names.ts';
import { counted, formatCount } from '../../lib/format.ts';
import { type ReportTime, type SentenceName, say } from '../../lib/tense.ts';
import { ageText } from '../../lib/time.ts';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import { useAudience } from '../../session/use-session.ts';
import { StateIcon } from '../../stations/StateIcon.tsx';
import { shortSince, verdictText } from '../../stations/station-text.ts';
import { FindInput } from '../../ui/FindInput.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import shared from '../../ui/shared.module.css';
import { OpenStation, placeText } from './StationPanel.tsx';
import styles from './StationStatus.module.css';

/** Fewer stations need no search. */
const minToSearch = 8;

type Props = ReportTime & {
  stations: readonly StationHealth[];
  /** Their receivers, which the search also finds. */
  names?: readonly StationNames[];
  selectedId: string | null;
};

export function StationList({ stations, names, selectedId, ...time }: Props): ReactElement {
  const [order, setOrder] = useState<readonly string[]>(() => worstFirst(stations).map(({ stationId }) => stationId));
  const ordered = useMemo(() => keepOrder(order, stations), [order, stations]);
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed);
  const receivers = useMemo(() => new Map(names?.map((one) => [one.stationId, one.receivers.join(' ')])), [names]);
  const shown = useMemo(
    () =>
      matching(
        ordered,
        (one) =>
          `${one.stationId} ${receivers.get(one.stationId) ?? ''} ${one.city ?? ''} ${one.country ?? ''} ${verdictText(one, { now: time.now, dataAt: time.dataAt, isNow: true })}`,
        words,
      ),
    [ordered, receivers, words, time.now, time.dataAt],
  );
  const isSortable = isOutOfOrder(ordered);
  return (
    <>
      <div className={styles.head}>
        <StationCounts stations={stations} {...time} />
        {stations.length >= minToSearch ? (
          <FindInput
            className={styles.search}
            label="Search stations"
            placeholder="Number, receiver, place or state"
            words={typed}
            onWords={setTyped}
          />
        ) : null}
        {isSortable ? (
          <PlainButton onClick={() => setOrder(worstFirst(stations).map(({ stationId }) => stationId))}>
            <IconArrowsSort size={16} aria-hidden="true" />
            Sort worst first
          </PlainButton>
        ) : null}
      </div>
      <p role="status" className={shown.length === 0 ? styles.none : 'dl-hidden'}>
        {shown.length === 0 ? 'No matching station.' : words ? counted(shown.length, 'station') : ''}
      </p>
      <Rows stations={shown} selectedId={selectedId} {...time} />
    </>
  );
}

type RowsProps = ReportTime & { stations: readonly StationHealth[]; selectedId: string | null };

function Rows({ stations, selectedId, ...time }: RowsProps): ReactElement {
  const writeAddress = useWriteAddress();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<string | null>(selectedId);
  const [active, setActive] = useState<string | null>(selectedId);
  /** The row that receives the focus once it renders. */
  const toFocus = useRef<string | null>(null);
  const rows = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: stations.length,
    getScrollElement: () => scroller.current,
    // The expanded row has its height from the start, so that scrolling to it works before it is complete.
    estimateSize: (index) => (stations[index]?.stationId === open ? stationRowPx + window.innerHeight : stationRowPx),
    getItemKey: useCallback((index: number) => stations[index]?.stationId ?? index, [stations]),
    overscan: 6,
  });
  const indexOf = useCallback(
    (stationId: string | null): number => stations.findIndex((one) => one.stationId === stationId),
    [stations],
  );
  const rowId = (stationId: string): string => `${id}${stationId}`;

  const goTo = useCallback(
    (index: number, align: 'auto' | 'start' = 'auto'): void => {
      const to = Math.max(0, Math.min(stations.length - 1, index));
      const station = stations[to];
      if (!station) return;
      setActive(station.stationId);
      toFocus.current = station.stationId;
      rows.scrollToIndex(to, { align });
    },
    [rows, stations],
  );
  // SST-12: the station of the address, once per address that is not our own.
  const own = useRef<string | null>(null);
  const [arrived, setArrived] = useState<string | null>(null);
  const toHighlight = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the address changes, not when rows do
  useEffect(() => {
    if (selectedId === null || selectedId === own.current || indexOf(selectedId) < 0) return;
    own.current = selectedId;
    setOpen(selectedId);
    toHighlight.current = selectedId;
    goTo(indexOf(selectedId), 'start');
  }, [selectedId]);
  const highlight = useHighlight(arrived);
  // After each render: the row may be new.
  useEffect(() => {
    if (toFocus.current === null) return;
    const row = document.getElementById(rowId(toFocus.current));
    if (!row) return;
    // Its two seconds start when it is visible.
    if (toHighlight.current === toFocus.current) setArrived(toHighlight.current);
    toHighlight.current = null;
    toFocus.current = null;
    row.focus({ preventScroll: true });
  });

  const toggle = useCallback(
    (stationId: string): void => {
      const next = open === stationId ? null : stationId;
      setOpen(next);
      setActive(stationId);
      own.current = next;
      writeAddress(next === null ? {} : { stationId: next }, 'replace');
    },
    [open, writeAddress],
  );
  const onKeyDown = useCallback(
    (event: KeyboardEvent, index: number): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const moves: Readonly<Record<string, number>> = {
        ArrowDown: index + 1,
        ArrowUp: index - 1,
        Home: 0,
        End: stations.length - 1,
      };
      const to = moves[event.key];
      if (to === undefined) return;
      event.preventDefault();
      goTo(to);
    },
    [goTo, stations],
  );
  const stop = indexOf(active) >= 0 ? active : (stations[0]?.stationId ?? null);
  return (
    <div ref={scroller} className={styles.listScroller}>
      {/* biome-ignore lint/a11y/noRedundantRoles: without its marks Safari does not call it a list */}
      <ul className={styles.sheet} role="list" aria-label="Stations" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, key }) => {
          const station = stations[index];
          if (!station) return null;
          const { stationId } = station;
          const isOpen = stationId === open;
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={stations.length}
              aria-posinset={index + 1}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
            >
              <StationRow
                id={rowId(stationId)}
                station={station}
                index={index}
                isOpen={isOpen}
                isStop={stationId === stop}
                highlight={stationId === arrived ? highlight : null}
                onToggle={toggle}
                onKeyDown={onKeyDown}
                {...time}
              />
              {isOpen ? <OpenStation station={station} {...time} /> : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const highlightMs = 2000;
type Highlight = 'on' | 'fading' | null;

/**
 * SST-12: highlights for 2 s and fades for 2 s, when `of` changes to a station. No fade with reduced motion.
 * Each phase is timed from its own start: on a busy device a late phase does not shorten the next.
 */
export function useHighlight(of: string | null): Highlight {
  const [phase, setPhase] = useState<Highlight>(null);
  useEffect(() => {
    if (of !== null) setPhase('on');
  }, [of]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another station starts its own two seconds
  useEffect(() => {
    if (phase === null) return;
    const hasMotion = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    const next = phase === 'on' && hasMotion ? 'fading' : null;
    const timer = setTimeout(() => setPhase(next), highlightMs);
    return () => clearTimeout(timer);
  }, [of, phase]);
  return phase;
}

/** Stations by status, and the limit behind it. */
type StationCountsProps = ReportTime & { readonly stations: readonly StationHealth[] };

function StationCounts(props: StationCountsProps): ReactElement {
  return (
    <>
      <Counts {...props} />
      <CountedBy />
    </>
  );
}

const stateCounts = {
  silent: 'countSilent',
  late: 'countLate',
  partly: 'countPartly',
  never: 'countNever',
  feeding: 'countFeeding',
} as const satisfies Readonly<Record<HealthState, SentenceName>>;
/** `13 stations: 2 silent, 11 feeding`, `13 stations at 14:32Z: 2 were silent, 11 were feeding`. */
function Counts({ stations, ...at }: StationCountsProps): ReactElement {
  const words = healthStates.flatMap((state) => {
    const count = stations.filter((station) => station.state === state).length;
    return count > 0 ? [say(stateCounts[state], at, formatCount(count))] : [];
  });
  return (
    <p
      className={shared.strong}
    >{`${say('countOfStations', at, counted(stations.length, 'station'))}: ${words.join(', ')}`}</p>
  );
}

/** The limit behind the counts, and the screen that uses another one. */
function CountedBy(): ReactElement {
  const audience = useAudience();
  return (
    <p className={styles.countedBy}>
      {silentDefinition}
      {audience === 'admin' || audience === 'parser' ? (
        <>
          {' '}
          <Link to="/statistics">Statistics</Link> counts the stations active in the last{' '}
          {ageText(activeWithinS * 1000)}.
        </>
      ) : null}
    </p>
  );
}

/** Height of a collapsed row in pixels, as in its style sheet. */
const stationRowPx = 65;

type StationRowProps = ReportTime & {
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
const lastText = ({ state }: StationHealth, lastAt: number, now: number): string =>
  state === 'silent' ? '' : shortSince(lastAt, now);

/** A row of the list: status, station, last message. Renders only when these change, not while scrolling. */
const StationRow = memo(function StationRow(props: StationRowProps): ReactElement {
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
          <strong>{verdictText(station, { isNow, now, dataAt })}</strong>
          <span>
            Station {station.stationId}
            {placeText(station, ', ')}
          </span>
        </span>
        <span className={styles.last}>
          {lastAt === null ? '' : isNow ? `${ageText(now - lastAt)} ago` : lastText(station, lastAt, now)}
        </span>
        <IconChevronDown size={18} className={styles.chevron} aria-hidden="true" />
      </button>
    </h2>
  );
});

// ---- order: worst first, unchanged while a row is read

export type Orderable = {
  readonly stationId: string;
  readonly state: HealthState;
  readonly lastMessageAt: string | null;
};

/** Worst first. Within a status the newest last message first, since that is news. Then by number. */
export function worstFirst<S extends Orderable>(stations: readonly S[]): S[] {
  const rank = (station: S): number => healthStates.indexOf(station.state);
  const number = (station: S): number => Number(station.stationId);
  return stations.toSorted((a, b) => {
    const byState = rank(a) - rank(b);
    if (byState !== 0) return byState;
    // Feeding stations are ordered by number: their last messages change constantly.
    if (a.state === 'feeding' || a.lastMessageAt === b.lastMessageAt) return number(a) - number(b);
    return (b.lastMessageAt ?? '') < (a.lastMessageAt ?? '') ? -1 : 1;
  });
}

/** The previous order without removed stations, new ones at the end. */
export function keepOrder<S extends Orderable>(before: readonly string[], stations: readonly S[]): S[] {
  const left = new Map(stations.map((station) => [station.stationId, station]));
  const remaining = before.flatMap((id) => {
    const station = left.get(id);
    left.delete(id);
    return station ? [station] : [];
  });
  return [...remaining, ...worstFirst([...left.values()])];
}

/** Whether the order is outdated. Only statuses count. */
export const isOutOfOrder = (stations: readonly Orderable[]): boolean =>
  stations.some(({ state }, at) => {
    const before = stations[at - 1];
    return before !== undefined && healthStates.indexOf(before.state) > healthStates.indexOf(state);
  });

/** Every typed word occurs in number, place or status of the station, case-insensitive. */
export function matching<S>(stations: readonly S[], wordsOf: (station: S) => string, typed: string): readonly S[] {
  const words = typed
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return stations;
  return stations.filter((station) => {
    const text = wordsOf(station).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
