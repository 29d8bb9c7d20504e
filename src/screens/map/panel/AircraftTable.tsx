/**
 * Table of the aircraft in view: sorted by a column, by keyboard or pointer, linked with the map. Rows render only in the viewport.
 * No live region: positions change every few seconds. Own file: the grid, apart from its requests.
 */
// biome-ignore-all lint/a11y/useSemanticElements: rows are positioned, which elements of a table cannot be
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo, type ReactElement, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { kindTexts } from '../../../charts/aircraft/kinds.ts';
import { pathOf, shapeOf } from '../../../charts/aircraft/shapes.ts';
import { altitudeBands, bandOf } from '../../../charts/altitude-bands.ts';
import { altitudeText } from '../../../lib/altitude-text.ts';
import { upTo } from '../../../lib/breakpoints.ts';
import { noValue, oneLine } from '../../../lib/format.ts';
import { amountText, type Units } from '../../../lib/units.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { useUnits } from '../../../objects/units-choice.ts';
import { type Aircraft, emergencyText, isAged, nameOf } from '../fleet/aircraft.ts';
import { useAtMapNow } from '../fleet/past-context.tsx';
import { hover, useHovered, useMapShare } from '../map-context.ts';
import styles from './AircraftTable.module.css';
import {
  inOrderOf,
  rowsOf,
  sortedBy,
  sortRows,
  type TableColumn,
  type TableRow,
  type TableSort,
  tableColumns,
} from './table-rows.ts';
import { useActiveRow } from './use-active-row.ts';

/** On a touch screen rows are as high as a finger. */
const [rowPx, touchRowPx] = [31, 44];
const pageRows = 12;

type Place = { readonly lat: number; readonly lon: number };
export type AircraftTableProps = {
  readonly aircraft: readonly Aircraft[];
  /** Distances are from here. null = none. */
  readonly from: Place | null;
  readonly selectedKey: string | null;
  /** `isByKey` = by keyboard. */
  readonly onSelect: (aircraft: Aircraft, isByKey: boolean) => void;
  readonly onEscape: () => void;
};

const keyOf = ({ aircraft }: TableRow): string => aircraft.key;

