/**
 * What stations received, and how long they fed.
 * Letter case, typos and parameter names are the wire's (C27 to C29). Must not: say who may call (audience.ts).
 */
import * as z from 'zod/mini';
import { get } from '../endpoint.ts';
import * as entity from '../entities/statistics.ts';
import { instantParam, numberParam, textParam } from '../params.ts';

const statisticsQuery = { timeMin: instantParam, timeMax: instantParam, stationId: textParam };
const statisticsQuery2 = { timeMin2: instantParam, timeMax2: instantParam, stationId2: textParam };
export const statistics = {
  messagesNumber: get(
    'API-37',
    '/FeederStatistics/MessagesNumber',
    z.object({ messagesNumber: z.array(entity.messagesNumber) }),
    {
      query: statisticsQuery,
      summary: 'Messages per station and type',
    },
  ),
  /** The path's typo is the wire's (C29). */
  directionalRanges: get(
    'API-38',
    '/FeederStatistics/HistroicalDirectionalRanges',
    z.object({ directionalRangesStorages: z.array(entity.directionalRange) }),
    {
      query: { timeMin1: instantParam, timeMax1: instantParam, stationId1: textParam, angle: numberParam },
      summary: 'Farthest reception per direction (nmi)',
    },
  ),
  feedingTime: get(
    'API-39',
    '/FeederStatistics/FeedingTime',
    z.object({ feedingTimeDtos: z.array(entity.feedingTime) }),
    {
      query: statisticsQuery2,
      summary: 'Feeding time per station (s)',
    },
  ),
  feedingPercentage: get(
    'API-40',
    '/FeederStatistics/FeedingPercentageDirect',
    z.object({ feedingWorkPercentageDtos: z.array(entity.feedingWorkPercentage) }),
    { query: statisticsQuery2, summary: 'Feeding percentage per station' },
  ),
  feedingPerMessageType: get(
    'API-41',
    '/FeederStatistics/FeedingTimePerMessageType',
    z.object({ feedingPercentagePerMessageType: z.array(entity.feedingPerMessageType) }),
    { query: statisticsQuery, summary: 'Feeding time per station and message type (s)' },
  ),
};
