/** Stations and their keys for tests. */
import type { Database } from '../../server/database/pool.ts';
import { callApi } from './api-client.ts';
import type { TestServer } from './server.ts';

/** A station created for a test; resolves to its record id. */
export async function addStation(
  db: Database,
  stationId: string,
  receiverNames: readonly string[] = [],
): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    'insert into stations (station_id, latitude, longitude) values ($1, 47.4, 8.5) returning id',
    [stationId],
  );
  if (!row) throw new Error(`station ${stationId} was not made`);
  for (const name of receiverNames)
    await db.query('insert into station_receiver_names (receiver_name, station_record_id) values ($1, $2)', [
      name,
      row.id,
    ]);
  return row.id;
}

type MadeKey = { readonly id: string; readonly key: string };

/** A key of a station, created by an Admin. */
export async function makeKey(
  server: Pick<TestServer, 'apiBase'>,
  adminToken: string,
  recordId: number,
  name = '',
): Promise<MadeKey> {
  const response = await callApi(server, `/Stations/${recordId}/keys`, {
    method: 'POST',
    token: adminToken,
    body: { name },
  });
  if (response.status !== 201) throw new Error(`no key: ${response.status} ${response.text}`);
  return response.json as MadeKey;
}
