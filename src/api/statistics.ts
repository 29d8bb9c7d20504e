/** Statistics of a period (API-37 to 41), stored by their request. */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import type { StoredEndpoint } from '../../contract/endpoint.ts';
import { type ApiResponse, resource } from './resource.ts';
import { AgedBody, readAged } from './response.ts';
import { send } from './send.ts';
import {
  type Counts,
  type FeedingPerType,
  type FeedingTime,
  joinPercentages,
  type Range,
  readCounts,
  readFeedingPerType,
  readFeedingTimes,
  readRanges,
} from './statistics-responses.ts';

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
