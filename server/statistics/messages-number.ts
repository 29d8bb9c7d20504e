/**
 * Messages per station and type (API-37): whole hours from counts, the rest from messages.
 * Own file: the SQL of one call, apart from the handlers of all.
 */

import type * as z from 'zod/mini';
import type { messagesNumber } from '../../contract/entities/statistics.ts';
import type { Query } from '../database/pool.ts';
import type { MessageType } from './count-receptions.ts';
import { type Period, partsOf, type Span } from './period.ts';
import { byStationId, type StationQuery } from './station-query.ts';

export type MessagesNumber = z.output<typeof messagesNumber>;
type Counted = {
  readonly receiver: string;
  readonly spelling: string;
  readonly messageType: MessageType;
  readonly messages: number;
};

export async function messagesPerStation(
  db: Query,
  requested: StationQuery,
  period: Period,
): Promise<MessagesNumber[]> {
  const { hours, rest } = partsOf(period);
  const counted = await db.query<Counted>(countedSql(rest.length), [
    requested.receivers,
    ...instants(hours ?? { fromMs: 0, toMs: 0 }),
    ...rest.flatMap(instants),
  ]);
  return perStation(requested, counted);
}

const instants = ({ fromMs, toMs }: Span): Date[] => [new Date(fromMs), new Date(toMs)];

/** $1 = receivers, null = all. $2 and $3 = the hours, then each partial hour. */
const countedSql = (parts: number): string => `
  select receiver, max(spelling) as spelling, message_type as "messageType", sum(messages)::bigint as messages from (
    select receiver, max(spelling) as spelling, message_type, sum(messages) as messages from rx_hour
    where hour >= $2 and hour < $3 and ($1::text[] is null or receiver = any($1)) group by receiver, message_type
    ${Array.from(
      { length: parts },
      (_, part) => `union all
    select lower(station_id), max(station_id), message_type, count(*) from reception
    where received_at >= $${4 + 2 * part} and received_at < $${5 + 2 * part} and ($1::text[] is null or lower(station_id) = any($1))
    group by 1, message_type`,
    ).join('\n')}) parts
  group by receiver, message_type`;

/** HFDL is ACARS over another radio link. A station without receptions is included. */
function perStation({ stations }: StationQuery, counted: readonly Counted[]): MessagesNumber[] {
  const blank = (stationId: string): MessagesNumber => ({ stationId, acars: 0, vdlm2: 0, adsb: 0, total: 0 });
  const ofReceiver = new Map<string, MessagesNumber>();
  const rows = stations.map(({ stationId, receivers }) => {
    const row = blank(stationId);
    for (const receiver of receivers) ofReceiver.set(receiver, row);
    return row;
  });
  for (const { receiver, spelling, messageType, messages } of counted) {
    let row = ofReceiver.get(receiver);
    if (!row) {
      row = blank(spelling);
      ofReceiver.set(receiver, row);
      rows.push(row);
    }
    row[fieldOf[messageType]] += messages;
    row.total += messages;
  }
  return rows.sort(byStationId);
}

const fieldOf: Readonly<Record<MessageType, 'acars' | 'vdlm2' | 'adsb'>> = {
  ACARS: 'acars',
  HFDL: 'acars',
  VDLM2: 'vdlm2',
  ADSB: 'adsb',
};
