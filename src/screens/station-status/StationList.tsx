/** Several stations, worst first. The order changes only on request, so rows do not move while they are read. */

import { IconArrowsSort } from '@tabler/icons-react';
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
import type { StationHealth } from '../../../contract/entities/station-health.ts';
import type { StationNames } from '../../../contract/station-names.ts';
import { counted } from '../../lib/format.ts';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import type { ReportTime } from '../../stations/report-time.ts';
import { verdictText } from '../../stations/station-text.ts';
import { FindInput } from '../../ui/FindInput.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { OpenStation } from './OpenStation.tsx';
import { StationCounts } from './StationCounts.tsx';
import styles from './StationList.module.css';
import { StationRow, stationRowPx } from './StationRow.tsx';
import { isOutOfOrder, keepOrder, matching, worstFirst } from './station-order.ts';
import { useHighlight } from './use-highlight.ts';

/** Fewer stations need no search. */
const fewestToSearch = 8;

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
          `${one.stationId} ${receivers.get(one.stationId) ?? ''} ${one.city ?? ''} ${one.country ?? ''} ${verdictText(one, true, time.dataAt)}`,
        words,
      ),
    [ordered, receivers, words, time.dataAt],
  );
  const isSortable = isOutOfOrder(ordered);
  return (
    <>
      <div className={styles.head}>
        <StationCounts stations={stations} />
        {stations.length >= fewestToSearch ? (
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
    <div ref={scroller} className={styles.scroller}>
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
