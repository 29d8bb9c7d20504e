/** A server for one test file, and the calls by which an Admin manages stations. */
import { beforeAll, expect } from 'vitest';
import { type ApiResponse, callApi } from '../support/api-client.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { type InProcessServer, testServerForFile } from '../support/test-server.ts';

/** What every station of these tests has. */
export const stationFields = {
  latitude: 46.77,
  longitude: 23.62,
  locationStartDate: '2024-05-01T13:00:00Z',
  city: 'Cluj-Napoca',
  country: 'Romania',
  locationAddress: null,
  lastActiveTime: null,
  startDate: '2024-05-01T13:00:00Z',
  description: 'Mast on the roof',
  notificationEmail: null,
};

export function stationsForFile() {
  const server = testServerForFile();
  let admin: string;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    admin = await server.logIn('admin');
    const rows = await server.db.query<{ id: string; name: string }>('select id, user_name as name from users');
    for (const { id, name } of rows) ids.set(name, id);
  });
  rightClockAfterEach();

  const idOf = (name: string): string => ids.get(name) ?? '';
  let count = 0;
  const nextNumber = (): string => {
    count += 1;
    return String(50_000 + count);
  };
  const payload = (fields: object = {}) => ({
    stationId: nextNumber(),
    userId: idOf('feeder'),
    ...stationFields,
    feederNotificationEmail: 'DoNothing',
    firstTimeSentToFeeder: null,
    userStationStatus: null,
    ...fields,
  });
  const create = (body: object, token = admin) =>
    callApi(server, '/Station/CreateStation', { method: 'POST', token, body });
  async function made(fields: object = {}): Promise<{ id: number; body: ReturnType<typeof payload> }> {
    const body = payload(fields);
    const response = await create(body);
    expect(response.status, response.text).toBe(201);
    return { id: (response.json as { id: number }).id, body };
  }
  const put = (id: number, body: object, headers: Record<string, string> = {}, token = admin) =>
    callApi(server, `/Station/${id}`, { method: 'PUT', token, body, headers });
  const read = async (path: string, token = admin): Promise<ApiResponse> => callApi(server, path, { token });
  const details = async (id: number) => (await read(`/Station/${id}`)).json as Record<string, unknown>;
  const history = async (kind: 'Feeder' | 'Location', id: number) =>
    (await read(`/Station/GetStation${kind}History/${id}`)).json as Record<string, unknown>[];
  const errorOf = (response: ApiResponse) => response.json as { message: string; errors?: Record<string, string[]> };
  const stations = async (number: string) =>
    (await server.db.query<{ id: number }>('select id from stations where station_id = $1', [number])).length;
  const claim = (id: number, body: object) =>
    callApi(server, `/Stations/${id}/receivers`, { method: 'POST', token: admin, body });
  const release = (id: number, name: string) =>
    callApi(server, `/Stations/${id}/receivers?${new URLSearchParams({ name })}`, { method: 'DELETE', token: admin });
  const receivers = async (id: number) =>
    (await read(`/Stations/${id}/receivers`)).json as Record<
      'claimed' | 'unclaimed',
      { name: string; lastHeard: string }[]
    >;

  return {
    get server(): InProcessServer {
      return server;
    },
    get admin(): string {
      return admin;
    },
    idOf,
    nextNumber,
    payload,
    create,
    made,
    put,
    read,
    details,
    history,
    errorOf,
    stations,
    claim,
    release,
    receivers,
  };
}
