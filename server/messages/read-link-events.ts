/** The newest link events of a station or an aircraft, newest first. */
import type * as z from 'zod/mini';
import { type linkEvents, maxLinkEvents } from '../../contract/entities/link-events.ts';
import { foldCase } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../base/clock.ts';
import type { Database } from '../database/pool.ts';
import { Values } from '../query/filter-sql.ts';
import { companyMarks, companySql } from './company-sql.ts';
import { dayMs } from './day-partitions.ts';

export type LinkEvents = z.output<typeof linkEvents>;
type LinkEventsRequest = {
  /** Station number or receiver name. */
  readonly stationId: string | undefined;
  readonly icao: string | undefined;
  readonly days: number;
  /** null = all data. */
  readonly company: string | null;
};
type Stored = Omit<LinkEvents['events'][number], 'at' | 'lastAt'> & { readonly at: Date; readonly lastAt: Date };

export async function readLinkEvents(db: Database, request: LinkEventsRequest): Promise<LinkEvents> {
  const { stationId, icao, days, company } = request;
  const values = new Values();
  const conditions = [`at >= ${values.add(writeInstant(clock.now() - days * dayMs), 'timestamptz')}`];
  if (icao !== undefined) conditions.push(`icao = ${values.add(icao.trim().toUpperCase(), 'text')}`);
  if (stationId !== undefined)
    conditions.push(`lower(station_id) = any(${values.add(await receiversOf(db, stationId), 'text[]')})`);
  conditions.push(...companySql(await companyMarks(db, company), 'link_event', values));
  const rows = await db.query<Stored>(
    `select id::text as id, at, last_at as "lastAt", frames, nullif(station_id, '') as "stationId", link, kind, icao,
       ground_station as "groundStation", flight, lat, lon, freq_mhz as freq, level_db as level, detail
     from link_event where ${conditions.join(' and ')} order by at desc, id desc limit ${maxLinkEvents}`,
    values.list,
  );
  return {
    events: rows.map((row) => ({
      ...row,
      at: writeInstant(row.at.getTime()),
      lastAt: writeInstant(row.lastAt.getTime()),
    })),
  };
}

/** In lower case. Of a receiver name only itself. */
async function receiversOf(db: Database, stationId: string): Promise<string[]> {
  const requestedId = foldCase(stationId.trim());
  const rows = await db.query<{ receiver: string }>(
    `select r.receiver from receiver_station r join stations s on s.id = r.station_record_id where s.station_id = $1`,
    [requestedId],
  );
  return [...new Set([requestedId, ...rows.map(({ receiver }) => receiver)])];
}
