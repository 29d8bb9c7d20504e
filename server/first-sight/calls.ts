import type { Api } from '../../contract/api.ts';
import type { Handler } from '../../contract/endpoint.ts';
import { type FirstSight, type SightDays, sightDays } from '../../contract/entities/first-sight.ts';
import { clock } from '../base/clock.ts';
import { ShortCache } from '../base/short-cache.ts';
import type { Reads } from '../database/reads.ts';
import { HttpError } from '../http/api-error.ts';
import type { Context } from '../http/guard.ts';
import { atOnce, maxCountsAgeMs } from '../statistics/at-once.ts';
import { queryStations, stationScopeOf } from '../statistics/station-query.ts';
import { readFirstSight } from './first-sight.ts';

/** Absent = 1. @throws HttpError 400 for another number of days */
function sightDaysOf(days: number = sightDays[0]): SightDays {
  const known = sightDays.find((one) => one === days);
  if (known) return known;
  const sentence = `Request ${sightDays.slice(0, -1).join(', ')} or ${sightDays.at(-1)} days.`;
  throw new HttpError(400, sentence, { days: [sentence] });
}

/** ADD-firstSight: stations as in the other statistics (C68). */
export function makeFirstSightHandler({
  reads,
}: {
  readonly reads: Reads;
}): Handler<Api['statistics']['firstSight'], Context> {
  const cached = new ShortCache<FirstSight>({ maxAgeMs: 600_000, max: 100 });
  return async ({ query, ...context }) => {
    const days = sightDaysOf(query.days);
    const scope = stationScopeOf(context);
    return cached.respond(JSON.stringify([scope, days, query.stationId]), () =>
      atOnce(async () => {
        const stations = await queryStations(context.db, scope, query.stationId);
        return reads.within(maxCountsAgeMs, (db, ageMs) => readFirstSight(db, stations, days, clock.now() - ageMs));
      }),
    );
  };
}
