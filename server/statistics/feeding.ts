/** Feeding time of stations (API-39 to 41), by contract/feeding.ts. */
import { hourMs } from '../../contract/durations.ts';
import type { Query } from '../database/pool.ts';
import { firstSlotMs, hourBegin, type Period, secondsOfSlots } from './period.ts';
import { byStationId, placesOfReceivers, type StationQuery } from './station-query.ts';

/** Seconds. */
export type Feeding = {
  readonly stationId: string;
  readonly engagementS: number;
  readonly totalS: number;
  readonly adsbS: number;
  readonly acarsS: number;
  readonly vdlm2S: number;
};
type Fed = Pick<Feeding, 'totalS' | 'adsbS' | 'acarsS' | 'vdlm2S'> & {
  /** Index of the station among the requested ones. null = a receiver without a station. */
  readonly station: number | null;
  readonly receiver: string | null;
  readonly spelling: string;
};

/** 0 to 100, two decimals. 0 of nothing. */
export const percentageOf = (seconds: number, ofSeconds: number): number =>
  ofSeconds > 0 ? Math.round((10_000 * seconds) / ofSeconds) / 100 : 0;

export async function feedingPerStation(
  db: Query,
  requested: StationQuery,
  period: Period,
  nowMs: number,
): Promise<Feeding[]> {
  const toMs = Math.floor(Math.min(period.toMs, nowMs) / 1000) * 1000;
  const fed = await readFed(db, requested, period.fromMs ?? 0, toMs);
  const unclaimed = fed.flatMap(({ receiver }) => (receiver === null ? [] : [receiver]));
  const firsts = await firstReceptions(db, [...requested.stations.flatMap(({ receivers }) => receivers), ...unclaimed]);
  const ofStation = new Map(fed.map((one) => [one.station ?? `receiver ${one.receiver}`, one]));
  const engagementS = (beginMs: number): number =>
    Math.max(0, Math.floor((toMs - Math.max(period.fromMs ?? beginMs, beginMs)) / 1000));
  const firstOf = (receivers: readonly string[]): number =>
    Math.min(...receivers.map((receiver) => firsts.get(receiver) ?? Number.POSITIVE_INFINITY));
  const rows = requested.stations.map(({ stationId, madeAtMs, receivers }, place) => ({
    stationId,
    engagementS: engagementS(Math.min(madeAtMs, firstOf(receivers))),
    ...secondsOf(ofStation.get(place)),
  }));
  for (const one of fed)
    if (one.receiver !== null)
      rows.push({ stationId: one.spelling, engagementS: engagementS(firstOf([one.receiver])), ...secondsOf(one) });
  return rows.sort(byStationId);
}

function secondsOf(fed: Fed | undefined): Pick<Feeding, 'totalS' | 'adsbS' | 'acarsS' | 'vdlm2S'> {
  const { totalS = 0, adsbS = 0, acarsS = 0, vdlm2S = 0 } = fed ?? {};
  return { totalS, adsbS, acarsS, vdlm2S };
}

/**
 * The slots of all receivers of a station in an hour are combined, then counted: of partial hours only the part in the period.
 * Every combination of slots has its seconds in a list, $6 for a whole hour, $7 and $8 for the first and last.
 */
async function readFed(db: Query, requested: StationQuery, fromMs: number, toMs: number): Promise<Fed[]> {
  if (toMs <= fromMs) return [];
  const [firstMs, lastMs] = [hourBegin(fromMs), hourBegin(toMs - 1)];
  const span = { fromMs, toMs };
  return db.query<Fed>(
    `with known as (
       select m.station, case when m.station is null then h.receiver end as receiver, h.hour, max(h.spelling) as spelling,
         bit_or(h.slots) as total, bit_or(h.slots) filter (where h.message_type = 'ADSB') as adsb,
         bit_or(h.slots) filter (where h.message_type in ('ACARS', 'HFDL')) as acars,
         bit_or(h.slots) filter (where h.message_type = 'VDLM2') as vdlm2
       from rx_hour h left join unnest($1::text[], $2::int[]) as m (receiver, station) on m.receiver collate "C" = h.receiver
       where h.hour >= $3 and h.hour <= $4 and ($5::text[] is null or h.receiver = any($5)) group by 1, 2, 3),
     timed as (
       select *, case hour when $3 then $7::float8[] when $4 then $8::float8[] else $6::float8[] end as seconds from known)
     select station, receiver, max(spelling) as spelling, sum(seconds[total + 1]) as "totalS",
       coalesce(sum(seconds[adsb + 1]), 0) as "adsbS", coalesce(sum(seconds[acars + 1]), 0) as "acarsS",
       coalesce(sum(seconds[vdlm2 + 1]), 0) as "vdlm2S"
     from timed group by 1, 2`,
    [
      ...placesOfReceivers(requested),
      new Date(firstMs),
      new Date(lastMs),
      requested.receivers,
      secondsOfSlots(0, { fromMs: 0, toMs: hourMs }),
      secondsOfSlots(firstMs, span),
      secondsOfSlots(lastMs, span),
    ],
  );
}

/** Start of the first slot with stored data of a receiver. */
export async function firstReceptions(db: Query, receivers: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.query<{ receiver: string; hour: Date; slots: number }>(
    `select r.receiver, first.hour, first.slots from unnest($1::text[]) as r (receiver), lateral (
       select hour, bit_or(slots) as slots from rx_hour h where h.receiver = r.receiver collate "C"
         and h.hour = (select min(hour) from rx_hour k where k.receiver = r.receiver collate "C") group by hour) first`,
    [receivers],
  );
  return new Map(rows.map(({ receiver, hour, slots }) => [receiver, hour.getTime() + firstSlotMs(slots)]));
}
