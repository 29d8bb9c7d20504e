/** Receptions of stations, written into the tables: a week has too many messages to send. Times are epoch ms. */
import type { Database } from '../../server/database/pool.ts';

const slotMs = 600_000;

export type Heard = {
  readonly receiver: string;
  readonly type: 'ADSB' | 'ACARS' | 'VDLM2' | 'HFDL';
  readonly from: number;
  readonly to: number;
  /** A message in every nth slot of ten minutes; 1 = in each. */
  readonly everySlots?: number;
};

/** Counts of one receiver, one message in each of these slots. `to` = the last one. */
export async function countHeard(db: Database, { receiver, type, from, to, everySlots = 1 }: Heard): Promise<void> {
  await db.query(
    `insert into rx_hour (receiver, hour, message_type, spelling, messages, slots, last_at, m0, m1, m2, m3, m4, m5)
     select lower($1), date_trunc('hour', at, 'UTC'), $2, $1, count(*), bit_or(1 << slot), max(at),
       ${[0, 1, 2, 3, 4, 5].map((slot) => `count(*) filter (where slot = ${slot})`).join(', ')}
     from generate_series($4::timestamptz, $3::timestamptz, -make_interval(secs => $5)) as at,
       lateral (select extract(minute from at)::int / 10 as slot) s group by 2`,
    [receiver, type, new Date(from), new Date(to), (everySlots * slotMs) / 1000],
  );
}

export type Reported = {
  readonly stationId: string;
  readonly from: number;
  readonly to: number;
  readonly frames: number;
  readonly acars?: number;
  readonly adsb?: number;
  readonly temperature?: number;
  readonly appBuild?: number;
};
/** A status report every ten minutes, about the previous ten minutes. `to` = the last one. */
export async function report(
  db: Database,
  { stationId, from, to, frames, acars = 0, adsb = 0, ...board }: Reported,
): Promise<void> {
  await db.query(
    `insert into station_statuses (created_on, station_id, stats_start_epoch_seconds, stats_end_epoch_seconds, frames_stats,
       acars_msg_stats, adsb_msg_stats, cpu_temperature_celsius, wifi_signal_level_dbm, app_image_major, app_image_minor, app_image_build, key)
     select at, $1, extract(epoch from at) - 600, extract(epoch from at), $4, $5, $6, $7, -58, 2, 0, $8, gen_random_uuid()
     from generate_series($3::timestamptz, $2::timestamptz, -interval '10 minutes') as at`,
    [stationId, new Date(from), new Date(to), frames, acars, adsb, board.temperature ?? 52, board.appBuild ?? 1],
  );
}
