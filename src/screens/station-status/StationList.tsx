/** Several stations, worst first. The order changes only on request, so rows do not move while they are read. Own file: the order and its rules. */
import { IconArrowsSort } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
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
import type { StationNames } from '../../../contract/station-names.ts';
import { counted, formatCount } from '../../lib/format.ts';
import { type ReportTime, type SentenceName, say } from '../../lib/tense.ts';
import { ageText } from '../../lib/time.ts';
import { useMedia } from '../../lib/use-media.ts';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import { useUnits } from '../../objects/units-choice.ts';
import { useAudience } from '../../session/use-session.ts';
import { type Standing, standingOf, standings, standingText } from '../../stations/standing.ts';
import { FindInput } from '../../ui/FindInput.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { OpenStation } from './StationPanel.tsx';
import { StationRow } from './StationRow.tsx';
import styles from './StationStatus.module.css';
import { TitleRow } from './TitleRow.tsx';

/** Fewer stations need no search. */
const minToSearch = 8;

type Props = ReportTime & {
  stations: readonly StationHealth[];
  /** Their receivers, which the search also finds. */
  names?: readonly StationNames[];
  selectedId: string | null;
};

export function StationList({ stations, names, selectedId, ...time }: Props): ReactElement {
  const [order, setOrder] = useState<readonly string[]>(() => idsOf(worstFirst(stations)));
  const ordered = useMemo(() => keepOrder(order, stations), [order, stations]);
  const placed = useMemo(() => new Set(order), [order]);
  // New stations keep their places, too: of a stored list of other stations all are new.
  if (ordered.some(({ stationId }) => !placed.has(stationId))) setOrder(idsOf(ordered));
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed);
  const receivers = useMemo(() => new Map(names?.map((one) => [one.stationId, one.receivers.join(' ')])), [names]);
  const shown = useMemo(
    () =>
      matching(
        ordered,
        (one) =>
          `${one.stationId} ${receivers.get(one.stationId) ?? ''} ${one.city ?? ''} ${one.country ?? ''} ${standingText(one, { now: time.now, dataAt: time.dataAt, isNow: true })}`,
        words,
      ),
    [ordered, receivers, words, time.now, time.dataAt],
  );
  const isSortable = isOutOfOrder(ordered);
  return (
    <>
      <TitleRow>
        <Counts stations={stations} {...time} />
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
          <PlainButton onClick={() => setOrder(idsOf(worstFirst(stations)))}>
            <IconArrowsSort size={16} aria-hidden="true" />
            Sort worst first
          </PlainButton>
        ) : null}
      </TitleRow>
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
  const isTouch = useMedia('(max-width: 959px), (pointer: coarse)');
  const isWide = useMedia('(min-width: 1920px)');
  const lanes = isWide && stations.length >= minForTwo ? 2 : 1;
  /** The row that receives the focus once it renders. */
  const toFocus = useRef<string | null>(null);
  const rows = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: stations.length,
    getScrollElement: () => scroller.current,
    // The expanded row has its height from the start, so that scrolling to it works before it is complete.
    estimateSize: (index) => {
      const station = stations[index];
      if (!station) return 0;
      return estimatedPx(station, isTouch) + (station.stationId === open ? window.innerHeight : 0);
    },
    lanes,
    // Below the names of the columns.
    scrollPaddingEnd: columnsPx,
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
      <Columns lanes={lanes} />
      {/* biome-ignore lint/a11y/noRedundantRoles: without its marks Safari does not call it a list */}
      <ul className={styles.sheet} role="list" aria-label="Stations" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, key, lane }) => {
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
              style={{
                transform: `translateY(${start}px)`,
                left: `${(lane * 100) / lanes}%`,
                width: `${100 / lanes}%`,
              }}
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
      <Foot />
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

/** `18 of 20 feeding`, and how many are not: the counts of the overview. */
function Counts({ stations, ...at }: ReportTime & { readonly stations: readonly StationHealth[] }): ReactElement {
  const feeding = stations.filter(({ state }) => state === 'feeding' || state === 'partly').length;
  const words = standings.flatMap((standing) => {
    const count = stations.filter((station) => standingOf(station) === standing).length;
    return count > 0 && standing !== 'healthy' ? [say(standingCounts[standing], at, formatCount(count))] : [];
  });
  return (
    <p className={styles.counts}>
      <strong>{say('feedingOf', at, formatCount(feeding), formatCount(stations.length))}</strong> {words.join(', ')}
    </p>
  );
}
const standingCounts = {
  silent: 'countSilent',
  degraded: 'countDegraded',
  idle: 'countNoData',
} as const satisfies Readonly<Record<Exclude<Standing, 'healthy'>, SentenceName>>;

/** What a line contains, the limit behind the counts, and the screen that uses another one. */
function Foot(): ReactElement {
  const audience = useAudience();
  return (
    <p className={styles.countedBy}>
      Grey number: usual at this time of day. Height of a bar: share of the usual count in 30 min. Dashed: no message.{' '}
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

/** Names of the columns, above each lane. The values in a row contain their own words. */
function Columns({ lanes }: { lanes: number }): ReactElement {
  return (
    <div className={styles.lanes} aria-hidden="true">
      {Array.from({ length: lanes }, (_, lane) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lanes differ by their place only
        <div key={lane} className={styles.lane}>
          <ColumnNames />
        </div>
      ))}
    </div>
  );
}

function ColumnNames(): ReactElement {
  const { distance } = useUnits();
  return (
    <div className={styles.columns}>
      <span />
      <span>Station</span>
      <span className={styles.types}>Receives</span>
      <span className={styles.rate}>
        <span>Rate</span> <span className={styles.usual}>per min</span>
      </span>
      <span className={styles.range}>
        <span>Range</span> <span className={styles.usual}>{distance.sign}</span>
      </span>
      <span>
        24 h <span className={styles.usual}>30 min each</span>
      </span>
      <span className={styles.last}>Last</span>
    </div>
  );
}

/** As in the style sheet. */
const columnsPx = 30;
/** Heights of collapsed rows in pixels before they are measured, as in the style sheet. */
const rowPx = { urgent: 62, plain: 30, touch: 44, urgentTouch: 118 } as const;
function estimatedPx(station: StationHealth, isTouch: boolean): number {
  const standing = standingOf(station);
  if (standing === 'silent' || standing === 'degraded') return isTouch ? rowPx.urgentTouch : rowPx.urgent;
  return isTouch ? rowPx.touch : rowPx.plain;
}

/** A wide window has two columns from here on. */
const minForTwo = 40;

// ---- order: worst first, unchanged while a row is read

export type Orderable = {
  readonly stationId: string;
  readonly state: HealthState;
  readonly lastMessageAt: string | null;
  readonly brief?: StationHealth['brief'];
};

/** States in their order; a station with a short range is before those without data. */
function rankOf(station: Orderable): number {
  const { state } = station;
  return standingOf(station) === 'degraded' ? Math.min(healthStates.indexOf(state), 2) : healthStates.indexOf(state);
}

const idsOf = (stations: readonly Orderable[]): string[] => stations.map(({ stationId }) => stationId);

/** Worst first. Within a status the newest last message first, since that is news. Then by number. */
export function worstFirst<S extends Orderable>(stations: readonly S[]): S[] {
  const number = (station: S): number => Number(station.stationId);
  return stations.toSorted((a, b) => {
    const byState = rankOf(a) - rankOf(b);
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

/** Whether the order is outdated. Ages do not count. */
export const isOutOfOrder = (stations: readonly Orderable[]): boolean =>
  stations.some((station, at) => {
    const before = stations[at - 1];
    return before !== undefined && rankOf(before) > rankOf(station);
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
