/**
 * Current positions by column, as what changed since a response that the client has (decision 49). A client that lists this type in Accept and
 * its version in If-None-Match gets it; servers without it send rows. Rows are in the order of their addresses. Pure.
 */
import type { Location } from './entities/map.ts';

export const columnsType = 'application/vnd.downlink.positions+json';

/** Instants are epoch seconds, positions 0.00001 degrees. `isMlat` follows from `positionKind`, the address from `id`. */
const differences = ['lat', 'lon', 'seenAt', 'lastMessageAt', 'lastFaultAt'] as const;
/** What a new row has until its columns are read: the most frequent value. */
const usual = {
  angle: null,
  callsign: null,
  altitudeFt: null,
  groundSpeedKt: null,
  verticalRateFtMin: null,
  isOnGround: null,
  squawk: null,
  typeCode: null,
  isDoubtful: false,
  isAltitudeGeometric: false,
  emergency: null,
  positionKind: 'ADS-B',
  registration: null,
  airline: null,
  category: null,
  messages: 0,
} as const satisfies Pick<Location, Exclude<keyof Location, Difference | 'id' | 'icao' | 'isMlat'>>;

type Difference = (typeof differences)[number];
type Plain = keyof typeof usual;
/** Values in the order and units of the columns. `id` is the address as a number, with bit 24 for one that is not of ICAO. */
export type PositionRow = { readonly id: number; readonly values: readonly unknown[] };
type ColumnName = Difference | Plain;

const plainNames = Object.keys(usual) as Plain[];
const names: readonly ColumnName[] = [...differences, ...plainNames];
/** Of a column by its number. */
const isDifference = (column: number): boolean => column < differences.length;

type Column = {
  /** Rows as distances from the one before. null = all rows. */
  readonly at: readonly number[] | null;
  /** Of `differences` what is added to the value before, else the value. */
  readonly values: readonly unknown[];
};
export type PositionColumns = {
  /** Version that it continues. null = complete. */
  readonly base: string | null;
  /** Rows of the base that are missing, as distances. */
  readonly gone: readonly number[];
  /** Ids of new rows, as distances. */
  readonly came: readonly number[];
  /** Epoch seconds that instants of new rows count from. */
  readonly since: number;
  readonly columns: Readonly<Record<string, Column>>;
};

const secondsOf = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant) / 1000);

export function positionRow(location: Location): PositionRow {
  const { id, lat, lon, seenAt, lastMessageAt, lastFaultAt } = location;
  const [seen, message, fault] = [secondsOf(seenAt), secondsOf(lastMessageAt), secondsOf(lastFaultAt)];
  const plain = plainNames.map((name) => location[name]);
  return { id, values: [Math.round(lat * 1e5), Math.round(lon * 1e5), seen, message, fault, ...plain] };
}

/** The address in an id. */
export function icaoOf(id: number): string {
  const isOther = id >= 0x1000000;
  const hex = (isOther ? id - 0x1000000 : id).toString(16).toUpperCase().padStart(6, '0');
  return isOther ? `~${hex}` : hex;
}

/** `since` = its instant. */
const newValues = (since: number): readonly unknown[] => [
  0,
  0,
  since,
  null,
  null,
  ...plainNames.map((name) => usual[name]),
];
const seenColumn = differences.indexOf('seenAt');

/** Both ascending by id; a row that did not change is the same object. */
export function encodeColumns(
  base: { readonly tag: string; readonly rows: readonly PositionRow[] } | null,
  rows: readonly PositionRow[],
): PositionColumns {
  const since = rows.reduce((newest, { values }) => Math.max(newest, Number(values[seenColumn])), 0);
  const blank = newValues(since);
  const before = base?.rows ?? [];
  const [gone, came]: [number[], number[]] = [[], []];
  const changed: Changed[] = [];
  let [read, lastGone, lastCame] = [0, -1, 0];
  const drop = (): void => {
    gone.push(read - lastGone - 1);
    lastGone = read++;
  };
  rows.forEach((row, at) => {
    while (read < before.length && (before[read] as PositionRow).id < row.id) drop();
    const old = before[read];
    if (old?.id === row.id) {
      read++;
      if (old !== row) changed.push({ at, values: row.values, old: old.values });
      return;
    }
    came.push(row.id - lastCame);
    lastCame = row.id;
    changed.push({ at, values: row.values, old: blank });
  });
  while (read < before.length) drop();
  const columns: Record<string, Column> = {};
  names.forEach((name, column) => {
    const found = columnOf(column, changed, rows.length);
    if (found) columns[name] = found;
  });
  return { base: base?.tag ?? null, gone, came, since, columns };
}

/** Arrays and numbers: this runs for each poll, for each value of each aircraft that has moved. */
type Changed = { readonly at: number; readonly values: readonly unknown[]; readonly old: readonly unknown[] };

