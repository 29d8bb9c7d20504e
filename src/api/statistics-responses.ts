/** Reads the responses of the statistics calls: a missing or invalid value is null and breaks no row. Pure. */
export type Counts = {
  /** In the order of the response. */
  readonly kinds: readonly string[];
  readonly rows: readonly { readonly name: string; readonly counts: Readonly<Record<string, number>> }[];
};
export type Range = { readonly angleDeg: number; readonly distanceNmi: number };
type Times<K extends string> = { readonly stationId: string } & { readonly [F in K]: number | null };

/** Seconds and percent, under the wire's names (STAT-07). */
export const feedingTimeFields = ['feedingTime', 'idleTime', 'totalEngagement', 'feedingPercentage'] as const;
export type FeedingTime = Times<(typeof feedingTimeFields)[number]>;
/** STAT-08. */
export const feedingPerTypeFields = [
  'feedingTime',
  'feedingPercentage',
  'feedingTimeADSB',
  'feedingPercentageADSB',
  'feedingTimeACARS',
  'feedingPercentageACARS',
  'feedingTimeVDLM2',
  'feedingPercentageVDLM2',
] as const;
export type FeedingPerType = Times<(typeof feedingPerTypeFields)[number]>;

type Loose = Readonly<Record<string, unknown>>;
const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null;
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
const nameOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

function rowsOf(body: unknown, name: string): readonly Loose[] {
  const found = isLoose(body) ? body[name] : null;
  return (Array.isArray(found) ? found : []).filter(isLoose);
}

/** STAT-19: messagesNumber is not specified, so any of these is a table: rows of an array, each named by its first text; keys with maps; keys with numbers. */
export function readCounts(body: unknown): Counts {
  const table = isLoose(body) ? body.messagesNumber : null;
  const rows = Array.isArray(table)
    ? table.filter(isLoose).map((row) => ({ name: nameOfRow(row), counts: numbersOf(row) }))
    : isLoose(table)
      ? rowsOfMap(table)
      : [];
  return { kinds: [...new Set(rows.flatMap(({ counts }) => Object.keys(counts)))], rows };
}

const nameOfRow = (row: Loose): string =>
  nameOf(row.stationId ?? Object.values(row).find((value) => typeof value === 'string'));
/** A station id may arrive as a number. */
const numbersOf = (row: Loose): Record<string, number> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) => {
      const number = key === 'stationId' ? null : numberOf(value);
      return number === null ? [] : [[key, number]];
    }),
  );
function rowsOfMap(map: Loose): Counts['rows'] {
  return Object.entries(map).flatMap(([name, value]) => {
    const number = numberOf(value);
    if (number !== null) return [{ name, counts: { total: number } }];
    return isLoose(value) ? [{ name, counts: numbersOf(value) }] : [];
  });
}

/** STAT-09. */
export function readRanges(body: unknown): readonly Range[] {
  return rowsOf(body, 'directionalRangesStorages').flatMap((row) => {
    const [angleDeg, distanceNmi] = [numberOf(row.angle), numberOf(row.distance)];
    return angleDeg === null || distanceNmi === null || distanceNmi < 0 ? [] : [{ angleDeg, distanceNmi }];
  });
}

const timesOf = <K extends string>(row: Loose, fields: readonly K[]): Times<K> =>
  ({
    ...Object.fromEntries(fields.map((field) => [field, numberOf(row[field])])),
    stationId: nameOf(row.stationId),
  }) as Times<K>;

export const readFeedingTimes = (body: unknown): readonly FeedingTime[] =>
  rowsOf(body, 'feedingTimeDtos').map((row) => timesOf(row, feedingTimeFields));
export const readFeedingPerType = (body: unknown): readonly FeedingPerType[] =>
  rowsOf(body, 'feedingPercentagePerMessageType').map((row) => timesOf(row, feedingPerTypeFields));

/** C64: times and percentages of two calls, joined on stationId; a percentage of the first call stays where the second has none. */
export function joinPercentages(times: readonly FeedingTime[], percentages: unknown): readonly FeedingTime[] {
  const known = new Map(
    rowsOf(percentages, 'feedingWorkPercentageDtos').map((row) => [
      nameOf(row.stationId),
      numberOf(row.feedingPercentage),
    ]),
  );
  return times.map((row) => ({ ...row, feedingPercentage: known.get(row.stationId) ?? row.feedingPercentage }));
}
