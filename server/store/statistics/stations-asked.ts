/**
 * Which stations a question is about: those that the caller may see (C68), and of them the one that is asked for (C83).
 * Must not: read what they received.
 */
import { foldCase } from '../../../contract/filters.ts';
import type { Database } from '../../database/pool.ts';
import type { Context } from '../../guard.ts';
import { companyOf } from '../company-scope.ts';

type Query = Pick<Database, 'query'>;
/** Whose stations; both null = everybody's, and receivers that no station has claimed. */
export type StationScope = { readonly feederId: string | null; readonly company: string | null };

/** Whoever has the call for what is theirs alone is answered for the stations that they feed, whatever they ask. */
export function stationScopeOf({
  permission,
  caller,
  config,
}: Pick<Context, 'permission' | 'caller' | 'config'>): StationScope {
  if (permission === 'own') return { feederId: caller?.userId ?? '', company: null };
  return { feederId: null, company: companyOf(caller, undefined, false, config.companyScope) };
}

/** Conditions on `stations s`; $1 and $2 are `scopeValues`. `count_active_stations` in the database has the same. */
export const scopeSql = `($1::text is null or s.feeder_user_id = $1) and ($2::text is null or exists (
  select from users u where u.id = s.feeder_user_id and lower(trim(u.company)) = lower($2)))`;
export const scopeValues = ({ feederId, company }: StationScope): readonly (string | null)[] => [feederId, company];

export type AskedStation = {
  readonly stationId: string;
  readonly madeAtMs: number;
  /** In small letters. */
  readonly receivers: readonly string[];
};
/** `receivers` = those of the stations, and of one that is asked for and that nobody claimed; null = every receiver there is. */
export type Asked = { readonly stations: readonly AskedStation[]; readonly receivers: readonly string[] | null };

/** `stationId` = the digits of a station, or the name of a receiver that no station has; blank = all. */
export async function askedStations(db: Query, scope: StationScope, stationId = ''): Promise<Asked> {
  const wanted = foldCase(stationId.trim());
  const rows = await db.query<{ stationId: string; madeAt: Date; receivers: string[] }>(
    `select s.station_id as "stationId", s.created_at as "madeAt",
       array_remove(array_agg(r.receiver), null) as receivers
     from stations s left join receiver_station r on r.station_record_id = s.id
     where ${scopeSql} and ($3 = '' or s.station_id = $3) group by s.id order by length(s.station_id), s.station_id`,
    [...scopeValues(scope), wanted],
  );
  const stations = rows.map(({ madeAt, ...station }) => ({ ...station, madeAtMs: madeAt.getTime() }));
  const isAll = scope.feederId === null && scope.company === null;
  if (isAll && wanted === '') return { stations, receivers: null };
  const own = stations.flatMap(({ receivers }) => receivers);
  if (!isAll || stations.length > 0) return { stations, receivers: own };
  const claimed = await db.query('select 1 from receiver_station where receiver = $1', [wanted]);
  return { stations, receivers: claimed.length > 0 ? [] : [wanted] };
}

/** Receivers to the place of their station in `stations`, as two lists for SQL. */
export function placesOfReceivers({ stations }: Asked): readonly [receivers: string[], places: number[]] {
  const receivers: string[] = [];
  const places: number[] = [];
  for (const [place, station] of stations.entries())
    for (const receiver of station.receivers) {
      receivers.push(receiver);
      places.push(place);
    }
  return [receivers, places];
}

const inOrder = new Intl.Collator('en', { numeric: true });
/** Stations by their numbers, then names. */
export const byStationId = (a: { stationId: string }, b: { stationId: string }): number =>
  inOrder.compare(a.stationId, b.stationId);
