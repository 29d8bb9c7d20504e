/** Stations: made, changed, read, their histories, the names of their receivers; refusals, lost answers, two Admins at once, kill -9. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clock } from '../../server/clock.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { placeAt } from '../../server/stations/read-station.ts';
import { recountDue } from '../../server/stations/recounts.ts';
import { type Answer, callApi, logIn } from '../support/api-client.ts';
import { acarsdecLine } from '../support/messages.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { makeKey } from '../support/stations.ts';
import { type InProcessServer, startTestServer } from '../support/test-server.ts';

let server: InProcessServer;
let admin: string;
const ids = new Map<string, string>();
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.logIn('admin');
  const rows = await server.db.query<{ id: string; name: string }>('select id, user_name as name from users');
  for (const { id, name } of rows) ids.set(name, id);
});
afterAll(() => server.stop());
afterEach(() => {
  clock.offsetMs = 0;
});

const idOf = (name: string): string => ids.get(name) ?? '';
let count = 0;
const nextNumber = (): string => {
  count += 1;
  return String(50_000 + count);
};
const payload = (fields: object = {}) => ({
  stationId: nextNumber(),
  latitude: 46.77,
  longitude: 23.62,
  locationStartDate: '2024-05-01T13:00:00Z',
  city: 'Cluj-Napoca',
  country: 'Romania',
  locationAddress: null,
  lastActiveTime: null,
  userId: idOf('feeder'),
  startDate: '2024-05-01T13:00:00Z',
  description: 'Mast on the roof',
  notificationEmail: null,
  feederNotificationEmail: 'DoNothing',
  firstTimeSentToFeeder: null,
  userStationStatus: null,
  ...fields,
});
type Payload = ReturnType<typeof payload>;
const create = (body: object, token = admin) =>
  callApi(server, '/Station/CreateStation', { method: 'POST', token, body });
async function made(fields: object = {}): Promise<{ id: number; body: Payload }> {
  const body = payload(fields);
  const answer = await create(body);
  expect(answer.status, answer.text).toBe(201);
  return { id: (answer.json as { id: number }).id, body };
}
const put = (id: number, body: object, headers: Record<string, string> = {}, token = admin) =>
  callApi(server, `/Station/${id}`, { method: 'PUT', token, body, headers });
const read = async (path: string, token = admin): Promise<Answer> => callApi(server, path, { token });
const details = async (id: number) => (await read(`/Station/${id}`)).json as Record<string, unknown>;
const history = async (kind: 'Feeder' | 'Location', id: number) =>
  (await read(`/Station/GetStation${kind}History/${id}`)).json as Record<string, unknown>[];
const said = (answer: Answer) => answer.json as { message: string; errors?: Record<string, string[]> };
const stations = async (number: string) =>
  (await server.db.query<{ id: number }>('select id from stations where station_id = $1', [number])).length;

describe('API-45 API-26 STN-15 STN-16 STN-17 API-47 API-48 C76: a station is made and read', () => {
  test('API-45 API-26 STN-15: it has the fields as sent, its feeder, and what only the server knows', async () => {
    const { id, body } = await made();
    expect(await details(id)).toEqual({
      ...body,
      id,
      version: 1,
      feederUsername: 'feeder',
      feederEmail: 'feeder@downlink.example',
      feederName: 'Florin',
      feederSurname: 'Munteanu',
      feederPhone: null,
    });
    expect(await history('Feeder', id)).toEqual([
      {
        userName: 'feeder',
        startDate: '2024-05-01T13:00:00Z',
        note: 'Mast on the roof',
        createdOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/),
        createdByUsername: 'admin',
      },
    ]);
    expect(await history('Location', id)).toEqual([
      {
        latitude: 46.77,
        longitude: 23.62,
        city: 'Cluj-Napoca',
        country: 'Romania',
        locationAddress: null,
        startDate: '2024-05-01T13:00:00Z',
        createdOn: expect.stringMatching(/^\d{4}/),
        createdByUsername: 'admin',
      },
    ]);
  });

  test('STN-06: what is optional may be left out; the bounds of a place belong to it', async () => {
    const { stationId, userId, startDate, locationStartDate } = payload();
    const body = { stationId, userId, startDate, locationStartDate, latitude: -90, longitude: 180 };
    const answer = await create(body);
    expect(answer.status, answer.text).toBe(201);
    const { id } = answer.json as { id: number };
    expect(await details(id)).toMatchObject({ latitude: -90, city: null, feederNotificationEmail: 'DoNothing' });
  });

  test('C68: who feeds it reads it, others do not; what is not there is 404', async () => {
    const { id } = await made();
    const [feeder, customer] = [await server.logIn('feeder'), await server.logIn('customer')];
    expect((await read(`/Station/${id}`, feeder)).status).toBe(200);
    for (const [path, token] of [
      [`/Station/${id}`, customer],
      ['/Station/999999', customer],
      [`/Station/GetStationFeederHistory/${id}`, feeder],
    ] as const)
      expect((await read(path, token)).status, path).toBe(403);
    for (const path of ['/Station/999999', '/Station/x', '/Station/GetStationLocationHistory/999999'])
      expect((await read(path)).status, path).toBe(404);
  });
});

describe('STN-06: what cannot be is refused, field by field', () => {
  test.each([
    ['latitude', -90.0001, 'The latitude must lie between -90 and 90 degrees.'],
    ['longitude', 180.5, 'The longitude must lie between -180 and 180 degrees.'],
    ['stationId', '12a', 'The number of a station has digits only.'],
    ['stationId', ' ', 'Enter the number of the station.'],
    ['startDate', '0001-01-01T00:00:00Z', 'Enter a date from 2000 on.'],
    ['startDate', '2024-13-01T00:00:00Z', 'This must be a UTC date and time such as 2024-05-01T13:00:00Z.'],
    ['locationStartDate', '', 'Enter the date and time from which it counts.'],
    ['locationStartDate', '9999-01-01T00:00:00Z', 'This date lies more than a year ahead.'],
    ['userId', 'nobody', 'There is no such user. Choose another one.'],
    ['city', 'two\nlines', 'Line breaks and control characters are not allowed here.'],
    ['description', 'x'.repeat(2001), 'Use at most 2000 characters.'],
  ])('%s %s', async (field, value, sentence) => {
    const body = payload({ [field]: value });
    const answer = await create(body);
    expect([answer.status, said(answer).errors]).toEqual([400, { [field]: [sentence] }]);
    expect(await stations(body.stationId)).toBe(0);
  });

  test('several faults come together; what is no number or unknown is told, too', async () => {
    const answer = await create(payload({ latitude: 91, longitude: -181, stationId: 'a' }));
    expect(Object.keys(said(answer).errors ?? {})).toEqual(['stationId', 'latitude', 'longitude']);
    for (const fields of [
      { latitude: null },
      { latitude: '46' },
      { isAdmin: true },
      { feederNotificationEmail: 'Maybe' },
    ])
      expect((await create(payload(fields))).status, JSON.stringify(fields)).toBe(400);
  });

  test('a number is given once, and is no name that another station has claimed', async () => {
    const { body } = await made();
    const again = await create(payload({ stationId: body.stationId, city: 'Turda' }));
    expect([again.status, said(again).errors]).toEqual([
      409,
      { stationId: [`Station ${body.stationId} exists already.`] },
    ]);
    const { id } = await made();
    const number = nextNumber();
    expect((await claim(id, { name: number })).status).toBe(204);
    expect((await create(payload({ stationId: number }))).status).toBe(409);
  });
});

describe('C66 API-46: changes and histories', () => {
  test('C66: each change of feeder, date or place is one row, with the description as its note; other changes are none', async () => {
    const { id, body } = await made();
    expect((await put(id, { ...body, description: 'Other words', city: body.city })).status).toBe(204);
    expect([(await history('Feeder', id)).length, (await history('Location', id)).length]).toEqual([1, 1]);
    const moved = {
      ...body,
      latitude: 44.5,
      longitude: 26.1,
      locationStartDate: '2025-01-01T00:00:00Z',
      city: 'Bucharest',
    };
    expect((await put(id, { ...moved, description: 'Other words' })).status).toBe(204);
    const fed = { ...moved, userId: idOf('company'), startDate: '2025-02-01T00:00:00Z', description: 'Handed over' };
    expect((await put(id, fed)).status).toBe(204);
    expect((await history('Location', id)).map(({ city, startDate }) => [city, startDate])).toEqual([
      ['Bucharest', '2025-01-01T00:00:00Z'],
      ['Cluj-Napoca', '2024-05-01T13:00:00Z'],
    ]);
    expect((await history('Feeder', id)).map(({ userName, note }) => [userName, note])).toEqual([
      ['company', 'Handed over'],
      ['feeder', 'Mast on the roof'],
    ]);
  });

  test('where it stood at a time follows the history; before its begin the first place counts', async () => {
    const { id, body } = await made();
    await put(id, { ...body, latitude: 44.5, locationStartDate: '2025-01-01T00:00:00Z' });
    // A correction: the same begin, another place.
    await put(id, { ...body, latitude: 44.6, locationStartDate: '2025-01-01T00:00:00Z' });
    const at = async (instant: string) => (await placeAt(server.db, id, Date.parse(instant)))?.latitude;
    expect(await at('2023-01-01T00:00:00Z')).toBe(46.77);
    expect(await at('2024-12-31T23:59:59Z')).toBe(46.77);
    expect(await at('2025-01-01T00:00:00Z')).toBe(44.6);
    expect(await placeAt(server.db, 999_999, 0)).toBeNull();
  });

  test('the id and the number of a station stay as they are', async () => {
    const { id, body } = await made();
    const other = await put(id, { ...body, stationId: nextNumber() });
    expect([other.status, said(other).errors]).toEqual([
      400,
      { stationId: ['The number of a station stays as it is.'] },
    ]);
    expect((await put(id, { ...body, id: id + 1 })).status).toBe(400);
    expect((await put(999_999, body)).status).toBe(404);
  });

  test('a feeder whose account is closed leaves the station, and the history tells it', async () => {
    const answer = await callApi(server, '/account/register', {
      method: 'POST',
      token: admin,
      body: {
        username: 'leaver',
        password: 'secret-1',
        role: 'User',
        email: 'l@example.org',
        name: '',
        surname: '',
        company: '',
        terms: 1,
      },
    });
    const userId = (answer.json as { id: string }).id;
    const { id } = await made({ userId });
    expect((await callApi(server, `/Account/Delete/${userId}`, { method: 'DELETE', token: admin })).status).toBe(204);
    expect(await details(id)).toMatchObject({ userId: null, feederUsername: null, feederEmail: null });
    expect((await history('Feeder', id)).map(({ userName }) => userName)).toEqual([null, null]);
  });
});

describe('two at once, and answers that are lost', () => {
  test('who saves what another Admin has changed meanwhile is told, and nothing is overwritten', async () => {
    const { id, body } = await made();
    const opened = await callApi(server, `/Station/${id}`, { token: admin });
    const tag = opened.headers.get('etag') ?? '';
    expect((await put(id, { ...body, city: 'Turda' }, { 'if-match': tag })).status).toBe(204);
    const second = await put(id, { ...body, city: 'Dej' }, { 'if-match': tag });
    expect(second.status).toBe(409);
    expect(said(second).message).toMatch(/^Somebody else has changed this station since you opened it\./);
    expect((await details(id)).city).toBe('Turda');
    expect((await put(id, { ...body, city: 'Dej' }, { 'if-match': '"not ours"' })).status).toBe(409);
    // A client that knows no versions saves as before.
    expect((await put(id, { ...body, city: 'Dej' })).status).toBe(204);
  });

  test('of many saves of one version at once one wins', async () => {
    const { id, body } = await made();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => put(id, { ...body, latitude: n }, { 'if-match': '"1"' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(7).fill(409)]);
    expect(await history('Location', id)).toHaveLength(2);
  });

  test('a save or a creation sent again because its answer was lost is done once', async () => {
    const { id, body } = await made();
    const again = await create(body);
    expect([again.status, again.json]).toEqual([201, { id }]);
    const change = { ...body, latitude: 45 };
    for (let n = 0; n < 2; n += 1) expect((await put(id, change, { 'if-match': '"1"' })).status).toBe(204);
    expect(await history('Location', id)).toHaveLength(2);
    expect((await details(id)).version).toBe(2);
    // Once it was changed the first creation is no answer any more.
    expect((await create(body)).status).toBe(409);
    const created = await Promise.all(Array.from({ length: 6 }, () => create({ ...body, stationId: '49999' })));
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    expect(await stations('49999')).toBe(1);
  });
});

const claim = (id: number, body: object) =>
  callApi(server, `/Station/${id}/receivers`, { method: 'POST', token: admin, body });
const release = (id: number, name: string) =>
  callApi(server, `/Station/${id}/receivers?${new URLSearchParams({ name })}`, { method: 'DELETE', token: admin });
const receivers = async (id: number) =>
  (await read(`/Station/${id}/receivers`)).json as Record<
    'claimed' | 'unclaimed',
    { name: string; lastHeard: string }[]
  >;

describe('C118: names of receivers', () => {
  test('C118: a name that nobody claimed is offered with the time it was heard, and counts for the station also for what came before', async () => {
    const [one, other] = [await made(), await made()];
    // Stored by the real way under a name that is then given up: nobody has it.
    const { key } = await makeKey(server, admin, one.id);
    const line = acarsdecLine({ station: 'CS-CLUJ-VDLM', text: 'HELLO CLAIM' });
    const posted = await callApi(server, '/ingest/acars', {
      method: 'POST',
      token: key,
      rawBody: JSON.stringify(line),
    });
    expect(posted.status, posted.text).toBe(200);
    expect((await release(one.id, 'cs-cluj-vdlm')).status).toBe(204);
    const heard = new Date(Number(line.timestamp) * 1000).toISOString().slice(0, 19);
    expect((await receivers(other.id)).unclaimed).toContainEqual({ name: 'CS-CLUJ-VDLM', lastHeard: `${heard}Z` });
    expect((await details(other.id)).lastActiveTime).toBeNull();
    expect((await claim(other.id, { name: 'CS-CLUJ-VDLM' })).status).toBe(204);
    expect((await receivers(other.id)).claimed).toEqual([{ name: 'CS-CLUJ-VDLM', lastHeard: `${heard}Z` }]);
    expect((await details(other.id)).lastActiveTime).toBe(`${heard}Z`);
  });

  test('C118: a name belongs to one station; it moves only when that station is named', async () => {
    const [one, other] = [await made(), await made()];
    expect((await claim(one.id, { name: 'Roof-1' })).status).toBe(204);
    expect((await claim(one.id, { name: 'ROOF-1' })).status).toBe(204);
    const refused = await claim(other.id, { name: 'roof-1' });
    expect([refused.status, said(refused)]).toEqual([
      409,
      expect.objectContaining({
        message: `roof-1 belongs to station ${one.body.stationId}.`,
        errors: { from: [one.body.stationId] },
      }),
    ]);
    expect((await claim(other.id, { name: 'roof-1', from: '1' })).status).toBe(409);
    expect((await claim(other.id, { name: 'roof-1', from: one.body.stationId })).status).toBe(204);
    expect((await receivers(one.id)).claimed).toEqual([]);
    expect((await receivers(other.id)).claimed.map(({ name }) => name)).toEqual(['Roof-1']);
    expect((await claim(other.id, { name: one.body.stationId })).status).toBe(409);
    for (const name of ['', ' ', 'a\nb']) expect((await claim(other.id, { name })).status).toBe(400);
    expect((await release(one.id, 'roof-1')).status).toBe(404);
  });
});

test('C118: of two who claim a name at the same moment one is told that the other has it', async () => {
  const [one, other] = [await made(), await made()];
  let second: Promise<Answer> | undefined;
  await server.db.transaction(async (tx) => {
    await tx.query('insert into station_receiver_names (receiver_name, station_record_id) values ($1, $2)', [
      'Roof-2',
      one.id,
    ]);
    second = claim(other.id, { name: 'roof-2' });
    await expect.poll(() => server.db.query('select 1 from pg_locks where not granted')).not.toHaveLength(0);
  });
  const answer = await second;
  expect(answer?.status, answer?.text).toBe(409);
  expect(answer?.json).toMatchObject({ message: `roof-2 belongs to station ${one.body.stationId}.` });
});

describe('what was heard before', () => {
  test('C118: ranges are reckoned anew from where the station stood, once it is corrected or a name is given up', async () => {
    const { id, body } = await made();
    const { key } = await makeKey(server, admin, id);
    const line = acarsdecLine({ station: 'RANGE-1', text: 'SIXTY MILES NORTH', lat: 47.77, lon: 23.62 });
    const posted = await callApi(server, '/ingest/acars', {
      method: 'POST',
      token: key,
      rawBody: JSON.stringify(line),
    });
    expect(posted.json, posted.text).toMatchObject({ stored: 1 });
    await recountDue(server.db);
    const ranges = async () =>
      (
        await server.db.query<{ bearing: number; nmi: number }>(
          `select bearing_deg as bearing, farthest_nmi as nmi from range_hour where receiver = 'range-1'`,
        )
      ).map(({ bearing, nmi }) => [bearing, Math.round(nmi)]);
    expect(await ranges()).toEqual([[0, 60]]);
    await put(id, { ...body, latitude: 49.77 });
    expect(await ranges()).toEqual([[0, 60]]);
    expect(await recountDue(server.db)).toBeGreaterThan(0);
    expect(await ranges()).toEqual([[180, 120]]);
    expect(await recountDue(server.db)).toBe(0);
    expect((await release(id, 'RANGE-1')).status).toBe(204);
    await recountDue(server.db);
    expect(await ranges()).toEqual([]);
  });
});

describe('kill -9 while stations are saved', () => {
  let victim: TestServer;
  afterAll(() => victim?.dispose());

  test('every change is whole or not there: station and history agree, and what was acknowledged is stored', async () => {
    victim = await startServer({});
    const { token, userId } = await logIn(victim, 'admin');
    const body = payload({ userId });
    const call = (method: string, path: string, sent: object): Promise<Answer | null> =>
      callApi(victim, path, { method, token, body: sent, headers: { connection: 'close' } }).catch(() => null);
    const answer = await call('POST', '/Station/CreateStation', body);
    expect(answer?.status).toBe(201);
    const { id } = (answer as Answer).json as { id: number };
    let acknowledged = 0;
    let isDead = false;
    const clients = Array.from({ length: 4 }, async (_, client) => {
      for (let n = 0; n < 200 && !isDead; n += 1) {
        const done = await call('PUT', `/Station/${id}`, { ...body, latitude: client * 10 + n / 100 });
        if (done?.status === 204) acknowledged += 1;
        if (acknowledged > 40 && !isDead) {
          isDead = true;
          await victim.kill();
        }
      }
    });
    await Promise.all(clients);
    const db = openDatabase({ url: victim.databaseUrl }, { max: 1 });
    try {
      const [kept] = await db.query<{ version: number; places: number; isLast: boolean }>(
        `select s.version, (select count(*) from station_places where station_record_id = s.id) as places,
           s.latitude = (select latitude from station_places where station_record_id = s.id order by id desc limit 1) as "isLast"
         from stations s where s.id = $1`,
        [id],
      );
      expect(kept?.version).toBeGreaterThan(acknowledged);
      expect(kept).toEqual({ version: kept?.version, places: kept?.version, isLast: true });
    } finally {
      await db.close();
    }
  });
});
