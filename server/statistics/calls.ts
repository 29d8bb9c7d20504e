import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import type { DayCounts, MessageBand } from '../../contract/entities/statistics.ts';
import { clock } from '../base/clock.ts';
import { ShortCache } from '../base/short-cache.ts';
import { HttpError } from '../http/api-error.ts';
import type { Context } from '../http/guard.ts';
import { atOnce } from './at-once.ts';
import { messageBand } from './band.ts';
import { dayCounts } from './day-counts.ts';
import { type Feeding, feedingPerStation, percentageOf } from './feeding.ts';
import { messagesPerStation } from './messages-number.ts';
import { hourMs, type Period, type Span } from './period.ts';
import { directionalRanges } from './ranges.ts';
import { maxBandMs } from './server-slots.ts';
import { queryStations, type StationQuery, stationScopeOf } from './station-query.ts';

const defaultBandMs = 24 * hourMs;

/** Absent = the last 24 hours. @throws HttpError 400 for a period that is empty, or longer than a week */
function bandSpanOf({ from, to = clock.now() }: { readonly from?: number; readonly to?: number }): Span {
  const span = { fromMs: from ?? to - defaultBandMs, toMs: to };
  const refuse = (sentence: string): never => {
    throw new HttpError(400, sentence, { from: [sentence] });
  };
  if (span.fromMs >= span.toMs) refuse('The beginning (from) is not before the end (to).');
  if (span.toMs - span.fromMs > maxBandMs) refuse('Request up to 7 days.');
  return span;
}

/** Absent = from the beginning, until now. @throws HttpError 400 with the parameter's name */
function periodOf(minName: string, minMs: number | undefined, maxName: string, maxMs: number | undefined): Period {
  if (minMs !== undefined && maxMs !== undefined && maxMs < minMs) {
    const sentence = `The end (${maxName}) is before the beginning (${minName}).`;
    throw new HttpError(400, sentence, { [maxName]: [sentence] });
  }
  return { fromMs: minMs ?? null, toMs: maxMs ?? Math.max(clock.now(), minMs ?? 0) };
}

function answer<T>(
  context: Context,
  stationId: string | undefined,
  read: (asked: StationQuery) => Promise<T>,
): Promise<T> {
  const { db } = context;
  return atOnce(async () => read(await queryStations(db, stationScopeOf(context), stationId)));
}

const feeding = (context: Context, stationId: string | undefined, period: Period): Promise<Feeding[]> =>
  answer(context, stationId, (asked) => feedingPerStation(context.db, asked, period, clock.now()));

type FeedingQuery = { readonly timeMin2?: number; readonly timeMax2?: number; readonly stationId2?: string };
const feedingOf = ({ query, ...context }: Context & { readonly query: FeedingQuery }): Promise<Feeding[]> =>
  feeding(context, query.stationId2, periodOf('timeMin2', query.timeMin2, 'timeMax2', query.timeMax2));

/** STAT-03: width of a sector, blank = 1. */
function widthOf(angle: number | undefined): number {
  if (angle === undefined) return 1;
  if (angle >= 1 && angle <= 360) return angle;
  const sentence = 'The angle is the width of a sector: from 1 to 360 degrees.';
  throw new HttpError(400, sentence, { angle: [sentence] });
}

export function makeStatisticsHandlers(): Omit<Handlers<Api['statistics'], Context>, 'firstSight'> {
  /** Many callers have one scope and ask every minute. */
  const bands = new ShortCache<MessageBand>({ maxAgeMs: 10_000, max: 200 });
  const days = new ShortCache<DayCounts>({ maxAgeMs: 10 * 60_000, max: 200 });
  return {
    ...countHandlers,
    days: async (context) =>
      days.answer(JSON.stringify(stationScopeOf(context)), () =>
        answer(context, undefined, (asked) => dayCounts(context.db, asked, clock.now())),
      ),
    band: async ({ query, ...context }) => {
      const span = bandSpanOf(query);
      const read = (asked: StationQuery) => messageBand(context.db, asked, span, clock.now());
      return bands.answer(JSON.stringify([stationScopeOf(context), query]), () =>
        answer(context, query.stationId, read),
      );
    },
  };
}

const countHandlers: Omit<Handlers<Api['statistics'], Context>, 'band' | 'days' | 'firstSight'> = {
  messagesNumber: async ({ query, ...context }) => {
    const period = periodOf('timeMin', query.timeMin, 'timeMax', query.timeMax);
    const read = (asked: StationQuery) => messagesPerStation(context.db, asked, period);
    return { messagesNumber: await answer(context, query.stationId, read) };
  },

  directionalRanges: async ({ query, ...context }) => {
    const width = widthOf(query.angle);
    const period = periodOf('timeMin1', query.timeMin1, 'timeMax1', query.timeMax1);
    const read = (asked: StationQuery) => directionalRanges(context.db, asked, period, width);
    return { directionalRangesStorages: await answer(context, query.stationId1, read) };
  },

  feedingTime: async (asked) => ({
    feedingTimeDtos: (await feedingOf(asked)).map(({ stationId, totalS, engagementS }) => ({
      stationId,
      feedingTime: totalS,
      idleTime: engagementS - totalS,
      totalEngagement: engagementS,
      feedingPercentage: percentageOf(totalS, engagementS),
    })),
  }),

  feedingPercentage: async (asked) => ({
    feedingWorkPercentageDtos: (await feedingOf(asked)).map(({ stationId, totalS, engagementS }) => ({
      stationId,
      feedingPercentage: percentageOf(totalS, engagementS),
    })),
  }),

  feedingPerMessageType: async ({ query, ...context }) => {
    const period = periodOf('timeMin', query.timeMin, 'timeMax', query.timeMax);
    const rows = await feeding(context, query.stationId, period);
    return {
      feedingPercentagePerMessageType: rows.map(({ stationId, engagementS, totalS, adsbS, acarsS, vdlm2S }) => ({
        stationId,
        feedingTime: totalS,
        feedingPercentage: percentageOf(totalS, engagementS),
        feedingTimeADSB: adsbS,
        feedingPercentageADSB: percentageOf(adsbS, engagementS),
        feedingTimeACARS: acarsS,
        feedingPercentageACARS: percentageOf(acarsS, engagementS),
        feedingTimeVDLM2: vdlm2S,
        feedingPercentageVDLM2: percentageOf(vdlm2S, engagementS),
      })),
    };
  },
};
