/** Rows of the table of aircraft: values, order, columns. Own file: pure, tested without a screen. */
import { distanceKm } from '../../../charts/small-map/view.ts';
import { kmPerNmi } from '../../../lib/units.ts';
import { type Aircraft, isEmergency, nameOf } from '../fleet/aircraft.ts';
import { compareNames } from './in-view.ts';

export const tableColumns = [
  'callsign',
  'tail',
  'type',
  'altitude',
  'speed',
  'distance',
  'source',
  'squawk',
  'messages',
] as const;
export type TableColumn = (typeof tableColumns)[number];
export type TableSort = { readonly column: TableColumn; readonly isDown: boolean };
export const defaultSort: TableSort = { column: 'callsign', isDown: false };

/** Any stored value. An invalid one is the default. */
export function readSort(stored: unknown): TableSort {
  const { column, isDown } = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const known = tableColumns.find((one) => one === column);
  return known ? { column: known, isDown: isDown === true } : defaultSort;
}

/** A click on a header sorts up, the next one down. */
export const sortedBy = (column: TableColumn, sort: TableSort): TableSort => ({
  column,
  isDown: sort.column === column && !sort.isDown,
});

type Place = { readonly lat: number; readonly lon: number };
export type TableRow = {
  readonly aircraft: Aircraft;
  /** nmi. null = from nowhere. */
  readonly distance: number | null;
  readonly isEmergency: boolean;
};

export const rowsOf = (list: readonly Aircraft[], from: Place | null): readonly TableRow[] =>
  list.map((aircraft) => ({
    aircraft,
    distance: from && distanceKm(from, aircraft) / kmPerNmi,
    isEmergency: isEmergency(aircraft),
  }));

type Value = string | number | null;
const sortValueOf: Readonly<Record<TableColumn, (row: TableRow) => Value>> = {
  callsign: ({ aircraft }) => nameOf(aircraft),
  tail: ({ aircraft }) => aircraft.registration,
  type: ({ aircraft }) => aircraft.typeCode,
  // On the ground is below every altitude.
  altitude: ({ aircraft }) => (aircraft.isOnGround === true ? -10_000 : aircraft.altitudeFt),
  speed: ({ aircraft }) => aircraft.groundSpeedKt,
  distance: ({ distance }) => distance,
  source: ({ aircraft }) => aircraft.positionKind,
  squawk: ({ aircraft }) => aircraft.squawk,
  messages: ({ aircraft }) => aircraft.messages,
};

function compare(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareNames(String(a), String(b));
}

/** Emergencies first, then by the column. Without a value last, in either direction. */
export function sortRows(rows: readonly TableRow[], { column, isDown }: TableSort): readonly TableRow[] {
  const read = sortValueOf[column];
  const valued = rows.map((row) => ({ row, value: read(row) }));
  const way = isDown ? -1 : 1;
  valued.sort(
    (a, b) =>
      Number(b.row.isEmergency) - Number(a.row.isEmergency) ||
      Number(a.value === null) - Number(b.value === null) ||
      way * (a.value === null ? 0 : compare(a.value, b.value)) ||
      compareNames(a.row.aircraft.key, b.row.aircraft.key),
  );
  return valued.map(({ row }) => row);
}

/** The rows in the order of `before`, new ones at the end: what the pointer is over does not move. Emergencies are first all the same. */
export function inOrderOf(rows: readonly TableRow[], before: readonly TableRow[]): readonly TableRow[] {
  const places = new Map(before.map(({ aircraft }, at) => [aircraft.key, at]));
  const placeOf = ({ aircraft }: TableRow): number => places.get(aircraft.key) ?? before.length;
  return rows.toSorted((a, b) => Number(b.isEmergency) - Number(a.isEmergency) || placeOf(a) - placeOf(b));
}
