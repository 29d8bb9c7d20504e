/**
 * The calls below /FeederStatistics. Must not: hold SQL, or decide who may call (guard.ts has, before).
 */
import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { clock } from '../clock.ts';
import type { Context } from '../guard.ts';
import { HttpError } from '../http/api-error.ts';
import { type Feeding, feedingPerStation, percentageOf } from '../store/statistics/feeding.ts';
import { messagesPerStation } from '../store/statistics/messages-number.ts';
import type { Period } from '../store/statistics/period.ts';
import { directionalRanges } from '../store/statistics/ranges.ts';
import { type Asked, askedStations, stationScopeOf } from '../store/statistics/stations-asked.ts';
import { inTurn } from '../store/statistics/take-turns.ts';

/** Absent = from the beginning, until now. @throws HttpError 400 with the parameter's name */
function periodOf(minName: string, minMs: number | undefined, maxName: string, maxMs: number | undefined): Period {
  if (minMs !== undefined && maxMs !== undefined && maxMs < minMs) {
    const sentence = `The end (${maxName}) is before the beginning (${minName}).`;
    throw new HttpError(400, sentence, { [maxName]: [sentence] });
  }
  return { fromMs: minMs ?? null, toMs: maxMs ?? Math.max(clock.now(), minMs ?? 0) };
}

/** One question at a time of few. */
function answer<T>(context: Context, stationId: string | undefined, read: (asked: Asked) => Promise<T>): Promise<T> {
  const { db } = context;
  return inTurn(db, async () => read(await askedStations(db, stationScopeOf(context), stationId)));
}

const feeding = (context: Context, stationId: string | undefined, period: Period): Promise<Feeding[]> =>
  answer(context, stationId, (asked) => feedingPerStation(context.db, asked, period, clock.now()));

type FeedingQuery = { readonly timeMin2?: number; readonly timeMax2?: number; readonly stationId2?: string };
const feedingOf = ({ query, ...context }: Context & { readonly query: FeedingQuery }): Promise<Feeding[]> =>
  feeding(context, query.stationId2, periodOf('timeMin2', query.timeMin2, 'timeMax2', query.timeMax2));

/** STAT-03: the width of a sector; blank = 1. */
function widthOf(angle: number | undefined): number {
  if (angle === undefined) return 1;
  if (angle >= 1 && angle <= 360) return angle;
  const sentence = 'The angle is the width of a sector: from 1 to 360 degrees.';
  throw new HttpError(400, sentence, { angle: [sentence] });
}

export const statisticsHandlers: Handlers<Api['statistics'], Context> = {
  messagesNumber: async ({ query, ...context }) => {
    const period = periodOf('timeMin', query.timeMin, 'timeMax', query.timeMax);
    const read = (asked: Asked) => messagesPerStation(context.db, asked, period);
    return { messagesNumber: await answer(context, query.stationId, read) };
  },

  directionalRanges: async ({ query, ...context }) => {
    const width = widthOf(query.angle);
    const period = periodOf('timeMin1', query.timeMin1, 'timeMax1', query.timeMax1);
    const read = (asked: Asked) => directionalRanges(context.db, asked, period, width);
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