/** null = nothing changed in it. */
function columnOf(column: number, changed: readonly Changed[], count: number): Column | null {
  const isGrowing = isDifference(column);
  let differing = 0;
  for (const { values, old } of changed) if (values[column] !== old[column]) differing++;
  if (differing === 0) return null;
  // Zeros are shorter than distances.
  const isWhole = changed.length === count && differing * 2 > count;
  const at: number[] = [];
  const sent: unknown[] = [];
  let last = -1;
  for (const { at: row, values, old } of changed) {
    const value = values[column];
    if (!isWhole && value === old[column]) continue;
    if (!isWhole) at.push(row - last - 1);
    last = row;
    sent.push(isGrowing && value !== null ? (value as number) - ((old[column] as number | null) ?? 0) : value);
  }
  return { at: isWhole ? null : at, values: sent };
}

// ---- the client's side: values by column, because thousands of objects per response cost more than all the rest

/** `at` in the columns is the place of the id. */
export type ColumnRows = { readonly ids: readonly number[]; readonly values: Readonly<Record<ColumnName, unknown[]>> };
export const noRows = (): ColumnRows => ({
  ids: [],
  values: Object.fromEntries(names.map((name) => [name, [] as unknown[]])) as Record<ColumnName, unknown[]>,
});

/** How much of a row a response changed. */
export const rowChanges = { none: 0, numbers: 1, texts: 2 } as const;
/** Texts rarely change, and reading them costs more than all numbers. */
const textColumns: ReadonlySet<ColumnName> = new Set([
  'callsign',
  'squawk',
  'typeCode',
  'emergency',
  'positionKind',
  'registration',
  'airline',
  'category',
]);

type Decoded = {
  readonly rows: ColumnRows;
  /** Place of each row before, -1 = new. null = all are where they were. */
  readonly from: readonly number[] | null;
  /** By row, as in `rowChanges`. New rows have new texts. */
  readonly changed: Uint8Array;
};

/** Any response: its parts are checked when they are used. */
export const isPositionColumns = (value: unknown): value is PositionColumns => {
  const { base, gone, came, since, columns } = (value ?? {}) as Partial<Record<keyof PositionColumns, unknown>>;
  const isTag = base === null || typeof base === 'string';
  return (
    isTag && Array.isArray(gone) && Array.isArray(came) && typeof since === 'number' && typeof columns === 'object'
  );
};

/** Rows that a later response has changed. */
const spent = new WeakSet<ColumnRows>();

/**
 * Applies a response to the rows that it continues. They are changed in place, and continued once: after a failure request everything again.
 * null = invalid, or a second response that continues the same rows, such as of a request that was repeated.
 */
export function decodeColumns(before: ColumnRows, response: PositionColumns): Decoded | null {
  if (spent.has(before)) return null;
  const isSame = response.gone.length === 0 && response.came.length === 0;
  const placed = isSame ? { ids: before.ids, from: null } : placedRows(before.ids, response);
  if (placed === null) return null;
  spent.add(before);
  const { ids, from } = placed;
  const values = from === null ? before.values : movedValues(before.values, from, response.since);
  const changed = new Uint8Array(ids.length);
  from?.forEach((old, at) => {
    if (old < 0) changed[at] = rowChanges.texts;
  });
  for (const [at, name] of names.entries()) {
    const column = response.columns?.[name];
    const isGrowing = isDifference(at);
    const change = textColumns.has(name) ? rowChanges.texts : rowChanges.numbers;
    if (column && !takeColumn(values[name], column, { isGrowing, change, changed })) return null;
  }
  return { rows: { ids, values }, from, changed };
}

/** Both ascending. */
function placedRows(before: readonly number[], { gone, came }: PositionColumns) {
  const kept = new Uint8Array(before.length).fill(1);
  let place = -1;
  for (const distance of gone) {
    place += distance + 1;
    if (kept[place] !== 1) return null;
    kept[place] = 0;
  }
  const [ids, from]: [number[], number[]] = [[], []];
  let [read, id] = [0, 0];
  const keepUntil = (next: number): void => {
    for (; read < before.length && (before[read] as number) < next; read++) {
      if (kept[read] === 0) continue;
      ids.push(before[read] as number);
      from.push(read);
    }
  };
  for (const distance of came) {
    if (!(distance > 0)) return null;
    id += distance;
    keepUntil(id);
    ids.push(id);
    from.push(-1);
  }
  keepUntil(Number.POSITIVE_INFINITY);
  return { ids, from };
}

function movedValues(old: ColumnRows['values'], from: readonly number[], since: number): ColumnRows['values'] {
  const blank = newValues(since);
  const moved = names.map((name, at) => {
    const column = old[name];
    return [name, from.map((place) => (place < 0 ? blank[at] : column[place]))];
  });
  return Object.fromEntries(moved) as Record<ColumnName, unknown[]>;
}

/** false = it names a row that does not exist. */
function takeColumn(
  column: unknown[],
  { at, values }: Column,
  {
    isGrowing,
    change,
    changed,
  }: { readonly isGrowing: boolean; readonly change: number; readonly changed: Uint8Array },
): boolean {
  if (!Array.isArray(values) || (at !== null && at?.length !== values.length)) return false;
  let row = -1;
  for (let index = 0; index < values.length; index++) {
    row += at === null ? 1 : (at[index] as number) + 1;
    if (!(row < column.length)) return false;
    const value = values[index];
    if (isGrowing && value === 0) continue;
    column[row] = isGrowing && typeof value === 'number' ? ((column[row] as number | null) ?? 0) + value : value;
    if ((changed[row] as number) < change) changed[row] = change;
  }
  return true;
}
