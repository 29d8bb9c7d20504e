/**
 * Statistics of a period (API-37 to 41): asked by SEARCH, read tolerantly.
 * Must not: keep an answer on the device (its numbers speak of a period that somebody chose), or know a table.
 */
import type { UseQueryOptions } from '@tanstack/react-query';
import { api } from '../../contract/api.ts';
import { currentEpoch } from '../session/session-store.ts';
import { sendForAny, serverNow } from './send.ts';
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
} from './statistics-answers.ts';

/** As it travels: `YYYY-MM-DDTHH:mm`, UTC. `stationId` '' = all. */
export type Period = { readonly from: string; readonly to: string; readonly stationId: string };
/** `dataAt` = epoch ms of the server's clock. */
export type Counted<T> = { readonly value: T; readonly dataAt: number };
export type CountedQuery<T> = UseQueryOptions<Counted<T>>;
type Signal = { readonly signal: AbortSignal };

function countedQuery<T>(name: string, question: object, ask: (signal: AbortSignal) => Promise<T>): CountedQuery<T> {
  return {
    queryKey: ['statistics', name, currentEpoch(), question],
    queryFn: async ({ signal }: Signal) => ({ value: await ask(signal), dataAt: serverNow() }),
    networkMode: 'always',
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  };
}

const stationOf = <N extends string>(name: N, { stationId }: Period): { [K in N]?: string } =>
  (stationId === '' ? {} : { [name]: stationId }) as { [K in N]?: string };

/** API-37. */
export const messagesNumberQuery = (period: Period): CountedQuery<Counts> =>
  countedQuery('messages', period, async (signal) => {
    const query = { timeMin: period.from, timeMax: period.to, ...stationOf('stationId', period) };
    return readCounts(await sendForAny(api.statistics.messagesNumber, { query, cause: 'user', signal }));
  });

export type StationRanges = { readonly stationId: string; readonly ranges: readonly Range[] };

/** API-38, once for each of the stations. `angle` = width of a sector in degrees, as typed; '' = 1 (C64). */
export const rangesQuery = (
  period: Omit<Period, 'stationId'>,
  stationIds: readonly string[],
  angle: string,
): CountedQuery<readonly StationRanges[]> =>
  countedQuery<readonly StationRanges[]>('ranges', { period, stationIds, angle }, (signal) =>
    Promise.all(
      stationIds.map(async (stationId) => {
        const station = stationOf('stationId1', { ...period, stationId });
        const width = angle === '' ? {} : { angle };
        const query = { timeMin1: period.from, timeMax1: period.to, ...station, ...width };
        const body = await sendForAny(api.statistics.directionalRanges, { query, cause: 'user', signal });
        return { stationId, ranges: readRanges(body) };
      }),
    ),
  );

/** API-39 with the percentages of API-40 (C64). */
export const feedingTimesQuery = (period: Period): CountedQuery<readonly FeedingTime[]> =>
  countedQuery('feeding', period, async (signal) => {
    const query = { timeMin2: period.from, timeMax2: period.to, ...stationOf('stationId2', period) };
    const [times, percentages] = await Promise.all([
      sendForAny(api.statistics.feedingTime, { query, cause: 'user', signal }),
      sendForAny(api.statistics.feedingPercentage, { query, cause: 'user', signal }),
    ]);
    return joinPercentages(readFeedingTimes(times), percentages);
  });

/** API-41. */
export const feedingPerTypeQuery = (period: Period): CountedQuery<readonly FeedingPerType[]> =>
  countedQuery('types', period, async (signal) => {
    const query = { timeMin: period.from, timeMax: period.to, ...stationOf('stationId', period) };
    return readFeedingPerType(await sendForAny(api.statistics.feedingPerMessageType, { query, cause: 'user', signal }));
  });
