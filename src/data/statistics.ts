/** Statistics of a period (API-37 to 41), stored by their request. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import type { StoredEndpoint } from '../../contract/endpoint.ts';
import { type ApiResponse, resource } from './resource.ts';
import { AgedBody, readAged } from './response.ts';
import { send } from './send.ts';

/** Reads the responses of the statistics calls: a missing or invalid value is null and breaks no row. Pure. */
export type Counts = {
  /** In the order of the response. */
  readonly kinds: readonly string[];
  readonly rows: readonly { readonly name: string; readonly counts: Readonly<Record<string, number>> }[];
};
type Range = { readonly angleDeg: number; readonly distanceNmi: number };
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

/** `YYYY-MM-DDTHH:mm`, UTC. `stationId` '' = all. */
export type Period = { readonly from: string; readonly to: string; readonly stationId: string };
export type Counted<T> = ApiResponse<T>;
export type CountedQuery<T> = UseQueryOptions<Counted<T>>;

const countedQuery = <T>(
  call: StoredEndpoint,
  criteria: object,
  fetchBody: (signal: AbortSignal) => Promise<AgedBody>,
  read: (body: unknown) => T,
): CountedQuery<T> =>
  resource({
    key: ['statistics', call.id, criteria],
    request: ({ signal }) => fetchBody(signal),
    read,
    copy: { call, variant: JSON.stringify(criteria) },
  });

/** As old as the oldest. */
async function allAged(requests: readonly Promise<AgedBody>[]): Promise<AgedBody> {
  const found = await Promise.all(requests);
  return new AgedBody(
    found.map(({ body }) => body),
    Math.max(0, ...found.map(({ ageMs }) => ageMs)),
  );
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const stationOf = <N extends string>(name: N, { stationId }: Period): { [K in N]?: string } =>
  (stationId === '' ? {} : { [name]: stationId }) as { [K in N]?: string };

/** API-37. */
export const messagesNumberQuery = (period: Period): CountedQuery<Counts> =>
  countedQuery(
    api.statistics.messagesNumber,
    period,
    (signal) => {
      const query = { timeMin: period.from, timeMax: period.to, ...stationOf('stationId', period) };
      return send(api.statistics.messagesNumber, { query, cause: 'user', signal }, readAged);
    },
    readCounts,
  );

export type StationRanges = { readonly stationId: string; readonly ranges: readonly Range[] };

/** API-38, once for each of the stations. `angle` = width of a sector in degrees, as typed; '' = 1 (C64). */
export const rangesQuery = (
  period: Omit<Period, 'stationId'>,
  stationIds: readonly string[],
  angle: string,
): CountedQuery<readonly StationRanges[]> =>
  countedQuery<readonly StationRanges[]>(
    api.statistics.directionalRanges,
    { period, stationIds, angle },
    (signal) =>
      allAged(
        stationIds.map((stationId) => {
          const station = stationOf('stationId1', { ...period, stationId });
          const width = angle === '' ? {} : { angle };
          const query = { timeMin1: period.from, timeMax1: period.to, ...station, ...width };
          return send(api.statistics.directionalRanges, { query, cause: 'user', signal }, readAged);
        }),
      ),
    (bodies) => stationIds.map((stationId, at) => ({ stationId, ranges: readRanges(listOf(bodies)[at]) })),
  );

/** API-39 with the percentages of API-40 (C64). */
export const feedingTimesQuery = (period: Period): CountedQuery<readonly FeedingTime[]> =>
  countedQuery(
    api.statistics.feedingTime,
    period,
    (signal) => {
      const query = { timeMin2: period.from, timeMax2: period.to, ...stationOf('stationId2', period) };
      return allAged([
        send(api.statistics.feedingTime, { query, cause: 'user', signal }, readAged),
        send(api.statistics.feedingPercentage, { query, cause: 'user', signal }, readAged),
      ]);
    },
    (bodies) => {
      const [times, percentages] = listOf(bodies);
      return joinPercentages(readFeedingTimes(times), percentages);
    },
  );

/** API-41. */
export const feedingPerTypeQuery = (period: Period): CountedQuery<readonly FeedingPerType[]> =>
  countedQuery(
    api.statistics.feedingPerMessageType,
    period,
    (signal) => {
      const query = { timeMin: period.from, timeMax: period.to, ...stationOf('stationId', period) };
      return send(api.statistics.feedingPerMessageType, { query, cause: 'user', signal }, readAged);
    },
    readFeedingPerType,
  );
