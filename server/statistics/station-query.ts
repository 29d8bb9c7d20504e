/** Stations of a query: those visible to the caller (C68), and of these the requested one (C83). */
import { foldCase } from '../../contract/filters.ts';
import type { Database } from '../database/pool.ts';
import { companyOf } from '../http/company-scope.ts';
import type { Context } from '../http/guard.ts';

type Query = Pick<Database, 'query'>;
/** Scope. Both null = all stations, and unclaimed receivers. */
export type StationScope = { readonly feederId: string | null; readonly company: string | null };

/** Callers limited to their own data get the stations that they feed, whatever they request. */
export function stationScopeOf({
  permission,
  caller,
  companyScope,
}: Pick<Context, 'permission' | 'caller' | 'companyScope'>): StationScope {
  if (permission === 'own') return { feederId: caller?.userId ?? '', company: null };
  return { feederId: null, company: companyOf(caller, undefined, false, companyScope) };
}

/** Conditions on `stations s`. $1 and $2 are `scopeValues`. `count_active_stations` in the database has the same. */
export const scopeSql = `($1::text is null or s.feeder_user_id = $1) and ($2::text is null or exists (
  select from users u where u.id = s.feeder_user_id and lower(trim(u.company)) = lower($2)))`;
export const scopeValues = ({ feederId, company }: StationScope): readonly (string | null)[] => [feederId, company];

type QueriedStation = {
  readonly stationId: string;
  readonly madeAtMs: number;
  /** In lower case. */
  readonly receivers: readonly string[];
};
/** `receivers` = of the stations, or the requested receiver. null = every receiver. */
export type StationQuery = {
  readonly stations: readonly QueriedStation[];
  readonly receivers: readonly string[] | null;
};

/** `stationId` = station digits, or a receiver name, claimed or not (C118). Blank = all. */
export async function queryStations(db: Query, scope: StationScope, stationId = ''): Promise<StationQuery> {
  const requestedId = foldCase(stationId.trim());
  const rows = await db.query<{ stationId: string; madeAt: Date; receivers: string[] }>(
    `select s.station_id as "stationId", s.created_at as "madeAt",
       array_remove(array_agg(r.receiver), null) as receivers
     from stations s left join receiver_station r on r.station_record_id = s.id
     where ${scopeSql} and ($3 = '' or s.station_id = $3) group by s.id order by length(s.station_id), s.station_id`,
    [...scopeValues(scope), requestedId],
  );
  const stations = rows.map(({ madeAt, ...station }) => ({ ...station, madeAtMs: madeAt.getTime() }));
  const isAll = scope.feederId === null && scope.company === null;
  if (isAll && requestedId === '') return { stations, receivers: null };
  const own = stations.flatMap(({ receivers }) => receivers);
  if (requestedId === '' || stations.length > 0) return { stations, receivers: own };
  return { stations, receivers: (await mayReadReceiver(db, scope, requestedId)) ? [requestedId] : [] };
}

/** A scoped caller reads receivers of stations in scope only. Unclaimed receivers belong to no one. */
async function mayReadReceiver(db: Query, scope: StationScope, receiver: string): Promise<boolean> {
  if (scope.feederId === null && scope.company === null) return true;
  const owned = await db.query(
    `select 1 from receiver_station r join stations s on s.id = r.station_record_id where ${scopeSql} and r.receiver = $3`,
    [...scopeValues(scope), receiver],
  );
  return owned.length > 0;
}

/** Receivers with the index of their station in `stations`, as two lists for SQL. */
export function placesOfReceivers({ stations }: StationQuery): readonly [receivers: string[], places: number[]] {
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
/** Stations by number, then names. */
export const byStationId = (a: { stationId: string }, b: { stationId: string }): number =>
  inOrder.compare(a.stationId, b.stationId);