export function AircraftTable(props: AircraftTableProps): ReactElement {
  const { selectedKey, onSelect, onEscape } = props;
  const { display, changeDisplay } = useMapShare();
  const { tableSort: sort } = display;
  const rows = useRows(props, sort);
  const height = useMedia(upTo('sm')) ? touchRowPx : rowPx;
  const hoveredKey = useHovered();
  const units = useUnits();
  const active = useActiveRow({
    items: rows.list,
    keyOf,
    rowPx: height,
    pageRows,
    selectedKey,
    onSelect: ({ aircraft }) => onSelect(aircraft, true),
    onEscape,
  });
  useEffect(() => () => hover(null), []);
  const select = useLatest((aircraft: Aircraft) => {
    active.activate(aircraft.key);
    onSelect(aircraft, false);
  });
  return (
    <div
      className={styles.table}
      role="grid"
      data-focus="list"
      aria-label="Aircraft in view"
      aria-rowcount={rows.list.length + 1}
      aria-colcount={tableColumns.length}
      {...active.list}
      onPointerMove={({ pointerType }) => (pointerType === 'mouse' ? rows.hold() : undefined)}
      onPointerLeave={() => {
        rows.release();
        hover(null);
      }}
    >
      <Head sort={sort} units={units} onSort={(column) => changeDisplay({ tableSort: sortedBy(column, sort) })} />
      <div role="rowgroup" className={styles.body} style={{ height: active.height }}>
        {active.drawn.map(({ id, index, start, item: row }) => {
          const { key } = row.aircraft;
          return (
            <Row
              key={key}
              id={id}
              index={index}
              top={start}
              height={height}
              row={row}
              units={units}
              isSelected={key === selectedKey}
              isActive={key === active.activeKey}
              isHovered={key === hoveredKey}
              onSelect={select}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The latest function under one identity, for rows that render only when their aircraft changes. */
function useLatest<A>(act: (argument: A) => void): (argument: A) => void {
  const latest = useRef(act);
  latest.current = act;
  return useCallback((argument) => latest.current(argument), []);
}

/** A pointer that rests is not about to click. */
const heldMs = 5000;

type Rows = { readonly list: readonly TableRow[]; readonly hold: () => void; readonly release: () => void };

/** Sorted when a response has arrived, in a render that input interrupts. While held, rows keep their order. */
function useRows({ aircraft, from, selectedKey }: AircraftTableProps, sort: TableSort): Rows {
  const list = useDeferredValue(aircraft);
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const release = (): void => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  const hold = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(release, heldMs);
    setHeld(true);
  };
  const before = useRef<{ readonly sort: TableSort; readonly rows: readonly TableRow[] } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a selection may come from elsewhere
  const rows = useMemo(() => {
    const next = rowsOf(list, from);
    const last = before.current;
    return isHeld && last?.sort === sort ? inOrderOf(next, last.rows) : sortRows(next, sort);
  }, [list, from, sort, isHeld, selectedKey]);
  useEffect(() => {
    before.current = { sort, rows };
  }, [sort, rows]);
  return { list: rows, hold, release };
}

// ---- head

const heads: Readonly<Record<TableColumn, string>> = {
  callsign: 'Callsign',
  tail: 'Tail',
  type: 'Type',
  altitude: 'Altitude',
  speed: 'Speed',
  distance: 'Dist.',
  source: 'Source',
  squawk: 'Sqwk',
  messages: 'Msgs',
};
/** In full, for the tooltip and screen readers. */
const headTitles: Partial<Readonly<Record<TableColumn, string>>> = {
  distance: 'Distance',
  squawk: 'Squawk',
  messages: 'ACARS messages received, up to 99',
};

type HeadProps = { readonly sort: TableSort; readonly units: Units; readonly onSort: (column: TableColumn) => void };

const Head = memo(function Head({ sort, units, onSort }: HeadProps): ReactElement {
  return (
    <div role="rowgroup" className={styles.headGroup}>
      {/* biome-ignore lint/a11y/useFocusableInteractive: its cells have buttons */}
      <div role="row" aria-rowindex={1} className={styles.head}>
        {tableColumns.map((column) => {
          const isSorted = sort.column === column;
          const unit = column === 'speed' ? units.speed.sign : column === 'distance' ? units.distance.sign : null;
          const title = headTitles[column];
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: it has a button
            <div
              key={column}
              role="columnheader"
              data-column={column}
              aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : 'none'}
            >
              <button type="button" title={title} aria-label={title} onClick={() => onSort(column)}>
                {heads[column]}
                {unit ? <span>{unit}</span> : null}
                {isSorted ? sort.isDown ? <IconArrowDown size={12} /> : <IconArrowUp size={12} /> : null}
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
});

// ---- rows

type RowProps = {
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly row: TableRow;
  readonly units: Units;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly isHovered: boolean;
  readonly onSelect: (aircraft: Aircraft) => void;
};

const Row = memo(function Row(props: RowProps): ReactElement {
  const { id, index, top, height, row, units, isSelected, isActive, isHovered, onSelect } = props;
  const { aircraft, distance, isEmergency } = row;
  const isOld = useAtMapNow((now) => isAged(aircraft, now));
  return (
    // The grid has keyboard and focus, and names its active row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={styles.row}
      data-active={isActive || undefined}
      data-hovered={isHovered || undefined}
      data-old={isOld || undefined}
      data-emergency={isEmergency || undefined}
      style={{ height, transform: `translateY(${top}px)` }}
      onClick={() => onSelect(aircraft)}
      onPointerEnter={({ pointerType }) => (pointerType === 'mouse' ? hover(aircraft.key) : undefined)}
    >
      {tableColumns.map((column) => (
        <Cell key={column} column={column}>
          {cells[column]({ aircraft, distance, units })}
        </Cell>
      ))}
    </div>
  );
});

type CellOf = { readonly aircraft: Aircraft; readonly distance: number | null; readonly units: Units };

const cells: Readonly<Record<TableColumn, (of: CellOf) => ReactElement | string>> = {
  callsign: ({ aircraft }) => (
    <>
      <Silhouette aircraft={aircraft} />
      <b dir="auto">{oneLine(nameOf(aircraft))}</b>
    </>
  ),
  tail: ({ aircraft }) => textOf(aircraft.registration),
  type: ({ aircraft }) => textOf(aircraft.typeCode),
  altitude: ({ aircraft, units }) => altitudeText({ ...aircraft, isAltitudeGeometric: false }, units) ?? noValue,
  speed: ({ aircraft, units }) =>
    aircraft.groundSpeedKt === null ? noValue : amountText(units.speed, aircraft.groundSpeedKt),
  distance: ({ distance, units }) => (distance === null ? noValue : amountText(units.distance, distance)),
  source: ({ aircraft }) => aircraft.positionKind ?? noValue,
  squawk: ({ aircraft }) => (
    <>
      {textOf(aircraft.squawk)}
      <span className="dl-hidden"> {emergencyText(aircraft)}</span>
    </>
  ),
  messages: ({ aircraft }) =>
    aircraft.messages === null || aircraft.messages === 0
      ? noValue
      : aircraft.messages > 98
        ? '99+'
        : String(aircraft.messages),
};
const textOf = (text: string | null): string => (text === null ? noValue : oneLine(text));

type CellProps = { readonly column: TableColumn; readonly children: ReactElement | string };
function Cell({ column, children }: CellProps): ReactElement {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div role="gridcell" data-column={column}>
      {children}
    </div>
  );
}

/** As on the map, nose up. */
function Silhouette({ aircraft }: { readonly aircraft: Aircraft }): ReactElement {
  const token = altitudeBands[bandOf(aircraft)]?.token;
  const shape = shapeOf({ ...aircraft, angle: 0 });
  return (
    <svg viewBox="-1 -1 2 2" aria-hidden="true" style={{ color: token ? `var(--dl-${token})` : undefined }}>
      <title>{kindTexts[aircraft.kind]}</title>
      <path d={pathOf(shape)} />
    </svg>
  );
}
