import type { Api } from '../../contract/api.ts';
import { hourMs } from '../../contract/durations.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import type { DayCounts, MessageBand } from '../../contract/entities/statistics.ts';
import { clock } from '../base/clock.ts';
import { ShortCache } from '../base/short-cache.ts';
import type { Database } from '../database/pool.ts';
import type { Reads } from '../database/reads.ts';
import { HttpError } from '../http/api-error.ts';
import type { Context } from '../http/guard.ts';
import { atOnce, maxCountsAgeMs } from './at-once.ts';
import { dayCounts, maxBandMs, messageBand } from './band.ts';
import { type Feeding, feedingPerStation, percentageOf } from './feeding.ts';
import { messagesPerStation } from './messages-number.ts';
import type { Period, Span } from './period.ts';
import { directionalRanges } from './ranges.ts';
import { queryStations, type StationQuery, stationScopeOf } from './station-query.ts';

const defaultBandMs = 24 * hourMs;
/** Cached as long, and as old at most when a replica reads it. */
const maxBandAgeMs = 10_000;

/** A request for the last seven days arrives later than its start was calculated. */
const maxDelayMs = 60_000;

/** Absent = the last 24 hours. @throws HttpError 400 for a period that is empty, or longer than a week */
function bandSpanOf(period: { readonly from?: number; readonly to?: number }): Span {
  const { to = clock.now(), from = to - defaultBandMs } = period;
  const weekMs = to - maxBandMs;
  const isDelayed = period.to === undefined && from < weekMs && from >= weekMs - maxDelayMs;
  const span = { fromMs: isDelayed ? weekMs : from, toMs: to };
  const refuse = (sentence: string): never => {
    throw new HttpError(400, sentence, { from: [sentence] });
  };
  if (span.fromMs >= span.toMs) refuse('The start (from) must be before the end (to).');
  if (span.toMs - span.fromMs > maxBandMs) refuse('Request up to 7 days.');
  return span;
}

/** Absent = from the beginning, until now. @throws HttpError 400 with the parameter's name */
function periodOf(minName: string, minMs: number | undefined, maxName: string, maxMs: number | undefined): Period {
  if (minMs !== undefined && maxMs !== undefined && maxMs < minMs) {
    const sentence = `The end (${maxName}) is before the start (${minName}).`;
    throw new HttpError(400, sentence, { [maxName]: [sentence] });
  }
  return { fromMs: minMs ?? null, toMs: maxMs ?? Math.max(clock.now(), minMs ?? 0) };
}

type Read<T> = (db: Database, requested: StationQuery, nowMs: number) => Promise<T>;
type Counting = Context & { readonly reads: Reads };

/** Who may see which station is read from the primary. `nowMs` = time of the data. */
function respond<T>(
  context: Counting,
  stationId: string | undefined,
  maxAgeMs: number,
  read: Read<T>,
): Promise<{ readonly value: T; readonly ageMs: number }> {
  return atOnce(async () => {
    const requested = await queryStations(context.db, stationScopeOf(context), stationId);
    return context.reads.within(maxAgeMs, async (db, ageMs) => ({
      value: await read(db, requested, clock.now() - ageMs),
      ageMs,
    }));
  });
}

/** The response of these calls has no time of its own: the header Age states how old it is. */
async function counted<T>(context: Counting, stationId: string | undefined, read: Read<T>): Promise<T> {
  const { value, ageMs } = await respond(context, stationId, maxCountsAgeMs, read);
  if (ageMs > 0) context.setHeader('age', String(Math.ceil(ageMs / 1000)));
  return value;
}

const feeding = (context: Counting, stationId: string | undefined, period: Period): Promise<Feeding[]> =>
  counted(context, stationId, (db, requested, nowMs) => feedingPerStation(db, requested, period, nowMs));

type FeedingQuery = { readonly timeMin2?: number; readonly timeMax2?: number; readonly stationId2?: string };
const feedingOf = ({ query, ...context }: Counting & { readonly query: FeedingQuery }): Promise<Feeding[]> =>
  feeding(context, query.stationId2, periodOf('timeMin2', query.timeMin2, 'timeMax2', query.timeMax2));

/** STAT-03: width of a sector, blank = 1. */
function widthOf(angle: number | undefined): number {
  if (angle === undefined) return 1;
  if (angle >= 1 && angle <= 360) return angle;
  const sentence = 'The angle is the width of a sector, from 1 to 360 degrees.';
  throw new HttpError(400, sentence, { angle: [sentence] });
}

export function makeStatisticsHandlers({
  reads,
}: {
  readonly reads: Reads;
}): Omit<Handlers<Api['statistics'], Context>, 'firstSight'> {
  /** Many callers have the same scope, and each requests it every minute. */
  const bands = new ShortCache<MessageBand>({ maxAgeMs: maxBandAgeMs, max: 200 });
  const days = new ShortCache<DayCounts>({ maxAgeMs: 10 * 60_000, max: 200 });
  return {
    ...countHandlers(reads),
    days: async (context) =>
      days.respond(JSON.stringify(stationScopeOf(context)), async () => {
        const { value } = await respond({ ...context, reads }, undefined, maxCountsAgeMs, dayCounts);
        return value;
      }),
    band: async ({ query, ...context }) => {
      const span = bandSpanOf(query);
      const read: Read<MessageBand> = (db, requested, nowMs) => messageBand(db, requested, span, nowMs);
      return bands.respond(JSON.stringify([stationScopeOf(context), query]), async () => {
        const { value } = await respond({ ...context, reads }, query.stationId, maxBandAgeMs, read);
        return value;
      });
    },
  };
}

const countHandlers = (reads: Reads): Omit<Handlers<Api['statistics'], Context>, 'band' | 'days' | 'firstSight'> => ({
  messagesNumber: async ({ query, ...context }) => {
    const period = periodOf('timeMin', query.timeMin, 'timeMax', query.timeMax);
    const read = (db: Database, requested: StationQuery) => messagesPerStation(db, requested, period);
    return { messagesNumber: await counted({ ...context, reads }, query.stationId, read) };
  },

  directionalRanges: async ({ query, ...context }) => {
    const width = widthOf(query.angle);
    const period = periodOf('timeMin1', query.timeMin1, 'timeMax1', query.timeMax1);
    const read = (db: Database, requested: StationQuery) => directionalRanges(db, requested, period, width);
    return { directionalRangesStorages: await counted({ ...context, reads }, query.stationId1, read) };
  },

  feedingTime: async (requested) => ({
    feedingTimeDtos: (await feedingOf({ ...requested, reads })).map(({ stationId, totalS, engagementS }) => ({
      stationId,
      feedingTime: totalS,
      idleTime: engagementS - totalS,
      totalEngagement: engagementS,
      feedingPercentage: percentageOf(totalS, engagementS),
    })),
  }),

  feedingPercentage: async (requested) => ({
    feedingWorkPercentageDtos: (await feedingOf({ ...requested, reads })).map(({ stationId, totalS, engagementS }) => ({
      stationId,
      feedingPercentage: percentageOf(totalS, engagementS),
    })),
  }),

  feedingPerMessageType: async ({ query, ...context }) => {
    const period = periodOf('timeMin', query.timeMin, 'timeMax', query.timeMax);
    const rows = await feeding({ ...context, reads }, query.stationId, period);
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
});
