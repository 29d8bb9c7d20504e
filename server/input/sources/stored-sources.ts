/** Receivers added on the screen, in the database. */
import type { ReceiverKind } from '../../../contract/receiver-kinds.ts';
import { receiverLimits } from '../../../contract/receiver-rules.ts';
import { type Database, type Query, sqlState } from '../../database/pool.ts';

export type SourceSpec = {
  readonly kind: ReceiverKind;
  readonly host: string;
  readonly port: number;
  /** Blank unless it is an aircraft.json. */
  readonly path: string;
  /** null = none. */
  readonly station: string | null;
};
export type StoredSource = SourceSpec & {
  readonly id: number;
  readonly isEnabled: boolean;
  readonly addedBy: string | null;
  readonly addedAt: Date;
};

/** In the order in which they were added. */
export const storedSources = (db: Query): Promise<StoredSource[]> =>
  db.query<StoredSource>(
    `select s.id::float8 as id, kind, host, port, path, nullif(station, '') as station, is_enabled as "isEnabled",
       u.user_name as "addedBy", added_at as "addedAt"
     from receiver_source s left join users u on u.id = s.added_by order by s.id`,
  );

/** Of the station with this number or receiver name. */
export async function stationExists(db: Query, name: string): Promise<boolean> {
  const rows = await db.query('select 1 from receiver_station where receiver = lower($1)', [name]);
  if (rows.length > 0) return true;
  return (await db.query('select 1 from stations where station_id = $1', [name])).length > 0;
}

/** Resolves to the id, or to why it was not stored. */
export async function storeSource(
  db: Database,
  { kind, host, port, path, station }: SourceSpec,
  userId: string,
): Promise<number | 'duplicate' | 'too-many'> {
  try {
    return await db.transaction(async (tx) => {
      // Two at once could exceed the limit.
      await tx.query(`select pg_advisory_xact_lock(hashtext('downlink receiver sources'))`);
      const [found] = await tx.query<{ count: number }>('select count(*)::int as count from receiver_source');
      if ((found?.count ?? 0) >= receiverLimits.perServer) return 'too-many';
      const [row] = await tx.query<{ id: number }>(
        `insert into receiver_source (kind, host, port, path, station, added_by) values ($1, $2, $3, $4, $5, $6)
         returning id::float8 as id`,
        [kind, host, port, path, station ?? '', userId],
      );
      return row?.id ?? 'duplicate';
    });
  } catch (error) {
    if (sqlState(error) === '23505') return 'duplicate';
    throw error;
  }
}

/** False = there is no such source. */
export async function enableSource(db: Query, id: number, isEnabled: boolean): Promise<boolean> {
  const rows = await db.query('update receiver_source set is_enabled = $2 where id = $1 returning id', [id, isEnabled]);
  return rows.length > 0;
}

/** False = there is no such source. */
export async function deleteSource(db: Query, id: number): Promise<boolean> {
  return (await db.query('delete from receiver_source where id = $1 returning id', [id])).length > 0;
}
