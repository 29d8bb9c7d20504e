/** Receptions and feeding time of stations. Paths and parameter names keep their case and typos (C27 to C29). */
import * as z from 'zod/mini';
import { get, type StoredAs } from '../endpoint.ts';
import { firstSight } from '../entities/first-sight.ts';
import * as entity from '../entities/statistics.ts';
import { instantParam, numberParam, textParam } from '../params.ts';

const statisticsQuery = { timeMin: instantParam, timeMax: instantParam, stationId: textParam };
const statisticsQuery2 = { timeMin2: instantParam, timeMax2: instantParam, stationId2: textParam };
const ofSearches = (title: string): StoredAs => ({ title, screen: '/statistics', each: 'searches' });

export const statistics = {
  messagesNumber: get(
    'API-37',
    '/FeederStatistics/MessagesNumber',
    z.object({ messagesNumber: z.array(entity.messagesNumber) }),
    {
      query: statisticsQuery,
      summary: 'Messages per station and type',
      stored: ofSearches('Message counts'),
    },
  ),
  /** The typo of the path is specified (C29). */
  directionalRanges: get(
    'API-38',
    '/FeederStatistics/HistroicalDirectionalRanges',
    z.object({ directionalRangesStorages: z.array(entity.directionalRange) }),
    {
      query: { timeMin1: instantParam, timeMax1: instantParam, stationId1: textParam, angle: numberParam },
      summary: 'Farthest reception per direction (nmi)',
      stored: ofSearches('Directional ranges'),
    },
  ),
  feedingTime: get(
    'API-39',
    '/FeederStatistics/FeedingTime',
    z.object({ feedingTimeDtos: z.array(entity.feedingTime) }),
    {
      query: statisticsQuery2,
      summary: 'Feeding time per station (s)',
      stored: ofSearches('Feeding times'),
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
    {
      query: statisticsQuery,
      summary: 'Feeding time per station and message type (s)',
      stored: ofSearches('Feeding times per message type'),
    },
  ),
  band: get('ADD-band', '/FeederStatistics/Band', entity.messageBand, {
    query: { from: instantParam, to: instantParam, stationId: textParam },
    summary: 'Messages per ten minutes and type, by default of the last 24 hours, with the gaps',
    stored: { title: 'Messages per ten minutes', screen: '/akrxAll' },
  }),
  days: get('ADD-days', '/FeederStatistics/Days', entity.dayCounts, {
    summary: 'Messages per day of the last 40 days, with the days that have a gap of more than an hour',
    stored: { title: 'Messages per day', screen: '/akrxAll' },
  }),
  firstSight: get('ADD-firstSight', '/FeederStatistics/FirstSight', firstSight, {
    query: { days: numberParam, stationId: textParam },
    stored: ofSearches('Statistics at first sight'),
    summary:
      'Hours, ranges, feeding days, levels and most frequent names of the last 1, 3, 7 or 30 days, in one response',
  }),
};
